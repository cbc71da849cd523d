import { DelayedError, Queue, Worker, type Job as QueuedJob } from 'bullmq';
import type { Log } from '../runtime/log.ts';
import type { DatabaseSettings } from '../postgres/database.ts';
import type { Place } from './place.ts';
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

/** Opens the queues at the Redis that is named, else in PostgreSQL. Does not wait for either. */
export async function openQueues({ redisUrl, database, prefix, log }: QueueSettings): Promise<Queues> {
  const onError = reportedOnceInAWhile(log);
  const place =
    redisUrl === null
      ? postgresPlace(database, QUEUES.length, onError)
      : redisPlace(redisUrl, prefix ?? 'umoja', onError);
  const producers = new Map<QueueName, Queue>();
  const workers = new Set<Worker>();
  const producer = (name: QueueName): Queue => {
    const found = producers.get(name) ?? openProducer(name, place, onError);
    producers.set(name, found);
    return found;
  };
  const enqueueAll: Queues['enqueueAll'] = async (queue, jobs) => {
    const soon = jobs.filter(({ delayMs = 0 }) => delayMs <= HORIZON_MS);
    if (soon.length === 0 || !place.isReachable()) return soon.length === 0;
    try {
      await addAll(producer(queue), queue, soon);
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
      const worker = openWorker(queue, handler, concurrency, place);
      worker.on('error', onError);
      worker.on('failed', (job, error) => log.error({ error, queue, job: job?.id }, 'A job broke; it is tried again.'));
      workers.add(worker);
      return {
        close: async () => {
          await worker.close();
          workers.delete(worker);
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

/** Every connection reports every try: one line in a while says as much. */
function reportedOnceInAWhile(log: Log): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    log.warn({ error }, 'The queues report trouble; the sweep makes up for it.');
  };
}

const prefixOf = ({ prefix }: Place) => (prefix === undefined ? {} : { prefix });

function openProducer(name: QueueName, place: Place, onError: (error: unknown) => void): Queue {
  const options = {
    connection: place.connection,
    ...prefixOf(place),
    defaultJobOptions: {
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: FIRST_BACKOFF_MS },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    },
    streams: { events: { maxLen: 100 } },
    skipVersionCheck: true,
  };
  const producer = new Queue(name, options, place.factory as never);
  producer.on('error', onError);
  return producer;
}

function openWorker(queue: QueueName, handler: Handler, concurrency: number, place: Place): Worker {
  const options = {
    connection: place.workerConnection,
    ...prefixOf(place),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    // A worker that died is no fault of the job's.
    maxStalledCount: 1_000,
    runRetryDelay: 1_000,
    drainDelay: 5,
    skipVersionCheck: true,
  };
  return new Worker(queue, (job, token) => handle(handler, job, token), options, place.factory as never);
}

async function addAll(producer: Queue, queue: QueueName, jobs: readonly TimedJob[]): Promise<void> {
  const entries = jobs.map((job) => entryOf(queue, job));
  // Many at once cost PostgreSQL two temporary tables: for a few they aren't worth it.
  if (entries.length <= FEW) {
    await Promise.all(entries.map(({ name, data, opts }) => producer.add(name, data, opts)));
    return;
  }
  for (let start = 0; start < entries.length; start += BATCH) {
    await producer.addBulk(entries.slice(start, start + BATCH));
  }
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
