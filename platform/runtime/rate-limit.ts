import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { QUOTAS, type Bucket, type Quotas } from '#core/partners/quotas.ts';
import type { Caller } from '../auth/caller.ts';
import type { Log } from './log.ts';
import { platformRefusals } from './refusals.ts';

const WINDOW_MS = 60_000;
/** Clients times buckets that one process remembers; beyond, those with a full quota are dropped. */
const MAX_REMEMBERED = 50_000;
/** After Redis has failed, it is not tried for so long, so that not every request waits for it. */
const ALONE_MS = 1_000;

const UNITS: { readonly [B in Bucket]?: string } = { graph: 'points of cost' };

type Limited = Pick<Caller, 'clientId' | 'quotas'>;

export type RateLimiter = {
  /** Requests a minute: as agreed with the client, else the standard quota. */
  readonly quotaOf: (caller: Limited, bucket: Bucket) => number;
  /**
   * Takes one request from the client's quota, or so many points of cost. What costs more than the whole quota takes
   * the whole.
   * @param onHeaders receives the headers of the reply, whether the request is refused or not
   * @throws DomainError rate_limited with limit, window_seconds, retry_after
   */
  readonly spend: (
    caller: Limited,
    bucket: Bucket,
    onHeaders: (headers: Readonly<Record<string, string>>) => void,
    amount?: number,
  ) => Promise<void>;
};

/** The result of a store: whether the request was counted, and how long until the quota is full again if it was. */
type Spent = { readonly taken: boolean; readonly restMs: number };
type Store = (key: string, costMs: number) => Promise<Spent>;

/** Where it is said that Redis fails. */
type Reports = {
  readonly log?: Log;
  /** Learns of each request that this process counts alone because of that. */
  readonly countedAlone?: () => void;
};

/** The command that is used of a Redis client. */
export type RedisLike = { eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown> };

/**
 * Limits by GCRA: a quota is a bucket that refills steadily over a minute, so that no burst at the turn of a window is
 * twice the quota. With Redis all processes share the quotas; where Redis fails, each process counts alone.
 */
export function rateLimiter(
  clock: () => Temporal.Instant,
  options: Reports & {
    readonly quotas?: Quotas;
    readonly redis?: RedisLike | null;
    /** Milliseconds of a monotonic clock. */
    readonly elapsed?: () => number;
  } = {},
): RateLimiter {
  const { quotas = QUOTAS, redis = null, elapsed = () => performance.now() } = options;
  const alone = inProcess(elapsed);
  const store = redis ? sharedWhilePossible(redis, alone, elapsed, options) : alone;
  const quotaOf: RateLimiter['quotaOf'] = ({ quotas: agreed }, bucket) => agreed?.[bucket] ?? quotas[bucket];
  return {
    quotaOf,
    spend: async (caller, bucket, onHeaders, amount = 1) => {
      const { clientId } = caller;
      const limit = quotaOf(caller, bucket);
      const each = WINDOW_MS / limit;
      const cost = each * Math.min(amount, limit);
      const { taken, restMs } = await store(`umoja:rate:${bucket}:${clientId}`, cost);
      // Where one request would not go, none is left; of points there may be some, for what costs less.
      const remaining = Math.max(0, Math.floor((WINDOW_MS - restMs) / each + (taken ? 1e-6 : 0)));
      const nowMs = clock().epochMilliseconds;
      const waitMs = taken ? restMs + each - WINDOW_MS : restMs + cost - WINDOW_MS;
      // A client that obeys waits until then: while it is limited, no longer than it has to.
      const resetSeconds = Math.ceil((nowMs + (taken && remaining > 0 ? restMs : waitMs)) / 1000);
      const secondsToReset = Math.ceil(resetSeconds - nowMs / 1000);
      onHeaders({
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(resetSeconds),
        ratelimit: `"${bucket}";r=${remaining};t=${secondsToReset}`,
        'ratelimit-policy': `"${bucket}";q=${limit};w=${WINDOW_MS / 1000}`,
      });
      if (taken) return;
      // In whole seconds that reach the instant of the reset: the two headers never contradict each other.
      const retryAfter = Math.max(1, secondsToReset);
      throw refuse(
        platformRefusals.rate_limited,
        `The client has used up its ${limit} ${UNITS[bucket] ?? 'requests'} a minute (${bucket}). Wait for ${retryAfter} s.`,
        { limit, window_seconds: WINDOW_MS / 1000, retry_after: retryAfter },
      );
    },
  };
}

/** Spends points of cost from a client's quota for the graph: for the gateway, which knows no refusals of the core. */
export function graphQuota({ spend }: RateLimiter) {
  return async (caller: Caller, cost: number) => {
    let headers: Readonly<Record<string, string>> = {};
    try {
      await spend(caller, 'graph', (sent) => void (headers = sent), cost);
      return { headers, refused: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { message, details } = error;
      return { headers, refused: { message, details, retryAfter: Number(details['retry_after']) } };
    }
  };
}

/** Counts in Redis; where that fails, in this process, with one line in the log, and each request in the metrics. */
function sharedWhilePossible(
  redis: RedisLike,
  inThisProcess: Store,
  elapsed: () => number,
  { log, countedAlone }: Reports,
): Store {
  let aloneUntil: number | null = null;
  const alone: Store = (key, costMs) => {
    countedAlone?.();
    return inThisProcess(key, costMs);
  };
  return async (key, costMs) => {
    if (aloneUntil !== null && elapsed() < aloneUntil) return alone(key, costMs);
    try {
      const spent = await inRedis(redis, key, costMs);
      if (aloneUntil !== null) log?.warn({ metric: 'rate_limit_shared' }, 'Redis responds; limits are shared again.');
      aloneUntil = null;
      return spent;
    } catch (error) {
      if (aloneUntil === null) {
        log?.warn({ error, metric: 'rate_limit_fallback' }, 'Redis does not respond; this process counts alone.');
      }
      aloneUntil = elapsed() + ALONE_MS;
      return alone(key, costMs);
    }
  };
}

function inProcess(elapsed: () => number): Store {
  /** When the quota of a key is full again. */
  const fullAt = new Map<string, number>();
  return async (key, costMs) => {
    const now = elapsed();
    const rest = Math.max(0, (fullAt.get(key) ?? 0) - now);
    if (rest + costMs > WINDOW_MS + 1e-6) return { taken: false, restMs: rest };
    if (fullAt.size >= MAX_REMEMBERED && !fullAt.has(key)) {
      for (const [each, at] of fullAt) if (at <= now) fullAt.delete(each);
      if (fullAt.size >= MAX_REMEMBERED) fullAt.clear();
    }
    fullAt.set(key, now + rest + costMs);
    return { taken: true, restMs: rest + costMs };
  };
}

/** Redis counts by its own clock, the same for all processes; only spans of time leave it. */
const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local rest = math.max(0, tonumber(redis.call('GET', KEYS[1]) or '0') - now)
local cost = tonumber(ARGV[1])
if rest + cost > tonumber(ARGV[2]) + 0.001 then return {0, tostring(rest)} end
redis.call('SET', KEYS[1], string.format('%.3f', now + rest + cost), 'PX', math.ceil(rest + cost))
return {1, tostring(rest + cost)}`;

async function inRedis(redis: RedisLike, key: string, costMs: number): Promise<Spent> {
  // What the script returns.
  const [taken, rest] = (await redis.eval(SCRIPT, 1, key, costMs, WINDOW_MS)) as [number, string];
  return { taken: taken === 1, restMs: Number(rest) };
}
