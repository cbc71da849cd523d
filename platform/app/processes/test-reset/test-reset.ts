import { randomUUID } from 'node:crypto';
import { refuse } from '#core/kernel/domain-error.ts';
import { event } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { requireSandboxTenant } from '#core/partners/test-clock.ts';
import { MOST_RESETS_AN_HOUR, requireReset, type FixtureName } from '#core/partners/test-reset.ts';
import type { Caller } from '../../../auth/caller.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import { admitted, type Row, type TenantTransaction } from '../../../postgres/database.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import { storedFingerprint } from '../../../postgres/partners/views/idempotency-keys.ts';
import { describeError } from '../../../runtime/log.ts';
import { platformRefusals } from '../../../runtime/refusals.ts';
import type { Internals } from '../../internals.ts';
import { transactor, writer, type CommandRequest, type Handled, type Transact, type Work } from '../../transact.ts';
import { planting, type Planting } from './planting.ts';

/** A reset as it is shown: how far the last one has come. */
export type ShownReset = {
  /** That of the sandbox. */
  readonly uuid: string;
  readonly state: 'resetting' | 'ready';
  /** Null where it was never reset. */
  readonly fixture: string | null;
  readonly requestedAt: Temporal.Instant | null;
  readonly finishedAt: Temporal.Instant | null;
  readonly rowsErased: number;
  /** Why its last step failed, which is tried again. */
  readonly problem: string | null;
};

/** The state to which a sandbox is brought. */
export type ResetSandbox = { readonly fixture: FixtureName };

/** Plants a fixture in an empty sandbox, in transactions of its own. A failure in the middle begins the reset again. */
export type Plant = (fixture: FixtureName, planting: Planting, caller: Caller) => Promise<void>;

/** A worker that dies is replaced after so long, in real time. */
const LEASE_SECONDS = 15;
/** Rows that one transaction erases: others of the database wait for none of its locks. */
const ERASED_TOGETHER = 2_000;

type UnderWay = { readonly id: number; readonly fixture: FixtureName; readonly by: string; readonly requestId: string };

/**
 * Brings a sandbox back to a named state. A command stores which, and from its commit on the database lets no other
 * transaction of the tenant begin; a worker erases what there is, in bounded steps, plants the fixture and opens the sandbox
 * again. A worker that dies leaves a sandbox that is being reset: the next worker erases again what was planted by halves.
 */
export function testReset(internals: Internals) {
  const { database, tenants, clock, due } = internals;
  const open = admitted(database);
  const transact = transactor(open, tenants, clock);
  return {
    /** @throws DomainError sandbox_only (forbidden) in a live tenant */
    shown: async (caller: Pick<Caller, 'tenantId' | 'mode'>): Promise<ShownReset> => {
      requireSandboxTenant(caller.mode);
      const { uuid } = await tenants.get(caller.tenantId);
      return open.read(caller.tenantId, async ({ sql }) => shownFrom(uuid, await lastOf(sql)));
    },

    /**
     * Begins a reset. The same one again joins it while it is under way.
     * @throws DomainError sandbox_only, sandbox_resetting, rate_limited
     */
    request: (request: CommandRequest<ShownReset>, command: ResetSandbox): Promise<Handled> =>
      transact.handle('resetSandbox', request, begin(request, command)),

    /** The same without a response, for operators. */
    begin: (caller: Caller, command: ResetSandbox): Promise<ShownReset> =>
      transact.run('resetSandbox', caller, begin({ caller, claim: null }, command)),

    /** The same where the sandbox holds no records; otherwise nothing is done, and nothing erased. @returns whether it begins */
    beginEmpty: (caller: Caller, command: ResetSandbox): Promise<boolean> =>
      transact.run('resetSandbox', caller, async (tx, context) => {
        const [row] = await tx.sql<{ empty: boolean }>('select sandbox_is_empty() as empty');
        if (row?.empty === true) await begin({ caller, claim: null }, command)(tx, context);
        return outcome(row?.empty === true);
      }),

    /** Sandboxes that are to be reset, and no process resets them. */
    waiting: () => due.sandboxesToReset(),

    /** Does what `request` has stored. @returns false where another worker does it, or there is nothing to do */
    perform: async (tenantId: number, plant: Plant): Promise<boolean> => {
      const lease = randomUUID();
      const take = () => leased(writer(open), tenantId, lease);
      const order = await take();
      if (order === null) return false;
      // A lease that can't be renewed runs out, and its next step is refused.
      const renewing = setInterval(() => void take().catch(() => undefined), (LEASE_SECONDS / 3) * 1_000);
      renewing.unref();
      try {
        const own = planting(internals, lease);
        const { write } = own.present.transact;
        await eraseAll(write, tenantId, order);
        tenants.forget(tenantId);
        const caller = systemCaller({ id: tenantId, mode: 'sandbox' }, order.by, order.requestId);
        await write(tenantId, ({ sql }) => sql('select restart_sandbox()'));
        await plant(order.fixture, own, caller);
        await finish(own.present, caller, order);
        return true;
      } catch (error) {
        await release(writer(open), tenantId, lease, error);
        throw error;
      } finally {
        clearInterval(renewing);
        tenants.forget(tenantId);
      }
    },
  };
}

