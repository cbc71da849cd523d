import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DomainEvent } from '#core/kernel/event.ts';
import { MAX_CENTS } from '#core/kernel/money.ts';
import { SecondPersonRequired } from '#core/kernel/two-people.ts';
import type { AccountName } from '#core/ledger/accounts.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import { availableBalance } from '#core/savings/account/limits.ts';
import {
  approveSavingsAccount,
  closeSavingsAccount,
  freezeSavingsAccount,
  breakFixedDeposit,
  giveNoticeOnShares,
  reactivateSavingsAccount,
  rejectSavingsAccount,
  unfreezeSavingsAccount,
} from '#core/savings/use-cases/move-savings-account.ts';
import {
  captureSavingsHold,
  expireSavingsHold,
  placeSavingsHold,
  releaseSavingsHold,
} from '#core/savings/use-cases/hold-savings.ts';
import { depositSavings, withdrawSavings } from '#core/savings/use-cases/move-savings.ts';
import { openSavingsAccount } from '#core/savings/use-cases/open-savings-account.ts';
import { reverseSavingsTransaction } from '#core/savings/use-cases/reverse-savings.ts';
import { transferShares } from '#core/savings/use-cases/transfer-shares.ts';
import { refusalOf } from '../../support/refused.ts';
import { SAVINGS_NOON, savingsInMemory } from '../../support/savings-ports.ts';

const steps = {
  approve: approveSavingsAccount,
  reject: rejectSavingsAccount,
  freeze: freezeSavingsAccount,
  unfreeze: unfreezeSavingsAccount,
  break_deposit: breakFixedDeposit,
  give_notice: giveNoticeOnShares,
  reactivate: reactivateSavingsAccount,
  close: closeSavingsAccount,
};

const on = (amount: bigint, channel: 'cash' | 'bank' = 'cash') => ({ savingsAccountId: 1, amount, channel });

async function anAccount(balance = 0n, productId = 1, overrides: Parameters<typeof savingsInMemory>[0] = {}) {
  const savings = savingsInMemory(overrides);
  const { result: account } = await openSavingsAccount({ memberId: 1, productId }, savings.ports);
  if (balance > 0n) await depositSavings(on(balance), savings.ports);
  return { ...savings, account };
}

const lines = (events: readonly DomainEvent[]) =>
  events.flatMap(linesOf).map(({ account, side, amount }) => [account, side, amount]);

describe('A withdrawal by a person', () => {
  it('is within what their roles pay out in one step', async () => {
    const personalLimits = { approve: 0n, disburse: 100n };
    const { ports } = await anAccount(1_000n);
    const limited = { ...ports, personalLimits };
    expect(await refusalOf(withdrawSavings(on(101n), limited))).toMatchObject({
      code: 'role_limit_exceeded',
      details: { limit: 100n, amount: 101n },
    });
    expect((await withdrawSavings(on(100n), limited)).result).toMatchObject({ type: 'withdrawal', amount: 100n });
  });
});

