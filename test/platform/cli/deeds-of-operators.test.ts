import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner } from '#platform/cli/owner.ts';
import type { Row } from '#platform/postgres/database.ts';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { operate } from '#test/support/operator.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let fake: DarajaFake;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-deeds-'));
  testApp = await openTestApp();
  fake = await startDarajaFake();
  await payByFake(testApp, fake, '600984');
});
afterAll(async () => {
  await fake.close();
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator types for the institution of the tests. */
const umoja = (...words: string[]) =>
  operate(testApp.settings, ['--tenant', String(testApp.tenantId), ...words], {
    UMOJA_DATA_DIR: folder,
    PUBLIC_URL: 'https://pay.example.org',
  });

const deedsOf = (type: string) =>
  testApp.sql(
    `select a.command, a.actor, e.data from audit a join event e on e.uuid = a.event_uuid and e.tenant_id = a.tenant_id
      where a.event_type = $1 order by a.id`,
    [`institution.${type}`],
  );
const owner = (text: string) =>
  asOwner(testApp.settings.adminUrl, async (session) => (await session.query<Row>(text)).rows);
const byOperator = (command: string, data: object) => [{ command, actor: 'operator', data }];

describe('The audit trail says what the operator of the machine did:', () => {
  it('an institution was opened', async () => {
    const { output, code } = await operate(
      testApp.settings,
      ['--json', 'tenant', 'create', '--name', 'Umoja wa Pwani', '--mode', 'live'],
      { UMOJA_DATA_DIR: folder },
    );
    expect([code, output]).toEqual([0, expect.stringContaining('tenant_id')]);
    const { tenant_id: opened } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}') as { tenant_id: number };
    const audited = await testApp.database.read(opened, ({ sql }) =>
      sql(
        'select a.command, a.actor, a.subject_uuid = t.uuid as fits from audit a join tenant t on t.id = a.subject_id',
      ),
    );
    expect(audited).toEqual([{ command: 'openInstitution', actor: 'operator', fits: true }]);
  });

  it('reactions are tried again, and nothing where there were none', async () => {
    expect((await umoja('reactions', '--retry')).code).toBe(0);
    expect(await deedsOf('reactions_retried')).toEqual([]);
    const memberId = await testApp.newMember();
    await testApp.sql(
      `insert into reaction (event_id, handler, attempts, problem)
       select id, 'screen-member', 8, 'Error: No line.' from event where type = 'member.created' and subject_id = $1`,
      [memberId],
    );
    await testApp.sql('update reaction set due_at = null');
    const { output, code } = await umoja('reactions', '--retry');
    expect([code, output]).toEqual([0, expect.stringContaining('are tried again.')]);
    expect(await deedsOf('reactions_retried')).toEqual(byOperator('retryReactions', { reactions: expect.any(Number) }));
  });

  it('a notification is tried again, and nothing where there was none', async () => {
    expect((await umoja('notifications', '--retry', randomUUID())).code).toBe(1);
    const arrival = { headers: {}, source: null, isExpected: true };
    const received = { kind: 'payout', subject: randomUUID(), text: '{"Result":{"ResultCode":0}}', arrival };
    const { uuid } = await testApp.app.inbox.store(testApp.tenantId, received);
    expect((await umoja('notifications', '--retry', uuid)).code).toBe(0);
    expect(await deedsOf('notification_retried')).toEqual(byOperator('retryNotification', { notification: uuid }));
  });

  it('the list of a paybill is compared every day, and a provider notifies us of its payments', async () => {
    const pull = await umoja('paybill', 'pull', '600984', '--nominated', '+254700000001');
    expect([pull.code, pull.output]).toEqual([0, expect.stringContaining('compared with the books')]);
    expect(await deedsOf('paybill_pulled')).toEqual(byOperator('pullPaybill', { shortcode: '600984' }));
    const register = await umoja('paybill', 'register', '600984');
    expect([register.code, register.output]).toEqual([0, expect.stringContaining('notifies us of payments')]);
    for (const deed of ['paybill_requested', 'paybill_registered'])
      expect(await deedsOf(deed)).toEqual(byOperator('registerPaybill', { shortcode: '600984' }));
  });

  it('payments are sent through a provider again', async () => {
    expect((await umoja('rails', 'resume')).code).toBe(0);
    expect(await deedsOf('rail_resumed')).toEqual(byOperator('resumeRail', { rail: expect.any(String) }));
  });

  it('and does none of it where it can’t be written down (finding: the entry came after the deed, in another transaction)', async () => {
    await owner(
      `create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'the audit trail is full'; end $$`,
    );
    await owner('create trigger full_audit before insert on audit for each row execute function refuse_audit()');
    await testApp.sql(`update rail set circuit = '{"state": "open", "because": "credential"}'`);
    const requests = fake.requests().length;
    const words = ['tenant', 'create', '--name', 'Umoja wa Bara', '--mode', 'live'];
    const opened = await operate(testApp.settings, words, { UMOJA_DATA_DIR: folder });
    const others = [await umoja('rails', 'resume'), await umoja('paybill', 'register', '600985')];
    await owner('drop trigger full_audit on audit');
    expect([opened, ...others].map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(await owner(`select from tenant where name = 'Umoja wa Bara'`)).toEqual([]);
    expect(await testApp.sql('select circuit from rail')).toEqual([
      { circuit: { state: 'open', because: 'credential' } },
    ]);
    expect(fake.requests().length).toBe(requests);
  });

  it('the keys of the institution and of its people are sealed again', async () => {
    const { output, code } = await umoja('secret', 'rotate');
    expect([code, output]).toEqual([0, expect.stringContaining('are sealed again')]);
    expect(await deedsOf('keys_rotated')).toEqual(byOperator('rotateKeys', {}));
  });
});
