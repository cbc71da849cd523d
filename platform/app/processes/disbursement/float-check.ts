import { randomUUID } from 'node:crypto';
import { Incident } from '#core/lending/incident/incident.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Internals } from '../../internals.ts';
import type { Transact } from '../../transact.ts';
import { turnoversBy, withoutHurry } from '../../../postgres/ledger/balances.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { CallbackKind } from '../../../rails/callbacks/addresses.ts';
import { requestBalance } from '../../../rails/daraja/apis/balance.ts';
import { readBalanceResult } from '../../../rails/daraja/callbacks/balance-result.ts';
import type { Callbacks } from '../../../rails/callbacks/addresses.ts';
import type { Rails } from '../../../rails/rails.ts';

/** The account that payments to customers are taken from, and the one that what they pay comes into. */
const PAYING_ACCOUNT = 'Utility Account';
const COLLECTING_ACCOUNT = 'Working Account';
const REPLY_DEADLINE_MS = 10_000;

/** Requests a tenant's balance of its provider. It comes in as a callback. False where there is no provider. */
export async function requestFloat(
  { internals, rails, callbacks }: { internals: Pick<Internals, 'transact'>; rails: Rails; callbacks: Callbacks },
  caller: Caller,
): Promise<boolean> {
  const { tenantId } = caller;
  const open = await rails.darajaOf(tenantId);
  if (!open) return false;
  await internals.transact.run('requestFloat', caller, async (tx, { now }) => {
    await tx.sql('update rail set balance_requested_at = $1', [instantText(now)]);
    return outcome(null);
  });
  const address = (kind: CallbackKind) => callbacks.addressOf({ tenantId, kind, originatorId: open.uuid });
  const addresses = { result: address('balance'), timeout: address('balance_timeout') };
  await requestBalance(open.daraja, addresses, AbortSignal.timeout(REPLY_DEADLINE_MS));
  return true;
}

type Books = { readonly float: string; readonly held: string; readonly in_transit: string };

/**
 * What the books say lies with the shortcode that pays: the float of agents, and what apps have topped up and not paid
 * out. What apps collect ($1) is there, too, where the same shortcode collects; a sandbox's play money is not.
 */
const IN_BOOKS = `
  with agents as (select coalesce(sum(float), 0) as float, coalesce(sum(held), 0) as held from agent),
       apps as (select coalesce(sum(amount), 0) as float from app_transaction
                 where type <> 'fee' and source_type <> 'app_account' and ($1::boolean or type <> 'collection')),
       leaving as (select coalesce(sum(amount), 0) as held from payout where state = 'sending'),
       gone as (select coalesce(sum(amount), 0) as amount from payout where state in ('sent', 'unknown', 'review')),
       lent as (select coalesce(sum(in_transit), 0) as amount from disbursement where in_transit > 0)
  select agents.float + apps.float - gone.amount as float, agents.held + leaving.held as held,
         lent.amount + gone.amount as in_transit
    from agents, apps, leaving, gone, lent`;

/**
 * Records what the provider holds. The books agree where the difference is payments in transit alone: it may not have
 * taken yet what is in transit for us, and may have taken what we still hold. Otherwise a person has to look.
 * A shortcode that collects as well is compared as a whole: between its own accounts money is moved on the portal.
 */
export const floatRecorder =
  ({ run }: Transact) =>
  (caller: Caller, text: string): Promise<void> =>
    run('recordFloat', caller, async (tx, { now, today, actor }) => {
      const result = readBalanceResult(text);
      if (result.kind === 'unreadable') return outcome(undefined);
      const held = (account: string) => result.accounts.find(({ name }) => name === account)?.current;
      const paying = held(PAYING_ACCOUNT);
      if (paying === undefined) return outcome(undefined);
      await withoutHurry(tx.sql);
      const [rail] = await tx.sql<{ collects: boolean | null }>(
        `select settings ->> 'shortcode' = settings -> 'stk' ->> 'shortcode' as collects from rail`,
      );
      const collects = rail?.collects === true;
      const balance = paying + (collects ? (held(COLLECTING_ACCOUNT) ?? 0n) : 0n);
      const [books] = await tx.sql<Books>(IN_BOOKS, [collects]);
      const float = BigInt(books?.float ?? 0) + (collects ? await onPaybill(tx, today) : 0n);
      await tx.sql('update rail set balance = $1, balance_at = $2, balance_in_books = $3', [
        balance.toString(),
        instantText(result.at !== null && Temporal.Instant.compare(result.at, now) <= 0 ? result.at : now),
        float.toString(),
      ]);
      const agrees = balance >= float - BigInt(books?.held ?? 0) && balance <= float + BigInt(books?.in_transit ?? 0);
      return outcome(undefined, ...(await note(tx, { agrees, balance, float, now, actor })));
    });

async function onPaybill({ sql }: TenantTransaction, today: Temporal.PlainDate): Promise<bigint> {
  const paybill = (await turnoversBy(sql, today)).find(({ account }) => account === 'mpesa_paybill');
  return paybill ? paybill.debit - paybill.credit : 0n;
}

async function note(
  { of }: TenantTransaction,
  found: { agrees: boolean; balance: bigint; float: bigint; now: Temporal.Instant; actor: string },
): Promise<DomainEvent[]> {
  const open = await of(Incident).first(`kind = 'float_difference' and state = 'open'`, []);
  if (found.agrees) {
    return open ? [open.resolve('The provider’s balance and the books agree again.', found.actor, found.now)] : [];
  }
  const summary = `The provider holds ${found.balance}; the books say ${found.float}, and what is in transit does not explain it.`;
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
  of(Incident).add(incident);
  return [event];
}