describe('Where two people are wanted, a withdrawal of what one has recorded by hand', () => {
  const paidIn = (amount: bigint, channel: 'cash' | 'bank' = 'bank') => ({
    ...on(amount, channel),
    reference: channel === 'bank' ? `FT-IN-${amount}` : null,
  });
  const paidOut = (amount: bigint, channel: 'cash' | 'bank' = 'bank') => ({
    ...paidIn(amount, channel),
    reference: channel === 'bank' ? `FT-OUT-${amount}` : null,
  });
  const officers = async () => {
    const { ports, account } = await anAccount(0n, 1, { fourEyes: true });
    const as = (actor: string) => ({ ...ports, actor });
    return { account, one: as('one'), another: as('another') };
  };
  const alone = async (withdrawal: Promise<unknown>) =>
    expect((await refusalOf(withdrawal)).code).toBe('four_eyes_required');

  it('is another person’s to pay, as much as that was (finding: a deposit out of thin air was withdrawn)', async () => {
    const { account, one, another } = await officers();
    await depositSavings(paidIn(60n), one);
    await depositSavings(paidIn(100n), { ...one, actor: 'job:notifications' });
    await withdrawSavings(paidOut(99n), one);
    await alone(withdrawSavings(paidOut(2n), one));
    await alone(withdrawSavings(paidOut(3n, 'cash'), one));
    await withdrawSavings(paidOut(1n), one);
    await withdrawSavings(paidOut(60n), another);
    expect(account.balance).toBe(0n);
  });

  it('is counted for cash that leaves by the bank, and not at the counter where it would be missing', async () => {
    const { one } = await officers();
    await depositSavings(paidIn(60n, 'cash'), one);
    await alone(withdrawSavings(paidOut(60n), one));
    await withdrawSavings(paidOut(60n, 'cash'), one);
  });

  it('is nothing once the deposit is of some time ago, or was reversed', async () => {
    const { one, another } = await officers();
    const { result: wrong } = await depositSavings(paidIn(60n), one);
    await reverseSavingsTransaction({ savingsTransactionId: wrong.id, reason: 'Not ours' }, another);
    await depositSavings(paidIn(70n), another);
    await withdrawSavings(paidOut(70n), one);
    await depositSavings(paidIn(80n), one);
    const after = (days: number) => ({ ...one, now: one.now.add({ hours: 24 * days }) });
    await alone(withdrawSavings(paidOut(80n), after(30)));
    await withdrawSavings(paidOut(80n), after(31));
  });

  it('is neither captured of a hold nor passed on as shares', async () => {
    const { one, another } = await officers();
    await depositSavings(paidIn(60n), one);
    await placeSavingsHold({ savingsAccountId: 1, amount: 60n, reason: 'Fees' }, one);
    const capture = { savingsTransactionId: 2, channel: 'bank', reference: 'FT-HOLD' } as const;
    await alone(captureSavingsHold(capture, one));
    await captureSavingsHold(capture, another);
    const shares = await anAccount(0n, 3, { fourEyes: true });
    await openSavingsAccount({ memberId: 4, productId: 3 }, shares.ports);
    await depositSavings(paidIn(60n), shares.ports);
    const transfer = { savingsAccountId: 1, toSavingsAccountId: 2, amount: 60n };
    await alone(transferShares(transfer, shares.ports));
    await transferShares(transfer, { ...shares.ports, actor: 'another' });
  });

  it('stays one where shares go forth and back, in a bounded number of words (finding: each transfer carried all of before)', async () => {
    const { ports, transactions, accounts } = await anAccount(0n, 3, { fourEyes: true });
    await openSavingsAccount({ memberId: 4, productId: 3 }, ports);
    const [one, sister, another] = ['one', 'sister', 'another'].map((actor) => ({ ...ports, actor }));
    await depositSavings(paidIn(60n), one!);
    await depositSavings(paidIn(61n), sister!);
    await depositSavings({ ...paidIn(1_000n), savingsAccountId: 2 }, another!);
    const pass = (from: number, by: typeof ports, amount = 60n) =>
      transferShares({ savingsAccountId: from, toSavingsAccountId: 3 - from, amount }, by);
    // What is passed on by one who has said nothing of it.
    const mover = { ...ports, actor: 'mover' };
    await pass(1, mover);
    // Two people's words are on it: each person's as far as it goes.
    await pass(2, one!, 1_000n);
    await alone(pass(2, one!, 1n));
    await pass(1, mover, 1_000n);
    for (let time = 0; time < 40; time++) {
      await pass(2 - (time % 2), mover);
      const { saidBy, amount } = transactions.at(-1)!;
      expect(saidBy.length).toBeLessThanOrEqual(48);
      expect(JSON.stringify(saidBy).length).toBeLessThan(30_000);
      for (const word of saidBy) expect(BigInt(word.amount)).toBeLessThanOrEqual(amount);
    }
    const words = transactions.at(-1)!.saidBy.flatMap(({ by }) => by);
    expect(new Set(words)).toEqual(new Set(['one', 'sister', 'another']));
    for (const by of [one!, sister!]) {
      const { balance } = accounts[0]!;
      await alone(pass(1, by, balance));
    }
  });
});

