import type { DomainEvent } from '../kernel/event.ts';
import { FLOAT_AT } from './accounts.ts';
import { credit, debit, type Line } from './journal.ts';
import { money, text } from './loan-rules.ts';

type Facts = DomainEvent['data'];
type Rule = (facts: Facts) => readonly Line[];
type Side = typeof debit;

/** How money on its way to borrowers becomes journals: the table of the specification (payments, section 2). */
export const disbursementRules: { readonly [eventType: string]: Rule } = {
  // The float leaves once, with whichever of these four comes first.
  'disbursement.sent': intoTransit,
  'disbursement.unknown': intoTransit,
  'disbursement.referred': intoTransit,
  'disbursement.confirmed': (f) => [
    ...intoTransit(f),
    // Fees that were withheld are lent too, and earned immediately.
    ...debit('loan_portfolio', money(f, 'lent')),
    ...at(credit, text(f, 'paid_from'), money(f, 'paid'), f),
    ...credit('fee_income', money(f, 'netted')),
    // What did not arrive, as two people found out.
    ...at(debit, 'float', money(f, 'missing'), f),
    ...credit('disbursements_in_transit', money(f, 'missing')),
    ...charged(f),
  ],
  'disbursement.failed': (f) => [
    ...at(debit, 'float', money(f, 'float_returned'), f),
    ...credit('disbursements_in_transit', money(f, 'float_returned')),
  ],

  // Paid although another disbursement has its place: the recipient owes it.
  'disbursement.paid_twice': (f) => [
    ...at(debit, 'claim', money(f, 'claimed'), f),
    ...at(credit, 'float', money(f, 'claimed'), f),
    ...charged(f),
  ],

  'disbursement.reversed': (f) =>
    text(f, 'of') === 'claim'
      ? [...at(debit, text(f, 'into'), money(f, 'came_back'), f), ...at(credit, 'claim', money(f, 'came_back'), f)]
      : [
          ...at(debit, text(f, 'into'), money(f, 'came_back'), f),
          ...debit('fee_income', money(f, 'netted')),
          ...credit('loan_portfolio', money(f, 'lent')),
        ],
  // It came back, but the loan was used since: it waits in transit until people have cleared the way.
  'disbursement.returned': (f) => [
    ...at(debit, text(f, 'into'), money(f, 'came_back'), f),
    ...credit('disbursements_in_transit', money(f, 'came_back')),
  ],
  'disbursement.partly_returned': (f) => [
    ...at(debit, text(f, 'into'), money(f, 'came_back'), f),
    ...credit('loan_portfolio', money(f, 'came_back')),
  ],
};

/** A line at one of the places where money of a disbursement can lie. */
function at(side: Side, place: string, amount: bigint, f: Facts): readonly Line[] {
  switch (place) {
    case 'transit':
      return side('disbursements_in_transit', amount);
    case 'float':
      return float(side, amount, f);
    case 'bank':
      return side('bank', amount);
    case 'school':
      return side('school_fees_collected', amount);
    case 'claim':
      return side('duplicate_payments', amount);
    default:
      throw new Error(`The ledger knows no place ${place} of a disbursement's money.`);
  }
}

function intoTransit(f: Facts): readonly Line[] {
  const taken = money(f, 'float_taken');
  return [...debit('disbursements_in_transit', taken), ...float(credit, taken, f)];
}

/** The account from which the provider pays: an agent's float, for a business the institution's own paybill, or its account at the bank. */
function float(side: Side, amount: bigint, f: Facts): readonly Line[] {
  switch (f['channel']) {
    case 'mpesa_b2b':
      return side('mpesa_paybill', amount);
    case 'bank':
      return side('bank', amount);
    case 'airtel_b2c':
      return side(FLOAT_AT.airtel, amount, agentOf(f, amount));
    default:
      return side(FLOAT_AT.mpesa, amount, agentOf(f, amount));
  }
}

/** What the provider charges is owed to it, on an account of its own: it does not come out of the float. */
function charged(f: Facts): readonly Line[] {
  return [...debit('provider_charges', money(f, 'charge')), ...credit('charges_payable', money(f, 'charge'))];
}

/** A bank pays without an agent; then no line of float is made. */
function agentOf(f: Facts, amount: bigint): string | null {
  return amount === 0n ? null : text(f, 'agent_id');
}
