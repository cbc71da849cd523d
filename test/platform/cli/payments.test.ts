import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicId } from '#core/payment-bridge/app.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { operate } from '../../support/operator.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-payments-'));
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator types, over the same database. */
const umoja = (...words: string[]) => operate(testApp.settings, ['payment', ...words], { UMOJA_DATA_DIR: folder });

describe('An operator', () => {
  it('pauses the payments of one institution or of all, and resumes them; the trail says who and why', async () => {
    const pausedNow = async () =>
      (await testApp.sql<{ paused: string | null }>('select payments_paused as paused from tenant'))[0]?.paused;
    expect(await umoja('pause')).toMatchObject({ code: 1, output: expect.stringContaining('--because') });
    expect(await umoja('pause', '--because', 'x')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Give 3 to 200 characters.'),
    });
    expect((await umoja('pause', '--because', 'the bank has stopped the account')).output).toContain('are paused');
    expect(await pausedNow()).toBe('the bank has stopped the account');
    const returning = ['return', 'QX1', '--paybill', '600123', '--reason', 'r', '--evidence', 'e', '--by', 'Achieng'];
    expect(await umoja(...returning)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Payments are paused (the bank has stopped the account). Resume them first'),
    });
    // Those that were paused for another reason stay so.
    expect((await umoja('pause', '--all', '--because', 'restored')).output).toContain('of 0 more institutions');
    expect((await umoja('resume', '--all')).output).toContain('Payments of 1 more institutions go on.');
    expect(await pausedNow()).toBe(null);
    expect((await umoja('resume')).output).toContain('Payments go on.');
    const trail = await testApp.sql<{ actor: string; after: unknown }>(
      `select a.actor, e.data -> 'after' as after from event e join audit a on a.event_uuid = e.uuid
        where e.type = 'institution.policies_changed' order by e.id`,
    );
    expect(trail).toEqual([
      { actor: 'operator', after: { payments_paused: 'the bank has stopped the account' } },
      { actor: 'operator', after: { payments_paused: null } },
    ]);
  });

  it('proposes what became of a payout in review, and a client settles it', async () => {
    const { caller } = testApp.client;
    const payout = await testApp.done(
      testApp.app.bridge.payout,
      {
        app: { id: caller.clientId, sandbox: true },
        amount: 200_000n,
        currency: 'KES',
        channel: 'mpesa_b2c',
        msisdn: '+254712345678',
        reference: 'salary-1',
        narration: null,
        metadata: {},
      },
      caller,
    );
    await testApp.sql(
      `update payout set state = 'review', next_check_at = null, failure = '{"code": "no_answer"}' where id = $1`,
      [payout.id],
    );
    const id = publicId('payout', payout.uuid);
    expect((await umoja('list-review')).output).toContain(`${id}  200000  no_answer  0 of 2`);
    const says = (by: string) =>
      umoja(
        'review',
        id,
        '--outcome',
        'paid',
        '--receipt',
        'SKL4H2XQ1Z',
        '--evidence',
        'Statement, line 4',
        '--by',
        by,
      );
    const waits = `${id} is in review: another person finds the same with`;
    expect((await says('Achieng')).output).toContain(waits);
    expect((await says('Baraka')).output).toContain(waits);
    const { caller: approver } = await testApp.newClient();
    const settled = await testApp.done(
      testApp.app.bridge.reviews.reviewPayout,
      {
        app: { id: caller.clientId, sandbox: true },
        payoutId: payout.id,
        finding: {
          outcome: 'paid' as const,
          receipt_no: 'SKL4H2XQ1Z',
          amount: null,
          evidence: 'Statement, line 4',
          by: approver.clientKey,
        },
      },
      approver,
    );
    expect(settled.state).toBe('succeeded');
    const arrival = { headers: { 'user-agent': 'provider' }, source: '196.201.214.200', isExpected: true };
    const notification = { kind: 'payout', subject: payout.originatorId, text: '{"Result":{"ResultCode":0}}', arrival };
    await testApp.app.inbox.store(testApp.tenantId, notification);
    const shown = await umoja('notifications', id);
    expect(shown.output).toContain('payout  196.201.214.200  x1');
    expect(shown.output).toContain('{"Result":{"ResultCode":0}}');
    const money = 'select balance::int as balance, held::int as held, in_transit::int as gone from app_account';
    expect(await testApp.sql(money)).toEqual([{ balance: 9_800_000, held: 0, gone: 0 }]);
  });
});