describe('A deposit', () => {
  it('raises the balance, is receipted, and is owed to the member by the ledger', async () => {
    const { ports, account } = await anAccount();
    const { result, events } = await depositSavings({ ...on(50_000n), reference: 'SLIP-1' }, ports);
    expect(account).toMatchObject({ balance: 50_000n, held: 0n });
    expect(result).toMatchObject({
      type: 'deposit',
      state: 'posted',
      receiptNo: 'R-000001',
      balanceAfter: 50_000n,
      reference: 'SLIP-1',
      branchId: 1,
      recordedBy: 'pk_test_maker',
    });
    expect(events).toMatchObject([
      {
        type: 'savings_transaction.posted',
        data: { savings_account_id: 1, member_id: 1, type: 'deposit', amount: 50_000n, balance_after: 50_000n },
      },
    ]);
    expect(lines(events)).toEqual([
      ['cash', 'debit', 50_000n],
      ['savings_control', 'credit', 50_000n],
    ]);
  });

  it('out of money that was received before comes from where that waits', async () => {
    const { ports } = await anAccount();
    const { events } = await depositSavings({ ...on(70n), channel: 'mpesa_paybill', reference: 'SFC1' }, ports);
    const funded = events.map((emitted) => ({ ...emitted, internal: { funded_from: 'suspense' } }));
    expect(lines(funded)).toEqual([
      ['unallocated_receipts', 'debit', 70n],
      ['savings_control', 'credit', 70n],
    ]);
  });

  it('is dated by when it was paid, never by the future', async () => {
    const { ports, account } = await anAccount();
    const paidAt = SAVINGS_NOON.subtract({ hours: 2 });
    expect((await depositSavings({ ...on(5n), paidAt }, ports)).result.paidAt).toBe(paidAt);
    expect(account.lastMovementOn?.toString()).toBe('2026-03-02');
    expect(
      await refusalOf(depositSavings({ ...on(5n), paidAt: SAVINGS_NOON.add({ minutes: 11 }) }, ports)),
    ).toMatchObject({ code: 'payment_time_out_of_range', details: { errors: [{ field: 'paid_at' }] } });
  });

  it('is taken at any branch, and that branch is kept', async () => {
    const { ports } = await anAccount();
    expect((await depositSavings({ ...on(5n), branchId: 2 }, ports)).result.branchId).toBe(2);
    expect(await refusalOf(depositSavings({ ...on(5n), branchId: 9 }, ports))).toMatchObject({
      code: 'unknown_reference',
      details: { errors: [{ field: 'branch_id' }] },
    });
  });

  it('has a reference of its own on its account; the same one on another account is an incident', async () => {
    const { ports } = await anAccount();
    await depositSavings({ ...on(5n), reference: 'X' }, ports);
    expect(await refusalOf(depositSavings({ ...on(6n), reference: 'X' }, ports))).toMatchObject({
      code: 'duplicate_payment_reference',
      details: { existing: { type: 'savings_transaction' } },
    });
    expect((await depositSavings({ ...on(5n), reference: 'x ' }, ports)).isReplay).toBe(true);
    const { events } = await depositSavings({ ...on(6n, 'bank'), reference: 'X' }, ports);
    expect(events.map(({ data }) => data['kind'])).toContain('receipt_elsewhere');
  });

  it('that was reversed gives its reference back, for the correction', async () => {
    const { ports } = await anAccount();
    await depositSavings({ ...on(5n), reference: 'X' }, ports);
    await reverseSavingsTransaction({ savingsTransactionId: 1, reason: 'Another amount' }, ports);
    expect((await depositSavings({ ...on(6n), reference: 'X' }, ports)).result.state).toBe('posted');
  });

  it.each([0n, -1n, MAX_CENTS + 1n])('of %s is refused', async (amount) => {
    const { ports, transactions } = await anAccount();
    expect((await refusalOf(depositSavings(on(amount), ports))).code).toBe('validation_failed');
    expect(transactions).toEqual([]);
  });

  it('beyond what can be written exactly is refused and changes nothing', async () => {
    const { ports, account } = await anAccount(MAX_CENTS);
    expect((await refusalOf(depositSavings(on(1n), ports))).code).toBe('validation_failed');
    expect(account.balance).toBe(MAX_CENTS);
  });

  it('is refused while compliance holds the member’s money, naming the alert', async () => {
    const { ports, account, held } = await anAccount(100n);
    held.set(1, 42);
    const expected = { code: 'aml_hold', kind: 'conflict', details: { alert_id: 42, savings_account_id: 1 } };
    expect(await refusalOf(depositSavings(on(5n), ports))).toMatchObject(expected);
    expect(await refusalOf(withdrawSavings(on(5n), ports))).toMatchObject(expected);
    expect(account.balance).toBe(100n);
  });
});

