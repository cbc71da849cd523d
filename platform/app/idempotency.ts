import { hash } from 'node:crypto';
import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { storedFingerprint } from '../postgres/partners/views/idempotency-keys.ts';
import { placeOfResponse, type ResponsePlace } from '../postgres/partners/stored-responses.ts';
import { prepared } from '../postgres/prepared.ts';
import { formsOfKey } from '../postgres/privacy/covered-reference.ts';
import { platformRefusals } from '../runtime/refusals.ts';
import { toWire, type Wire } from '../runtime/wire.ts';

/** The response to a command as it was sent, and is sent again to a repeated request: byte for byte. */
export type CommandResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is stored as ciphertext: it holds a secret that only the first caller and replays receive. */
  readonly sealed?: true;
};

/** A client's claim on one execution of a request. */
export type Claim = { readonly key: string; readonly fingerprint: Buffer };

/** A key that is reused after this time is a new request. Fixed by the contract: 24 hours. */
const STORED_HOURS = 24;

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
  return hash('sha256', text, 'buffer');
}

function canonical(value: Wire): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

export type Claimed =
  | { readonly kind: 'execute' }
  | { readonly kind: 'replay'; readonly response: CommandResponse }
  /** An earlier request began the effect and stored no response: `resource` says what it was about. */
  | { readonly kind: 'resume'; readonly resource: string };

type StoredKey = {
  state: 'in_progress' | 'completed';
  same: boolean;
  live: boolean;
  response: CommandResponse | null;
  resource: string | null;
  request_id: string;
};

const TRY_LOCK = prepared('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine');
const LOCK = prepared('select pg_advisory_xact_lock(hashtextextended($1, 0))');
const READ_KEY = prepared(
  `select state, fingerprint = $3 as same, expires_at > $4 as live, response, resource, request_id
     from idempotency_key where client_id = $1 and key = any($2) order by expires_at desc limit 1`,
);
const READ_RESOURCE_KEY = prepared(
  'select response from idempotency_key where client_id = $1 and key = $2 and resource = $3',
);
const STORE = prepared(
  `insert into idempotency_key (client_id, key, fingerprint, state, status, response, resource, request_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (tenant_id, client_id, key) do update set
     fingerprint = excluded.fingerprint, state = excluded.state, status = excluded.status, response = excluded.response,
     resource = coalesce(excluded.resource, idempotency_key.resource), request_id = excluded.request_id,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
);

/**
 * Claims a key inside the transaction that will carry the effect. It does not wait: where another request with the key
 * is running, this one is refused.
 * @throws DomainError idempotency_key_reused (invalid), idempotency_request_in_progress (conflict)
 */
export async function claimKey(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  now: Temporal.Instant,
): Promise<Claimed> {
  // Sent together, read one after the other: what is read is the row as it was once the lock was ours.
  const [[lock], [row]] = await Promise.all([
    tx.run<{ mine: boolean }>(TRY_LOCK, [lockName(clientId, claim)]),
    tx.run<StoredKey>(READ_KEY, [
      clientId,
      formsOfKey(tx.sealing, claim.key),
      storedFingerprint(claim.fingerprint, tx),
      now.toString(),
    ]),
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
  if (row.state === 'completed' && row.response) {
    return { kind: 'replay', response: openedResponse(tx, row.response, { clientId, key: claim.key }) };
  }
  if (row.resource !== null) return { kind: 'resume', resource: row.resource };
  throw inProgress();
}

/** Whether a request with the key was carried out, or has begun: this one repeats it, and moves nothing of its own. */
export async function isRepeated(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  now: Temporal.Instant,
): Promise<boolean> {
  const values = [
    clientId,
    formsOfKey(tx.sealing, claim.key),
    storedFingerprint(claim.fingerprint, tx),
    now.toString(),
  ];
  const [row] = await tx.run<StoredKey>(READ_KEY, values);
  return row?.live === true;
}

/**
 * Claims a key again, in the transaction that ends what `resource` was begun for. It waits for a repetition that reads
 * the key at the same moment.
 * @returns `ours` where the key still waits for this end, `completed` with the response that a repetition received
 * meanwhile, or `lost` where the key belongs to another request by now, or to none, and must not be changed
 */
export async function reclaimKey(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  resource: string,
): Promise<{ readonly kind: 'ours' | 'lost' } | { readonly kind: 'completed'; readonly response: CommandResponse }> {
  tx.later(LOCK, [lockName(clientId, claim)]);
  const [row] = await tx.run<{ response: CommandResponse | null }>(READ_RESOURCE_KEY, [clientId, claim.key, resource]);
  if (!row) return { kind: 'lost' };
  if (row.response === null) return { kind: 'ours' };
  return { kind: 'completed', response: openedResponse(tx, row.response, { clientId, key: claim.key }) };
}

const lockName = (clientId: number, { key }: Claim) => `idempotency ${clientId} ${key}`;

export function inProgress(): DomainError {
  return refuse(
    platformRefusals.idempotency_request_in_progress,
    'The first request with this Idempotency-Key is still running. Wait a second and send it again.',
    { retry_after: 1 },
  );
}

/** Stores what a claimed request did: its response, or (`response` null) that it continues, and with what. */
export function storeResponse(
  tx: TenantTransaction,
  clientId: number,
  claim: Claim,
  {
    response,
    resource,
    requestId,
    now,
  }: {
    readonly response: CommandResponse | null;
    readonly resource: string | null;
    readonly requestId: string;
    readonly now: Temporal.Instant;
  },
): void {
  tx.later(STORE, [
    clientId,
    claim.key,
    storedFingerprint(claim.fingerprint, tx),
    response === null ? 'in_progress' : 'completed',
    response?.status ?? null,
    response === null ? null : JSON.stringify(sealedResponse(tx, response, { clientId, key: claim.key })),
    resource,
    requestId,
    now.toString(),
    now.add({ hours: STORED_HOURS }).toString(),
  ]);
}

/** What is sent again says what is known of people: its body is sealed. */
const sealedResponse = (
  { sealing }: TenantTransaction,
  response: CommandResponse,
  of: ResponsePlace,
): CommandResponse => ({
  ...response,
  body: sealing.sealText(response.body, placeOfResponse(of)),
});
const openedResponse = (
  { sealing }: TenantTransaction,
  response: CommandResponse,
  of: ResponsePlace,
): CommandResponse => ({
  ...response,
  body: sealing.openText(response.body, placeOfResponse(of)),
});

/** Frees a key whose request failed in a way that makes a repetition safe and wanted. */
export function freeKey(tx: TenantTransaction, clientId: number, claim: Claim): void {
  tx.later('delete from idempotency_key where client_id = $1 and key = $2', [clientId, claim.key]);
}

/** True for refusals that are replayed: decisions of the business, not of syntax, rights or luck. */
export function isDecision(error: DomainError): boolean {
  if (error.kind === 'conflict') return error.code !== platformRefusals.idempotency_request_in_progress.code;
  return error.kind === 'invalid' && error.code !== 'validation_failed' && error.code !== 'idempotency_key_reused';
}
