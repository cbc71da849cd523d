import { DelayedError, Queue, Worker, type Job as QueuedJob } from 'bullmq';
import type { Log } from '../runtime/log.ts';
import type { DatabaseClock } from '../postgres/clock.ts';
import type { Login } from '../postgres/database.ts';
import { traced, traceparentHere } from '../runtime/tracing/tracing.ts';
import { isSandboxResetting } from '../postgres/tenant-clock.ts';
import type { Place } from './place.ts';
import { postgresPlace } from './postgres.ts';
import { redisPlace } from './redis.ts';

/** One queue for each kind of job, so that no kind waits behind another. */
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

/** A job names a row of a tenant. The row says what is to be done. */
export type Job = { readonly tenantId: number; readonly id: string };
export type TimedJob = Job & {
  readonly delayMs?: number;
  /** The step of a trace that caused it. */
  readonly traceparent?: string | null;
};

/** The job is repeated in so many milliseconds instead of ending. */
type Again = { readonly againInMs: number };
export type Handler = (job: Job) => Promise<Again | void>;

type Working = { readonly close: () => Promise<void> };

/**
 * Alarm clocks. The truth is in the rows: losing every job delays what is due by a sweep, and no more. So enqueuing is
 * an attempt (false while the queues can't be reached), a job that exists already is not added again, and what is due
 * far ahead is not enqueued at all.
 */
export type Queues = {
  readonly enqueue: (queue: QueueName, job: Job, delayMs?: number) => Promise<boolean>;
  readonly enqueueAll: (queue: QueueName, jobs: readonly TimedJob[]) => Promise<boolean>;
  /** Handles the queue's jobs until closed; closing waits for those that run. */
  readonly work: (queue: QueueName, handler: Handler, options: { readonly concurrency: number }) => Promise<Working>;
  /** The number of jobs that are ready and not taken. */
  readonly waiting: (queue: QueueName) => Promise<number>;
  /** The number of jobs that are ready or taken. */
  readonly held: (queue: QueueName) => Promise<number>;
  /** False while the queues can't be reached: what is due waits for them, and nothing is lost. */
  readonly isReachable: () => boolean;
  readonly close: () => Promise<void>;
};

export type QueueSettings = {
  /** Redis; null for queues in PostgreSQL. */
  readonly redisUrl: string | null;
  readonly database: Login;
  /** Connections for statements of queues in PostgreSQL. */
  readonly poolSize?: number;
  /** The prefix of every key in Redis. */
  readonly prefix?: string;
  readonly log: Log;
  /** The queues go by this machine's clock: while it is wrong, nothing is enqueued and no job is taken. */
  readonly clock?: Pick<DatabaseClock, 'isSound' | 'watch'>;
};

/**
 * A worker that stops renewing its lock is taken for dead after LOCK_MS; the check runs every STALLED_CHECK_MS. A job
 * that two workers receive does no harm: the row decides which one acts.
 */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/**
 * Jobs that a worker has fetched and not begun, at most. The library fetches one after the other until all places are
 * taken, and begins none before that. After an outage of a slow Redis, four hundred took longer than their locks last: each
 * was taken for stalled and fetched again, and none was ever begun. Each one that is held also waits for the fetching of
 * those after it: with sixteen, ten jobs that came together began when the last had been fetched.
 */
const HELD = 4;
/** A job whose handler throws is retried after 1, 2, 4 ... 64 s; then it is dropped, and the sweep finds its row. */
const ATTEMPTS = 7;
const FIRST_BACKOFF_MS = 1_000;
/** Beyond this a job is left to the sweep: few delayed jobs exist, and none blocks an earlier one of the same id. */
export const HORIZON_MS = 15_000;
const QUIET_MS = 5_000;
const BATCH = 500;
/** A bulk insert costs PostgreSQL two temporary tables: up to about thirty jobs cost it no more one by one. */
const FEW = 12;