describe('A withdrawal', () => {
  it('lowers the balance and leaves the society as money', async () => {
    const { ports, account } = await anAccount(100n);
    const { result, events } = await withdrawSavings({ ...on(100n, 'bank'), reference: 'FT-OUT-1' }, ports);
    expect(account.balance).toBe(0n);
    expect(result).toMatchObject({ type: 'withdrawal', state: 'posted', balanceAfter: 0n });
    expect(lines(events)).toEqual([
      ['savings_control', 'debit', 100n],
      ['bank', 'credit', 100n],
    ]);
  });

  it('beyond the balance is refused with what is available', async () => {
    const { ports, account, transactions } = await anAccount(100n);
    expect(await refusalOf(withdrawSavings(on(101n), ports))).toMatchObject({
      code: 'insufficient_funds',
      details: { savings_account_id: 1, available_balance: 100n, requested_amount: 101n },
    });
    expect([account.balance, transactions.length]).toEqual([100n, 1]);
  });

  it('can’t touch what is held', async () => {
    const { ports } = await anAccount(100n);
    await placeSavingsHold({ savingsAccountId: 1, amount: 60n, reason: 'Guarantee of L-000001' }, ports);
    expect(await refusalOf(withdrawSavings(on(41n), ports))).toMatchObject({
      code: 'insufficient_funds',
      details: { available_balance: 40n },
    });
    await withdrawSavings(on(40n), ports);
  });

  it.each(['deceased', 'blacklisted'])('is refused where the member is %s', async (state) => {
    const { ports, savers } = await anAccount(100n);
    if (savers[0]) savers[0] = { ...savers[0], state };
    expect((await refusalOf(withdrawSavings(on(1n), ports))).code).toBe('payouts_stopped');
  });

  it('from shares is their redemption: after notice, whole, of a member who owes nothing', async () => {
    const { ports, debts } = await anAccount(100n, 3);
    expect(await refusalOf(withdrawSavings(on(1n), ports))).toMatchObject({
      code: 'withdrawal_not_allowed',
      details: { kind: 'shares', matures_on: null, redeemable_from: null },
    });
    await giveNoticeOnShares({ savingsAccountId: 1 }, ports);
    const afterNotice = { ...ports, today: ports.today.add({ days: 60 }) };
    expect((await refusalOf(withdrawSavings(on(100n), ports))).message).toMatch(/redeemed from 2026-05-01/);
    expect((await refusalOf(withdrawSavings(on(99n), afterNotice))).message).toMatch(/whole/);
    debts.set(1, ['loan L-000001 is open']);
    expect((await refusalOf(withdrawSavings(on(100n), afterNotice))).code).toBe('member_owes');
    debts.clear();
    const byMembers = { ...afterNotice, shareBylaws: { buyer: 'member', noticeDays: 60 } } as const;
    expect((await refusalOf(withdrawSavings(on(100n), byMembers))).message).toMatch(/transfer/);
    expect((await withdrawSavings(on(100n), afterNotice)).result.balanceAfter).toBe(0n);
  });

  it('from a fixed deposit is allowed from the day of its maturity', async () => {
    const { ports, account } = await anAccount(100n, 2);
    expect(account.maturesOn?.toString()).toBe('2026-09-02');
    const dayBefore = { ...ports, today: Temporal.PlainDate.from('2026-09-01') };
    expect(await refusalOf(withdrawSavings(on(1n), dayBefore))).toMatchObject({
      code: 'withdrawal_not_allowed',
      details: { kind: 'fixed_deposit', matures_on: '2026-09-02' },
    });
    const onTheDay = { ...ports, today: Temporal.PlainDate.from('2026-09-02') };
    expect((await withdrawSavings(on(100n), onTheDay)).result.balanceAfter).toBe(0n);
  });

  it('from an account that is frozen says so before anything else', async () => {
    const { ports } = await anAccount(100n, 3);
    await freezeSavingsAccount({ savingsAccountId: 1, reason: 'Dispute' }, ports);
    expect((await refusalOf(withdrawSavings(on(1_000n), ports))).code).toBe('account_frozen');
  });
});

