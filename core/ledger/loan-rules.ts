import type { DomainEvent } from '../kernel/event.ts';
import type { AccountName } from './accounts.ts';
import { credit, debit, swapped, type Line } from './journal.ts';
import { isAccount } from './trial-balance.ts';

type Facts = DomainEvent['data'];
type Rule = (facts: Facts) => readonly Line[];

/**
 * How what happens to a loan after it was paid out becomes journals. Income comes as facts `earned_*` of the event:
 * what is recognised with it, negative where it is taken back.
 */
export const loanRules: { readonly [eventType: string]: Rule } = {
  'repayment.booked': (f) => [...earned(f), ...received(f)],
  'repayment.reversed': (f) => [...earned(f), ...swapped(received(f))],
  'repayment.reallocated': (f) =>
    f['books'] === 'carried'
      ? [...moved(f), ...signed('credit', 'loan_overpayments', money(f, 'moved_overpayment'))]
      : [
          ...signed('debit', 'recovery_income', money(f, 'moved_overpayment')),
          ...signed('credit', 'loan_overpayments', money(f, 'moved_overpayment')),
        ],

  // A recalculation may find that payments of before count for interest rather than principal, or the other way.
  'loan.disbursed': (f) => [...earned(f), ...moved(f)],
  'loan.repaid': moved,
  'loan.disbursement_reduced': (f) => [...earned(f), ...moved(f)],
  'loan.repayment_reversed': moved,

  // What a charged-off or written-off loan is owed more is lost with the rest.
  'loan.refund_reclaimed': (f) => [
    ...debit(f['books'] === 'carried' ? 'penalty_receivable' : 'written_off', money(f, 'amount')),
    ...credit('loan_overpayments', money(f, 'amount')),
  ],

  'loan.charged': earned,
  'loan.waived': (f) => [...earned(f), ...moved(f)],
  'loan.rescheduled': earned,
  'loan.disbursement_undone': (f) => [...earned(f), ...moved(f)],
  'loan.closed': (f) => [...earned(f), ...moved(f)],
  'loan.overpaid': (f) => [...earned(f), ...moved(f)],

  // The new loan takes the place of the old one in the books; no money moves.
  'loan.refinanced': (f) => [
    ...earned(f),
    ...moved(f),
    ...debit('loan_portfolio', money(f, 'new_principal')),
    ...credit('loan_portfolio', money(f, 'paid_principal')),
    ...credit('interest_receivable', money(f, 'paid_interest')),
    ...credit('fee_receivable', money(f, 'paid_fees')),
    ...credit('penalty_receivable', money(f, 'paid_penalties')),
  ],

  // The loan in the place of another one is owed more or less, as much as the other was paid off with.
  'loan.refinancing_adjusted': (f) => [
    ...earned(f),
    ...moved(f),
    ...signed('debit', 'loan_portfolio', money(f, 'new_principal')),
    ...signed('credit', 'loan_portfolio', money(f, 'paid_principal')),
    ...signed('credit', 'interest_receivable', money(f, 'paid_interest')),
    ...signed('credit', 'fee_receivable', money(f, 'paid_fees')),
    ...signed('credit', 'penalty_receivable', money(f, 'paid_penalties')),
  ],

  'loan.charged_off': loss,
  'loan.written_off': loss,
  // What was lost with a debt that is owed again is receivable with it.
  'loan.write_off_undone': (f) => [
    ...swapped(loss(f)),
    ...debit('penalty_receivable', money(f, 'reclaimed')),
    ...credit('written_off', money(f, 'reclaimed')),
  ],
  'loan.overpayment_refunded': (f) => [
    ...debit('loan_overpayments', money(f, 'amount')),
    ...credit(fundSource(f), money(f, 'amount')),
  ],
};

