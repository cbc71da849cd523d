import { createHash } from 'node:crypto';
import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { prepared } from '../postgres/prepared.ts';
import { platformRefusals } from '../runtime/refusals.ts';
import { toWire, type Wire } from '../runtime/wire.ts';

/** An answer as it left, and leaves again for a repeated request: byte for byte. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is kept as ciphertext: it holds a secret that is shown to the first caller and in replays only. */
  readonly sealed?: true;
};

/** A client's claim on one execution of a request. */
export type Claim = { readonly key: string; readonly fingerprint: Buffer };

/** A key reused after so long is a new request. Fixed by the contract: 24 hours. */
const KEPT_HOURS = 24;

/**
 * What makes two requests the same: method, path with its ids, query in order, body. Headers are no part of it.
 * The body is written canonically (RFC 8785: members sorted, no white space), so that formatting doesn't count.
 */
export function fingerprintOf(request: {
  method: string;
  path: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}): Buffer {
  const text = [request.method, request.path, canonical(toWire(request.query)), canonical(toWire(request.body))].join(
    '\n',
  );
  return createHash('sha256').update(text).digest();
}

function canonical(value: Wire): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

export type Claimed =
  | { readonly kind: 'execute' }
  | { readonly kind: 'replay'; readonly answer: Answer }
  /** The effect began in an earlier request, which left no answer: `resource` says what it was about. */
  | { readonly kind: 'resume'; readonly resource: string };

type Kept = {
  state: 'in_progress' | 'completed';
  same: boolean;
  live: boolean;
  answer: Answer | null;
  resource: string | null;
  request_id: string;
};

const TRY_LOCK = prepared('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine');
const LOCK = prepared('select pg_advisory_xact_lock(hashtextextended($1, 0))');
const READ_KEY = prepared(
  `select state, fingerprint = $3 as same, expires_at > $4 as live, answer, resource, request_id
     from idempotency_key where client_id = $1 and key = $2`,
);
const READ_RESOURCE_KEY = prepared(
  'select answer from idempotency_key where client_id = $1 and key = $2 and resource = $3',
);
const KEEP = prepared(
  `insert into idempotency_key (client_id, key, fingerprint, state, status, answer, resource, request_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (client_id, key) do update set
     fingerprint = excluded.fingerprint, state = excluded.state, status = excluded.status, answer = excluded.answer,
     resource = coalesce(excluded.resource, idempotency_key.resource), request_id = excluded.request_id,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
);

/**
 * Claims a key inside the transaction that will carry the effect. Nobody waits: where another request with the key is
 * under way, this one is told so.
 * @throws DomainError idempotency_key_reused (invalid), idempotency_request_in_progress (conflict)
 */
export async function claimKey(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  now: Temporal.Instant,
): Promise<Claimed> {
  // Sent together, read one after the other: what is read is what stood there once the lock was ours.
  const [[lock], [row]] = await Promise.all([
    tx.run<{ mine: boolean }>(TRY_LOCK, [lockName(clientId, claim)]),
    tx.run<Kept>(READ_KEY, [clientId, claim.key, claim.fingerprint, now.toString()]),
  ]);
  if (!lock?.mine) throw inProgress();
  if (!row?.live) return { kind: 'execute' };
  if (!row.same) {
    throw refuse(
      platformRefusals.idempotency_key_reused,
      'This Idempotency-Key was used for a different request. A retry has to be the same in method, path, query and body; a new request needs a new key.',
      { original_request_id: row.request_id },
    );
  }
  if (row.state === 'completed' && row.answer) return { kind: 'replay', answer: row.answer };
  if (row.resource !== null) return { kind: 'resume', resource: row.resource };
  throw inProgress();
}

/**
 * Takes a claim up again, in the transaction that ends what `resource` was begun for. A repetition that looks at the same
 * moment is waited for: it only reads.
 * @returns whether the key still waits for this end, the answer that a repetition was given meanwhile, or that the key
 * belongs to another request by now (or to none), which nobody may touch
 */
export async function reclaimKey(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  resource: string,
): Promise<{ readonly kind: 'ours' | 'lost' } | { readonly kind: 'answered'; readonly answer: Answer }> {
  tx.later(LOCK, [lockName(clientId, claim)]);
  const [row] = await tx.run<{ answer: Answer | null }>(READ_RESOURCE_KEY, [clientId, claim.key, resource]);
  if (!row) return { kind: 'lost' };
  return row.answer === null ? { kind: 'ours' } : { kind: 'answered', answer: row.answer };
}

const lockName = (clientId: number, { key }: Claim) => `idempotency ${clientId} ${key}`;

export function inProgress(): DomainError {
  return refuse(
    platformRefusals.idempotency_request_in_progress,
    'The first request with this Idempotency-Key is still running. Wait a second and send it again.',
    { retry_after: 1 },
  );
}

/** Keeps what a claimed request did: its answer, or (`answer` null) that it goes on, and with what. */
export function keepAnswer(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  kept: { answer: Answer | null; resource: string | null; requestId: string; now: Temporal.Instant },
): void {
  tx.later(KEEP, [
    clientId,
    claim.key,
    claim.fingerprint,
    kept.answer === null ? 'in_progress' : 'completed',
    kept.answer?.status ?? null,
    kept.answer === null ? null : JSON.stringify(kept.answer),
    kept.resource,
    kept.requestId,
    kept.now.toString(),
    kept.now.add({ hours: KEPT_HOURS }).toString(),
  ]);
}

/** Frees a key whose request failed in a way that makes a repetition safe and wanted. */
export function freeKey(tx: TenantTransaction, clientId: number, claim: Claim): void {
  tx.later('delete from idempotency_key where client_id = $1 and key = $2', [clientId, claim.key]);
}

/** True for refusals that a repetition gets again: decisions of the business, not of syntax, rights or luck. */
export function isDecision(error: DomainError): boolean {
  if (error.kind === 'conflict') return error.code !== platformRefusals.idempotency_request_in_progress.code;
  return error.kind === 'invalid' && error.code !== 'validation_failed' && error.code !== 'idempotency_key_reused';
}