describe('A reversal', () => {
  it.each([
    [
      'deposit',
      [
        ['cash', 'credit', 40n],
        ['savings_control', 'debit', 40n],
      ],
      100n,
    ],
    [
      'withdrawal',
      [
        ['savings_control', 'credit', 40n],
        ['cash', 'debit', 40n],
      ],
      100n,
    ],
  ] as const)('of a %s swaps its journal and restores the balance', async (type, journal, balance) => {
    const { ports, account } = await anAccount(100n);
    await (type === 'deposit' ? depositSavings : withdrawSavings)(on(40n), ports);
    const { result, events } = await reverseSavingsTransaction(
      { savingsTransactionId: 2, reason: 'Wrong account' },
      ports,
    );
    expect(account.balance).toBe(balance);
    expect(result).toMatchObject({ state: 'reversed', stateReason: 'Wrong account' });
    expect(events).toMatchObject([
      { type: 'savings_transaction.reversed', internal: { reverses: 'savings_transaction.posted' } },
    ]);
    expect(lines(events)).toEqual(journal);
  });

  it('happens once', async () => {
    const { ports, account } = await anAccount(100n);
    await reverseSavingsTransaction({ savingsTransactionId: 1, reason: 'Wrong' }, ports);
    expect((await refusalOf(reverseSavingsTransaction({ savingsTransactionId: 1, reason: 'Wrong' }, ports))).code).toBe(
      'invalid_state_transition',
    );
    expect(account.balance).toBe(0n);
  });

  it('of a deposit that was spent is refused', async () => {
    const { ports } = await anAccount(100n);
    await withdrawSavings(on(1n), ports);
    expect(
      await refusalOf(reverseSavingsTransaction({ savingsTransactionId: 1, reason: 'Wrong' }, ports)),
    ).toMatchObject({ code: 'insufficient_funds', details: { available_balance: 99n } });
  });

  it('needs a reason, a movement, and its present version', async () => {
    const { ports, account } = await anAccount(100n);
    expect((await refusalOf(reverseSavingsTransaction({ savingsTransactionId: 1, reason: '' }, ports))).code).toBe(
      'validation_failed',
    );
    expect(account.balance).toBe(100n);
    expect(
      (await refusalOf(reverseSavingsTransaction({ savingsTransactionId: 1, version: 3, reason: 'x' }, ports))).kind,
    ).toBe('stale');
    expect((await refusalOf(reverseSavingsTransaction({ savingsTransactionId: 9, reason: 'x' }, ports))).code).toBe(
      'not_found',
    );
  });
});

