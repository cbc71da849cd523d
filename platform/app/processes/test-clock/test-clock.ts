import { outcome } from '#core/kernel/outcome.ts';
import { requireAdvance, requireSandboxTenant, type TestClock } from '#core/partners/test-clock.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Row, TenantTransaction } from '../../../postgres/database.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import { businessTime } from '../../../postgres/tenant-clock.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { Internals } from '../../internals.ts';
import type { CommandRequest, Handled, Work } from '../../transact.ts';

/** Where a clock is to go: to a moment, or so much further. */
export type AdvanceClock = { readonly to: Temporal.Instant } | { readonly seconds: number };

/** The clock as it is shown. */
export type ShownClock = Omit<TestClock, 'advancedFrom' | 'target'> & {
  /** Null where it was never advanced. */
  readonly advancedFrom: Temporal.Instant | null;
  readonly target: Temporal.Instant | null;
  /** That of its tenant, which has one clock. */
  readonly uuid: string;
  /** How far it is ahead of real time. */
  readonly offsetSeconds: number;
  /** Why its last step failed, which is tried again. */
  readonly problem: string | null;
};

/** A worker that dies is replaced after so long, in real time. */
const LEASE_SECONDS = 15;

/**
 * The test clock of a sandbox tenant. A command says where it is to go; a worker moves it there, from one moment at which
 * something is due to the next. Each step is a transaction of its own, and what is due is found in the rows: a worker that
 * dies leaves a clock that another one goes on with.
 */
export function testClock({ transact, database, tenants, clock, due }: Internals) {
  return {
    /** @throws DomainError sandbox_only (forbidden) in a live tenant */
    shown: async (caller: Pick<Caller, 'tenantId' | 'mode'>): Promise<ShownClock> => {
      requireSandboxTenant(caller.mode);
      const { uuid } = await tenants.get(caller.tenantId);
      return database.read(caller.tenantId, async (tx) => ({ uuid, ...shownFrom(await rowOf(tx), tx, clock()) }));
    },

    /**
     * Sends the clock to a moment. The same moment again changes nothing while it is under way.
     * @throws DomainError sandbox_only, clock_advancing, validation_failed
     */
    advance: (request: CommandRequest<ShownClock>, command: AdvanceClock): Promise<Handled> =>
      transact.handle('advanceTestClock', request, sent(command)),

    /** The same without a response, for operators. */
    send: (caller: Caller, command: AdvanceClock): Promise<ShownClock> =>
      transact.run('advanceTestClock', caller, sent(command)),

    ...clockForWorkers({ transact, clock, due }),
  };
}

/** What a worker does that moves the clock. */
function clockForWorkers({ transact, clock, due }: Pick<Internals, 'transact' | 'clock' | 'due'>) {
  return {
    /** Tenants whose clock is to be moved, and no process moves it. */
    waiting: () => due.clocksToAdvance(),

    /** Takes the clock on, or stays with it; where it goes, or null where another worker moves it or it is there. */
    lease: async (tenantId: number, holder: string): Promise<Temporal.Instant | null> => {
      const [row] = await transact.write(tenantId, ({ sql }) =>
        sql(
          `update test_clock set lease = $1, leased_until = now() + make_interval(secs => $2)
            where state = 'advancing' and (lease = $1 or leased_until is null or leased_until <= now()) returning target`,
          [holder, LEASE_SECONDS],
        ),
      );
      return row ? readInstant(row['target']) : null;
    },

    /** Lets go of the clock: another worker may go on. @param problem why it could not be moved */
    release: async (tenantId: number, holder: string, problem: string | null): Promise<void> => {
      await transact.write(tenantId, ({ sql }) =>
        sql(
          `update test_clock set lease = null, problem = $2::text,
                  leased_until = case when $2::text is null then null else now() + interval '2 seconds' end
            where lease = $1`,
          [holder, problem],
        ),
      );
    },

    /** It is where it was sent. */
    arrive: async (tenantId: number, holder: string): Promise<void> => {
      await transact.write(tenantId, ({ sql }) =>
        sql(
          `update test_clock set state = 'ready', finished_at = now(), lease = null, leased_until = null, problem = null
            where lease = $1 and state = 'advancing'`,
          [holder],
        ),
      );
    },

    /**
     * Moves the clock to the next moment at which something is due, a day begins, or it is where it goes.
     * @param done up to when everything is done
     */
    moveOn: async (
      tenantId: number,
      holder: string,
      {
        done,
        target,
        timeZone,
      }: { readonly done: Temporal.Instant; readonly target: Temporal.Instant; readonly timeZone: string },
    ): Promise<void> => {
      const midnight = done.toZonedDateTimeISO(timeZone).startOfDay().add({ days: 1 }).toInstant();
      const moment = await due.nextMomentOf(tenantId, done, target);
      const next = [midnight, ...(moment ? [moment] : [])].reduce(earlier, target);
      const aheadMs = Math.ceil(next.since(clock()).total('milliseconds'));
      await transact.write(tenantId, ({ sql }) =>
        // A sandbox that was reset meanwhile has a clock of its own again.
        sql(`select move_clock($1) from test_clock where lease = $2 and state = 'advancing'`, [aheadMs, holder]),
      );
    },
  };
}

/** Stores where the clock goes. */
const sent =
  (command: AdvanceClock): Work<ShownClock> =>
  async (tx, { now: from, realTime, tenant }) => {
    requireSandboxTenant(tenant.mode);
    const present = await rowOf(tx, 'for update');
    const to = ('to' in command ? command.to : from.add({ seconds: command.seconds })).round({
      smallestUnit: 'millisecond',
      roundingMode: 'floor',
    });
    if (requireAdvance(to, from, present && clockFrom(present, from))) {
      const begun = await tx.sql(
        `insert into test_clock (state, advanced_from, target) values ('advancing', $1, $2)
         on conflict (tenant_id) do update
           set state = 'advancing', advanced_from = excluded.advanced_from, target = excluded.target,
               requested_at = now(), finished_at = null, lease = null, leased_until = null, problem = null
         where test_clock.state <> 'advancing' returning target`,
        [instantText(from), instantText(to)],
      );
      // Another first request was faster: there was no row yet that this one could have waited for.
      const other = begun.length === 0 ? await rowOf(tx) : null;
      if (other) requireAdvance(to, from, clockFrom(other, from));
    }
    return outcome({ uuid: tenant.uuid, ...shownFrom(await rowOf(tx), tx, realTime) });
  };

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) <= 0 ? one : other;

async function rowOf({ sql }: TenantTransaction, locking = ''): Promise<Row | null> {
  const [row] = await sql(`select state, advanced_from, target, problem from test_clock ${locking}`);
  return row ?? null;
}

function clockFrom(row: Row, now: Temporal.Instant): TestClock {
  return {
    state: row['state'] === 'advancing' ? 'advancing' : 'ready',
    now,
    advancedFrom: readInstant(row['advanced_from']),
    target: readInstant(row['target']),
  };
}

function shownFrom(row: Row | null, tx: TenantTransaction, realTime: Temporal.Instant): Omit<ShownClock, 'uuid'> {
  const now = businessTime(realTime, tx);
  const offsetSeconds = Math.floor(tx.clockOffsetMs / 1000);
  if (row === null) return { state: 'ready', now, advancedFrom: null, target: null, offsetSeconds, problem: null };
  return { ...clockFrom(row, now), offsetSeconds, problem: row['problem'] === null ? null : String(row['problem']) };
}
