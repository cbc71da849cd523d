import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/cli/owner.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const KINDS = ['collection', 'disbursement', 'float_top_up', 'mobile_money_transaction', 'payout'] as const;

let testApp: TestApp;
const owner = (text: string, params: readonly unknown[] = []) =>
  asOwner(testApp.settings.adminUrl, (client) => client.query(text, [...params]));

/** A payment of each kind, on its way. */
beforeAll(async () => {
  testApp = await openTestApp();
  const { app, client, tenantId, agent } = testApp;
  const input = {
    app: { id: client.id, sandbox: true },
    amount: 200_000n,
    currency: 'KES',
    msisdn: '+254712345678',
    reference: 'r-1',
    narration: null,
    metadata: {},
  };
  await testApp.done(app.bridge.payout, { ...input, channel: 'mpesa_b2c' });
  await testApp.done(app.bridge.collect, { ...input, channel: 'mpesa_stk', accountReference: 'INV-7' });
  const loanId = await testApp.readyLoan(500_000n);
  await testApp.done(app.lending.disburse, {
    loanId,
    amount: 500_000n,
    channel: 'mpesa_b2c',
    msisdn: '+254712345678',
  });
  await owner(
    `insert into float_top_up (tenant_id, uuid, agent_id, agent_no, amount, state, originator_id, requested_by, checks)
     values ($1, gen_random_uuid(), $2, $3, 500, 'sent', gen_random_uuid(), 'x', 0)`,
    [tenantId, agent.id, agent.agentNo],
  );
  await owner(
    `insert into mobile_money_transaction (tenant_id, uuid, channel, amount, msisdn, account_reference, reference_key, state,
                                           originator_id, recorded_by)
     values ($1, gen_random_uuid(), 'mpesa_stk', 500, '+254712345678', 'X', 'X', 'sent', gen_random_uuid(), 'x')`,
    [tenantId],
  );
});
afterAll(() => testApp.close());

const now = Temporal.Now.instant().round('millisecond');
const figures = async (mode: 'live' | 'sandbox', bound = 10) =>
  Object.fromEntries(
    (await moneyFiguresOf(testApp.database)(now, bound)).payments
      .filter((each) => each.mode === mode)
      .map(({ kind, due, dueSince, inTransit, inReview }) => [
        kind,
        { due, lateBy: dueSince?.until(now).total('minutes') ?? null, inTransit, inReview },
      ]),
  );
const each = <Value>(value: Value) => Object.fromEntries(KINDS.map((kind) => [kind, value]));
const none = { due: 0, lateBy: null, inTransit: 0, inReview: 0 };

/** Looks at the figures while the payments are as a statement sets them; then they are as they were. */
async function whileThey<Seen>(
  change: string,
  look: () => Promise<Seen>,
  kinds: readonly string[] = KINDS,
): Promise<Seen> {
  for (const kind of kinds) {
    await owner(`create table kept_${kind} as select id, state, next_check_at from ${kind}`);
    await owner(`update ${kind} set ${change}`);
  }
  return look().finally(async () => {
    for (const kind of kinds) {
      await owner(
        `update ${kind} p set state = k.state, next_check_at = k.next_check_at from kept_${kind} k where k.id = p.id`,
      );
      await owner(`drop table kept_${kind}`);
    }
  });
}

const DUE = `state = 'sent', next_check_at = timestamptz '${now.subtract({ minutes: 7 }).toString()}'`;
const REVIEW = `state = 'review', next_check_at = null`;

describe('The figures of payments', () => {
  it('count those of every kind whose next step has come, with how late the oldest is', async () => {
    const due = { due: 1, lateBy: 7, inTransit: 1, inReview: 0 };
    expect(await whileThey(DUE, () => figures('sandbox'))).toEqual(each(due));
    expect(await whileThey(DUE, () => figures('sandbox', 0))).toEqual(each(none));
  });

  it('count those of every kind that can be in review', async () => {
    const kinds = KINDS.filter((kind) => kind !== 'mobile_money_transaction');
    const seen = await whileThey(REVIEW, () => figures('sandbox'), kinds);
    for (const kind of kinds) expect([kind, seen[kind]]).toEqual([kind, { ...none, inTransit: 1, inReview: 1 }]);
  });

  it('are apart for live institutions and sandboxes, and leave out what grows', async () => {
    const ofAll = () => Promise.all([figures('live'), figures('sandbox')]);
    const due = { due: 1, lateBy: 7, inTransit: 1, inReview: 0 };
    expect(await whileThey(DUE, ofAll)).toEqual([each(none), each(due)]);
    await owner(`update tenant set growing = true`);
    expect(await whileThey(DUE, ofAll)).toEqual([each(none), each(none)]);
    await owner(`update tenant set growing = false, mode = 'live'`);
    expect(await whileThey(DUE, ofAll)).toEqual([each(due), each(none)]);
    await owner(`update tenant set mode = 'sandbox'`);
  });
});
