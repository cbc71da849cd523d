import type { DomainEvent } from '#core/kernel/event.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { namedBy } from '#core/mobile-money/use-cases/place-money.ts';
import type { ReceivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import type { App } from '#core/payment-bridge/app.ts';
import { prefixIn } from '#core/payments/account-prefix.ts';
import { report } from '#core/payments/payment-incidents.ts';
import type { TenantTransaction } from '../../postgres/database.ts';

/** The app whose prefix an account begins with; `app` is null where it is not credited, because of what `seen` says. */
type Named = { readonly app: App; readonly seen: null } | { readonly app: null; readonly seen: string };

/** The app that money at the paybill names; null where it names none. */
export async function appNamedBy(
  payment: Pick<ReceivePayment, 'channel' | 'accountReference'>,
  { tx, ports }: { readonly tx: TenantTransaction; readonly ports: MobileMoneyPorts },
): Promise<Named | null> {
  // A prefix is typed at the paybill: what comes by bank is no money of the account there.
  const prefix = payment.channel === 'bank' ? null : prefixIn(payment.accountReference);
  const client = prefix === null ? null : await tx.of(ApiClient).first('account_prefix = $1', [prefix]);
  if (client === null) return null;
  const isOurs = (await namedBy(payment, ports.paymentDestinations)).length > 0;
  if (client.state === 'active' && !isOurs) return { app: { id: client.id, sandbox: client.sandbox }, seen: null };
  const seen = isOurs
    ? `The account begins with the prefix of the app ${client.clientKey}, and is one of the institution’s own.`
    : `The account begins with the prefix of the app ${client.clientKey}, which is disabled.`;
  return { app: null, seen };
}

/** It is placed nowhere by its account. What a person has recorded of it before stands, and has to reach the books. */
export function receiveUnplaced<Received>(
  receive: (payment: ReceivePayment, ports: MobileMoneyPorts) => Received,
  payment: ReceivePayment,
  ports: MobileMoneyPorts,
): Received {
  const paymentDestinations = ports.paymentDestinations.map((each) => ({ ...each, named: async () => [] }));
  return receive(payment, { ...ports, paymentDestinations });
}

/** Money with an app's prefix waits in suspense: people find out whose it is. */
export function reportNotCredited(
  { uuid, receiptNo, amount }: MobileMoneyTransaction,
  { seen }: Extract<Named, { readonly app: null }>,
  ports: MobileMoneyPorts,
): Promise<readonly DomainEvent[]> {
  const subject = { type: 'mobile_money_transaction', uuid };
  return report({ kind: 'app_not_credited', subject, receiptNo, amount, seen }, ports);
}
