import { randomUUID } from 'node:crypto';
import { Incident } from '#core/payments/incident/incident.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { ProviderBalance } from '#core/payments/account-rail.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Transact } from '../../transact.ts';
import { turnoversBy, withoutHurry } from '../../../postgres/ledger/balances.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { ProviderAccount, ProviderAccountsOf } from '../../../rails/rail.ts';

const REPLY_DEADLINE_MS = 10_000;

/** What is recorded of a provider's balance: by the text that it notified. */
export type NotifiedBalance = { readonly railUuid: string; readonly text: string };

/** The balances of an institution's own accounts at its providers. */
export function floatCheck({ run }: Transact, accountsOf: ProviderAccountsOf) {
  const record = floatRecorder(run);
  return {
    /** Requests each of them. What a provider replies immediately is recorded. False where there is no provider. */
    requestFloat: async (caller: Caller): Promise<boolean> => {
      const accounts = await accountsOf(caller.tenantId);
      for (const account of accounts) {
        await run('requestFloat', caller, async (tx, { now }) => {
          await tx.sql('update rail set balance_requested_at = $1 where uuid = $2', [instantText(now), account.uuid]);
          return outcome(null);
        });
        const balance = await account.rail.requestBalance(AbortSignal.timeout(REPLY_DEADLINE_MS));
        if (balance !== null) await record(caller, account, balance);
      }
      return accounts.length > 0;
    },

    /** Records one that a provider notifies. What can't be read says nothing. */
    recordFloat: async (caller: Caller, { railUuid, text }: NotifiedBalance): Promise<void> => {
      const account = (await accountsOf(caller.tenantId)).find(({ uuid }) => uuid === railUuid);
      const balance = await account?.rail.receiveBalance(text);
      if (account && balance) await record(caller, account, balance);
    },
  };
}

type Books = { readonly float: string; readonly held: string; readonly in_transit: string };

/**
 * What the books say lies with the shortcode that pays: the float of agents, and what apps have topped up and not paid
 * out. What apps collect ($1) is there, too, where the same shortcode collects; a sandbox's play money is not.
 */
const IN_BOOKS = `
  with agents as (select coalesce(sum(float), 0) as float, coalesce(sum(held), 0) as held from agent
                   where provider = 'mpesa'),
       apps as (select coalesce(sum(amount), 0) as float from app_transaction
                 where type <> 'fee' and source_type <> 'app_account' and ($1::boolean or type <> 'collection')
                   and not exists (select from payout p where p.uuid = source_uuid and p.provider <> 'mpesa')
                   and not exists (select from collection c where c.uuid = source_uuid and c.provider <> 'mpesa')),
       leaving as (select coalesce(sum(amount), 0) as held from payout where state = 'sending' and provider = 'mpesa'),
       gone as (select coalesce(sum(amount), 0) as amount from payout
                where state in ('sent', 'unknown', 'review') and provider = 'mpesa'),
       -- A business is paid from the account that collects.
       lent as (select coalesce(sum(in_transit), 0) as amount from disbursement
                 where in_transit > 0 and channel not in ('bank', 'airtel_b2c')
                   and ($1::boolean or channel <> 'mpesa_b2b'))
  select agents.float + apps.float - gone.amount as float, agents.held + leaving.held as held,
         lent.amount + gone.amount as in_transit
    from agents, apps, leaving, gone, lent`;

/**
 * Records what the provider holds. The books agree where the difference is payments in transit alone: it may not have
 * taken yet what is in transit for us, and may have taken what we still hold. Otherwise a person has to look.
 */
const floatRecorder =
  (run: Transact['run']) =>
  (caller: Caller, { uuid, provider, rail }: ProviderAccount, { held: balance, at }: ProviderBalance): Promise<void> =>
    run('recordFloat', caller, async (tx, { now, today, actor }) => {
      const balanceAt = instantText(at !== null && Temporal.Instant.compare(at, now) <= 0 ? at : now);
      // What is paid into an account at another provider is not booked yet: its balance is shown, and compared by people.
      if (provider !== 'mpesa') {
        const shown = 'update rail set balance = $1, balance_at = $2 where uuid = $3';
        await tx.sql(shown, [balance.toString(), balanceAt, uuid]);
        return outcome(undefined);
      }
      await withoutHurry(tx.sql);
      const { collects } = rail;
      const [books] = await tx.sql<Books>(IN_BOOKS, [collects]);
      const float = BigInt(books?.float ?? 0) + (collects ? await onPaybill(tx, today) : 0n);
      await tx.sql('update rail set balance = $1, balance_at = $2, balance_in_books = $3 where uuid = $4', [
        balance.toString(),
        balanceAt,
        float.toString(),
        uuid,
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
