import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_RULES } from '#core/aml/rule/usual-rules.ts';
import { USUAL_WATCHLIST_RULES } from '#core/aml/rule/watchlist-rules.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openTestSavings, type TestSavings } from '../../../support/test-app-savings.ts';
import { refusalOf } from '../../../support/refused.ts';
import { eventually } from '../../../support/eventually.ts';
import { openWorkerContext, type WorkerContext } from '../../../support/worker-context.ts';
import { sealedAlike } from '#test/support/sealed-alike.ts';

/** A number as rows have it. */
const sealed = (msisdn: string) => sealedAlike(testApp, testApp.tenantId, msisdn);

/** USD 15,000 at the rate that is recorded below: KES 1,000,000.00. */
const T = 100_000_000n;

let testApp: TestApp;
let savings: TestSavings;
let context: WorkerContext;
beforeAll(async () => {
  testApp = await openTestApp();
  savings = await openTestSavings(testApp);
  context = await openWorkerContext(testApp);
  await testApp.sql(`insert into exchange_rate (currency, rate, valid_from) values ('USD', '66.6666666667', '2020-01-01'),
                   ('USD', '1', (now() at time zone 'Africa/Nairobi')::date + 1)`);
});
afterAll(async () => {
  await context.close();
  await testApp.close();
});

const alertsOf = (memberId: number) =>
  testApp.sql<{ id: string; rule_id: string; state: string; evidence: string[]; threshold: string }>(
    'select id, rule_id, state, evidence, threshold from aml_alert where member_id = $1 order by rule_id',
    [memberId],
  );
const settled = async () =>
  eventually(async () => {
    const [row] = await testApp.sql<{ n: string }>('select count(*) as n from reaction');
    return row?.n === '0';
  });

