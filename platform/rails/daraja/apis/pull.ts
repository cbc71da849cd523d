import type { Cents } from '#core/kernel/money.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, type Verdict } from '../connection/verdict.ts';
import { readCents } from '../wire/amounts.ts';
import { asId, idAt, listOf, memberOf, textAt, type Json } from '../../connection/json.ts';
import { wireMsisdn } from '../wire/msisdn.ts';
import { readTime, spacedTime } from '../wire/times.ts';

type NotAccepted = Exclude<Verdict, { kind: 'accepted' }>;

/** Registers a shortcode for pulling (portal, "Pull Transactions", register). Once is enough; again does no harm. */
export async function registerPull(
  daraja: Daraja,
  registration: { readonly shortcode: string; readonly nominatedMsisdn: string; readonly callbackAddress: string },
  deadline: AbortSignal,
): Promise<Verdict> {
  const msisdn = wireMsisdn(registration.nominatedMsisdn);
  if (msisdn === null) return declinedHere('NominatedNumber', 'it has to be a Kenyan mobile number.');
  const body = {
    ShortCode: registration.shortcode,
    RequestType: 'Pull',
    NominatedNumber: msisdn,
    CallBackURL: registration.callbackAddress,
  };
  return call(daraja, 'pullRegister', body, deadline);
}

/** A collection as a pulled list has it. */
export type PulledTransaction = {
  readonly receiptNo: string;
  readonly at: Temporal.Instant | null;
  readonly amount: Cents;
  readonly msisdn: string | null;
  readonly billReference: string | null;
  readonly type: string | null;
};

export type Pulled =
  | {
      readonly kind: 'pulled';
      readonly transactions: readonly PulledTransaction[];
      /** Rows without a readable receipt or amount. A person has to look at them. */
      readonly unreadable: number;
    }
  | NotAccepted;

/** The provider stores two days. */
const STORED_HOURS = 48;
const MOST_ROWS = 10_000;

/**
 * The collections of a shortcode between two instants of the last 48 hours, from the `offset`th on: for confirmations
 * that never came (portal, "Pull Transactions", query). Code 1001 says that there are none.
 */
export async function pullTransactions(
  daraja: Daraja,
  range: { shortcode: string; from: Temporal.Instant; until: Temporal.Instant; offset: number },
  deadline: AbortSignal,
): Promise<Pulled> {
  if (range.from.until(daraja.now()).total('hours') > STORED_HOURS) {
    return declinedHere('StartDate', `the provider stores ${STORED_HOURS} hours.`);
  }
  const body = {
    ShortCode: range.shortcode,
    StartDate: spacedTime(range.from),
    EndDate: spacedTime(range.until),
    OffSetValue: String(range.offset),
  };
  const verdict = await call(daraja, 'pullQuery', body, deadline);
  if (verdict.kind !== 'accepted') return verdict;
  if (textAt(verdict.body, 'ResponseCode') === '1001') return { kind: 'pulled', transactions: [], unreadable: 0 };
  const rows = listOf(memberOf(verdict.body, 'Response'), MOST_ROWS).flatMap((row) => listOf(row, MOST_ROWS));
  const transactions = rows.map(readRow).filter((row) => row !== null);
  return { kind: 'pulled', transactions, unreadable: rows.length - transactions.length };
}

function readRow(row: Json): PulledTransaction | null {
  const receiptNo = idAt(row, 'transactionId');
  const amount = readCents(textAt(row, 'amount'));
  if (receiptNo === null || amount === null) return null;
  return {
    receiptNo,
    amount,
    at: readPulledTime(textAt(row, 'trxDate')),
    msisdn: asId(textAt(row, 'msisdn')),
    billReference: textAt(row, 'billreference'),
    type: textAt(row, 'transactiontype'),
  };
}

/** `2020-08-05T10:13:00Z`. */
function readPulledTime(text: string | null): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text ?? '');
  } catch {
    return readTime(text);
  }
}
