import { DomainError } from '#core/kernel/domain-error.ts';
import type { DomainEvent, Subject } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../auth/caller.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { plannedOnce } from '../postgres/views/view.ts';
import {
  claimKey,
  freeKey,
  inProgress,
  isDecision,
  storeResponse,
  type CommandResponse,
  type Claim,
  type Claimed,
} from './idempotency.ts';
import { recordEvents, requireBookable } from './record.ts';
import type { CommandContext, CommandRequest, ResumableRequest, Work } from './transact.ts';
import { viewsOf, type Views } from './views.ts';
import { traceparentHere } from '../runtime/tracing/tracing.ts';

/** What happens to a command inside its transaction: its key, its work, what it did, its response. */

/** A command in its open transaction. */
export type Execution = {
  readonly command: string;
  readonly caller: Caller;
  readonly claim: Claim | null;
  readonly tx: TenantTransaction;
  readonly context: CommandContext;
};

/** The work of a command and its response, stored with what it did. */
export async function handled<Result>(
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
export async function resumed<Result>(execution: Execution, request: ResumableRequest<Result>, resource: string) {
  const response = await request.resume(resource, execution.tx, viewsFor(execution));
  if (response === null) throw inProgress();
  conclude(execution, response, resource);
  return { kind: 'handled', response, replayed: true } as const;
}

/** The first transaction of a command that has two; a refusal ends it. */
export async function begun<Result>(execution: Execution, request: ResumableRequest<Result>, work: Work<Result>) {
  const results: Result[] = [];
  const response = await orRefusal(execution, request, async () => {
    const { result } = await perform(execution, work);
    results.push(result);
    store(execution, null, request.resourceOf(result));
    return NO_RESPONSE_YET;
  });
  const [first] = results.map((result) => ({ result }));
  if (first === undefined) return { kind: 'handled', response, replayed: false } as const;
  return { kind: 'begun', ...first } as const;
}

export const takeClaim = async ({ tx, caller, claim, context }: Execution): Promise<Claimed> =>
  claim === null ? { kind: 'execute' } : claimKey(tx, caller.clientId, claim, context.realTime);

export const viewsFor = ({
  tx: { sql, sealing },
  caller: { pii },
  context: { now, today, tenant },
}: Pick<Execution, 'tx' | 'context'> & { readonly caller: Pick<Caller, 'pii'> }): Views =>
  viewsOf({ sql: plannedOnce(sql), sealing, now, today, pii, bands: tenant.arrearsBands });

/** Does the work and records what it did. */
export async function perform<Result>(
  execution: Execution,
  work: Work<Result>,
  bookedOn = execution.context.today,
): Promise<Outcome<Result>> {
  const done = await work(execution.tx, execution.context);
  const { caller } = execution;
  const parts = done.parts ?? [done.events];
  await record(
    execution,
    parts.map((events) => ({ caller, events })),
    bookedOn,
  );
  return done;
}

/** One after the other: they share a transaction. */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What the request of a caller did. */
type Requested = { readonly caller: Caller; readonly events: Outcome<unknown>['events'] };

/** Writes what requests did, in their one transaction. */
export async function record(
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
  const versions = await flushed(
    tx,
    done.map(({ events }) => events),
  );
  const requests = done.map(({ caller: { clientKey: actor, requestId, traceparent }, events }) => ({
    events,
    actor,
    requestId,
    idempotencyKey: claim?.key ?? null,
    // What a job or a provider's notification causes belongs to its own step.
    traceparent: traceparent ?? traceparentHere(),
    versions,
  }));
  const { now, realTime } = context;
  recordEvents(tx, requests, { command, now, realTime, bookedOn, closedThrough, currency });
}

/**
 * Writes the records, each of which goes up by one version for each part that emitted events of it: who receives these in
 * another order keeps the latest.
 * @returns the version that each event made, of records that have several
 */
async function flushed(
  { flush }: Pick<TenantTransaction, 'flush'>,
  parts: readonly (readonly DomainEvent[])[],
): Promise<ReadonlyMap<DomainEvent, number>> {
  const versions = new Map<DomainEvent, number>();
  if (parts.length === 1) {
    await flush();
    return versions;
  }
  const partsOf = new Map<Subject, Set<number>>();
  for (const [part, events] of parts.entries())
    for (const { subject } of events) {
      const known = partsOf.get(subject) ?? new Set();
      partsOf.set(subject, known.add(part));
    }
  const several = [...partsOf].flatMap(([subject, { size }]) =>
    size > 1 ? [{ subject, size, before: subject.version }] : [],
  );
  await flush(new Map(several.map(({ subject, size }) => [subject, size])));
  for (const { subject, size, before } of several) {
    // One that is new, or did not change but for what no version counts, has one version.
    if (subject.version !== before + size) continue;
    const order = [...(partsOf.get(subject) ?? [])];
    for (const [part, events] of parts.entries())
      for (const event of events) if (event.subject === subject) versions.set(event, before + 1 + order.indexOf(part));
  }
  return versions;
}

/** A refusal is a response too: where the request carries a key it is stored, and nothing else is. */
export async function orRefusal(
  execution: Execution,
  request: Pick<CommandRequest<never>, 'refused'>,
  work: () => Promise<CommandResponse>,
): Promise<CommandResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || execution.claim === null || !isDecision(error)) throw error;
    // A refusal may name what it was refused for.
    const seen = await execution.tx.asSeen(error);
    if (!isDecision(seen) || seen.code !== error.code) throw seen;
    // Use cases write only through the unit of work, which has not been flushed: forgetting it undoes everything.
    execution.tx.forget();
    const response = await request.refused(seen, viewsFor(execution));
    store(execution, response, null);
    return response;
  }
}

/** Stores the response of a command that carries a key, or (null) that it continues with `resource`. */
function store(execution: Execution, response: CommandResponse | null, resource: string | null): void {
  const { tx, caller, claim, context } = execution;
  if (claim === null) return;
  storeResponse(tx, caller.clientId, claim, { response, resource, requestId: caller.requestId, now: context.realTime });
}

/** Stores the response of the second half. A failure of ours or of the provider is no decision: a retry may run again. */
export function conclude(execution: Execution, response: CommandResponse, resource: string): void {
  const { tx, caller, claim } = execution;
  if (response.status < 500) store(execution, response, resource);
  else if (claim !== null) freeKey(tx, caller.clientId, claim);
}

/** A response as it is stored: one that holds a secret becomes ciphertext. */
export function sealed(
  response: CommandResponse,
  { confidential }: Pick<CommandRequest<never>, 'confidential'>,
): CommandResponse {
  return confidential ? { ...response, body: confidential.seal(response.body), sealed: true } : response;
}

/** A stored response as it was sent the first time. */
export function replayed(
  response: CommandResponse,
  { confidential }: Pick<CommandRequest<never>, 'confidential'>,
): CommandResponse {
  if (!response.sealed) return response;
  if (!confidential) throw new Error('A sealed response is stored for a request that can’t open it.');
  return { status: response.status, headers: response.headers, body: confidential.open(response.body) };
}

const NO_RESPONSE_YET: CommandResponse = { status: 0, headers: {}, body: '' };
