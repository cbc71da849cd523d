import type { DomainEvent } from '../kernel/event.ts';
import { balanced, credit, debit, swapped, type Line } from './journal.ts';
import { bridgeRules } from './bridge-rules.ts';
import { FLOAT_AT, type AccountName } from './accounts.ts';
import { closingRules } from './closing-rules.ts';
import { disbursementRules } from './disbursement-rules.ts';
import { accountNamed, fundSource, loanRules, money, signed, text } from './loan-rules.ts';

type Facts = DomainEvent['data'];
type Rule = (facts: Facts) => readonly Line[];

/**
 * How money events become journals: the table of the specification (lending, section 4) as data. A context emits
 * what happened; only the ledger knows accounts. The journal is written in the transaction of the event itself.
 */
export const postingRules: { readonly [eventType: string]: Rule } = {
  'float.topped_up': (f) => [
    ...debit(agentFloat(f), money(f, 'amount'), text(f, 'agent_id')),
    ...credit(f['from'] === 'paybill' ? 'mpesa_paybill' : 'bank', money(f, 'amount')),
  ],
  // Moved by the provider, between two of its accounts of ours; what it charged for that is owed to it.
  'float_top_up.confirmed': (f) => [
    ...debit(FLOAT_AT.mpesa, money(f, 'booked'), text(f, 'agent_id')),
    ...credit('mpesa_paybill', money(f, 'booked')),
    ...debit('provider_charges', money(f, 'charge')),
    ...credit('charges_payable', money(f, 'charge')),
  ],
  'float_top_up.reversed': (f) => [
    ...debit('mpesa_paybill', money(f, 'came_back')),
    ...credit(FLOAT_AT.mpesa, money(f, 'came_back'), text(f, 'agent_id')),
  ],
  'float.charges_paid': (f) => [
    ...debit('charges_payable', money(f, 'amount')),
    ...credit(agentFloat(f), money(f, 'amount'), text(f, 'agent_id')),
  ],
  'float.transferred': (f) => [
    ...debit(agentFloat(f), money(f, 'amount'), text(f, 'to_agent_id')),
    ...credit(agentFloat(f), money(f, 'amount'), text(f, 'agent_id')),
  ],

  ...disbursementRules,

  ...bridgeRules,
  ...loanRules,
  ...closingRules,

  // Money of the paybill or the bank waits in suspense until it is known whose it is; what books it takes it out of there.
  'mobile_money.received': (f) => [
    ...debit(cameTo(f), money(f, 'amount')),
    ...credit('unallocated_receipts', money(f, 'amount')),
  ],
  'mobile_money.allocated': forSchool,
  'mobile_money.returned_to_suspense': (f) => swapped(forSchool(f)),
  'mobile_money.reversed': leavesSuspense,
  'mobile_money.corrected': leavesSuspense,
  // The app's collection books it among what the provider holds for apps.
  'mobile_money.given_to_app': leavesSuspense,

  // The bank takes its charges from the account itself, when it likes.
  'bank_charge.booked': chargedByBank,
  'bank_charge.given_back': (f) => swapped(chargedByBank(f)),

  'death_claim.paid': (f) => [
    ...debit('estates_payable', money(f, 'amount')),
    ...credit(fundSource(f), money(f, 'amount')),
  ],
  // Only a payment is undone by the claim itself: everything else is by what had booked it.
  'death_claim.part_reversed': (f) =>
    money(f, 'paid_back') === 0n
      ? []
      : [...debit(fundSource(f), money(f, 'paid_back')), ...credit('estates_payable', money(f, 'paid_back'))],

  'savings_transaction.posted': savingsMovement,
  'savings_transaction.reversed': (f) => [...swapped(savingsMovement(f)), ...earningsTakenBack(f)],
  // What its break posts or takes back are movements with journals of their own; here is what is never posted.
  'savings_account.broken': accrualTakenBack,
  'savings_transaction.captured': savingsMovement,
};

function agentFloat(f: Facts): AccountName {
  const provider = text(f, 'provider');
  if (provider === 'mpesa' || provider === 'airtel') return FLOAT_AT[provider];
  throw new Error(`The ledger knows no float at ${provider}.`);
}

function chargedByBank(f: Facts): readonly Line[] {
  return [...debit('bank_charges', money(f, 'amount')), ...credit('bank', money(f, 'amount'))];
}

function leavesSuspense(f: Facts): readonly Line[] {
  return [...debit('unallocated_receipts', money(f, 'amount')), ...credit(cameTo(f), money(f, 'amount'))];
}

/** Where money of payers came to: the paybill, the account at Airtel Money, or the one at the bank. */
function cameTo(f: Facts): 'bank' | 'airtel_collected' | 'mpesa_paybill' {
  if (f['channel'] === 'airtel') return 'airtel_collected';
  return f['channel'] === 'bank' ? 'bank' : 'mpesa_paybill';
}

/** Fees of students are owed to their school; everything else that is booked has a journal of its own. */
function forSchool(f: Facts): readonly Line[] {
  return [
    ...debit('unallocated_receipts', money(f, 'held_for_school')),
    ...credit('school_fees_collected', money(f, 'held_for_school')),
  ];
}

/** Where the books have what is in an account: shares are capital of the society, everything else is owed to members. */
function savedIn(f: Facts): 'savings_control' | 'share_capital' {
  return f['saved_in'] === 'share_capital' ? 'share_capital' : 'savings_control';
}

/** What a movement had earned goes back with it: interest and tax that were posted, and what was accrued. */
function earningsTakenBack(f: Facts): readonly Line[] {
  return [...postedTakenBack(f), ...accrualTakenBack(f)];
}

function postedTakenBack(f: Facts): readonly Line[] {
  return [
    ...signed('debit', savedIn(f), money(f, 'interest_taken_back')),
    ...signed('credit', 'interest_on_savings', money(f, 'interest_taken_back')),
    ...signed('debit', 'withholding_tax', money(f, 'tax_returned')),
    ...signed('credit', savedIn(f), money(f, 'tax_returned')),
  ];
}

function accrualTakenBack(f: Facts): readonly Line[] {
  return [
    ...signed('debit', 'interest_payable', money(f, 'accrual_taken_back')),
    ...signed('credit', 'interest_on_savings', money(f, 'accrual_taken_back')),
  ];
}

function savingsMovement(f: Facts): readonly Line[] {
  const amount = money(f, 'amount');
  const saved = savedIn(f);
  switch (text(f, 'type')) {
    case 'deposit':
      return [...debit(fundSource(f), amount), ...credit(saved, amount)];
    case 'transfer_in':
      return [...debit(accountNamed(text(f, 'transferred_from')), amount), ...credit(saved, amount)];
    case 'transfer_out':
      return [...debit(saved, amount), ...credit(accountNamed(text(f, 'transferred_from')), amount)];
    case 'withdrawal':
    case 'hold':
      return [...debit(saved, amount), ...credit(fundSource(f), amount)];
    case 'fee':
      return postedTakenBack(f);
    default:
      throw new Error(`The ledger has no rule for a savings movement of the type ${text(f, 'type')}.`);
  }
}

/** The balanced lines that an event posts; empty where it moves no money. */
export function linesOf(event: Pick<DomainEvent, 'type' | 'data' | 'internal'>): readonly Line[] {
  const rule = postingRules[event.type];
  return rule ? balanced(rule({ ...event.data, ...event.internal })) : [];
}
