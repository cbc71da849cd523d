import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { ReturnStatus } from '#core/mobile-money/use-cases/return-payment.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { App } from '../../compose.ts';
import type { CallbackKind, Callbacks } from '../../../rails/callbacks/addresses.ts';
import { reverseCollection } from '../../../rails/daraja/apis/reversal.ts';
import { ownShortcode } from '../../../rails/daraja/settings.ts';
import { readReversalResult } from '../../../rails/daraja/callbacks/reversal-result.ts';
import type { Rails } from '../../../rails/rails.ts';

const REPLY_DEADLINE_MS = 10_000;

export type ReturnRequested =
  | { readonly kind: 'requested' | 'unreachable' | 'not_ours' }
  /** `isOver`: no earlier request may have been carried out, and it is in suspense again. */
  | { readonly kind: 'declined'; readonly reason: string; readonly isOver: boolean };

/**
 * Requests the provider to return a payment to its payer. What becomes of it comes in as a callback. Where no reply came,
 * requesting it once more does no harm: a receipt is returned once. That the repetition is declined says nothing of the first.
 * @param shortcode the paybill that had received it
 */
export async function requestReturnOf(
  { app, rails, callbacks }: { app: Pick<App, 'mobileMoney'>; rails: Pick<Rails, 'darajaOf'>; callbacks: Callbacks },
  caller: Caller,
  { uuid, receiptNo, amount }: Pick<MobileMoneyTransaction, 'uuid' | 'receiptNo' | 'amount'>,
  shortcode: string,
): Promise<ReturnRequested> {
  const { tenantId } = caller;
  const open = await rails.darajaOf(tenantId);
  if (!open || receiptNo === null) return { kind: 'unreachable' };
  if (ownShortcode(open.daraja.settings, shortcode) === null) return { kind: 'not_ours' };
  const address = (kind: CallbackKind) => callbacks.addressOf({ tenantId, kind, originatorId: uuid });
  await app.mobileMoney.beginReturn(caller, { receiptNo, uuid });
  const reply = await reverseCollection(
    open.daraja,
    {
      receiptNo,
      amount,
      shortcode,
      remarks: 'Payment by mistake',
      addresses: { result: address('reversal'), timeout: address('reversal_timeout') },
    },
    AbortSignal.timeout(REPLY_DEADLINE_MS),
  );
  const isUnsent = reply.kind === 'back_off' || reply.kind === 'not_sent';
  if (reply.kind !== 'rejected' && !isUnsent) return { kind: 'requested' };
  const declined = reply.kind === 'rejected' ? reply.means : null;
  const { state } = await app.mobileMoney.recordReturnReply(caller, { receiptNo, uuid, declined });
  return declined === null
    ? { kind: 'unreachable' }
    : { kind: 'declined', reason: declined, isOver: state !== 'returning' };
}

/** What a callback says of a payment that is to be returned; null where it settles nothing, and people try once more. */
export function readReturnNotification(text: string, receiptNo: string): ReturnStatus | null {
  const read = readReversalResult(text);
  if (read.kind === 'unreadable') return null;
  if (read.originalReceiptNo !== null && read.originalReceiptNo !== receiptNo) return null;
  switch (read.outcome) {
    case 'reversed':
      return { kind: 'returned', receiptNo: read.receiptNo, amount: read.amount };
    case 'reversed_before':
      return { kind: 'returned_before', receiptNo: read.receiptNo };
    case 'not_reversed':
      return { kind: 'not_returned', reason: `The provider did not return it (${read.providerCode}).` };
    case 'unclear':
      return null;
  }
}
