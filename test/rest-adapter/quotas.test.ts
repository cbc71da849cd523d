import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientByKey } from '#platform/cli/clients.ts';
import { limitsOfThisRun } from '#test/support/redis.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

/** Quotas that were agreed with one client. */
let ports: RestTestApp;
let client: TestClient;
let other: TestClient;
const { close, ...counting } = limitsOfThisRun();
beforeAll(async () => {
  ports = await openRestTestApp(counting);
  const institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  other = await ports.openClient(institution);
});
afterAll(async () => {
  await ports.close();
  close();
});

const limitOf = async ({ token }: TestClient, path = '/api/v1/loans') =>
  Number((await ports.call('GET', path, { token })).headers.get('x-ratelimit-limit'));

async function agree(agreed: { readonly [bucket: string]: number | null }) {
  const quotas = Object.entries(agreed).map(([bucket, perMinute]) => ({ bucket, perMinute }));
  const found = await clientByKey(ports.database, client.clientKey);
  if (!found) throw new Error('The client is gone.');
  return ports.app.partners.operators.changeClientQuotas(found.operator, { clientId: found.id, quotas });
}

describe('A client with which other quotas were agreed', () => {
  it('has them from its next request on, with the token that it has; nobody else does', async () => {
    const before = await limitOf(client);
    await agree({ 'B.read': 3, 'A.read': 7 });
    expect(await limitOf(client)).toBe(3);
    expect(await limitOf(client, '/v1/balances')).toBe(7);
    expect((await ports.call('GET', '/v1/app', { token: client.token })).body.data.limits.requests_per_minute).toEqual({
      read: 7,
      write: expect.any(Number),
    });
    expect(await limitOf(other)).toBe(before);
    const replies = [];
    for (let count = 0; count < 4; count++) {
      replies.push((await ports.call('GET', '/api/v1/loans', { token: client.token })).status);
    }
    expect(replies.at(-1)).toBe(429);

    await agree({ 'B.read': null });
    expect(await limitOf(client)).toBe(before);
    expect(await limitOf(client, '/v1/balances')).toBe(7);
  });

  it('leaves a trace: who changed what', async () => {
    await agree({ 'B.money': 240 });
    const [row] = await ports.admin(
      `select e.data, a.actor from event e join audit a on a.event_uuid = e.uuid
        where e.type = 'client.quotas_changed' order by e.id desc limit 1`,
    );
    expect(row).toEqual({ data: { quotas: { 'A.read': 7, 'B.money': 240 } }, actor: 'operator' });
  });

  it.each([{ 'B.reed': 10 }, { 'B.read': 0 }, { 'B.read': 1.5 }, { 'B.read': 60_001 }])('is none with %j', (quotas) =>
    expect(agree(quotas)).rejects.toMatchObject({ code: 'validation_failed' }),
  );
});
