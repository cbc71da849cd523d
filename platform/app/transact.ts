import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Agreement } from '#core/kernel/two-people.ts';
import type { PersonalLimits } from '#core/kernel/personal-limits.ts';
import type { Role } from '#core/people/roles.ts';
import type { Caller } from '../auth/caller.ts';
import { contextOf, stepOf, type CallerOfTenant } from './caller-context.ts';
import { inProgress, reclaimKey, type CommandResponse, type Claim } from './idempotency.ts';
import type { Database, TenantTransaction } from '../postgres/database.ts';
import {
  begun,
  conclude,
  handled,
  inOrder,
  orRefusal,
  perform,
  record,
  replayed,
  resumed,
  sealed,
  takeClaim,
  viewsFor,
  type Execution,
} from './execution.ts';
import { BooksJustClosed } from './record.ts';
import { requireSteppedUp } from './step-up.ts';
import type { Tenant, Tenants } from './tenants.ts';
import type { Views } from './views.ts';
import { inDoubt } from '../runtime/outage.ts';
import { codeOf } from '../runtime/thrown.ts';
import { traced } from '../runtime/tracing/tracing.ts';

export type Clock = () => Temporal.Instant;

/** What every use case receives beside its ports. */
export type CommandContext = {
  /** The business time of the tenant: the database's, unless its test clock is ahead. Records and events have it. */
  readonly now: Temporal.Instant;
  /** The database's time, by which keys, credentials, deliveries and leases go. */
  readonly realTime: Temporal.Instant;
  readonly today: Temporal.PlainDate;
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly actor: string;
  /** What the request is called by where it is stored: its id, and its key where it has one. */
  readonly calledBy: readonly string[];
  /** An api client acts; operators and jobs propose, and approve nothing. */
  readonly mayApprove: boolean;
  /** What the roles of the person approve and pay out; null where no person is signed in. */
  readonly personalLimits: PersonalLimits | null;
  /** The roles that who acts may give; null: an operator, who may all. */
  readonly grants: readonly string[] | null;
  /** The roles of the person who acts; null where no person is signed in. */
  readonly roles: readonly Role[] | null;
  /** Who acts is trusted with personal data of minors. */
  readonly pii: boolean;
  /** The branches to which the person is limited; null: to none. */
  readonly branches: readonly number[] | null;
  /** How far two people have come with the command. */
  readonly agreement: Agreement;
  /** Who proposed what is carried out now; null where one person does all of it. */
  readonly proposedBy: string | null;
  /** Which payment was proposed then, as the demand of the command named it; null where one person does all of it. */
  readonly proposedKey: string | null;
  readonly tenant: Tenant;
  /** How often the command has begun, from 1. */
  readonly attempt: number;
};

/** Who calls, whether the request may be a repetition, and how its result is presented. */
export type CommandRequest<Result> = {
  readonly caller: Caller;
  readonly claim: Claim | null;
  /** The response to a result, made inside the transaction so that it shows exactly what was committed. */
  readonly present: (result: Result, views: Views) => Promise<CommandResponse>;
  /** The response to a refusal, made inside the transaction as well: it may have to look up what the refusal names. */
  readonly refused: (error: DomainError, views: Views) => CommandResponse | Promise<CommandResponse>;
  /** For responses that hold a secret: what is stored for replays is ciphertext. */
  readonly confidential?: Confidential;
};

/** The same for a command that may take two people. */
export type ProposableRequest<Result> = CommandRequest<Result> & {
  /** The response where it waits for the second one. */
  readonly proposed: (proposal: { readonly uuid: string }, views: Views) => CommandResponse | Promise<CommandResponse>;
};

export type Confidential = {
  readonly seal: (body: string) => string;
  readonly open: (box: string) => string;
};

/** The response to a command, and whether it is a replay of an earlier one. */
export type Handled = { readonly response: CommandResponse; readonly replayed: boolean };

export type Work<Result> = (tx: TenantTransaction, context: CommandContext) => Promise<Outcome<Result>>;

