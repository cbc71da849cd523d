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
