import { DelayedError, Queue, Worker, type Job as QueuedJob } from 'bullmq';
import type { Log } from '../runtime/log.ts';
import type { DatabaseSettings } from '../postgres/database.ts';
import { postgresPlace } from './postgres.ts';
import { redisPlace } from './redis.ts';

/** What there is to do: one queue for each kind, so that no kind waits behind another. */
export const QUEUES = [
  'deliver-webhook',
  'react',
  'check-disbursement',
  'check-payout',
  'check-collection',
  'sandbox-callback',
  'sandbox-prompt',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** A job says which row of which tenant wants looking at. What is to be done stands in the row. */
export type Job = { readonly tenantId: number; readonly id: string };
export type TimedJob = Job & { readonly delayMs?: number };

/** Comes back in so many milliseconds instead of ending. */
export type Again = { readonly againInMs: number };
export type Handler = (job: Job) => Promise<Again | void>;

export type Working = { readonly close: () => Promise<void> };

/**
 * Alarm clocks. The truth is in the rows: losing every job delays what is due by a sweep, and no more. So enqueuing is
 * an attempt (false where the queues can't be reached just now), a job that exists already is not added again, and what
 * is due far ahead is not enqueued at all.
 */
export type Queues = {
  readonly enqueue: (queue: QueueName, job: Job, delayMs?: number) => Promise<boolean>;
  readonly enqueueAll: (queue: QueueName, jobs: readonly TimedJob[]) => Promise<boolean>;
  /** Lets a handler have the queue's jobs until closed; closing waits for those that run. */
  readonly work: (queue: QueueName, handler: Handler, options: { readonly concurrency: number }) => Promise<Working>;
  /** Jobs that are ready and that nobody has taken. */
  readonly waiting: (queue: QueueName) => Promise<number>;
  readonly close: () => Promise<void>;
};

export type QueueSettings = {
  /** Redis, if there is one; otherwise the queues live in PostgreSQL. */
  readonly redisUrl: string | null;
  readonly database: Pick<DatabaseSettings, 'adminUrl' | 'appRole' | 'appPassword'>;
  /** Begins every key in Redis. */
  readonly prefix?: string;
  readonly log: Log;
};

/**
 * A worker that stops renewing its lock is taken for dead after LOCK_MS; the check runs every STALLED_CHECK_MS. A job
 * that is given to two workers does no harm: the row decides who acts.
 */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** A job whose handler breaks comes back after 1, 2, 4 ... 64 s; then it is gone, and the sweep finds its row again. */
const ATTEMPTS = 7;
const FIRST_BACKOFF_MS = 1_000;
/** Beyond this a job is left to the sweep. Few delayed jobs are kept, and one that is wanted earlier isn't barred. */
export const HORIZON_MS = 15_000;
const QUIET_MS = 5_000;
const BATCH = 500;
const FEW = 3;

/** Opens the queues at the Redis that is given, else in PostgreSQL. Does not wait for either. */
export async function openQueues({ redisUrl, database, prefix, log }: QueueSettings): Promise<Queues> {
  let quietUntil = 0;
  // Every connection reports every try: one line in a while says as much.
  const onError = (error: unknown): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    log.warn({ error }, 'The queues report trouble; the sweep makes up for it.');
  };
  const place =
    redisUrl === null
      ? postgresPlace(database, QUEUES.length, onError)
      : redisPlace(redisUrl, prefix ?? 'umoja', onError);
  const producers = new Map<QueueName, Queue>();
  const workers = new Set<Worker>();

  const producer = (name: QueueName): Queue => {
    const found = producers.get(name);
    if (found) return found;
    const made = new Queue(
      name,
      {
        connection: place.connection,
        ...(place.prefix === undefined ? {} : { prefix: place.prefix }),
        defaultJobOptions: {
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_BACKOFF_MS },
          removeOnComplete: true,
          removeOnFail: true,
          stackTraceLimit: 0,
        },
        streams: { events: { maxLen: 100 } },
        skipVersionCheck: true,
      },
      place.factory as never,
    );
    made.on('error', onError);
    producers.set(name, made);
    return made;
  };

  const addOne = (queue: QueueName, job: TimedJob) => {
    const { name, data, opts } = entryOf(queue, job);
    return producer(queue).add(name, data, opts);
  };
  const enqueueAll: Queues['enqueueAll'] = async (queue, jobs) => {
    const soon = jobs.filter(({ delayMs = 0 }) => delayMs <= HORIZON_MS);
    if (!place.isReachable()) return soon.length === 0;
    try {
      // Many at once cost PostgreSQL two temporary tables: for a few they aren't worth it.
      if (soon.length <= FEW) await Promise.all(soon.map((job) => addOne(queue, job)));
      else {
        for (let start = 0; start < soon.length; start += BATCH) {
          await producer(queue).addBulk(soon.slice(start, start + BATCH).map((job) => entryOf(queue, job)));
        }
      }
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  };

  return {
    enqueue: (queue, job, delayMs = 0) => enqueueAll(queue, [{ ...job, delayMs }]),
    enqueueAll,
    work: async (queue, handler, { concurrency }) => {
      const worker = new Worker(
        queue,
        (job, token) => handle(handler, job, token),
        {
          connection: place.workerConnection,
          ...(place.prefix === undefined ? {} : { prefix: place.prefix }),
          concurrency,
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_CHECK_MS,
          // A worker that died is no fault of the job's.
          maxStalledCount: 1_000,
          runRetryDelay: 1_000,
          drainDelay: 5,
          skipVersionCheck: true,
        },
        place.factory as never,
      );
      worker.on('error', onError);
      worker.on('failed', (job, error) => log.error({ error, queue, job: job?.id }, 'A job broke; it is tried again.'));
      workers.add(worker as Worker);
      return {
        close: async () => {
          await worker.close();
          workers.delete(worker as Worker);
        },
      };
    },
    waiting: async (queue) => (place.isReachable() ? producer(queue).getWaitingCount() : 0),
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.close()));
      await Promise.all([...producers.values()].map((queue) => queue.close()));
      await place.close();
    },
  };
}

function entryOf(queue: QueueName, { tenantId, id, delayMs = 0 }: TimedJob) {
  const options = { jobId: `${tenantId}.${id}`, ...(delayMs > 0 ? { delay: Math.ceil(delayMs) } : {}) };
  return { name: queue, data: { tenantId, id }, opts: options };
}

async function handle(handler: Handler, job: QueuedJob<Job>, token: string | undefined): Promise<void> {
  const again = await handler({ tenantId: job.data.tenantId, id: job.data.id });
  if (!again || again.againInMs > HORIZON_MS) return;
  await job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(again.againInMs)), token);
  throw new DelayedError();
}
