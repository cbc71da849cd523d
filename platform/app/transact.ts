import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Agreement } from '#core/kernel/two-people.ts';
import type { Caller } from '../auth/caller.ts';
import {
  claimKey,
  freeKey,
  inProgress,
  isDecision,
  storeResponse,
  reclaimKey,
  type CommandResponse,
  type Claim,
  type Claimed,
} from './idempotency.ts';
import type { Database, TenantTransaction } from '../postgres/database.ts';
import { BooksJustClosed, recordEvents, requireBookable } from './record.ts';
import type { Tenant, Tenants } from './tenants.ts';
import { viewsOf, type Views } from './views.ts';

export type Clock = () => Temporal.Instant;

/** What every use case receives beside its ports. */
export type CommandContext = {
  readonly now: Temporal.Instant;
  readonly today: Temporal.PlainDate;
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly actor: string;
  /** An api client acts; operators and jobs propose, and approve nothing. */
  readonly mayApprove: boolean;
  /** How far two people have come with the command. */
  readonly agreement: Agreement;
  readonly tenant: Tenant;
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

/** Runs a transaction again where others got in its way. */
async function retrying<T>(once: () => Promise<T>, beforeAgain?: (error: unknown) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
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

/** A command in its open transaction. */
type Execution = {
  readonly command: string;
  readonly caller: Caller;
  readonly claim: Claim | null;
  readonly tx: TenantTransaction;
  readonly context: CommandContext;
};

function contextOf({ clientKey, clientId }: Caller, tenant: Tenant, now: Temporal.Instant): CommandContext {
  const businessDate = (at: Temporal.Instant) => at.toZonedDateTimeISO(tenant.timeZone).toPlainDate();
  return {
    now,
    today: businessDate(now),
    businessDate,
    actor: clientKey,
    mayApprove: clientId !== 0,
    agreement: 'none',
    tenant,
  };
}

/** Builds the one write path of the system. */
export function transactor(database: Database, tenants: Tenants, clock: Clock): Transact {
  const contextFor: ContextFor = (caller, tenant) => contextOf(caller, tenant, clock());
  const inTransaction: InTransaction = (command, { caller, claim }, work) => {
    const once = async () => {
      const tenant = await tenants.get(caller.tenantId);
      return database.write(tenant.id, (tx) =>
        work({ command, caller, claim, tx, context: contextFor(caller, tenant) }),
      );
    };
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
      return database.read(tenant.id, (tx) => work(tx, contextFor(caller, tenant)));
    },
  };
}

type ContextFor = (caller: Caller, tenant: Tenant) => CommandContext;
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
          ...(await work(tx, contextFor(caller, context.tenant))),
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
        // Before anything is locked, so that no request that holds the key can wait for this transaction.
        const key = request.claim && (await reclaimKey(tx, caller.clientId, request.claim, request.resource));
        const { result } = await perform(execution, work);
        if (key?.kind === 'completed') return { response: replayed(key.response, request), replayed: true };
        const response = await request.present(result, viewsFor(execution));
        if (key?.kind === 'ours') conclude(execution, sealed(response, request), request.resource);
        return { response, replayed: false };
      }),
  };
}

/** The work of a command and its response, stored with what it did. */
async function handled<Result>(
  execution: Execution,
  request: CommandRequest<Result>,
  work: Work<Result>,
): Promise<CommandResponse> {
  const { result, isReplay } = await perform(execution, work);
  const made = await request.present(result, viewsFor(execution));
  // The record was there before: it is shown, and was not created now.
  const presented = isReplay && made.status === 201 ? { ...made, status: 200 } : made;
  store(execution, sealed(presented, request), null);
  return presented;
}

/** The response to a repetition of a command whose first transaction is committed. */
async function resumed<Result>(execution: Execution, request: ResumableRequest<Result>, resource: string) {
  const response = await request.resume(resource, execution.tx, viewsFor(execution));
  if (response === null) throw inProgress();
  conclude(execution, response, resource);
  return { kind: 'handled', response, replayed: true } as const;
}