/** A request whose command takes two transactions: it can be continued after the first. */
export type ResumableRequest<Result> = Omit<CommandRequest<Result>, 'present'> & {
  /** What the command is about, to find it again when a repetition comes before the end. */
  readonly resourceOf: (result: Result) => string;
  /** The response to a repetition, from what became of the resource meanwhile; null while it still runs. */
  readonly resume: (resource: string, tx: TenantTransaction, views: Views) => Promise<CommandResponse | null>;
};

export type Transact = {
  /** One transaction of ours that is no command: nothing is recorded of it. Its changed records are written. */
  readonly write: Database['write'];
  /** One command, one transaction: rows, journals, audit, events, idempotency record and response commit together. */
  readonly handle: <Result>(command: string, request: CommandRequest<Result>, work: Work<Result>) => Promise<Handled>;
  /** The same without a response: for workers, or the first half of a command in two halves. */
  readonly run: <Result>(
    command: string,
    caller: Caller,
    work: Work<Result>,
    options?: { /** The business date of the journals; today by default. */ readonly bookedOn?: Temporal.PlainDate },
  ) => Promise<Result>;
  /**
   * Several commands of one kind and tenant in one transaction: all are carried out, or none is. The events and the audit
   * rows of each carry its own request.
   * @param before what is locked before the first of them
   */
  readonly runTogether: <Result>(
    command: string,
    commands: readonly { readonly caller: Caller; readonly work: Work<Result> }[],
    before: (tx: TenantTransaction) => Promise<void>,
  ) => Promise<readonly Result[]>;
  /** A question that needs the ports of a use case: a read-only transaction, nothing is recorded. */
  readonly look: <Result>(
    caller: Caller,
    work: (tx: TenantTransaction, context: CommandContext) => Promise<Result>,
  ) => Promise<Result>;
  /** The first half of a command that calls a provider between two transactions; `finish` is the second. */
  readonly begin: <Result>(
    command: string,
    request: ResumableRequest<Result>,
    work: Work<Result>,
  ) => Promise<{ readonly kind: 'begun'; readonly result: Result } | ({ readonly kind: 'handled' } & Handled)>;
  /**
   * The second half of what `resource` was begun for: its response is stored with the key of the first half. Where a
   * repetition received a response meanwhile, because the end was found out in another way, this request receives it too.
   */
  readonly finish: <Result>(
    command: string,
    request: CommandRequest<Result> & { readonly resource: string },
    work: Work<Result>,
  ) => Promise<Handled>;
};

/** Tries of one command where others got in the way (serialization, deadlock, a row changed meanwhile). */
const TRIES = 5;
const RETRYABLE = new Set(['40001', '40P01', '23505', '23P01']);

function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '');
}

/** Runs a transaction again where others got in its way. */
async function retrying<T>(once: (attempt: number) => Promise<T>, beforeAgain?: (error: unknown) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(attempt);
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error;
      beforeAgain?.(error);
      await sleep(2 ** attempt + ((attempt * 7919) % 11));
    }
  }
}

/** Opens the writing transactions of those that the application itself is made with. */
export function writer(database: Pick<Database, 'write'>): Transact['write'] {
  return (tenantId, work) =>
    retrying(() =>
      database.write(tenantId, async (tx) => {
        const result = await work(tx);
        await tx.flush();
        return result;
      }),
    );
}

/** The database as far as the caller sees it: one place for reads, commands and streams. */
export function limitedFor<Whole>(
  { person }: Pick<Caller, 'person'>,
  database: Whole & Pick<Database, 'limitedTo'>,
): Whole | Pick<Database, 'read' | 'write'> {
  const { branches = null, clients = null, units = null } = person ?? {};
  if (clients !== null) return database.limitedTo({ branches: [], clients });
  // A lecturer has no other role, and no business with members of the society.
  if (units !== null) return database.limitedTo({ branches: branches ?? [], clients: [], units });
  return branches === null ? database : database.limitedTo({ branches, clients: [] });
}