/** Stores what the sandbox is to be, and closes it to everybody else. */
function begin(
  { caller: { clientId, requestId }, claim }: Pick<CommandRequest<ShownReset>, 'caller' | 'claim'>,
  { fixture }: ResetSandbox,
): Work<ShownReset> {
  return async (tx, { tenant, actor }) => {
    const { sql } = tx;
    requireSandboxTenant(tenant.mode);
    const present = await underWay(sql);
    if (requireReset(fixture, present?.fixture ?? null)) {
      await requireSeldom(sql);
      const begun = await sql(
        `insert into test_reset (uuid, fixture, state, requested_by, request_id, client_id, fingerprint)
         values ($1, $2, 'resetting', $3, $4, $5, $6)
         on conflict (tenant_id) where state = 'resetting' do nothing returning id`,
        [randomUUID(), fixture, actor, requestId, clientId, claim && storedFingerprint(claim.fingerprint, tx)],
      );
      if (begun.length > 0) await sql('select begin_reset()');
      // Another request was faster: there was no row yet that this one could have seen.
      else requireReset(fixture, (await underWay(sql))?.fixture ?? null);
    }
    return outcome(shownFrom(tenant.uuid, await lastOf(sql)));
  };
}

type Sql = TenantTransaction['sql'];
type Write = Transact['write'];

async function underWay(sql: Sql): Promise<{ readonly fixture: string } | null> {
  const [row] = await sql<{ fixture: string }>(`select fixture from test_reset where state = 'resetting' for update`);
  return row ?? null;
}

async function lastOf(sql: Sql): Promise<Row | null> {
  const [row] = await sql('select * from test_reset order by id desc limit 1');
  return row ?? null;
}

function shownFrom(uuid: string, row: Row | null): ShownReset {
  const instantOf = (value: unknown) => (value == null ? null : readInstant(value));
  return {
    uuid,
    state: row?.['state'] === 'resetting' ? 'resetting' : 'ready',
    fixture: row ? String(row['fixture']) : null,
    requestedAt: instantOf(row?.['created_at']),
    finishedAt: instantOf(row?.['finished_at']),
    rowsErased: Number(row?.['rows_erased'] ?? 0),
    problem: row?.['problem'] == null ? null : String(row['problem']),
  };
}

/** @throws DomainError rate_limited (limited) */
async function requireSeldom(sql: Sql): Promise<void> {
  const [row] = await sql<{ n: string; wait: string | null }>(
    `select count(*) as n, ceil(extract(epoch from min(r.created_at) + interval '1 hour' - now())) as wait
       from (select created_at from test_reset where created_at > now() - interval '1 hour'
              order by id desc limit $1) r`,
    [MOST_RESETS_AN_HOUR],
  );
  if (Number(row?.n) < MOST_RESETS_AN_HOUR) return;
  const wait = Math.max(1, Number(row?.wait));
  throw refuse(
    platformRefusals.rate_limited,
    `A sandbox is reset ${MOST_RESETS_AN_HOUR} times an hour at most. Wait for ${wait} seconds.`,
    { limit: MOST_RESETS_AN_HOUR, window_seconds: 3_600, retry_after: wait },
  );
}

/** Takes the reset, or stays with it; null where another worker has it, or it is over. */
async function leased(write: Write, tenantId: number, lease: string): Promise<UnderWay | null> {
  const [row] = await write(tenantId, ({ sql }) =>
    sql<{ id: string; fixture: FixtureName; requested_by: string; request_id: string }>(
      `update test_reset set lease = $1, leased_until = now() + make_interval(secs => $2), problem = null
        where state = 'resetting' and (lease = $1 or leased_until is null or leased_until <= now())
       returning id, fixture, requested_by, request_id`,
      [lease, LEASE_SECONDS],
    ),
  );
  return row ? { id: Number(row.id), fixture: row.fixture, by: row.requested_by, requestId: row.request_id } : null;
}

/** Where the database does not take it, the lease runs out: another worker begins again. */
async function release(write: Write, tenantId: number, lease: string, error: unknown): Promise<void> {
  // Clients read it.
  const problem = describeError(error).message;
  await write(tenantId, ({ sql }) =>
    sql(
      `update test_reset set lease = null, leased_until = now() + interval '2 seconds', problem = $2
        where state = 'resetting' and lease = $1`,
      [lease, problem.slice(0, 500)],
    ),
  ).catch(() => undefined);
}

/** Erases until nothing is left, each step in a transaction of its own. */
async function eraseAll(write: Write, tenantId: number, { id }: UnderWay): Promise<void> {
  for (;;) {
    const gone = await write(tenantId, async ({ sql }) => {
      // Tables whose rows refer to each other are erased in one statement, however many they are.
      await sql(`set local statement_timeout = '5min'`);
      const [row] = await sql<{ gone: string }>('select erase_sandbox($1) as gone', [ERASED_TOGETHER]);
      await sql('update test_reset set rows_erased = rows_erased + $2 where id = $1', [id, Number(row?.gone)]);
      return Number(row?.gone);
    });
    if (gone === 0) return;
  }
}

/** The sandbox is open again, with the event that says so. */
async function finish({ transact }: Internals, caller: Caller, { id, fixture }: UnderWay): Promise<void> {
  await transact.run('resetSandbox', caller, async ({ sql }, { tenant }) => {
    await sql(
      `update test_reset set state = 'ready', finished_at = clock_timestamp(), lease = null, leased_until = null where id = $1`,
      [id],
    );
    await sql('select end_reset()');
    const reset = event('sandbox.reset', 'sandbox', { id: tenant.id, uuid: tenant.uuid, version: id }, { fixture });
    return outcome(null, reset);
  });
}
