import type { PayoutStatus } from '#core/lending/ports.ts';

/**
 * The news of a payment to a person, in the form of M-Pesa's B2C result (Daraja). The sandbox's provider writes it, the
 * callback door reads it, whichever of the two sent it.
 */
export type PayoutResult = {
  readonly originatorId: string;
  readonly providerRef: string;
  /** `0` paid; anything else says why not. */
  readonly code: string;
  readonly description: string;
  readonly receiptNo: string;
  /** Minor units; of a payment that was made. */
  readonly amount: bigint | null;
  readonly msisdn: string;
  readonly at: Temporal.Instant;
};

/** Times in results are the provider's own, without a zone. */
const PROVIDER_ZONE = 'Africa/Nairobi';

/** Codes that settle nothing: the provider itself does not know, or has seen the id before. */
const UNCLEAR = new Set(['15', '17', '19', '26']);
/** Codes that surely mean that nothing was paid. */
const NOT_PAID = new Set(['1', '2', '3', '4', '8', '11', '21', '2001', '2006', '2028', '2040', '8006', 'SFC_IC0003']);

/** The body of a result as the provider posts it. */
export function writePayoutResult(result: PayoutResult): object {
  const paid = result.code === '0';
  const local = result.at.toZonedDateTimeISO(PROVIDER_ZONE);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${two(local.day)}.${two(local.month)}.${local.year}`;
  const time = `${two(local.hour)}:${two(local.minute)}:${two(local.second)}`;
  const parameters = [
    { Key: 'TransactionAmount', Value: Number(result.amount ?? 0n) / 100 },
    { Key: 'TransactionReceipt', Value: result.receiptNo },
    { Key: 'ReceiverPartyPublicName', Value: `${result.msisdn.replace('+', '')} - SANDBOX` },
    { Key: 'TransactionCompletedDateTime', Value: `${date} ${time}` },
  ];
  return {
    Result: {
      ResultType: 0,
      ResultCode: /^\d+$/.test(result.code) ? Number(result.code) : result.code,
      ResultDesc: result.description,
      OriginatorConversationID: result.originatorId,
      ConversationID: result.providerRef,
      TransactionID: result.receiptNo,
      ...(paid ? { ResultParameters: { ResultParameter: parameters } } : {}),
    },
  };
}

/** News that a callback brings; null where its body is none, or is about another payment than its address. */
export function readPayoutResult(body: unknown, originatorId: string, now: Temporal.Instant): PayoutStatus | null {
  const result = member(body, 'Result');
  const code = member(result, 'ResultCode');
  if (typeof code !== 'number' && typeof code !== 'string') return null;
  const about = member(result, 'OriginatorConversationID');
  if (typeof about === 'string' && about !== '' && about !== originatorId) return null;
  const providerRef = textOf(member(result, 'ConversationID'));
  if (String(code) === '0') {
    const receiptNo = textOf(parameter(result, 'TransactionReceipt')) ?? textOf(member(result, 'TransactionID'));
    if (receiptNo === null) return { kind: 'unclear' };
    return {
      kind: 'paid',
      providerRef,
      receiptNo,
      at: completedAt(parameter(result, 'TransactionCompletedDateTime'), now),
      amount: centsOf(parameter(result, 'TransactionAmount')),
    };
  }
  const message = textOf(member(result, 'ResultDesc')) ?? `The provider answered with code ${code}.`;
  // A code that nobody has seen settles nothing: the provider is asked before anything is decided.
  if (UNCLEAR.has(String(code)) || !NOT_PAID.has(String(code))) return { kind: 'unclear' };
  return { kind: 'not_paid', code: String(code), message: message.slice(0, 500) };
}

function member(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A parameter by its key; their order varies, and a single one may come without its list. */
function parameter(result: unknown, key: string): unknown {
  const found = member(member(result, 'ResultParameters'), 'ResultParameter');
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return member(
    list.find((each) => member(each, 'Key') === key),
    'Value',
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
}

/** Shillings with at most two decimals, read without a detour over binary fractions. */
function centsOf(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(value));
  if (parts === null) return null;
  return BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
}

/** `06.07.2024 22:48:52` in the provider's zone; now, where it can't be read or lies ahead. */
function completedAt(value: unknown, now: Temporal.Instant): Temporal.Instant {
  const parts = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(String(value));
  if (parts === null) return now;
  try {
    const [, day, month, year, hour, minute, second] = parts;
    const at = Temporal.ZonedDateTime.from(
      `${year}-${month}-${day}T${hour}:${minute}:${second}[${PROVIDER_ZONE}]`,
    ).toInstant();
    return Temporal.Instant.compare(at, now) > 0 ? now : at;
  } catch {
    return now;
  }
}
