import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { pollWhileWriting } from '#test/support/polling.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

const got = async (path: string) => {
  const { status, body, text } = await partner.call('GET', path);
  if (status !== 200) throw new Error(text);
  return body;
};
const idsIn = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

/** A transaction that has changed a member, and waits before it commits. */
async function changing(id: number): Promise<() => Promise<void>> {
  const go = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const done = ports.database.write(institution.id, async ({ sql }) => {
    await sql(`update member set name = 'Wambui', version = version + 1 where id = $1`, [id]);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  return () => {
    go.resolve();
    return done;
  };
}

describe('Members that are polled by the time of change, while a transaction that began before is open', () => {
  let early: number;
  let late: number;
  beforeAll(async () => {
    institution = await ports.openInstitution();
    partner = lendingClient(ports, institution, await ports.openClient(institution));
    early = (await partner.aMember()).id;
    late = (await partner.aMember()).id;
  });

  it.each([
    ['the cursor of the last page', ({ sync }: any) => `sort=updated_at&cursor=${sync.cursor}`],
    ['the horizon', ({ sync }: any) => `filter[updated_at][gte]=${sync.as_of}`],
    [
      'the latest change that was seen',
      ({ data }: any, before: any) => `filter[updated_at][gte]=${(data.at(-1) ?? before.data.at(-1)).updated_at}`,
    ],
  ])('are not missed by a reader who comes back with %s', async (_, comeBack) => {
    const before = await got('/api/v1/members?sort=updated_at');
    const commit = await changing(early);
    const changed = await partner.call('PATCH', `/api/v1/members/${late}`, { body: { name: 'Njeri' } });
    expect(changed.status).toBe(200);
    const meanwhile = await got(`/api/v1/members?${comeBack(before, before)}`);
    expect(meanwhile.sync).toEqual({ as_of: expect.any(String), cursor: expect.any(String) });
    expect(idsIn(meanwhile)).not.toContain(early);
    await commit();
    const after = await got(`/api/v1/members?${comeBack(meanwhile, before)}`);
    expect(idsIn(after)).toEqual(expect.arrayContaining([early, late]));
    await partner.call('PATCH', `/api/v1/members/${late}`, { body: { name: 'Amina' } });
  });

  it('begin with the newest, where the first page has the cursor to come back with', async () => {
    const { sync, data } = await got('/api/v1/members?sort=-updated_at&limit=1');
    expect(idsIn({ data })).toEqual([late]);
    await partner.call('PATCH', `/api/v1/members/${early}`, { body: { name: 'Atieno' } });
    const next = await got(`/api/v1/members?sort=-updated_at&limit=1&cursor=${sync.cursor}`);
    expect(idsIn(next)).toEqual([early]);
    const again = await got(`/api/v1/members?sort=-updated_at&limit=1&cursor=${next.sync.cursor}`);
    expect(idsIn(again)).toEqual([]);
    expect(again.sync.cursor).toEqual(expect.any(String));
  });

  it('have a cursor to come back with, though there was nothing yet', async () => {
    const none = await got('/api/v1/loans?sort=updated_at');
    const { id } = await partner.aDraft();
    expect(idsIn(await got(`/api/v1/loans?sort=updated_at&cursor=${none.sync.cursor}`))).toEqual([id]);
  });

  it('end at the horizon of the first page, however many change during the walk', async () => {
    const first = await got('/api/v1/members?sort=updated_at&limit=1');
    await partner.aMember();
    const second = await got(`/api/v1/members?sort=updated_at&limit=200&cursor=${first.pagination.next_cursor}`);
    expect(second.sync.as_of).toBe(first.sync.as_of);
    const third = await got(`/api/v1/members?sort=updated_at&cursor=${second.sync.cursor}`);
    expect(third.data).toHaveLength(1);
  });

  it('say nothing of a horizon where they are not read by it', async () => {
    expect((await got('/api/v1/members?sort=created_at')).sync).toBeUndefined();
  });
});

describe('Eight writers and a tight poll', () => {
  it('lose no member, loan, event, student or invoice, in whatever way they are polled', async () => {
    const polled = await pollWhileWriting(ports, 4);
    expect(polled.filter(({ missed, rows }) => missed > 0 || rows === 0)).toEqual([]);
    expect(Math.min(...polled.map(({ polls }) => polls))).toBeGreaterThan(0);
  }, 120_000);
});
