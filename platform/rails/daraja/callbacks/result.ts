import { receiptKey } from '#core/payments/payment-receipt.ts';
import { asId, idAt, listOf, memberOf, readJson, textAt, textOf, type Json } from '../../connection/json.ts';

/** A callback that can't be read. Why, but nothing of what it held. */
export type Unreadable = {
  readonly kind: 'unreadable';
  readonly why: 'too_large' | 'no_json' | 'no_result' | 'field_missing';
};

/** Values by key. Keys repeat in what is really sent, and some come without a value. */
export type Parameters = ReadonlyMap<string, readonly (string | null)[]>;

/** The envelope in which every asynchronous result comes (portal, "B2C: result"). */
export type Result = {
  readonly kind: 'result';
  /** As text, whether it came as `0`, `"0"` or `"SFC_IC0003"`. */
  readonly code: string;
  /** Of a payment that failed it may be a placeholder that many share. Never a key. */
  readonly transactionId: string | null;
  readonly originatorConversationId: string | null;
  readonly conversationId: string | null;
  readonly parameters: Parameters;
  readonly references: Parameters;
};

export const MAX_CALLBACK_BYTES = 64 * 1_024;
const MOST_PARAMETERS = 100;

/** Reads the body of a callback as JSON, within its cap. Never throws. */
export function readBody(text: string): { readonly kind: 'json'; readonly body: Json } | Unreadable {
  if (text.length > MAX_CALLBACK_BYTES || Buffer.byteLength(text) > MAX_CALLBACK_BYTES) {
    return { kind: 'unreadable', why: 'too_large' };
  }
  const body = readJson(text);
  return body === undefined ? { kind: 'unreadable', why: 'no_json' } : { kind: 'json', body };
}

/** Reads a result envelope: object or list, number or text, values that are absent, keys that repeat. Never throws. */
export function readResult(text: string): Result | Unreadable {
  const read = readBody(text);
  if (read.kind === 'unreadable') return read;
  const result = memberOf(read.body, 'Result');
  const code = asId(textAt(result, 'ResultCode'));
  if (code === null) return { kind: 'unreadable', why: 'no_result' };
  return {
    kind: 'result',
    code,
    transactionId: idAt(result, 'TransactionID'),
    originatorConversationId: idAt(result, 'OriginatorConversationID'),
    conversationId: idAt(result, 'ConversationID'),
    parameters: readParameters(memberOf(memberOf(result, 'ResultParameters'), 'ResultParameter'), 'Key'),
    references: readParameters(memberOf(memberOf(result, 'ReferenceData'), 'ReferenceItem'), 'Key'),
  };
}

/** Pairs of a key and a value, one alone or in a list. What is no pair is left out. */
export function readParameters(pairs: Json | undefined, keyName: 'Key' | 'Name'): Parameters {
  const parameters = new Map<string, (string | null)[]>();
  for (const pair of listOf(pairs, MOST_PARAMETERS)) {
    const key = textAt(pair, keyName);
    if (key === null) continue;
    const values = parameters.get(key) ?? [];
    values.push(textOf(memberOf(pair, 'Value')));
    parameters.set(key, values);
  }
  return parameters;
}

/** The first value of a key that has one; null where none has. */
export function valueOf(parameters: Parameters, key: string): string | null {
  return parameters.get(key)?.find((value) => value !== null) ?? null;
}

/** A receipt, unless it is one of the placeholders that failed payments share, such as `NLJ0000000`. */
export function receiptFrom(text: string | null): string | null {
  // A blank in it is no part of it: a payment is not lost for it.
  const receipt = asId(text?.replaceAll(/\s/g, '') ?? null);
  if (receipt === null || receiptKey(receipt) === '') return null;
  return /^[A-Z]{1,3}0{6,}$/.test(receipt) ? null : receipt;
}
