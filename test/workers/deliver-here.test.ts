import { describe, expect, it } from 'vitest';
import type { Queues, TimedJob } from '#platform/queue/queues.ts';
import { sandboxResetting } from '#platform/postgres/tenant-clock.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { deliverHere } from '#work/deliver-here.ts';

type Outcome = { readonly againInMs: number } | undefined;

/** A process with two places, a queue that only takes down what it is given, and deliveries that end when they are let. */
function aProcess() {
  const queued: TimedJob[] = [];
  const begun: string[] = [];
  const ending = new Map<string, PromiseWithResolvers<Outcome>>();
  const queues = {
    enqueue: async (_: string, job: TimedJob, delayMs: number) => queued.push({ ...job, delayMs }) > 0,
    enqueueAll: async (_: string, jobs: readonly TimedJob[]) => queued.push(...jobs) > 0,
  } as unknown as Queues;
  const { log, lines } = recordingLog();
  const delivering = deliverHere(
    { queues, log },
    async (job) => {
      begun.push(job.id);
      const end = Promise.withResolvers<Outcome>();
      ending.set(job.id, end);
      return end.promise;
    },
    2,
  );
  const end = async (id: string, outcome?: Outcome | Error) => {
    if (outcome instanceof Error) ending.get(id)?.reject(outcome);
    else ending.get(id)?.resolve(outcome);
    await new Promise(setImmediate);
  };
  return { ...delivering, queued, begun, lines, finish: end };
}
const job = (id: string, delayMs = 0): TimedJob => ({ tenantId: 1, id, delayMs, traceparent: null });

describe('New deliveries', () => {
  it('begin in the process that has relayed them, while few are under way there; the others wait in the queue', async () => {
    const { deliver, begun, queued, finish } = aProcess();
    await deliver([job('1'), job('2'), job('3')]);
    expect([begun, queued.map(({ id }) => id)]).toEqual([['1', '2'], ['3']]);
    await finish('1');
    await deliver([job('4'), job('5')]);
    expect([begun, queued.map(({ id }) => id)]).toEqual([
      ['1', '2', '4'],
      ['3', '5'],
    ]);
  });

  it('count with those that came over the queue', async () => {
    const { handler, deliver, begun, queued } = aProcess();
    void handler({ tenantId: 1, id: '1' });
    await deliver([job('2'), job('3')]);
    expect([begun, queued.map(({ id }) => id)]).toEqual([['1', '2'], ['3']]);
  });

  it('come again by the queue: at their time, and a moment later where one failed in our own process', async () => {
    const { deliver, queued, lines, finish } = aProcess();
    await deliver([job('1'), job('2'), job('3', 4_000)]);
    expect(queued).toEqual([job('3', 4_000)]);
    await finish('1', { againInMs: 2_500 });
    await finish('2', new Error('a fault of ours'));
    expect(queued.slice(1)).toEqual([
      { tenantId: 1, id: '1', delayMs: 2_500 },
      { tenantId: 1, id: '2', delayMs: 1_000 },
    ]);
    expect(lines).toMatchObject([{ level: 50, job: '2' }]);
  });

  it('wait for the reset of their sandbox without a line that has people look into it', async () => {
    const { deliver, queued, lines, finish } = aProcess();
    await deliver([job('1')]);
    await finish('1', sandboxResetting());
    expect(queued).toEqual([{ tenantId: 1, id: '1', delayMs: 1_000 }]);
    expect(lines.filter(({ level }) => Number(level) > 20)).toEqual([]);
  });

  it('are all left to the queue once the process ends, which waits for what is under way', async () => {
    const { deliver, end, begun, queued, finish } = aProcess();
    await deliver([job('1')]);
    let isEnded = false;
    const ended = end().then(() => void (isEnded = true));
    await deliver([job('2')]);
    expect([begun, queued.map(({ id }) => id), isEnded]).toEqual([['1'], ['2'], false]);
    await finish('1');
    await ended;
    expect(isEnded).toBe(true);
  });
});