/** Builds the one write path of the system. */
export function transactor(database: Database, tenants: Tenants, clock: Clock): Transact {
  const contextFor: ContextFor = (of, tx) => contextOf(of, tx, clock());
  const databaseOf = (caller: Pick<Caller, 'person'>) => limitedFor(caller, database);
  const inTransaction: InTransaction = async (command, { caller, claim }, work) => {
    requireSteppedUp(command, caller);
    const once = (attempt: number) =>
      traced(`transaction ${command}`, stepOf(caller), async () => {
        const tenant = await tenants.get(caller.tenantId);
        return databaseOf(caller).write(tenant.id, (tx) =>
          work({ command, caller, claim, tx, context: contextFor({ caller, claim, tenant, attempt }, tx) }),
        );
      });
    return retrying(once, (error) => {
      if (error instanceof BooksJustClosed) tenants.forget(caller.tenantId);
    });
  };
  return {
    write: writer(database),
    ...wholeCommands(inTransaction, contextFor),
    ...commandsInHalves(inTransaction),
    look: async (caller, work) => {
      const tenant = await tenants.get(caller.tenantId);
      return databaseOf(caller).read(tenant.id, (tx) =>
        work(tx, contextFor({ caller, claim: null, tenant, attempt: 1 }, tx)),
      );
    },
  };
}

type ContextFor = (of: CallerOfTenant, tx: TenantTransaction) => CommandContext;
type InTransaction = <T>(
  command: string,
  by: { readonly caller: Caller; readonly claim: Claim | null },
  work: (execution: Execution) => Promise<T>,
) => Promise<T>;

/** Commands of one transaction. */
function wholeCommands(
  inTransaction: InTransaction,
  contextFor: ContextFor,
): Pick<Transact, 'handle' | 'run' | 'runTogether'> {
  return {
    handle: (command, request, work) =>
      inTransaction(command, request, async (execution) => {
        const claimed = await takeClaim(execution);
        if (claimed.kind === 'replay') return { response: replayed(claimed.response, request), replayed: true };
        if (claimed.kind === 'resume') throw inProgress();
        const response = await orRefusal(execution, request, () => handled(execution, request, work));
        return { response, replayed: false };
      }),

    run: (command, caller, work, { bookedOn } = {}) =>
      inTransaction(
        command,
        { caller, claim: null },
        async (execution) => (await perform(execution, work, bookedOn)).result,
      ),

    runTogether: async (command, commands, before) => {
      const [first] = commands;
      if (first === undefined) return [];
      return inTransaction(command, { caller: first.caller, claim: null }, async (execution) => {
        const { tx, context } = execution;
        await before(tx);
        const done = await inOrder(commands, async ({ caller, work }) => ({
          caller,
          ...(await work(tx, contextFor({ ...context, caller, claim: null }, tx))),
        }));
        await record(execution, done);
        return done.map(({ result }) => result);
      });
    },
  };
}

/** Commands of two transactions, with a provider between them. */
function commandsInHalves(inTransaction: InTransaction): Pick<Transact, 'begin' | 'finish'> {
  return {
    begin: (command, request, work) =>
      inTransaction(command, request, async (execution) => {
        const claimed = await takeClaim(execution);
        if (claimed.kind === 'replay') return { kind: 'handled', response: claimed.response, replayed: true } as const;
        return claimed.kind === 'resume'
          ? resumed(execution, request, claimed.resource)
          : begun(execution, request, work);
      }),

    finish: (command, request, work) =>
      inTransaction(command, request, async (execution) => {
        const { tx, caller } = execution;
        // Sent before anything is locked, so that no request that holds the key can wait for this transaction.
        const reclaiming = request.claim && reclaimKey(tx, caller.clientId, request.claim, request.resource);
        const [key, { result }] = await Promise.all([reclaiming, perform(execution, work)]);
        if (key?.kind === 'completed') return { response: replayed(key.response, request), replayed: true };
        const response = await request.present(result, viewsFor(execution));
        if (key?.kind === 'ours') conclude(execution, sealed(response, request), request.resource);
        return { response, replayed: false };
      }).catch((error: unknown) => {
        // The first half stands, and the provider was asked.
        throw inDoubt(error);
      }),
  };
}