describe('Money that moved', () => {
  it('is looked at by the rules, with the rate of the day, in the background', async () => {
    const memberId = await testApp.newMember();
    const id = await savings.account(T, memberId);
    await settled();
    const alerts = await alertsOf(memberId);
    expect(alerts).toMatchObject([
      { rule_id: 'daily_cash', state: 'open', threshold: '100000000' },
      { rule_id: 'new_account_high_value' },
    ]);
    expect(alerts[0]?.evidence).toEqual([expect.stringMatching(/^savings_transaction:/)]);
    await testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId: id, amount: 5n, channel: 'cash' });
    await settled();
    expect((await alertsOf(memberId)).length).toBe(2);
  });

  it('in three accounts and by phone, just below the threshold each time, is structuring', async () => {
    const memberId = await testApp.newMember();
    const phone = String((await testApp.app.read(testApp.operator, ({ members }) => members.one(memberId)))?.phone);
    for (const [channel, days] of [
      ['bank', 3],
      ['cash', 1],
    ] as const) {
      const savingsAccountId = await savings.account(0n, memberId);
      // No money counts for a day before its account was opened.
      await testApp.sql('update savings_account set opened_on = opened_on - 60 where id = $1', [savingsAccountId]);
      const paidAt = testApp.clock().subtract({ hours: 24 * days });
      await testApp.done(testApp.app.savings.depositSavings, {
        savingsAccountId,
        amount: (T * 9n) / 10n,
        channel,
        paidAt,
      });
    }
    await settled();
    expect(await alertsOf(memberId)).toEqual([]);
    await testApp.done(testApp.app.mobileMoney.receivePayment, {
      receiptNo: 'AML-1',
      amount: (T * 9n) / 10n,
      msisdn: phone,
      accountReference: 'nobody',
      paidAt: testApp.clock(),
    });
    await settled();
    const alerts = await alertsOf(memberId);
    expect(alerts.map(({ rule_id }) => rule_id)).toEqual(['structuring']);
    expect(alerts[0]?.evidence.length).toBe(3);
    expect(alerts[0]?.evidence.filter((ref) => ref.startsWith('mobile_money_transaction:')).length).toBe(1);
  });

  it('of a number that is nobody’s is the number’s', async () => {
    for (const n of [1, 2, 3]) {
      await testApp.done(testApp.app.mobileMoney.receivePayment, {
        receiptNo: `STRANGER-${n}`,
        amount: (T * 9n) / 10n,
        msisdn: '+254799999999',
        accountReference: 'nobody',
        paidAt: testApp.clock(),
      });
    }
    await settled();
    expect(
      await testApp.sql(`select rule_id, member_id, msisdn from aml_alert where subject_key like 'msisdn:%'`),
    ).toEqual([{ rule_id: 'structuring', member_id: null, msisdn: await sealed('+254799999999') }]);
  });

  it('by one phone for three members is the phone’s', async () => {
    const msisdn = '+254711000999';
    const stored = await sealed(msisdn);
    for (const _ of [1, 2, 3]) {
      const savingsAccountId = await savings.account(0n, await testApp.newMember());
      expect(await testApp.sql(`select id from aml_alert where subject_key = 'number:${stored}'`)).toEqual([]);
      const paid = { savingsAccountId, amount: 2_000_000n, channel: 'mpesa_paybill', msisdn } as const;
      await testApp.done(testApp.app.savings.depositSavings, paid);
      await settled();
    }
    expect(
      await testApp.sql(
        `select rule_id, member_id, msisdn, amount from aml_alert where subject_key = 'number:${stored}'`,
      ),
    ).toEqual([{ rule_id: 'one_phone_many_members', member_id: null, msisdn: stored, amount: '6000000' }]);
  });

  it('in and out at the same time is a corridor, and not below four fifths', async () => {
    const memberId = await testApp.newMember();
    const savingsAccountId = await savings.account(T / 2n, memberId);
    const take = (amount: bigint) =>
      testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId, amount, channel: 'cash' });
    await take((T * 4n) / 10n - 1n);
    await settled();
    expect(await alertsOf(memberId)).toEqual([]);
    await take(1n);
    await settled();
    expect((await alertsOf(memberId)).map(({ rule_id }) => rule_id)).toEqual(['rapid_in_out']);
  });

  it('after half a year without a movement is looked at, as the rest of it is not', async () => {
    const memberId = await testApp.newMember();
    const savingsAccountId = await savings.account(0n, memberId);
    await testApp.sql('update savings_account set opened_on = opened_on - 300 where id = $1', [savingsAccountId]);
    const pay = (amount: bigint, daysAgo: number) =>
      testApp.done(testApp.app.savings.depositSavings, {
        savingsAccountId,
        amount,
        channel: 'bank',
        paidAt: testApp.clock().subtract({ hours: 24 * daysAgo }),
      });
    await pay(T / 2n, 200);
    await settled();
    expect(await alertsOf(memberId)).toEqual([]);
    await pay(T / 2n, 1);
    await settled();
    expect((await alertsOf(memberId)).map(({ rule_id }) => rule_id)).toEqual(['dormant_then_large']);
  });

  it('is delivered to partners without its contents', async () => {
    const events = await testApp.sql<{ data: object }>(`select data from event where type = 'aml_alert.raised'`);
    expect(events.length).toBeGreaterThan(0);
    for (const { data } of events) expect(Object.keys(data).toSorted()).toEqual(['rule_id', 'severity', 'state']);
  });
});

