import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { ReturnNews } from '#core/mobile-money/use-cases/return-payment.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { App } from '../../compose.ts';
import type { CallbackKind, Callbacks } from '../../../rails/callbacks/addresses.ts';
import { reverseCollection } from '../../../rails/daraja/apis/reversal.ts';
import { readReversalResult } from '../../../rails/daraja/callbacks/reversal-result.ts';
import type { Rails } from '../../../rails/rails.ts';

const ANSWER_DEADLINE_MS = 10_000;

export type AskedBack =
  { readonly kind: 'asked' | 'unreachable' } | { readonly kind: 'declined'; readonly why: string };

/**
 * Asks the provider to give a payment back to its payer. What becomes of it comes in as a callback. Where no answer
 * came, asking once more does no harm: a receipt is given back once.
 * @param shortcode the paybill that had received it
 */
export async function askToGiveBack(
  { app, rails, callbacks }: { app: Pick<App, 'mobileMoney'>; rails: Pick<Rails, 'darajaOf'>; callbacks: Callbacks },
  caller: Caller,
  { uuid, receiptNo, amount }: Pick<MobileMoneyTransaction, 'uuid' | 'receiptNo' | 'amount'>,
  shortcode: string,
): Promise<AskedBack> {
  const { tenantId } = caller;
  const open = await rails.darajaOf(tenantId);
  if (!open || receiptNo === null) return { kind: 'unreachable' };
  const address = (kind: CallbackKind) => callbacks.addressOf({ tenantId, kind, originatorId: uuid });
  const answer = await reverseCollection(
    open.daraja,
    {
      receiptNo,
      amount,
      shortcode,
      remarks: 'Payment by mistake',
      addresses: { result: address('reversal'), timeout: address('reversal_timeout') },
    },
    AbortSignal.timeout(ANSWER_DEADLINE_MS),
  );
  if (answer.kind !== 'rejected') {
    return { kind: answer.kind === 'back_off' || answer.kind === 'not_sent' ? 'unreachable' : 'asked' };
  }
  await app.mobileMoney.recordReturn(caller, { receiptNo, news: { kind: 'kept', why: answer.means } });
  return { kind: 'declined', why: answer.means };
}

/** What a callback says of a payment that is to go back; null where it settles nothing, and people ask once more. */
export function returnNews(text: string, receiptNo: string): ReturnNews | null {
  const read = readReversalResult(text);
  if (read.kind === 'unreadable') return null;
  if (read.originalReceiptNo !== null && read.originalReceiptNo !== receiptNo) return null;
  switch (read.outcome) {
    case 'reversed':
    case 'reversed_before':
      return { kind: 'returned', receiptNo: read.receiptNo };
    case 'not_reversed':
      return { kind: 'kept', why: `The provider did not give it back (${read.providerCode}).` };
    case 'unclear':
      return null;
  }
}