/** Opens the queues at the Redis that is named, else in PostgreSQL. Does not wait for either. */
export async function openQueues({
  redisUrl,
  database,
  poolSize = 6,
  prefix,
  log,
  clock,
}: QueueSettings): Promise<Queues> {
  const onError = reportedOnceInAWhile(log);
  const place =
    redisUrl === null
      ? postgresPlace(database, { queues: QUEUES.length, forStatements: poolSize }, onError)
      : redisPlace(redisUrl, prefix ?? 'umoja', onError);
  const producers = new Map<QueueName, Queue>();
  const workers = new Set<Worker>();
  const isInTime = () => clock?.isSound() ?? true;
  clock?.watch({
    right: () => workers.forEach((worker) => void worker.resume().catch(onError)),
    wrong: () => workers.forEach((worker) => void worker.pause(true).catch(onError)),
  });
  const producer = (name: QueueName): Queue => {
    const found = producers.get(name) ?? openProducer(name, place, onError);
    producers.set(name, found);
    return found;
  };
  const enqueueAll: Queues['enqueueAll'] = async (queue, jobs) => {
    const soon = jobs.filter(({ delayMs = 0 }) => delayMs <= HORIZON_MS);
    if (soon.length === 0) return true;
    await place.opened;
    if (!isInTime() || !place.isReachable()) return false;
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
      worker.on('failed', (job, error) => {
        // Its sandbox is being reset: the job finds nothing to do afterwards, and there is nothing to look into.
        if (isSandboxResetting(error)) log.debug({ queue, job: job?.id }, 'A job waits for the reset of its sandbox.');
        else log.error({ error, queue, job: job?.id }, 'A job failed; it is retried.');
      });
      workers.add(worker);
      if (!isInTime()) await worker.pause(true);
      return {
        close: async () => {
          await worker.close();
          workers.delete(worker);
        },
      };
    },
    waiting: async (queue) => (place.isReachable() ? producer(queue).getWaitingCount() : 0),
    held: async (queue) => (place.isReachable() ? producer(queue).getJobCountByTypes('waiting', 'active') : 0),
    isReachable: place.isReachable,
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
    log.warn({ error }, 'The queues report an error; the sweep makes up for it.');
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
  // Each class of the library wants the factory typed for itself.
  const producer = new Queue(name, options, place.factory as never);
  producer.on('error', onError);
  return producer;
}

function openWorker(queue: QueueName, handler: Handler, concurrency: number, place: Place): Worker {
  let running = 0;
  const places = () => Math.min(concurrency, running + HELD);
  const options = {
    connection: place.workerConnection,
    ...prefixOf(place),
    concurrency: places(),
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    // A worker that died is not the fault of the job.
    maxStalledCount: 1_000,
    runRetryDelay: 1_000,
    drainDelay: 5,
    skipVersionCheck: true,
  };
  const count = (change: 1 | -1) => {
    running += change;
    worker.concurrency = places();
  };
  const work = async (job: QueuedJob<TimedJob>, token: string | undefined): Promise<void> => {
    count(1);
    try {
      await handle(handler, job, token);
    } finally {
      count(-1);
    }
  };
  // As above.
  const worker = new Worker(queue, work, options, place.factory as never);
  return worker;
}

async function addAll(producer: Queue, queue: QueueName, jobs: readonly TimedJob[]): Promise<void> {
  const entries = jobs.map((job) => entryOf(queue, job));
  if (entries.length <= FEW) {
    await Promise.all(entries.map(({ name, data, opts }) => producer.add(name, data, opts)));
    return;
  }
  for (let start = 0; start < entries.length; start += BATCH) {
    await producer.addBulk(entries.slice(start, start + BATCH));
  }
}

function entryOf(queue: QueueName, { tenantId, id, delayMs = 0, traceparent = traceparentHere() }: TimedJob) {
  const options = { jobId: `${tenantId}.${id}`, ...(delayMs > 0 ? { delay: Math.ceil(delayMs) } : {}) };
  return { name: queue, data: { tenantId, id, ...(traceparent === null ? {} : { traceparent }) }, opts: options };
}

async function handle(handler: Handler, job: QueuedJob<TimedJob>, token: string | undefined): Promise<void> {
  const { tenantId, id, traceparent: parent = null } = job.data;
  const step = () => ({ kind: 'consumer', parent, attributes: { 'umoja.tenant': tenantId } }) as const;
  const again = await traced(`job ${job.queueName}`, step, () => handler({ tenantId, id }));
  if (!again || again.againInMs > HORIZON_MS) return;
  await job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(again.againInMs)), token);
  throw new DelayedError();
}
