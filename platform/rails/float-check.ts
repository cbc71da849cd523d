import { randomUUID } from 'node:crypto';
import { Incident } from '#core/lending/incident/incident.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../auth/caller.ts';
import type { App } from '../compose.ts';
import type { TenantTransaction } from '../persistence/database.ts';
import { instantText } from '../wire.ts';
import type { CallbackKind } from './callbacks.ts';
import { askForBalance } from './daraja/apis/balance.ts';
import { readBalanceResult } from './daraja/callbacks/balance-result.ts';
import type { Callbacks } from './callbacks.ts';
import type { Rails } from './rails.ts';

/** The account that payments to customers are taken from. */
const PAYING_ACCOUNT = 'Utility Account';
const ANSWER_DEADLINE_MS = 10_000;

/** Asks a tenant's provider what it holds. The answer comes in as a callback. False where there is nobody to ask. */
export async function askForFloat(
  { app, rails, callbacks }: { app: Pick<App, 'transact'>; rails: Rails; callbacks: Callbacks },
  caller: Caller,
): Promise<boolean> {
  const { tenantId } = caller;
  const open = await rails.darajaOf(tenantId);
  if (!open) return false;
  await app.transact.run('askForFloat', caller, async (tx, { now }) => {
    await tx.sql('update rail set balance_asked_at = $1', [instantText(now)]);
    return outcome(null);
  });
  const address = (kind: CallbackKind) => callbacks.addressOf({ tenantId, kind, originatorId: open.uuid });
  const addresses = { result: address('balance'), timeout: address('balance_timeout') };
  await askForBalance(open.daraja, addresses, AbortSignal.timeout(ANSWER_DEADLINE_MS));
  return true;
}

type Books = { readonly float: string; readonly held: string; readonly in_transit: string };

/**
 * The provider says what it holds. The books agree where the difference is nothing but payments on their way: it may
 * not have taken yet what is in transit for us, and may have taken what we still hold. Otherwise somebody has to look.
 */
export function recordFloat(app: Pick<App, 'transact'>, caller: Caller, text: string): Promise<void> {
  return app.transact.run('recordFloat', caller, async (tx, { now, actor }) => {
    const result = readBalanceResult(text);
    if (result.kind === 'unreadable') return outcome(undefined);
    const balance = result.accounts.find(({ name }) => name === PAYING_ACCOUNT)?.current;
    if (balance === undefined) return outcome(undefined);
    await tx.sql('update rail set balance = $1, balance_at = $2', [
      balance.toString(),
      instantText(result.at !== null && Temporal.Instant.compare(result.at, now) <= 0 ? result.at : now),
    ]);
    const [books] = await tx.sql<Books>(
      `select coalesce(sum(a.float), 0) as float, coalesce(sum(a.held), 0) as held,
              (select coalesce(sum(d.in_transit), 0) from disbursement d where d.in_transit > 0) as in_transit from agent a`,
    );
    const float = BigInt(books?.float ?? 0);
    const agrees = balance >= float - BigInt(books?.held ?? 0) && balance <= float + BigInt(books?.in_transit ?? 0);
    return outcome(undefined, ...(await note(tx, { agrees, balance, float, now, actor })));
  });
}

async function note(
  { em }: TenantTransaction,
  found: { agrees: boolean; balance: bigint; float: bigint; now: Temporal.Instant; actor: string },
): Promise<DomainEvent[]> {
  const open = await em.findOne(Incident, { kind: 'float_difference', state: 'open' });
  if (found.agrees) {
    return open ? [open.resolve('The provider’s balance and the books agree again.', found.actor, found.now)] : [];
  }
  const summary = `The provider holds ${found.balance}; the books say ${found.float}, and what is on its way does not explain it.`;
  if (open) {
    open.summary = summary;
    open.amount = found.balance - found.float;
    return [];
  }
  const { incident, event } = Incident.open({
    uuid: randomUUID(),
    kind: 'float_difference',
    disbursementId: null,
    amount: found.balance - found.float,
    summary,
  });
  em.persist(incident);
  return [event];
}
