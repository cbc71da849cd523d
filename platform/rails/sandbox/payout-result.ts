import { compactTime, PROVIDER_ZONE } from '../daraja/wire/times.ts';

/**
 * The notification of a payment to a person, in the form of M-Pesa's B2C result (Daraja). The sandbox's provider writes
 * it as the real one does, and is read as the real one is.
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
  /** The number that was paid, or the shortcode of a business. */
  readonly msisdn: string;
  readonly at: Temporal.Instant;
};

/** The body of a result as the provider posts it. */
export function writePayoutResult(result: PayoutResult): object {
  const paid = result.code === '0';
  const local = result.at.toZonedDateTimeISO(PROVIDER_ZONE);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${two(local.day)}.${two(local.month)}.${local.year}`;
  const time = `${two(local.hour)}:${two(local.minute)}:${two(local.second)}`;
  const isToPerson = result.msisdn.startsWith('+');
  const toBusiness = [
    { Key: 'Amount', Value: Number(result.amount ?? 0n) / 100 },
    { Key: 'TransCompletedTime', Value: compactTime(result.at) },
    { Key: 'ReceiverPartyPublicName', Value: `${result.msisdn} - SANDBOX` },
  ];
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
      ...(paid ? { ResultParameters: { ResultParameter: isToPerson ? parameters : toBusiness } } : {}),
    },
  };
}
