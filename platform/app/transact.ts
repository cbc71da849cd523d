import { setTimeout as sleep } from 'node:timers/promises';
import { OptimisticLockError } from '@mikro-orm/core';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../auth/caller.ts';
import {
  claimKey,
  freeKey,
  inProgress,
  isDecision,
  keepAnswer,
  reclaimKey,
  type Answer,
  type Claim,
} from './idempotency.ts';
import type { Database, TenantTransaction } from '../postgres/database.ts';
import { BooksJustClosed, recordEvents, requireBookable } from './record.ts';
import type { Tenant, Tenants } from './tenants.ts';
import { viewsOf, type Views } from './views.ts';

export type Clock = () => Temporal.Instant;

/** What every use case is given beside its ports. */
export type CommandContext = {
  readonly now: Temporal.Instant;
  readonly today: Temporal.PlainDate;
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly actor: string;
  readonly tenant: Tenant;
};

/** Who asks, whether the request may be a repetition, and how its result is answered. */
export type CommandRequest<Result> = {
  readonly caller: Caller;
  readonly claim: Claim | null;
  /** The reply to a result, made inside the transaction so that it shows exactly what was committed. */
  readonly present: (result: Result, views: Views) => Promise<Answer>;
  /** The reply to a refusal, made inside the transaction as well: it may have to look up what the refusal names. */
  readonly refused: (error: DomainError, views: Views) => Answer | Promise<Answer>;
  /** For replies that hold a secret: what is kept for replays is ciphertext. */
  readonly confidential?: Confidential;
};

export type Confidential = {
  readonly seal: (body: string) => string;
  readonly open: (box: string) => string;
};

/** The reply, and whether it was given before. */
export type Answered = { readonly answer: Answer; readonly replayed: boolean };

export type Work<Result> = (tx: TenantTransaction, given: CommandContext) => Promise<Outcome<Result>>;

export type Transact = {
  /** One command, one transaction: rows, journals, audit, events, idempotency record and answer commit together. */
  readonly answer: <Result>(command: string, asked: CommandRequest<Result>, work: Work<Result>) => Promise<Answered>;
  /** The same for what nobody waits for an answer of: workers, or the first half of a command in two halves. */
  readonly run: <Result>(command: string, caller: Caller, work: Work<Result>) => Promise<Result>;
  /** A question that needs the ports of a use case: a read-only transaction, nothing is recorded. */
  readonly look: <Result>(
    caller: Caller,
    work: (tx: TenantTransaction, given: CommandContext) => Promise<Result>,
  ) => Promise<Result>;
  /** A command that goes on outside, between two transactions. See `begin`. */
  readonly begin: <Result>(
    command: string,
    asked: Omit<CommandRequest<Result>, 'present'> & {
      /** What the command is about, to find it again when a repetition comes before the end. */
      readonly resourceOf: (result: Result) => string;
      /** The answer to a repetition, from what became of the resource meanwhile; null while it still runs. */
      readonly resume: (resource: string, tx: TenantTransaction, views: Views) => Promise<Answer | null>;
    },
    work: Work<Result>,
  ) => Promise<{ readonly kind: 'begun'; readonly result: Result } | ({ readonly kind: 'answered' } & Answered)>;
  /**
   * The second half of what `resource` was begun for: its answer is the one that the key of the first half is kept with.
   * Where a repetition was answered meanwhile, because somebody else had found out the end, this one gets the same answer.
   */
  readonly finish: <Result>(
    command: string,
    asked: CommandRequest<Result> & { readonly resource: string },
    work: Work<Result>,
  ) => Promise<Answered>;
};

/** Tries of one command where others got in the way (serialization, deadlock, a row changed meanwhile). */
const TRIES = 5;
const RETRYABLE = new Set(['40001', '40P01', '23505', '23P01']);

