/** What a reply or an enquiry says of a payment. */
type AirtelOutcome =
  | 'paid'
  /** Airtel works on it: TIP. */
  | 'open'
  /** It may be paid or not: TA, a time-out, an id that Airtel has seen before. */
  | 'unclear'
  | 'not_paid'
  | 'never_received';

export type AirtelCode = {
  readonly outcome: AirtelOutcome;
  readonly reason: string;
  /** In our own words, fit to be shown. */
  readonly means: string;
};

const code = (outcome: AirtelOutcome, reason: string, means: string): AirtelCode => ({ outcome, reason, means });

/** Response codes of disbursements (portal, "Disbursement: error codes"). */
const PAYOUT_CODES: { readonly [code: string]: AirtelCode } = {
  DP00900001000: code('unclear', 'ambiguous', 'Airtel Money does not know yet what became of it.'),
  DP00900001001: code('paid', 'paid', 'It was paid.'),
  DP00900001003: code('not_paid', 'recipient_limit', 'A limit of the day is reached.'),
  DP00900001004: code('not_paid', 'amount_invalid', 'The amount is outside of what Airtel Money pays.'),
  DP00900001005: code('not_paid', 'provider_declined', 'Airtel Money says that it failed.'),
  DP00900001006: code('open', 'open', 'It is being processed.'),
  DP00900001007: code('not_paid', 'provider_float_insufficient', 'Our account at Airtel Money does not hold enough.'),
  DP00900001009: code('not_paid', 'recipient_invalid', 'The number is not on Airtel Money.'),
  DP00900001010: code('not_paid', 'provider_config', 'Our account at Airtel Money may not make this payment.'),
  DP00900001011: code('unclear', 'repeated', 'Airtel Money has seen a payment like this before.'),
  DP00900001012: code('not_paid', 'recipient_invalid', 'The number is not on Airtel Money.'),
  DP00900001013: code('not_paid', 'provider_declined', 'Airtel Money refused it.'),
  DP00900001014: code('unclear', 'timed_out', 'It timed out within Airtel Money; it may have been paid.'),
  DP00900001015: code('never_received', 'not_found', 'Airtel Money has never seen it.'),
  DP00900001016: code('not_paid', 'provider_config', 'Airtel Money does not accept our signature.'),
  DP00900001017: code('unclear', 'repeated', 'Airtel Money has seen this id before.'),
};

/** Response codes of collections (portal, "Collection: error codes"). */
const COLLECTION_CODES: { readonly [code: string]: AirtelCode } = {
  DP00800001000: code('unclear', 'ambiguous', 'Airtel Money does not know yet what became of it.'),
  DP00800001001: code('paid', 'paid', 'The payer has paid.'),
  DP00800001002: code('not_paid', 'wrong_pin', 'The payer entered a wrong PIN.'),
  DP00800001003: code('not_paid', 'limit', 'The amount is outside the payer’s limits.'),
  DP00800001004: code('not_paid', 'limit', 'The amount is less than what can be collected.'),
  DP00800001005: code('not_paid', 'payer_unreachable', 'The payer did not enter the PIN.'),
  DP00800001006: code('open', 'open', 'The prompt is still being processed.'),
  DP00800001007: code('not_paid', 'insufficient_funds', 'The payer’s balance is too low.'),
  DP00800001008: code('not_paid', 'cancelled_by_payer', 'The payer refused.'),
  DP00800001009: code('not_paid', 'provider_declined', 'Airtel Money refused it.'),
  DP00800001010: code('not_paid', 'payer_invalid', 'The number is not on Airtel Money.'),
  DP00800001024: code('unclear', 'timed_out', 'It timed out within Airtel Money.'),
  DP00800001025: code('never_received', 'not_found', 'Airtel Money has never seen it.'),
  DP00800001026: code('not_paid', 'provider_config', 'Airtel Money does not accept our signature.'),
  DP00800001029: code('not_paid', 'expired', 'The prompt has expired.'),
};

/** The states of a transaction: success, failed, ambiguous, in progress, expired. */
const STATES: { readonly [state: string]: AirtelCode } = {
  TS: code('paid', 'paid', 'It was paid.'),
  TF: code('not_paid', 'provider_declined', 'Airtel Money says that it failed.'),
  TA: code('unclear', 'ambiguous', 'Airtel Money does not know yet what became of it.'),
  TIP: code('open', 'open', 'It is being processed.'),
  TE: code('not_paid', 'expired', 'It has expired.'),
};

const UNKNOWN = code('unclear', 'unknown_code', 'Airtel Money returned a code that is unknown to us.');

/**
 * What a transaction's state and a response code mean together. The state decides, and the code says why; where they
 * contradict each other nothing is settled.
 */
export function meaningOf(
  kind: 'payout' | 'collection',
  state: string | null,
  responseCode: string | null,
): AirtelCode & { readonly code: string | null } {
  const byState = meaningIn(STATES, state);
  const byCode = meaningIn(kind === 'payout' ? PAYOUT_CODES : COLLECTION_CODES, responseCode);
  const agree = byState === null || byCode === null || byState.outcome === byCode.outcome;
  const meaning = agree ? (byCode ?? byState ?? UNKNOWN) : UNKNOWN;
  return { ...meaning, code: responseCode };
}

/** Own rows alone: a reply may name what every object has. */
function meaningIn(table: { readonly [code: string]: AirtelCode }, name: string | null): AirtelCode | null {
  return name !== null && Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
