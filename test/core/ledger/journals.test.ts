import { describe, expect, it } from 'vitest';
import { event } from '#core/kernel/event.ts';
import { accounts } from '#core/ledger/accounts.ts';
import { balanced, credit, debit, swapped } from '#core/ledger/journal.ts';
import { linesOf, postingRules } from '#core/ledger/posting-rules.ts';

const subject = { id: 1, uuid: 'u', version: 1 };

/** Facts with a different amount for each name, so that a rule that mixes two up doesn't balance by luck. */
const facts = {
  amount: 1_000n,
  agent_id: 'AG-000001',
  to_agent_id: 'AG-000002',
  channel: 'cash',
  type: 'deposit',
  float_taken: 1_000n,
  float_returned: 700n,
  principal: 600n,
  interest: 250n,
  fees: 90n,
  penalties: 40n,
  overpayment: 20n,
  netted: 60n,
  earned_interest: 130n,
  earned_fees: 15n,
  earned_penalties: -5n,
  moved_principal: 50n,
  moved_interest: -40n,
  moved_fees: -10n,
  moved_penalties: 0n,
  moved_overpayment: 0n,
  books: 'carried',
  new_principal: 980n,
  paid_principal: 600n,
  paid_interest: 250n,
  paid_fees: 90n,
  paid_penalties: 40n,
  book_principal: 700n,
  book_interest: 30n,
  book_fees: 20n,
  book_penalties: 10n,
  reclaimed: 30n,
  held_for_school: 310n,
  provisioned: -70n,
  savings_interest: 35n,
  interest_taken_back: 12n,
  tax_returned: 2n,
  accrual_taken_back: 3n,
  app_id: 7,
  provider: 'mpesa',
  paid_out: 1_200n,
  requested: 1_250n,
  charged: 30n,
  received: 800n,
  lent: 900n,
  paid: 840n,
  came_back: 840n,
  booked: 640n,
  claimed: 830n,
  paid_back: 45n,
  missing: 75n,
  charge: 11n,
  paid_from: 'transit',
  of: 'loan',
  into: 'float',
};

describe('A posting rule', () => {
  it.each(Object.keys(postingRules))('of %s balances and names accounts of the chart', (type) => {
    const lines = linesOf(event(type, 'x', subject, facts));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(Object.keys(accounts)).toContain(line.account);
      expect(line.amount > 0n).toBe(true);
      const account = accounts[line.account];
      expect(line.of !== null).toBe('perAgent' in account || 'perApp' in account);
    }
  });

  it('of an event that moves no money makes no lines', () => {
    expect(linesOf(event('loan.approved', 'loan', subject))).toEqual([]);
    expect(linesOf(event('disbursement.unknown', 'disbursement', subject, { ...facts, float_taken: 0n }))).toEqual([]);
  });

  it('that lacks an amount is a fault, not a zero', () => {
    expect(() =>
      linesOf(event('float.topped_up', 'agent', subject, { agent_id: 'AG-000001', provider: 'mpesa' })),
    ).toThrow('lacks the amount');
  });
});

describe('A journal', () => {
  it('out of balance is never written', () => {
    expect(() => balanced([...debit('cash', 5n), ...credit('bank', 4n)])).toThrow('out of balance by 1');
  });

  it('that undoes another has its lines with the sides swapped', () => {
    const lines = [...debit('cash', 5n), ...credit('savings_control', 5n)];
    expect(swapped(lines)).toEqual([...credit('cash', 5n), ...debit('savings_control', 5n)]);
    expect(swapped(swapped(lines))).toEqual(lines);
  });

  it('has no lines of nothing, and none below', () => {
    expect(debit('cash', 0n)).toEqual([]);
    expect(() => credit('cash', -1n)).toThrow(RangeError);
  });
});