/** Builds the one write path of the system. */
export function transactor(database: Database, tenants: Tenants, clock: Clock): Transact {
  const givenTo = (caller: Caller, tenant: Tenant): CommandContext => {
    const now = clock();
    const businessDate = (at: Temporal.Instant) => at.toZonedDateTimeISO(tenant.timeZone).toPlainDate();
    return { now, today: businessDate(now), businessDate, actor: caller.clientKey, tenant };
  };

  const viewsFor = ({ pii }: Caller, { sql }: TenantTransaction, { today, tenant }: CommandContext): Views =>
    viewsOf({ sql, today, pii, bands: tenant.arrearsBands });

  const inTransaction = async <T>(
    caller: Caller,
    work: (tx: TenantTransaction, given: CommandContext) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const tenant = await tenants.get(caller.tenantId);
      try {
        return await database.write(tenant.id, (tx) => work(tx, givenTo(caller, tenant)));
      } catch (error) {
        if (attempt >= TRIES || !isRetryable(error)) throw error;
        if (error instanceof BooksJustClosed) tenants.forget(tenant.id);
        await sleep(2 ** attempt + ((attempt * 7919) % 11));
      }
    }
  };

  const perform = async <Result>(
    command: string,
    caller: Caller,
    claim: Claim | null,
    tx: TenantTransaction,
    given: CommandContext,
    work: Work<Result>,
  ): Promise<Result> => {
    const { result, events } = await work(tx, given);
    requireBookable(events, given.today, given.tenant.booksClosedThrough);
    await tx.flush();
    recordEvents(tx, events, {
      command,
      actor: given.actor,
      requestId: caller.requestId,
      idempotencyKey: claim?.key ?? null,
      traceparent: caller.traceparent,
      now: given.now,
      bookedOn: given.today,
      currency: given.tenant.currency,
    });
    return result;
  };

  /** A refusal is an answer too: where the request carries a key it is kept, and nothing else is. */
  const orRefusal = async (
    asked: Pick<CommandRequest<never>, 'caller' | 'claim' | 'refused'>,
    tx: TenantTransaction,
    given: CommandContext,
    execute: () => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await execute();
    } catch (error) {
      if (!(error instanceof DomainError) || asked.claim === null || !isDecision(error)) throw error;
      // Use cases write only through the unit of work, which has not been flushed: forgetting it undoes everything.
      tx.forget();
      const answer = await asked.refused(error, viewsFor(asked.caller, tx, given));
      const { caller, claim } = asked;
      keepAnswer(tx, caller.clientId, claim, {
        answer,
        resource: null,
        requestId: caller.requestId,
        now: given.now,
      });
      return answer;
    }
  };

  return {
    answer: (command, asked, work) =>
      inTransaction(asked.caller, async (tx, given) => {
        const { caller, claim } = asked;
        if (claim) {
          const claimed = await claimKey(tx, caller.clientId, claim, given.now);
          if (claimed.kind === 'replay') return { answer: shownAgain(claimed.answer, asked), replayed: true };
          if (claimed.kind === 'resume') throw inProgress();
        }
        const answer = await orRefusal(asked, tx, given, async () => {
          const done = await asked.present(
            await perform(command, caller, claim, tx, given, work),
            viewsFor(caller, tx, given),
          );
          if (claim) {
            keepAnswer(tx, caller.clientId, claim, {
              answer: asKept(done, asked),
              resource: null,
              requestId: caller.requestId,
              now: given.now,
            });
          }
          return done;
        });
        return { answer, replayed: false };
      }),

    run: (command, caller, work) =>
      inTransaction(caller, (tx, given) => perform(command, caller, null, tx, given, work)),

    look: async (caller, work) => {
      const tenant = await tenants.get(caller.tenantId);
      return database.read(tenant.id, (tx) => work(tx, givenTo(caller, tenant)));
    },

    begin: (command, asked, work) =>
      inTransaction(asked.caller, async (tx, given) => {
        const { caller, claim } = asked;
        if (claim) {
          const claimed = await claimKey(tx, caller.clientId, claim, given.now);
          if (claimed.kind === 'replay') return { kind: 'answered', answer: claimed.answer, replayed: true } as const;
          if (claimed.kind === 'resume') {
            const answer = await asked.resume(claimed.resource, tx, viewsFor(caller, tx, given));
            if (answer === null) throw inProgress();
            if (answer.status >= 500) freeKey(tx, caller.clientId, claim);
            else
              keepAnswer(tx, caller.clientId, claim, {
                answer,
                resource: claimed.resource,
                requestId: caller.requestId,
                now: given.now,
              });
            return { kind: 'answered', answer, replayed: true } as const;
          }
        }
        let begun: { result: Awaited<ReturnType<typeof work>>['result'] } | null = null;
        const answer = await orRefusal(asked, tx, given, async () => {
          const result = await perform(command, caller, claim, tx, given, work);
          begun = { result };
          if (claim) {
            keepAnswer(tx, caller.clientId, claim, {
              answer: null,
              resource: asked.resourceOf(result),
              requestId: caller.requestId,
              now: given.now,
            });
          }
          return NOT_YET;
        });
        if (begun === null) return { kind: 'answered', answer, replayed: false } as const;
        return { kind: 'begun', result: (begun as { result: never }).result } as const;
      }),

    finish: (command, asked, work) =>
      inTransaction(asked.caller, async (tx, given) => {
        const { caller, claim, resource } = asked;
        // Before anything is locked, so that nobody who holds the key can wait for this transaction.
        const key = claim && (await reclaimKey(tx, caller.clientId, claim, resource));
        const result = await perform(command, caller, claim, tx, given, work);
        if (key?.kind === 'answered') return { answer: shownAgain(key.answer, asked), replayed: true };
        const answer = await asked.present(result, viewsFor(caller, tx, given));
        if (claim && key?.kind === 'ours') {
          // A failure of ours or of the provider's is no decision: a repetition may run again.
          if (answer.status >= 500) freeKey(tx, caller.clientId, claim);
          else
            keepAnswer(tx, caller.clientId, claim, {
              answer: asKept(answer, asked),
              resource,
              requestId: caller.requestId,
              now: given.now,
            });
        }
        return { answer, replayed: false };
      }),
  };
}

/** An answer as it is kept: one that holds a secret becomes ciphertext. */
function asKept(answer: Answer, { confidential }: Pick<CommandRequest<never>, 'confidential'>): Answer {
  return confidential ? { ...answer, body: confidential.seal(answer.body), sealed: true } : answer;
}

/** A kept answer as it left the first time. */
function shownAgain(answer: Answer, { confidential }: Pick<CommandRequest<never>, 'confidential'>): Answer {
  if (!answer.sealed) return answer;
  if (!confidential) throw new Error('A sealed answer is kept for a request that can’t open it.');
  return { status: answer.status, headers: answer.headers, body: confidential.open(answer.body) };
}

const NOT_YET: Answer = { status: 0, headers: {}, body: '' };

function isRetryable(error: unknown): boolean {
  if (error instanceof OptimisticLockError) return true;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && RETRYABLE.has(code);
}
