/** What the result of a payment means for us. */
type OutcomeClass =
  | 'success'
  | 'provider_float_insufficient'
  | 'amount_invalid'
  | 'recipient_limit'
  | 'recipient_invalid'
  | 'recipient_unregistered'
  | 'provider_config'
  | 'provider_busy'
  | 'request_invalid'
  | 'unclear';

export type PayoutCode = {
  readonly codes: readonly string[];
  readonly outcome: OutcomeClass;
  /** In our own words, fit to be shown to a partner. */
  readonly means: string;
  /** When a NEW attempt makes sense. `query`: not before the provider has said what became of this one. */
  readonly retry: 'now' | 'next_day' | 'when_repaired' | 'never' | 'query';
  /** Every further request would fail like this one, so none is sent for a while. */
  readonly opensCircuit?: 'credential' | 'float';
};

/**
 * Results of payments out: B2C, B2B, reversal and the queries about them (portal, "B2C: result codes"; from 5 on, where
 * the portal has none, the core API's list). Every outcome but `unclear` is conclusive.
 */
export const PAYOUT_CODES: readonly PayoutCode[] = [
  { codes: ['0'], outcome: 'success', means: 'It was paid.', retry: 'never' },
  {
    codes: ['1', '5'],
    outcome: 'provider_float_insufficient',
    means: 'The utility account at the provider does not hold enough.',
    retry: 'when_repaired',
    opensCircuit: 'float',
  },
  { codes: ['2'], outcome: 'amount_invalid', means: 'The amount is below what the provider pays.', retry: 'never' },
  { codes: ['3'], outcome: 'amount_invalid', means: 'The amount is above what the provider pays.', retry: 'never' },
  { codes: ['4'], outcome: 'recipient_limit', means: 'The recipient’s daily limit is reached.', retry: 'next_day' },
  {
    codes: ['8'],
    outcome: 'recipient_limit',
    means: 'The recipient’s wallet would hold more than it may.',
    retry: 'next_day',
  },
  {
    codes: ['7', '12', '14', 'SFC_IC0003'],
    outcome: 'recipient_invalid',
    means: 'The number is not on M-Pesa.',
    retry: 'never',
  },
  {
    codes: ['2040'],
    outcome: 'recipient_unregistered',
    means: 'The recipient is not a registered customer.',
    retry: 'never',
  },
  {
    codes: ['11'],
    outcome: 'provider_config',
    means: 'Our account at the provider is not active.',
    retry: 'when_repaired',
    opensCircuit: 'credential',
  },
  {
    codes: ['18', '2001'],
    outcome: 'provider_config',
    means: 'The provider does not accept our initiator’s credential.',
    retry: 'when_repaired',
    opensCircuit: 'credential',
  },
  {
    codes: ['8006'],
    outcome: 'provider_config',
    means: 'The provider has locked our initiator’s credential.',
    retry: 'when_repaired',
    opensCircuit: 'credential',
  },
  {
    codes: ['6', '13', '20', '21', '22', '2006', '2028'],
    outcome: 'provider_config',
    means: 'Our account at the provider may not make this payment.',
    retry: 'when_repaired',
  },
  {
    codes: ['24', '25', '29'],
    outcome: 'request_invalid',
    means: 'The provider could not process the request as it was written.',
    retry: 'when_repaired',
  },
  {
    codes: ['26', '100000001', '100000002', '100000011'],
    outcome: 'provider_busy',
    means: 'The provider was too busy and did not take the payment on.',
    retry: 'now',
  },
  {
    codes: ['15'],
    outcome: 'unclear',
    means: 'The provider has seen this request before.',
    retry: 'query',
  },
  {
    codes: ['17', '19'],
    outcome: 'unclear',
    means: 'The provider failed within; it may have paid.',
    retry: 'query',
  },
];

const UNKNOWN_PAYOUT_CODE: PayoutCode = {
  codes: [],
  outcome: 'unclear',
  means: 'The provider returned a code that is unknown to us.',
  retry: 'query',
};

/** What a result code of a payment out means. An unknown code settles nothing. */
export function payoutCode(code: string): PayoutCode {
  return PAYOUT_CODES.find(({ codes }) => codes.includes(code.trim())) ?? UNKNOWN_PAYOUT_CODE;
}

type CollectionOutcome =
  | 'paid'
  /** The payer did not pay. */
  | 'not_paid'
  /** The payer probably did not pay; races have been seen, so it is queried once more before it is settled. */
  | 'not_paid_unproven'
  /** The prompt is still on the payer's phone. */
  | 'open'
  | 'unclear';

export type CollectionCode = {
  readonly codes: readonly string[];
  readonly outcome: CollectionOutcome;
  readonly reason: string;
  readonly means: string;
};

const collection = (
  codes: readonly string[],
  reason: string,
  means: string,
  outcome: CollectionOutcome = 'not_paid',
): CollectionCode => ({ codes, outcome, reason, means });

/**
 * Results of prompts to pay (portal, "M-Pesa Express: result codes"; 1001, 4999 and 9999 are only reported). 2001 and 8006 are about the payer's PIN here and
 * say nothing about our credential.
 */
const COLLECTION_CODES: readonly CollectionCode[] = [
  collection(['0'], 'paid', 'The payer has paid.', 'paid'),
  collection(['1'], 'insufficient_funds', 'The payer’s balance is too low.'),
  collection(['2', '3', '4', '8'], 'limit', 'The amount is outside the payer’s limits.'),
  collection(['17'], 'repeated', 'The payer has paid the same amount within two minutes.'),
  collection(['1001'], 'payer_busy', 'Another transaction of this payer is under way.'),
  collection(['1019'], 'expired', 'The prompt has expired.'),
  collection(['1025', '9999'], 'prompt_failed', 'The prompt could not be shown.'),
  collection(['1032'], 'cancelled_by_payer', 'The payer cancelled.'),
  collection(['1037'], 'payer_unreachable', 'The payer’s phone did not answer.', 'not_paid_unproven'),
  collection(['2001'], 'wrong_pin', 'The payer entered a wrong PIN.'),
  collection(['2028'], 'provider_config', 'The shortcode may not collect in this way.'),
  collection(['8006'], 'pin_locked', 'The payer’s PIN is locked.'),
  collection(['SFC_IC0003'], 'payer_invalid', 'The number is not on M-Pesa.'),
  collection(['4999'], 'open', 'The prompt is still being processed.', 'open'),
];

/** What a result code of a prompt to pay means. An unknown code settles nothing. */
export function collectionCode(code: string): CollectionCode {
  return (
    COLLECTION_CODES.find(({ codes }) => codes.includes(code.trim())) ??
    collection([], 'unknown_code', 'The provider returned a code that is unknown to us.', 'unclear')
  );
}

/** The states of a transaction in a status result (portal, "Transaction Status": FAQ). */
export const TRANSACTION_STATUSES: { readonly [status: string]: 'paid' | 'not_paid' | 'open' } = {
  completed: 'paid',
  cancelled: 'not_paid',
  declined: 'not_paid',
  expired: 'not_paid',
  initiated: 'open',
  authorized: 'open',
  'pending authorized': 'open',
};