/** Payments of before that count for another part now; nothing where the event has none. */
function moved(f: Facts): readonly Line[] {
  if (f['moved_principal'] === undefined) return [];
  return [
    ...signed('credit', 'loan_portfolio', money(f, 'moved_principal')),
    ...signed('credit', 'interest_receivable', money(f, 'moved_interest')),
    ...signed('credit', 'fee_receivable', money(f, 'moved_fees')),
    ...signed('credit', 'penalty_receivable', money(f, 'moved_penalties')),
  ];
}

function received(f: Facts): readonly Line[] {
  const amount = money(f, 'amount');
  switch (f['books']) {
    case 'written_off':
    case 'charged_off':
      return [
        ...debit(fundSource(f), amount),
        ...credit('recovery_income', amount - money(f, 'overpayment')),
        ...credit('loan_overpayments', money(f, 'overpayment')),
      ];
    default:
      return [
        ...debit(fundSource(f), amount),
        ...signed('credit', 'loan_portfolio', money(f, 'principal')),
        ...signed('credit', 'interest_receivable', money(f, 'interest')),
        ...signed('credit', 'fee_receivable', money(f, 'fees')),
        ...signed('credit', 'penalty_receivable', money(f, 'penalties')),
        ...credit('loan_overpayments', money(f, 'overpayment')),
      ];
  }
}

/** Income that was not accrued before, and income that is taken back. */
export function earned(f: Facts): readonly Line[] {
  // An event that a waiver or repayment emits for the loan itself carries no income.
  if (f['earned_interest'] === undefined) return [];
  return [
    ...signed('debit', 'interest_receivable', money(f, 'earned_interest')),
    ...signed('credit', 'interest_income', money(f, 'earned_interest')),
    ...signed('debit', 'fee_receivable', money(f, 'earned_fees')),
    ...signed('credit', 'fee_income', money(f, 'earned_fees')),
    ...signed('debit', 'penalty_receivable', money(f, 'earned_penalties')),
    ...signed('credit', 'penalty_income', money(f, 'earned_penalties')),
  ];
}

/** What the books carry of a loan becomes a loss. */
function loss(f: Facts): readonly Line[] {
  const parts = ['principal', 'interest', 'fees', 'penalties'].map((part) => money(f, `book_${part}`));
  const [principal = 0n, interest = 0n, fees = 0n, penalties = 0n] = parts;
  return [
    ...debit('written_off', principal + interest + fees + penalties),
    ...credit('loan_portfolio', principal),
    ...credit('interest_receivable', interest),
    ...credit('fee_receivable', fees),
    ...credit('penalty_receivable', penalties),
  ];
}

/** A line on one side, on the other where the amount is negative. */
export function signed(side: Line['side'], account: AccountName, amount: bigint): Line[] {
  const onThis = side === 'debit' ? debit : credit;
  const onOther = side === 'debit' ? credit : debit;
  return amount >= 0n ? onThis(account, amount) : onOther(account, -amount);
}

/** Where money comes from or goes to: the account of its channel, unless it was received before and waits in suspense. */
export function fundSource(f: Facts): AccountName {
  if (f['funded_from'] === 'suspense') return 'unallocated_receipts';
  const channel = text(f, 'channel');
  if (channel === 'airtel') return 'airtel_collected';
  if (channel === 'school') return 'due_from_schools';
  // What a member who died had saved leaves the account in the same transaction.
  return channel === 'savings' ? 'savings_transfers' : accountNamed(channel);
}

/** An account that an event names. */
export function accountNamed(name: string): AccountName {
  if (!isAccount(name)) throw new Error(`A money event names ${name}, which is no account.`);
  return name;
}

export function money(facts: Facts, name: string): bigint {
  const value = facts[name];
  if (typeof value !== 'bigint') throw new Error(`A money event lacks the amount ${name}.`);
  return value;
}

export function text(facts: Facts, name: string): string {
  const value = facts[name];
  if (typeof value !== 'string') throw new Error(`A money event lacks ${name}.`);
  return value;
}
