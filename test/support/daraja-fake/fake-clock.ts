/**
 * Time that passes only when a test says so. What is due is done in order, and waited for; or, where many are paid as in
 * life, all together (`together`).
 */
export type FakeClock = {
  readonly now: () => Temporal.Instant;
  /** Without a delay it is done as soon as possible, without anybody advancing the clock. */
  readonly after: (milliseconds: number, job: () => Promise<void> | void) => void;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Resolves when nothing that is due is left undone. */
  readonly idle: () => Promise<void>;
  readonly forget: () => void;
};

type Job = { readonly at: Temporal.Instant; readonly order: number; readonly run: () => Promise<void> | void };

export function fakeClock(start: Temporal.Instant, together = false): FakeClock {
  let now = start;
  let jobs: Job[] = [];
  let order = 0;
  let running: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<void>>();

  const next = (until: Temporal.Instant): Job | undefined => {
    const isBefore = (a: Job, b: Job) => (Temporal.Instant.compare(a.at, b.at) || a.order - b.order) < 0;
    const first = jobs.reduce<Job | undefined>((best, job) => (best && !isBefore(job, best) ? best : job), undefined);
    return first && Temporal.Instant.compare(first.at, until) <= 0 ? first : undefined;
  };
  const runUntil = async (until: Temporal.Instant): Promise<void> => {
    for (let job = next(until); job; job = next(until)) {
      const due = job;
      jobs = jobs.filter((each) => each !== due);
      if (Temporal.Instant.compare(due.at, now) > 0) now = due.at;
      const done = Promise.resolve(due.run()).finally(() => underWay.delete(done));
      underWay.add(done);
      if (!together) await done;
    }
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work);
    return running;
  };

  return {
    now: () => now,
    after: (milliseconds, run) => {
      jobs.push({ at: now.add({ milliseconds }), order: order++, run });
      if (milliseconds === 0) setImmediate(() => void inTurn(() => runUntil(now)));
    },
    advance: (milliseconds) =>
      inTurn(async () => {
        const until = now.add({ milliseconds });
        await runUntil(until);
        now = until;
      }),
    idle: async () => {
      await inTurn(() => runUntil(now));
      await Promise.all(underWay);
    },
    forget: () => {
      jobs = [];
    },
  };
}
