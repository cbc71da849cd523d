import type { Caller } from '../../../auth/caller.ts';
import type { BankFile } from '../../../rails/bank-file/books.ts';
import type { HeldBack } from '../../../rails/bank-file/payment-files.ts';
import type { App } from '../../compose.ts';

/** Why a payment stays out of the bank’s files, in words. */
export const HELD_BECAUSE = {
  member_deceased: 'the member died',
  member_blacklisted: 'the member is blacklisted',
  aml_alert: 'an alert of money laundering control holds it',
} as const satisfies { readonly [W in HeldBack['why']]: string };

/** The payments that go into no file for now: each of them is on the work list, once. */
export async function heldPayments(
  { app }: { readonly app: Pick<App, 'lending'> },
  caller: Caller,
  { payments }: Pick<BankFile, 'payments'>,
): Promise<readonly HeldBack[]> {
  const held = await payments.heldBack();
  for (const { reference, why, disbursementUuid, amount } of held) {
    const seen = `${reference}: ${HELD_BECAUSE[why]}.`;
    await app.lending.bankStatement.reportHeldPayment(caller, { disbursementUuid, amount, seen });
  }
  return held;
}