describe('A rule that holds money', () => {
  it('stops the movement that would complete its pattern, and the alert stands', async () => {
    await testApp.sql(
      `insert into aml_rule (rule_id, rule_version, kind, severity, threshold_amount, threshold_currency, window_days,
                             channels, directions, holds)
       values ('daily_cash', 2, 'aggregate', 'high', 5000000, 'KES', 1, '{cash}', '{in,out}', true)`,
    );
    const memberId = await testApp.newMember();
    const id = await savings.account(3_000_000n, memberId);
    const more = (amount: bigint) =>
      testApp.done(testApp.app.savings.depositSavings, { savingsAccountId: id, amount, channel: 'cash' });
    // What a process has read of the rules is used for some seconds.
    const refused = await eventually(
      () =>
        more(2_000_000n).then(
          () => null,
          (error: unknown) => error,
        ),
      10_000,
    );
    const [alert] = await alertsOf(memberId);
    expect(refused).toMatchObject({
      code: 'aml_hold',
      details: { alert_id: Number(alert?.id), savings_account_id: id },
    });
    const before = await savings.holding(id);
    expect((await refusalOf(more(1n))).code).toBe('aml_hold');
    const take = { savingsAccountId: id, amount: 1n, channel: 'cash' } as const;
    expect((await refusalOf(testApp.done(testApp.app.savings.withdrawSavings, take))).code).toBe('aml_hold');
    expect(await savings.holding(id)).toEqual(before);
    expect((await alertsOf(memberId)).length).toBe(1);

    const decision = { alertId: Number(alert?.id), reason: 'Sale of a cow' };
    await testApp.done(testApp.app.aml.markAmlAlertFalsePositive, decision);
    await more(2_000_000n);
    expect((await alertsOf(memberId)).map(({ state }) => state)).toEqual(['false_positive']);
  });

  it('judges the parts of a split that are one member’s together', async () => {
    // What a process has read of the rules is used for some seconds.
    await eventually(async () => {
      const savingsAccountId = await savings.account(0n, await testApp.newMember());
      const all = { savingsAccountId, amount: 5_000_000n, channel: 'cash' } as const;
      return testApp.done(testApp.app.savings.depositSavings, all).then(
        () => null,
        (error: unknown) => error,
      );
    }, 10_000);
    const memberId = await testApp.newMember();
    const other = await testApp.newMember();
    const accounts = [await savings.account(0n, memberId), await savings.account(0n, memberId)];
    const elsewhere = await savings.account(0n, other);
    const parts = [...accounts, elsewhere].map((id) => ({ type: 'savings_account' as const, id, amount: 3_000_000n }));
    const payment = { channel: 'cash', receiptNo: 'AML-SPLIT', amount: 9_000_000n, rest: 'none', parts } as const;
    const refused = await refusalOf(testApp.done(testApp.app.receipts.splitReceipt, payment));
    const [alert] = await alertsOf(memberId);
    expect(alert).toMatchObject({ rule_id: 'daily_cash', state: 'open' });
    expect([refused.code, JSON.stringify(refused.details)]).toEqual([
      'split_refused',
      expect.stringContaining('aml_hold'),
    ]);
    expect(await alertsOf(other)).toEqual([]);
    expect(await savings.holding(elsewhere)).toEqual([0n, 0n]);
  });
});

describe('A tenant with a rule of its own', () => {
  const inForce = async () => {
    const { transact, ports } = testApp.internals;
    return transact.look(testApp.operator, async (tx, context) => {
      const { amlRules } = ports.aml(tx, context);
      return { money: await amlRules.inForce(), names: await amlRules.aboutNames() };
    });
  };

  it('has it in the place of the usual one of its id, and the other usual ones', async () => {
    const { money, names } = await inForce();
    expect(money.map(({ id }) => id).toSorted()).toEqual(USUAL_RULES.map(({ id }) => id).toSorted());
    expect(money.find(({ id }) => id === 'daily_cash')).toMatchObject({ version: 2, holds: true });
    expect(names).toEqual(USUAL_WATCHLIST_RULES);
  });

  it('has none of an id that it has retired', async () => {
    await testApp.sql(
      `insert into aml_rule (rule_id, rule_version, kind, severity, threshold_amount, threshold_currency, window_days,
                             directions, holds, retired)
       values ('round_amounts', 2, 'round_amounts', 'low', 1, 'KES', 1, '{in}', false, true)`,
    );
    await testApp.sql(
      `insert into aml_rule (rule_id, rule_version, kind, severity, holds, parameters)
       values ('pep', 2, 'pep', 'high', true, '{"from_percent": 80}')`,
    );
    const { money, names } = await inForce();
    expect(money.map(({ id }) => id)).not.toContain('round_amounts');
    expect(money.length).toBe(USUAL_RULES.length - 1);
    const pep = { id: 'pep', version: 2, kind: 'pep', severity: 'high', holds: true, fromPercent: 80 };
    expect(names.find(({ id }) => id === 'pep')).toEqual(pep);
  });
});
