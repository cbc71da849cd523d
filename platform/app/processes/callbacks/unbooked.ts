import type { UnbookedNotification } from '#core/lending/use-cases/disbursing/incidents.ts';
import type { Cents } from '#core/kernel/money.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Log } from '../../../runtime/log.ts';
import { readB2cResult } from '../../../rails/daraja/callbacks/b2c-result.ts';
import { readStkCallback } from '../../../rails/daraja/callbacks/stk-callback.ts';
import type { App } from '../../compose.ts';

/** A notification from which nothing was booked, without the callback that is stored. */
export type Unbooked = Omit<UnbookedNotification, 'callbackUuid'>;

/** Where the message as it came is stored. */
export type StoredMessage = { readonly callbackUuid: string; readonly requestId: string };

type Parts = { readonly app: App; readonly log: Log };

/**
 * What was not booked is on the work list with the message as it came, whichever callback endpoint received it: the
 * provider is answered with success, and won't send it again.
 */
export async function reportUnbooked(
  { app, log }: Parts,
  caller: Caller,
  { callbackUuid, subject }: { readonly callbackUuid: string; readonly subject: string },
  unbooked: Unbooked,
): Promise<void> {
  const about = { subject, request_id: caller.requestId, incident: unbooked.kind, receipt_no: unbooked.receiptNo };
  log.error({ ...about, callback: caller.clientKey }, 'A notification could not be booked; it is on the work list.');
  await app.lending.reportNotification(caller, { ...unbooked, callbackUuid });
}

/** A payment as a notification names it, before it is known which of ours it is. */
type Named = {
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  readonly paidAt: Temporal.Instant | null;
  readonly payer: string | null;
};

/** The payment that a message names; null where the message can't be read. A failure names none. */
export function paymentIn(kind: 'collection' | 'payout', text: string): Named | null {
  if (kind === 'collection') {
    const read = readStkCallback(text);
    if (read.kind === 'unreadable') return null;
    const { receiptNo, amount, paidAt, payer } = read;
    return read.code.outcome === 'paid' ? { receiptNo, amount, paidAt, payer } : NONE;
  }
  const read = readB2cResult(text);
  if (read.kind === 'unreadable') return null;
  const { receiptNo, amount, completedAt } = read;
  return read.code.outcome === 'success' ? { receiptNo, amount, paidAt: completedAt, payer: null } : NONE;
}

const NONE: Named = { receiptNo: null, amount: null, paidAt: null, payer: null };

/** A message that says nothing of the payment that its address belongs to: it can’t be read, or is about another one. */
export function notAbout(kind: 'collection' | 'payout', text: string): Unbooked {
  const named = paymentIn(kind, text);
  const what = kind === 'collection' ? 'the prompt' : 'the payment';
  return named === null
    ? { kind: 'notification_unreadable', receiptNo: null, amount: null, why: `It came to the address of ${what}.` }
    : {
        kind: 'notification_elsewhere',
        receiptNo: named.receiptNo,
        amount: named.amount,
        why: `It is about another one than ${what} that its address belongs to.`,
      };
}