/** The first transaction of a command that has two; a refusal ends it. */
async function begun<Result>(execution: Execution, request: ResumableRequest<Result>, work: Work<Result>) {
  const results: Result[] = [];
  const response = await orRefusal(execution, request, async () => {
    const { result } = await perform(execution, work);
    results.push(result);
    store(execution, null, request.resourceOf(result));
    return NO_RESPONSE_YET;
  });
  const [first] = results;
  if (results.length === 0) return { kind: 'handled', response, replayed: false } as const;
  return { kind: 'begun', result: first as Result } as const;
}

const takeClaim = async ({ tx, caller, claim, context }: Execution): Promise<Claimed> =>
  claim === null ? { kind: 'execute' } : claimKey(tx, caller.clientId, claim, context.now);

const viewsFor = ({ tx: { sql }, caller: { pii }, context: { today, tenant } }: Execution): Views =>
  viewsOf({ sql, today, pii, bands: tenant.arrearsBands });

/** Does the work and records what it did. */
async function perform<Result>(
  execution: Execution,
  work: Work<Result>,
  bookedOn = execution.context.today,
): Promise<Outcome<Result>> {
  const done = await work(execution.tx, execution.context);
  await record(execution, [{ caller: execution.caller, events: done.events }], bookedOn);
  return done;
}

/** One after the other: they share a transaction. */
async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What the request of a caller did. */
type Requested = { readonly caller: Caller; readonly events: Outcome<unknown>['events'] };

/** Writes what requests did, in their one transaction. */
async function record(
  { command, claim, tx, context }: Execution,
  done: readonly Requested[],
  bookedOn = context.today,
): Promise<void> {
  const { booksClosedThrough: closedThrough, currency } = context.tenant;
  requireBookable(
    done.flatMap(({ events }) => events),
    bookedOn,
    closedThrough,
  );
  await tx.flush();
  const requests = done.map(({ caller: { clientKey: actor, requestId, traceparent }, events }) => ({
    events,
    actor,
    requestId,
    idempotencyKey: claim?.key ?? null,
    traceparent,
  }));
  recordEvents(tx, requests, { command, now: context.now, bookedOn, closedThrough, currency });
}

/** A refusal is a response too: where the request carries a key it is stored, and nothing else is. */
async function orRefusal(
  execution: Execution,
  request: Pick<CommandRequest<never>, 'refused'>,
  work: () => Promise<CommandResponse>,
): Promise<CommandResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || execution.claim === null || !isDecision(error)) throw error;
    // Use cases write only through the unit of work, which has not been flushed: forgetting it undoes everything.
    execution.tx.forget();
    const response = await request.refused(error, viewsFor(execution));
    store(execution, response, null);
    return response;
  }
}

/** Stores the response of a command that carries a key, or (null) that it continues with `resource`. */
function store(execution: Execution, response: CommandResponse | null, resource: string | null): void {
  const { tx, caller, claim, context } = execution;
  if (claim === null) return;
  storeResponse(tx, caller.clientId, claim, { response, resource, requestId: caller.requestId, now: context.now });
}

/** Stores the response of the second half. A failure of ours or of the provider is no decision: a retry may run again. */
function conclude(execution: Execution, response: CommandResponse, resource: string): void {
  const { tx, caller, claim } = execution;
  if (response.status < 500) store(execution, response, resource);
  else if (claim !== null) freeKey(tx, caller.clientId, claim);
}

/** A response as it is stored: one that holds a secret becomes ciphertext. */
function sealed(
  response: CommandResponse,
  { confidential }: Pick<CommandRequest<never>, 'confidential'>,
): CommandResponse {
  return confidential ? { ...response, body: confidential.seal(response.body), sealed: true } : response;
}

/** A stored response as it was sent the first time. */
function replayed(
  response: CommandResponse,
  { confidential }: Pick<CommandRequest<never>, 'confidential'>,
): CommandResponse {
  if (!response.sealed) return response;
  if (!confidential) throw new Error('A sealed response is stored for a request that can’t open it.');
  return { status: response.status, headers: response.headers, body: confidential.open(response.body) };
}

const NO_RESPONSE_YET: CommandResponse = { status: 0, headers: {}, body: '' };

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && RETRYABLE.has(code);
}