describe('A reversal with which money leaves', () => {
  /** Five deposits of 10 in shares at the counter, of a member who owes by now. */
  const shares = async (overrides: Parameters<typeof savingsInMemory>[0] = {}) => {
    const savings = await anAccount(0n, 3, { fourEyes: true, agreement: 'awaited', ...overrides });
    for (let each = 0; each < 5; each++) await depositSavings(on(10n), savings.ports);
    savings.debts.set(1, ['loan LN-000001 is owed']);
    return savings;
  };
  const undo = (savingsTransactionId: number, differing: object = {}) => ({
    savingsTransactionId,
    reason: 'Wrong account',
    ...differing,
  });
  const demandOf = async (reversal: Promise<unknown>) => {
    const thrown = await reversal.then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(SecondPersonRequired);
    return thrown instanceof SecondPersonRequired ? thrown.demand : null;
  };

  it('takes two people where a withdrawal would be refused (finding: shares of a debtor were paid out at the counter)', async () => {
    const { ports } = await shares();
    expect(await demandOf(reverseSavingsTransaction(undo(1), ports))).toMatchObject({
      subject: { type: 'savings_transaction', id: 1 },
      amount: 10n,
      rule: expect.stringContaining('Give notice'),
    });
    const agreed = { ...ports, agreement: 'reached' as const };
    expect((await reverseSavingsTransaction(undo(1), agreed)).result.state).toBe('reversed');
    const alone = { ...ports, fourEyes: false, agreement: 'none' as const };
    expect((await reverseSavingsTransaction(undo(2), alone)).result.state).toBe('reversed');
  });

  it('does so for a member of whose accounts nothing is paid out, also where the bank has taken it back', async () => {
    const { ports, savers } = await anAccount(10n, 1, { fourEyes: true, agreement: 'awaited' });
    await depositSavings({ ...on(10n, 'bank'), reference: 'FT1' }, ports);
    await depositSavings({ ...on(10n, 'bank'), reference: 'FT2' }, ports);
    savers.splice(0, 1, Object.assign({}, savers[0], { state: 'deceased' }));
    await demandOf(reverseSavingsTransaction(undo(1), ports));
    await demandOf(reverseSavingsTransaction(undo(2, { cause: 'taken_back' }), ports));
    // What stays with the society and waits for its right place is no payout.
    expect((await reverseSavingsTransaction(undo(3), ports)).result.state).toBe('reversed');
  });

  it('is one person’s where a withdrawal would be, within what their roles pay out', async () => {
    const { ports } = await anAccount(10n, 1, { fourEyes: true, agreement: 'awaited' });
    const limited = { ...ports, personalLimits: { approve: 0n, disburse: 9n } };
    expect((await refusalOf(reverseSavingsTransaction(undo(1), limited))).code).toBe('role_limit_exceeded');
    expect((await reverseSavingsTransaction(undo(1), ports)).result.state).toBe('reversed');
  });

  it('pays no cash out for money that is there by the word of who reverses', async () => {
    const reversedBy = async (actor: string) => {
      const { ports } = await anAccount(0n, 1, { fourEyes: true, agreement: 'awaited' });
      const another = { ...ports, actor: 'another' };
      await depositSavings(on(10n), another);
      await withdrawSavings(on(10n), another);
      await depositSavings({ ...on(10n, 'bank'), reference: 'THIN-AIR' }, ports);
      return reverseSavingsTransaction(undo(1), { ...ports, actor });
    };
    await demandOf(reversedBy('pk_test_maker'));
    expect((await reversedBy('another')).result.state).toBe('reversed');
  });

  it('waits, as cash, while compliance holds the member’s money; what the bank has taken back is gone', async () => {
    const { ports, held } = await anAccount(10n);
    await depositSavings({ ...on(10n, 'bank'), reference: 'FT1' }, ports);
    held.set(1, 7);
    expect(await refusalOf(reverseSavingsTransaction(undo(1), ports))).toMatchObject({
      code: 'aml_hold',
      details: { alert_id: 7 },
    });
    const two = { ...ports, fourEyes: true, agreement: 'awaited' as const };
    await demandOf(reverseSavingsTransaction(undo(2, { cause: 'taken_back' }), two));
  });

  it('counts with what was reversed on the account that day against what one person reverses (finding: each counted alone)', async () => {
    const alone = {
      reversal: 20n,
      charges: null,
      waivers: null,
      reschedules: 'one_person',
      bankCharges: null,
    } as const;
    const { ports } = await anAccount(0n, 1, { agreement: 'awaited', alone });
    for (let each = 0; each < 3; each++) await depositSavings(on(10n), ports);
    for (const id of [1, 2]) await reverseSavingsTransaction(undo(id), ports);
    expect(await demandOf(reverseSavingsTransaction(undo(3), ports))).toMatchObject({
      rule: 'Reversing more than 20 takes two people.',
      amount: 10n,
    });
  });
});

