import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { event, type DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { daysToClose, requireDayOver } from '#core/lending/use-cases/close-of-business/days-to-close.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Database, TenantTransaction } from '../../../postgres/database.ts';
import { businessTime } from '../../../postgres/tenant-clock.ts';
import { withoutHurry } from '../../../postgres/ledger/balances.ts';
import { LOANS_TO_CLOSE } from '../../../postgres/lending/loans-at-close.ts';
import { sumDays } from '../../../postgres/ledger/days.ts';
import { readDate } from '../../../postgres/mapping/types.ts';
import type { Tenant, Tenants } from '../../tenants.ts';
import type { Clock, Transact, Work } from '../../transact.ts';
import { closeBatch, type Run } from './batch.ts';
import { closeSavingsBatch } from './savings.ts';
import { markDormant } from './dormancy.ts';
import { parReport, portfolioOf } from './portfolio.ts';
import { codeOf } from '../../../runtime/thrown.ts';

/** How far a day has come. */
export type Progress = {
  readonly date: Temporal.PlainDate;
  readonly loansDone: number;
  readonly loansTotal: number;
  /** Savings accounts, once all loans are closed. */
  readonly savingsDone: number;
  readonly finished: boolean;
};

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
 * with its journals, its events and the run's progress: a process that dies in the middle loses the open batch, and the
 * next close continues after the last committed one. A day that is done is not done again. Two closes at the same time
 * take turns.
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
      order.onProgress?.(progress);
      if (progress.finished) return true;
    }
  }

  /** One batch, or the end of the day where all loans are closed. */
  function step(caller: Caller, date: Temporal.PlainDate, limit: number): Promise<Progress> {
    const work: Work<Progress> = async (tx, { tenant }) => {
      const run = await takeRun(tx.sql, date);
      if (run.finished) return outcome(run);
      const { arrearsBands: bands, limits } = tenant;
      const { loans, events } = await closeBatch(tx, run, { bands, limit, inDuplum: limits.inDuplum });
      const endOfDay = date.add({ days: 1 }).toZonedDateTime(tenant.timeZone).toInstant();
      const savings = loans > 0 ? null : await closeSavingsBatch(tx, run, { limit, endOfDay });
      const resting =
        savings?.accounts === 0 ? await markDormant(tx, date, { days: tenant.dormancyDays, limit }) : null;
      const finished = resting?.marked === 0;
      const progress = {
        date,
        loansDone: run.loansDone + loans,
        loansTotal: Math.max(run.loansTotal, run.loansDone + loans),
        savingsDone: run.savingsDone + (savings?.accounts ?? 0),
        finished,
      };
      const emitted = finished
        ? [await finish(tx.sql, run, tenant)]
        : [...events, ...(savings?.events ?? []), ...(resting?.events ?? [])];
      return outcome<Progress>(progress, ...emitted);
    };
    return transact.run('closeOfBusiness', caller, work, { bookedOn: date });
  }
}

async function lastClosed(sql: TenantTransaction['sql']) {
  const [row] = await sql<{ last: string | null; first: string | null }>(
    `select (select max(business_date)::text from close_of_business where state = 'done') as last,
            least((select min(disbursed_on) from loan),
                  (select min(opened_on) from savings_account where interest is not null))::text as first`,
  );
  return {
    last: row?.last == null ? null : readDate(row.last),
    first: row?.first == null ? null : readDate(row.first),
  };
}

type TakenRun = Run & Progress;

/** The run of a day, locked until commit; begun where there is none. */
async function takeRun(sql: TenantTransaction['sql'], date: Temporal.PlainDate): Promise<TakenRun> {
  const take = async (): Promise<TakenRun | null> => {
    const [row] = await sql<RunRow>(
      `select id, uuid, version, state, loans_done, loans_total, last_loan_id, savings_done, last_savings_account_id
         from close_of_business where business_date = $1::date for update`,
      [date.toString()],
    );
    return row ? runOf(row, date) : null;
  };
  const present = await take();
  if (present) return present;
  await sql(
    `insert into close_of_business (uuid, business_date, state, loans_total)
     select $1, $2::date, 'running', ${LOANS_TO_CLOSE}
      where not exists (select from close_of_business where business_date < $2::date and state <> 'done')
     on conflict (tenant_id, business_date) do nothing`,
    [randomUUIDv7(), date.toString()],
  );
  const begun = await take();
  if (!begun) throw new Error(`${date} can’t be closed while a day before it is open.`);
  return begun;
}

type RunRow = {
  id: string;
  uuid: string;
  version: number;
  state: 'running' | 'done';
  loans_done: number;
  loans_total: number;
  last_loan_id: string;
  savings_done: number;
  last_savings_account_id: string;
};

function runOf(row: RunRow, date: Temporal.PlainDate): TakenRun {
  return {
    id: Number(row.id),
    uuid: row.uuid,
    version: row.version,
    date,
    lastLoanId: Number(row.last_loan_id),
    loansDone: row.loans_done,
    loansTotal: row.loans_total,
    savingsDone: row.savings_done,
    lastSavingsAccountId: Number(row.last_savings_account_id),
    finished: row.state === 'done',
  };
}

/** The day is closed: the portfolio at its end is stored with it, and what it did to each account. */
async function finish(
  sql: TenantTransaction['sql'],
  run: TakenRun,
  { id, arrearsBands }: Tenant,
): Promise<DomainEvent> {
  await withoutHurry(sql);
  const report = parReport(await portfolioOf(sql, arrearsBands));
  // Last, because bookings wait for it.
  await sumDays(sql, id, run.date);
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
