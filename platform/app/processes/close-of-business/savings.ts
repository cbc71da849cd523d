import { randomUUIDv7 } from 'node:crypto';
import { event, type DomainEvent } from '#core/kernel/event.ts';
import { closeSavings, type ClosedSavings, type SavingsAtClose } from '#core/savings/use-cases/close-savings.ts';
import type { EarlierBalance, SavingsInterest } from '#core/savings/interest.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { Batch, Run } from './batch.ts';
import { CLOSER } from './read-loans.ts';
import { columns } from './write-loans.ts';

type Sql = TenantTransaction['sql'];

type AccountToClose = SavingsAtClose & { readonly id: number; readonly memberId: number };
type Closing = { readonly account: AccountToClose; readonly closed: ClosedSavings };

/**
 * Closes the day of the next savings accounts: interest is earned on what they held at its end and, on the last day of
 * a posting period, credited less tax. As with loans, how many statements that takes doesn't depend on how many there
 * are, and the run moves on with them in one transaction.
 * @param endOfDay the instant at which the business date ends, for what is posted
 */
export async function closeSavingsBatch(
  { sql }: Pick<TenantTransaction, 'sql'>,
  run: Run,
  { limit, endOfDay }: { readonly limit: number; readonly endOfDay: Temporal.Instant },
): Promise<Pick<Batch, 'events'> & { readonly accounts: number }> {
  const ids = await lockNext(sql, run.lastSavingsAccountId, limit);
  if (ids.length === 0) return { accounts: 0, events: [] };
  const closings = (await read(sql, ids)).map((account): Closing => ({
    account,
    closed: closeSavings(account, run.date),
  }));
  await write(sql, closings);
  const posted = await post(sql, closings, endOfDay);
  const sum = (of: (closed: ClosedSavings) => bigint) => closings.reduce((total, { closed }) => total + of(closed), 0n);
  const earned = sum((closed) => closed.earned);
  await sql(
    `update close_of_business
        set savings_done = savings_done + $2, batches = batches + 1, last_savings_account_id = $3, version = version + 1,
            savings_interest = savings_interest + $4::bigint, interest_posted = interest_posted + $5::bigint,
            tax_withheld = tax_withheld + $6::bigint
      where id = $1`,
    [
      run.id,
      ids.length,
      ids.at(-1),
      String(earned),
      String(sum(({ posted }) => posted?.interest ?? 0n)),
      String(sum(({ posted }) => posted?.tax ?? 0n)),
    ],
  );
  return { accounts: ids.length, events: [...bookedEvent(run, ids.length, earned), ...posted] };
}

/** Locks the next accounts with something to earn, to post or to forget, in the order of their ids. */
async function lockNext(sql: Sql, after: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: string }>(
    `select id from savings_account where id = any(array(
        select a.id from savings_account a
         where a.interest is not null
           and (a.balance > 0 or a.interest_days > 0 or a.interest_accrued > 0 or a.earlier_balances <> '[]')
           and a.id > $1 order by a.id limit $2))
      order by id for no key update`,
    [after, limit],
  );
  return rows.map(({ id }) => Number(id));
}

type AccountRow = {
  id: string;
  member_id: string;
  state: string;
  balance: string;
  interest: SavingsInterest;
  interest_days: string;
  interest_accrued: string;
  earlier_balances: readonly EarlierBalance[];
};

async function read(sql: Sql, ids: readonly number[]): Promise<AccountToClose[]> {
  const rows = await sql<AccountRow>(
    `select id, member_id, state, balance::text as balance, interest, interest_days::text as interest_days,
            interest_accrued::text as interest_accrued, earlier_balances
       from savings_account where id = any($1::bigint[]) order by id`,
    [ids],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    memberId: Number(row.member_id),
    isOpen: row.state !== 'closed' && row.state !== 'rejected',
    balance: BigInt(row.balance),
    earlier: row.earlier_balances,
    days: BigInt(row.interest_days),
    accrued: BigInt(row.interest_accrued),
    interest: row.interest,
  }));
}

/** Only what was credited makes a new version: that interest grows is no change that anybody is shown. */
async function write(sql: Sql, closings: readonly Closing[]): Promise<void> {
  await sql(
    `update savings_account a
        set balance = n.balance, interest_days = n.days, interest_accrued = n.accrued, earlier_balances = n.earlier::jsonb,
            version = a.version + case when n.balance <> a.balance then 1 else 0 end
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
              as n(id, balance, days, accrued, earlier)
      where a.id = n.id`,
    columns(closings, [
      ({ account }) => account.id,
      ({ closed }) => closed.balance,
      ({ closed }) => closed.days,
      ({ closed }) => closed.accrued,
      ({ closed }) => JSON.stringify(closed.earlier),
    ]),
  );
}

/** Interest and tax as movements of the accounts, each with its event and so with its journal. */
async function post(sql: Sql, closings: readonly Closing[], endOfDay: Temporal.Instant): Promise<DomainEvent[]> {
  const movements = closings.flatMap(({ account, closed: { posted, balance } }) =>
    posted === null
      ? []
      : [
          { account, type: 'interest', amount: posted.interest, balanceAfter: balance + posted.tax },
          ...(posted.tax > 0n ? [{ account, type: 'withholding_tax', amount: posted.tax, balanceAfter: balance }] : []),
        ].map((movement) => ({ ...movement, uuid: randomUUIDv7() })),
  );
  if (movements.length === 0) return [];
  const rows = await sql<{ id: string; uuid: string }>(
    `insert into savings_transaction (uuid, account_id, type, amount, state, paid_at, balance_after, recorded_by)
     select n.uuid, n.account_id, n.type, n.amount, 'posted', $1::timestamptz, n.balance_after, $2
       from unnest($3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[]) with ordinality
              as n(uuid, account_id, type, amount, balance_after, place)
      order by n.place
     returning id, uuid`,
    [
      endOfDay.subtract({ milliseconds: 1 }).toString(),
      CLOSER,
      ...columns(movements, [
        ({ uuid }) => uuid,
        ({ account }) => account.id,
        ({ type }) => type,
        ({ amount }) => amount,
        ({ balanceAfter }) => balanceAfter,
      ]),
    ],
  );
  const ids = new Map(rows.map(({ id, uuid }) => [uuid, Number(id)]));
  return movements.map(({ uuid, account, type, amount, balanceAfter }) =>
    event(
      type === 'interest' ? 'savings_transaction.interest_posted' : 'savings_transaction.tax_withheld',
      'savings_transaction',
      { id: ids.get(uuid)!, uuid, version: 1 },
      {
        savings_account_id: account.id,
        member_id: account.memberId,
        type,
        amount,
        channel: null,
        receipt_no: null,
        balance_after: balanceAfter,
        state: 'posted',
      },
    ),
  );
}

/** What the day has earned on all accounts of the batch, in one event and so in one journal. */
function bookedEvent(run: Run, accounts: number, earned: bigint): DomainEvent[] {
  if (earned === 0n) return [];
  const subject = { id: run.id, uuid: run.uuid, version: run.version + 1 };
  const facts = { business_date: run.date.toString(), accounts, savings_interest: earned };
  return [event('close_of_business.savings_booked', 'close_of_business', subject, facts)];
}
