import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient } from '#test/support/lending-client.ts';
import { limitsOfThisRun } from '#test/support/redis.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
const { close, ...counting } = limitsOfThisRun();
beforeAll(async () => {
  const quotas = {
    'A.read': 60,
    'A.write': 60,
    'B.read': 60,
    'B.write': 12,
    'B.money': 6,
    'C.read': 60,
    'C.write': 60,
    graph: 600,
  };
  ports = await openRestTestApp({ quotas, ...counting });
  institution = await ports.openInstitution();
});
afterAll(async () => {
  await ports.close();
  close();
});

const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));

/** What a quota of 60 a minute gains while requests are answered: one a second, however slow this machine is. */
function refilling() {
  const began = performance.now();
  let gained = Infinity;
  return {
    ended: () => void (gained = Math.ceil((performance.now() - began) / 1_000)),
    refilled: () => gained,
  };
}

/** Reads until the quota of 60 is used up; the refusal that said so. */
async function useUp(token: string) {
  for (;;) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => ports.call('GET', '/api/v1/loans', { token })));
    const refused = replies.findLast(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
}

describe('A client’s quota', () => {
  it('is stated on every reply, refusals too', async () => {
    const { token } = await ports.openClient(institution);
    const first = await ports.call('GET', '/api/v1/loans', { token });
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    expect(remaining(first.headers)).toBe(59);
    const reset = Number(first.headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(3);
    expect(first.headers.get('ratelimit')).toMatch(/^"B\.read";r=59;t=\d+$/);
    expect(first.headers.get('ratelimit-policy')).toBe('"B.read";q=60;w=60');
    const refused = await ports.call('GET', '/api/v1/loans/0', { token });
    expect(refused.status).toBe(404);
    expect(remaining(refused.headers)).toBe(58);
  });

  it('is used up by so many requests, and waiting as long as is said succeeds', async () => {
    const { token } = await ports.openClient(institution);
    const { refilled, ended } = refilling();
    const replies = await Promise.all(Array.from({ length: 65 }, () => ports.call('GET', '/api/v1/loans', { token })));
    ended();
    const served = replies.filter(({ status }) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(60);
    expect(served).toBeLessThanOrEqual(60 + refilled());
    const last = await useUp(token);
    const wait = Number(last.headers.get('retry-after'));
    expect(last.body).toMatchObject({
      code: 'rate_limited',
      limit: 60,
      window_seconds: 60,
      retry_after: wait,
      retryable: true,
    });
    expect(remaining(last.headers)).toBe(0);
    expect(wait).toBeGreaterThan(0);
    await sleep(wait * 1_000);
    expect((await ports.call('GET', '/api/v1/loans', { token })).status).toBe(200);
  });

  it('is a client’s own, and one for each bucket', async () => {
    const one = await ports.openClient(institution);
    await useUp(one.token);
    const other = await ports.openClient(institution);
    expect(remaining((await ports.call('GET', '/api/v1/loans', { token: other.token })).headers)).toBe(59);
    expect((await ports.call('POST', '/api/v1/loans', { token: one.token, body: {} })).status).toBe(422);
  });

  it('is asked about before the key: a limited request leaves its key unused', async () => {
    const client = await ports.openClient(institution);
    const partner = lendingClient(ports, institution, client);
    const body = partner.anApplicant();
    let limited = null;
    for (let count = 0; count < 13 && limited === null; count++) {
      const reply = await partner.call('POST', '/api/v1/members', { body: {} });
      if (reply.status === 429) limited = await partner.call('POST', '/api/v1/members', { body, key: 'later' });
    }
    expect(limited?.status).toBe(429);
    await sleep(Number(limited?.headers.get('retry-after')) * 1_000);
    const later = await partner.call('POST', '/api/v1/members', { body, key: 'later' });
    expect({ status: later.status, replayed: later.headers.get('idempotent-replayed') }).toEqual({
      status: 201,
      replayed: null,
    });
  });

  it('does not exist for tokens: all of 1,500 are answered, a hundred at the same time', async () => {
    const client = await ports.openClient(institution);
    const mint = () =>
      ports.call('POST', '/v1/oauth/token', { body: { client_id: client.clientKey, client_secret: client.secret } });
    for (let asked = 0; asked < 1_500; asked += 100) {
      const replies = await Promise.all(Array.from({ length: 100 }, mint));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });
});