describe('A hold', () => {
  const hold = (amount: bigint) => ({ savingsAccountId: 1, amount, reason: 'Guarantee' });

  it('leaves the balance, takes from what is available, and moves no money in the ledger', async () => {
    const { ports, account } = await anAccount(100n);
    const { result, events } = await placeSavingsHold(hold(60n), ports);
    expect([account.balance, account.held, availableBalance(account)]).toEqual([100n, 60n, 40n]);
    expect(result).toMatchObject({ type: 'hold', state: 'held', channel: null, balanceAfter: null });
    expect(events.map(({ type }) => type)).toEqual(['savings_transaction.held']);
    expect(lines(events)).toEqual([]);
    expect((await refusalOf(placeSavingsHold(hold(41n), ports))).code).toBe('insufficient_funds');
  });

  it('that is released gives the money back to the member', async () => {
    const { ports, account } = await anAccount(100n);
    await placeSavingsHold(hold(60n), ports);
    const { result } = await releaseSavingsHold({ savingsTransactionId: 2, reason: 'Loan repaid' }, ports);
    expect(result).toMatchObject({ state: 'released', stateReason: 'Loan repaid' });
    expect(availableBalance(account)).toBe(100n);
    expect((await refusalOf(releaseSavingsHold({ savingsTransactionId: 2 }, ports))).code).toBe(
      'invalid_state_transition',
    );
  });

  it('that is captured goes out, once', async () => {
    const { ports, account } = await anAccount(100n);
    await placeSavingsHold(hold(60n), ports);
    const paid = { savingsTransactionId: 2, channel: 'bank', reference: 'FT26061ABC' } as const;
    const { result, events } = await captureSavingsHold(paid, ports);
    expect([account.balance, account.held]).toEqual([40n, 0n]);
    expect(result).toMatchObject({ state: 'captured', balanceAfter: 40n, channel: 'bank', receiptNo: 'R-000002' });
    expect(lines(events)).toEqual([
      ['savings_control', 'debit', 60n],
      ['bank', 'credit', 60n],
    ]);
    const again = await captureSavingsHold({ ...paid, reference: ' ft26061abc' }, ports);
    expect([again.isReplay, again.events]).toEqual([true, []]);
    const other = captureSavingsHold({ ...paid, reference: 'FT26061XYZ' }, ports);
    expect((await refusalOf(other)).code).toBe('invalid_state_transition');
    expect(account.balance).toBe(40n);
  });

  it('whose captured money came back is reversed: the member has it again, and its receipt stands for no payment', async () => {
    const { ports, account } = await anAccount(100n);
    await placeSavingsHold(hold(60n), ports);
    const paid = { savingsTransactionId: 2, channel: 'bank', reference: 'FT26061ABC' } as const;
    const undo = { savingsTransactionId: 2, reason: 'The bank returned it.' };
    const reversed = () => reverseSavingsTransaction(undo, ports);
    expect((await refusalOf(reversed())).code).toBe('invalid_state_transition');
    await captureSavingsHold(paid, ports);
    const { result, events } = await reversed();
    expect(result).toMatchObject({ state: 'reversed', stateReason: 'The bank returned it.' });
    expect([account.balance, account.held]).toEqual([100n, 0n]);
    expect(lines(events)).toEqual([
      ['savings_control', 'credit', 60n],
      ['bank', 'debit', 60n],
    ]);
    expect((await refusalOf(reversed())).code).toBe('invalid_state_transition');
    await placeSavingsHold(hold(60n), ports);
    const { result: second } = await captureSavingsHold({ ...paid, savingsTransactionId: 3 }, ports);
    expect(second).toMatchObject({ id: 3, state: 'captured', reference: 'FT26061ABC' });
  });

  it('is not captured from a frozen account or under a compliance hold, but can be released', async () => {
    const { ports, held } = await anAccount(100n);
    await placeSavingsHold(hold(60n), ports);
    held.set(1, 7);
    const capture = () => captureSavingsHold({ savingsTransactionId: 2, channel: 'cash' }, ports);
    expect((await refusalOf(capture())).code).toBe('aml_hold');
    held.clear();
    await freezeSavingsAccount({ savingsAccountId: 1, reason: 'Dispute' }, ports);
    expect((await refusalOf(capture())).code).toBe('account_frozen');
    expect((await releaseSavingsHold({ savingsTransactionId: 2 }, ports)).result.state).toBe('released');
  });

  it.each([
    [2, 'withdrawal_not_allowed'],
    [3, 'withdrawal_not_allowed'],
  ])(
    'on a deposit that is bound or on shares lets out no more than a withdrawal (finding: captured before its time, product %i)',
    async (productId, code) => {
      const { ports, account } = await anAccount(100n, productId);
      await placeSavingsHold(hold(60n), ports);
      const captured = () => captureSavingsHold({ savingsTransactionId: 2, channel: 'cash' }, ports);
      expect((await refusalOf(captured())).code).toBe(code);
      expect([account.balance, account.held]).toEqual([100n, 60n]);
      expect((await releaseSavingsHold({ savingsTransactionId: 2 }, ports)).result.state).toBe('released');
    },
  );

  it('on shares is captured after notice, whole, of a member who owes nothing', async () => {
    const { ports, debts } = await anAccount(100n, 3);
    await giveNoticeOnShares({ savingsAccountId: 1 }, ports);
    await placeSavingsHold(hold(100n), ports);
    const afterNotice = { ...ports, today: ports.today.add({ days: 60 }) };
    const captured = () => captureSavingsHold({ savingsTransactionId: 2, channel: 'cash' }, afterNotice);
    debts.set(1, ['loan L-000001 is open']);
    expect((await refusalOf(captured())).code).toBe('member_owes');
    debts.clear();
    expect((await captured()).result.balanceAfter).toBe(0n);
  });

  it('ends automatically when its time is over, and not before', async () => {
    const { ports, account } = await anAccount(100n);
    const expiresAt = SAVINGS_NOON.add({ hours: 1 });
    await placeSavingsHold({ ...hold(60n), expiresAt }, ports);
    await placeSavingsHold(hold(10n), ports);
    expect((await expireSavingsHold({ savingsTransactionId: 2 }, ports)).result).toBeNull();
    const later = { ...ports, now: expiresAt };
    // Its time is over also where nothing has swept it yet.
    const late = captureSavingsHold({ savingsTransactionId: 2, channel: 'cash' }, later);
    expect(await refusalOf(late)).toMatchObject({ code: 'hold_expired' });
    expect((await expireSavingsHold({ savingsTransactionId: 2 }, later)).result?.state).toBe('expired');
    expect((await expireSavingsHold({ savingsTransactionId: 2 }, later)).result).toBeNull();
    expect((await expireSavingsHold({ savingsTransactionId: 3 }, later)).result).toBeNull();
    expect((await expireSavingsHold({ savingsTransactionId: 1 }, later)).result).toBeNull();
    expect((await expireSavingsHold({ savingsTransactionId: 99 }, later)).result).toBeNull();
    expect(availableBalance(account)).toBe(90n);
    expect(await refusalOf(placeSavingsHold({ ...hold(1n), expiresAt: SAVINGS_NOON }, ports))).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'expires_at' }] },
    });
  });
});

