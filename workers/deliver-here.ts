import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Handler, TimedJob } from '#platform/queue/queues.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { codeOf } from '#platform/runtime/thrown.ts';
import { traced } from '#platform/runtime/tracing/tracing.ts';
import type { WorkerContext } from './job.ts';

const QUEUE = 'deliver-webhook';
/** As the queue does with a job whose handler throws for the first time. */
const AGAIN_AFTER_MS = 1_000;

/** Begins deliveries here, or lets them wait in the queue. */
export type Deliver = (jobs: readonly TimedJob[]) => Promise<void>;

/**
 * New deliveries begin in the process that has relayed their event, while it has places free for them; of a crowd the others
 * wait in the queue, from which all processes take. The queue takes longer to hand one on than the delivery itself, and as much of
 * PostgreSQL. The truth is in the rows: where this process dies, the sweep finds them, as it finds those of jobs that were lost.
 * @param most how many may be under way here, those that came over the queue among them
 * @returns `end`: from then on everything waits in the queue; it ends with what is under way here
 */
export function deliverHere(
  { queues, log }: Pick<WorkerContext, 'queues' | 'log'>,
  handler: Handler,
  most: number,
): { readonly handler: Handler; readonly deliver: Deliver; readonly end: () => Promise<void> } {
  let underWay = 0;
  let isEnded = false;
  const here = new Set<Promise<void>>();

  const counted: Handler = async (job) => {
    underWay += 1;
    try {
      return await handler(job);
    } finally {
      underWay -= 1;
    }
  };
  const begin = async ({ tenantId, id, traceparent: parent = null }: TimedJob): Promise<void> => {
    const job = { tenantId, id };
    const step = () => ({ kind: 'consumer', parent, attributes: { 'umoja.tenant': tenantId } }) as const;
    try {
      const again = await traced(`job ${QUEUE}`, step, () => counted(job));
      if (again) await queues.enqueue(QUEUE, job, again.againInMs);
    } catch (error) {
      log[levelOf(error)]({ error, queue: QUEUE, job: id }, 'A delivery failed in this process; the queue retries it.');
      await queues.enqueue(QUEUE, job, AGAIN_AFTER_MS);
    }
  };
  const deliver: Deliver = async (jobs) => {
    const waiting: TimedJob[] = [];
    for (const job of jobs) {
      if (isEnded || underWay >= most || (job.delayMs ?? 0) > 0) {
        waiting.push(job);
        continue;
      }
      const running = begin(job).finally(() => here.delete(running));
      here.add(running);
    }
    await queues.enqueueAll(QUEUE, waiting);
  };
  return {
    handler: counted,
    deliver,
    end: async (): Promise<void> => {
      isEnded = true;
      await Promise.all(here);
    },
  };
}

/** As the queue has it, a reset of its sandbox is nothing to look into: the delivery is gone afterwards. */
function levelOf(error: unknown): 'debug' | 'warn' | 'error' {
  if (codeOf(error) === partnerRefusals.sandbox_resetting.code) return 'debug';
  return outageOf(error) === null ? 'error' : 'warn';
}
