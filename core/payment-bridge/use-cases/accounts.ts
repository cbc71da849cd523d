import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { AppAccount } from '../account/app-account.ts';
import type { Source, TransactionType } from '../account/app-transaction.ts';
import type { App } from '../app.ts';
import type { PaymentClock } from '../../payments/payment-time.ts';
import type { BridgePorts } from '../ports.ts';
import { bridgeRefusals } from '../refusals.ts';

export type Booking = Pick<BridgePorts, 'accounts' | 'transactions' | keyof PaymentClock | 'newUuid'>;

/**
 * The account that an app pays from and collects to, held until commit. It is opened by the first command that needs it.
 * @throws DomainError currency_mismatch (invalid)
 */
export async function accountOf(
  app: App,
  currency: string,
  ports: Booking & Pick<BridgePorts, 'currency'>,
): Promise<{ account: AppAccount; events: readonly DomainEvent[] }> {
  requireCurrency(currency, ports);
  const known = await ports.accounts.lock(app.id, currency);
  if (known) return { account: known, events: [] };
  const account = AppAccount.open(app, { uuid: ports.newUuid(), currency });
  await ports.accounts.addNow(account);
  if (!app.sandbox) return { account, events: [] };
  const { line, event } = account.endow({ uuid: ports.newUuid(), at: ports.now });
  ports.transactions.add(line);
  return { account, events: [event] };
}

/** @throws DomainError currency_mismatch (invalid) where apps have no balance in the currency */
export function requireCurrency(currency: string, ports: Pick<BridgePorts, 'currency'>): void {
  if (currency === ports.currency) return;
  throw refuse(bridgeRefusals.currency_mismatch, `The app has no balance in ${currency}; use ${ports.currency}.`, {
    errors: [{ field: 'currency', code: 'choice', detail: `Send ${ports.currency}.` }],
  });
}

/** The account behind a record that has one: held from the first time that a command asks for it. */
export function accountBehind(
  record: { readonly uuid: string; readonly appId: number; readonly currency: string },
  ports: Pick<Booking, 'accounts'>,
): () => Promise<AppAccount> {
  let held: Promise<AppAccount> | null = null;
  const hold = async () => {
    const account = await ports.accounts.lock(record.appId, record.currency);
    if (!account) throw new Error(`${record.uuid} has lost its account.`);
    return account;
  };
  return () => (held ??= hold());
}

/** Books a signed amount on an account, with its line; nothing where it is zero. */
export function bookLine(
  account: AppAccount,
  type: TransactionType,
  amount: Cents,
  source: Source,
  { transactions, newUuid, now }: Pick<Booking, 'transactions' | 'newUuid' | 'now'>,
): void {
  if (amount === 0n) return;
  transactions.add(account.book(type, amount, source, { uuid: newUuid(), at: now }));
}