describe('Any sequence of commands on an account', () => {
  const command = fc.record({
    verb: fc.constantFrom('deposit', 'withdraw', 'reverse', 'hold', 'release', 'capture', 'freeze', 'unfreeze'),
    amount: fc.bigInt({ min: -5n, max: 120n }),
    target: fc.integer({ min: 1, max: 12 }),
  });

  it('agrees with a model that only adds up, never goes below zero, and leaves no trace of refusals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const { ports, account, transactions } = await anAccount();
        const model = { balance: 0n, holds: new Map<number, bigint>() };
        const ledger = new Map<AccountName, bigint>();
        for (const { verb, amount, target } of commands) {
          const before = JSON.stringify([account, transactions], (_, value) =>
            typeof value === 'bigint' ? String(value) : (value as unknown),
          );
          const state = transactions.find(({ id }) => id === target);
          const run = async () => {
            switch (verb) {
              case 'deposit':
                return depositSavings(on(amount), ports);
              case 'withdraw':
                return withdrawSavings(on(amount), ports);
              case 'reverse':
                return reverseSavingsTransaction({ savingsTransactionId: target, reason: 'r' }, ports);
              case 'hold':
                return placeSavingsHold({ savingsAccountId: 1, amount, reason: 'r' }, ports);
              case 'release':
                return releaseSavingsHold({ savingsTransactionId: target }, ports);
              case 'capture':
                return captureSavingsHold({ savingsTransactionId: target, channel: 'cash' }, ports);
              default:
                return steps[verb]({ savingsAccountId: 1, reason: 'r' }, ports);
            }
          };
          const was = state?.state;
          const events = await run().then(
            (done) => done.events,
            (error: { code?: string }) => {
              expect(error.code).toEqual(expect.any(String));
              return null;
            },
          );
          if (events === null) {
            const after = JSON.stringify([account, transactions], (_, value) =>
              typeof value === 'bigint' ? String(value) : (value as unknown),
            );
            expect(after).toBe(before);
            continue;
          }
          if (verb === 'deposit') model.balance += amount;
          if (verb === 'withdraw') model.balance -= amount;
          if (verb === 'reverse') {
            expect(was).toBe(state?.type === 'hold' ? 'captured' : 'posted');
            model.balance += state?.type === 'deposit' ? -state.amount : (state?.amount ?? 0n);
          }
          if (verb === 'hold') model.holds.set(transactions.length, amount);
          if (verb === 'release') model.holds.delete(target);
          if (verb === 'capture') {
            model.balance -= model.holds.get(target) ?? 0n;
            model.holds.delete(target);
          }
          for (const line of events.flatMap(linesOf)) {
            const signed = line.side === 'debit' ? line.amount : -line.amount;
            ledger.set(line.account, (ledger.get(line.account) ?? 0n) + signed);
          }
          const held = [...model.holds.values()].reduce((total, each) => total + each, 0n);
          expect([account.balance, account.held]).toEqual([model.balance, held]);
          expect(account.held >= 0n && account.balance >= account.held).toBe(true);
          expect(-(ledger.get('savings_control') ?? 0n)).toBe(account.balance);
        }
      }),
      { numRuns: 300 },
    );
  });
});
