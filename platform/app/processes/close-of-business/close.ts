import { setTimeout as sleep } from 'node:timers/promises';
import { event, type DomainEvent } from '#core/kernel/event.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { daysToClose, requireDayOver } from '#core/lending/use-cases/close-of-business/days-to-close.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Database, TenantTransaction } from '../../../postgres/database.ts';
import { businessTime } from '../../../postgres/tenant-clock.ts';
import { withoutHurry } from '../../../postgres/ledger/balances.ts';
import { sumDays } from '../../../postgres/ledger/days.ts';
import { readDate } from '../../../postgres/mapping/types.ts';
import { MAY_MATURE } from '../../../postgres/savings/savings-at-close.ts';
import type { Tenant, Tenants } from '../../tenants.ts';
import type { Clock, Transact, Work } from '../../transact.ts';
import { closeBatch, type Batch } from './batch.ts';
import { closeSavingsBatch } from './savings.ts';
import { markDormant } from './dormancy.ts';
import { parReport, portfolioOf } from './portfolio.ts';
import { takeNext, type Range, type Run } from './run.ts';
import { codeOf } from '../../../runtime/thrown.ts';

/** How far a day has come: its loans, and its savings accounts once all loans are closed. */
export type Progress = Pick<Run, 'date' | 'loansDone' | 'loansTotal' | 'savingsDone' | 'finished'>;

export type CloseOrder = {
  /** The last day to close; days before it that were missed are closed first. */
  readonly through: Temporal.PlainDate;
  /** Where a book that was never closed begins; by default with the first disbursement. */
  readonly firstDay?: Temporal.PlainDate;
  /** Called after each batch. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called before each batch; where it returns false, the next close continues. */
  readonly goesOn?: () => boolean;
  /** Loans of a batch. */
  readonly batch?: number;
};

export type Closer = (
  caller: Caller,
  order: CloseOrder,
) => Promise<{ readonly days: number; readonly through: boolean }>;

/** Loans that are closed in one transaction: enough that its own cost is small, few enough to hold locks for a moment. */
const BATCH = 500;
const TRIES = 8;
/** Others got in the way (serialization, deadlock), or the statement took too long. */
const RETRYABLE = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * The close of business: accrues, charges lateness, classifies and provides for every loan, then earns and posts the
 * interest of savings, and marks what has become dormant, day by day. Each batch of loans or accounts is one transaction
 * with its journals, its events and the progress of its range: a process that dies in the middle loses the open batch,
 * and another one closes that. A day that is done is not done again. Closes at the same time share the ranges of a day.
 */
export function businessCloser({
  database,
  transact,
  tenants,
  clock,
}: {
  readonly database: Pick<Database, 'read'>;
  readonly transact: Pick<Transact, 'run'>;
  readonly tenants: Tenants;
  readonly clock: Clock;
}): Closer {
  return async (caller, order) => {
    const { mode, timeZone } = await tenants.get(caller.tenantId);
    const known = await database.read(caller.tenantId, async (tx) => {
      requireDayOver(order.through, businessTime(clock(), tx).toZonedDateTimeISO(timeZone).toPlainDate(), mode);
      return lastClosed(tx.sql);
    });
    const days = daysToClose(order.through, known.last, order.firstDay ?? known.first);
    let done = 0;
    for (const day of days) {
      if (!(await closeDay(caller, day, order))) break;
      done += 1;
    }
    return { days: done, through: done === days.length };
  };

  /** @returns false where it was interrupted */
  async function closeDay(caller: Caller, date: Temporal.PlainDate, order: CloseOrder): Promise<boolean> {
    for (;;) {
      if (order.goesOn?.() === false) return false;
      const progress = await again(() => step(caller, date, order.batch ?? BATCH));
      if (progress === null) continue;
      order.onProgress?.(progress);
      if (progress.finished) return true;
    }
  }

  /** One batch, or the end of the day where all are done; null where another process went on meanwhile. */
  function step(caller: Caller, date: Temporal.PlainDate, limit: number): Promise<Progress | null> {
    const work: Work<Progress | null> = async (tx, { tenant }) => {
      const next = await takeNext(tx.sql, date, limit);
      if (next.kind === 'changed') return outcome(null);
      if (next.kind === 'finished') return outcome(next.run);
      if (next.kind === 'end') return endDay(tx, next.run, { tenant, limit });
      const { run, events } = await closeNext(tx, next.range, { tenant, limit });
      return outcome<Progress>(run, ...events);
    };
    return transact.run('closeOfBusiness', caller, work, { bookedOn: date });
  }
}

type Terms = { readonly tenant: Tenant; readonly limit: number };

function closeNext(tx: TenantTransaction, range: Range, { tenant, limit }: Terms): Promise<Batch> {
  const { arrearsBands: bands, limits, timeZone } = tenant;
  if (range.step === 'loans') return closeBatch(tx, range, { bands, limit, inDuplum: limits.inDuplum });
  const endOfDay = range.run.date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return closeSavingsBatch(tx, range, { limit, endOfDay });
}

/** All loans and accounts are closed: marks what has become dormant, and where nothing has, ends the day. */
async function endDay(tx: TenantTransaction, run: Run, { tenant, limit }: Terms): Promise<Outcome<Progress>> {
  const { marked, events } = await markDormant(tx, run.date, { days: tenant.dormancyDays, limit });
  return marked > 0 ? outcome(run, ...events) : outcome({ ...run, finished: true }, await finish(tx.sql, run, tenant));
}

async function lastClosed(sql: TenantTransaction['sql']) {
  const [row] = await sql<{ last: string | null; first: string | null }>(
    `select (select max(business_date)::text from close_of_business where state = 'done') as last,
            least((select min(disbursed_on) from loan),
                  (select min(opened_on) from savings_account where interest is not null),
                  (select min(matures_on) - 1 from savings_account where ${MAY_MATURE}))::text as first`,
  );
  return {
    last: row?.last == null ? null : readDate(row.last),
    first: row?.first == null ? null : readDate(row.first),
  };
}

/** The day is closed: the portfolio at its end is stored with it, and what it did to each account. */
async function finish(sql: TenantTransaction['sql'], run: Run, { id, arrearsBands }: Tenant): Promise<DomainEvent> {
  await withoutHurry(sql);
  const report = parReport(await portfolioOf(sql, arrearsBands));
  // Last, because bookings wait for it.
  await sumDays(sql, id, run.date);
  await sql('delete from close_of_business_range where close_id = $1', [run.id]);
  await sql(
    `update close_of_business set state = 'done', portfolio = $2, finished_at = business_now(), version = version + 1 where id = $1`,
    [run.id, JSON.stringify(report)],
  );
  const subject = { id: run.id, uuid: run.uuid, version: run.version + 1 };
  return event('close_of_business.finished', 'close_of_business', subject, {
    business_date: run.date.toString(),
    loans: run.loansDone,
  });
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= TRIES || !RETRYABLE.has(codeOf(error) ?? '')) throw error;
      await sleep(2 ** attempt * 10);
    }
  }
}
