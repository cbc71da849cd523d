import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '#core/kernel/domain-error.ts';
import { checkCollection } from '#work/check-collection.ts';
import { checkDisbursement } from '#work/check-disbursement.ts';
import { checkPayout } from '#work/check-payout.ts';
import type { Changes } from '../process/changes.ts';
import { differenceOf, endOf, maskOf, placeOf } from '../process/ends.ts';
import { openLine, type Line, type Watcher } from '../process/line.ts';
import { openProcess, type Process, type System } from '../process/process.ts';
import { BEHAVIOURS, openProvider, type Behaviour, type Provider } from '../process/provider.ts';
import { judgedOf, newFindings, type Judged } from './judged.ts';

/** What a client or a job wants of a process; it can be asked again of another one. */
export type Demand = {
  readonly name: string;
  readonly of: (process: Process) => Promise<unknown>;
};

export type Crashed = {
  readonly command: string;
  /** Statements and foreign calls of an undisturbed run. */
  readonly steps: number;
  readonly calls: number;
  readonly points: number;
  /** One sentence for each point whose end is another one than that of the undisturbed run. */
  readonly differences: readonly string[];
};

/** Where commands are carried out: a system, and what notes and undoes what they change. */
export type Place = { readonly system: System; readonly changes: Changes };

const PATIENCE_MS = 15_000;
/** Each hour, whatever is checked only now and then is due. */
const HOURS = 5;

/** What is the same for all points of a command. */
type Trial = {
  readonly place: Place;
  readonly demand: Demand;
  readonly behaves: Behaviour;
  /** What the judge found before the command: suites plant what no command does. */
  readonly before: Judged;
};

/**
 * Has a command die everywhere: of one that calls a provider, where that accepts, where it declines, and where it hangs.
 * @returns null where the command is refused here, or changes nothing
 */
export async function crash(
  place: Place,
  demand: Demand,
  only: (point: number) => boolean = () => true,
  behaviours: readonly Behaviour[] = BEHAVIOURS,
): Promise<Crashed | null> {
  const before = await judgedOf(place.system.settings);
  const [first = 'accepts', ...others] = behaviours;
  const accepted = await crashWhere({ place, demand, behaves: first, before }, only);
  if (accepted === null || accepted.calls === 0) return accepted;
  const all = [accepted];
  for (const behaves of others) {
    const crashed = await crashWhere({ place, demand, behaves, before }, only);
    if (crashed === null) continue;
    all.push({ ...crashed, differences: crashed.differences.map((each) => `the provider ${behaves}: ${each}`) });
  }
  return {
    ...accepted,
    points: all.reduce((sum, { points }) => sum + points, 0),
    differences: all.flatMap(({ differences }) => differences),
  };
}

/**
 * Carries a command out undisturbed, and counts its statements and foreign calls. Then a process dies before the first of
 * them, and behind each: what follows one is what precedes the next, as the outside sees nothing between. A new process is
 * asked the same again, recovery runs, and what changed in the database has to be what the undisturbed run changed. All
 * of it is undone. Behind each the judge finds nothing that it does not find without a death.
 */
async function crashWhere(trial: Trial, only: (point: number) => boolean): Promise<Crashed | null> {
  const { place, demand, behaves } = trial;
  const { aheadOf } = place.changes;
  const reference = await referenceOf(place, demand, () => openProvider({ aheadOf, behaves }));
  if (reference === null) return null;
  const differences = reference.unsteady === null ? [] : [`${demand.name} undisturbed: ${reference.unsteady}`];
  const [found] = newFindings(trial.before, reference.judged);
  if (found !== undefined) differences.push(`${demand.name} undisturbed: the judge finds ${found}`);
  // A prompt has no name of ours at the provider: one that may have been sent is not sent again. Where the process dies
  // before it was sent, the end is that of a prompt that got lost.
  const lost =
    reference.prompts > 0
      ? await referenceOf(place, demand, () => openProvider({ aheadOf, behaves, losesPrompts: true }))
      : null;
  if (lost !== null && lost.unsteady !== null) differences.push(`${demand.name} lost: ${lost.unsteady}`);
  const isSteady = differences.length === 0;
  let points = 0;
  for (let point = 0; point <= reference.steps && isSteady; point++) {
    if (!only(point)) continue;
    points += 1;
    const difference = await diedAt(trial, point, { reference, lost });
    if (difference !== null) differences.push(`${demand.name}, killed behind step ${point}: ${difference}`);
  }
  return { command: demand.name, steps: reference.steps, calls: reference.calls, points, differences };
}

/** Runs that nothing disturbs: how they end, what differs between them by nature, and in `unsteady` what should not. */
async function referenceOf(place: Place, demand: Demand, provider: () => Provider) {
  const first = await undisturbed(place, demand, provider());
  if (first === null || first.end.length === 0) return null;
  const second = await undisturbed(place, demand, provider());
  const third = await undisturbed(place, demand, provider());
  if (second === null || third === null) return null;
  const mask = maskOf([first.end, second.end, third.end]);
  const ended = first.calls > 0 ? placeOf : endOf;
  const expected = ended(first.end, mask);
  const unsteady = differenceOf(expected, ended(second.end, mask)) ?? differenceOf(expected, ended(third.end, mask));
  return { ...first, mask, ended, expected, unsteady };
}

type Reference = NonNullable<Awaited<ReturnType<typeof referenceOf>>>;

async function undisturbed({ system, changes }: Place, demand: Demand, provider: Provider) {
  const line = await openLine(portOf(system));
  const process = await openProcess(system, { line, provider });
  await changes.begin();
  line.watch({});
  try {
    const status = statusOf(await demand.of(process));
    const steps = line.counted();
    const calls = provider.calls();
    if (!isSuccess(status)) return null;
    if (calls > 0) await recover(system, provider);
    return {
      status,
      steps,
      calls,
      paid: provider.paid().join(),
      prompts: provider.prompts(),
      end: await changes.read(),
      judged: await judgedOf(system.settings),
    };
  } catch {
    return null;
  } finally {
    await changes.undo();
    await process.close();
    await line.close();
  }
}

async function diedAt(
  { place: { system, changes }, demand, behaves, before }: Trial,
  point: number,
  { reference: of, lost }: { readonly reference: Reference; readonly lost: Reference | null },
): Promise<string | null> {
  const line = await openLine(portOf(system));
  const provider = openProvider({ aheadOf: changes.aheadOf, behaves });
  const dying = await openProcess(system, { line, provider });
  await changes.begin();
  try {
    await killedAt(line, point, () => demand.of(dying));
    void dying.close().catch(() => undefined);
    const status = await repeated(system, provider, demand);
    if (of.calls > 0) await recover(system, provider);
    // Where the reply of a provider was lost, the end is open for the client (202).
    const isSame = status === of.status || (of.calls > 0 && isSuccess(status));
    if (!isSame) return `the repetition ended with ${status}, and not with ${of.status}`;
    const paid = provider.paid().join();
    if (paid !== of.paid) return `the provider paid ${paid}, and not ${of.paid}`;
    if (provider.prompts() > of.prompts) return `the payer was asked ${provider.prompts()} times`;
    const { expected, ended, mask } = lost !== null && provider.prompts() < of.prompts ? lost : of;
    const difference = differenceOf(expected, ended(await changes.read(), mask));
    if (difference !== null) return difference;
    const [found] = newFindings(before, await judgedOf(system.settings));
    return found === undefined ? null : `the judge finds ${found}`;
  } finally {
    await line.close();
    await changes.undo();
  }
}

/** Runs until the process is dead, or has come to its end. */
async function killedAt(line: Line, point: number, run: () => Promise<unknown>): Promise<void> {
  const dead = Promise.withResolvers<void>();
  const die = () => {
    line.die();
    dead.resolve();
  };
  const watcher: Watcher = {
    before: ({ n }) => {
      if (n <= point) return null;
      if (point === 0) die();
      return new Promise(() => undefined);
    },
    flushes: ({ n }) => n === point,
    after: ({ n }) => n === point && die(),
  };
  line.watch(watcher);
  const ended = run().then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([dead.promise, ended, pause(PATIENCE_MS, undefined, { ref: false })]);
  line.die();
}

/** Another process is asked the same, until it answers: what died may hold its locks for a moment. */
async function repeated(system: System, provider: Provider, demand: Demand): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    const process = await openProcess(system, { line: null, provider });
    const status = await demand.of(process).then(statusOf, (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      return `a fault: ${String(error)}`;
    });
    await process.close();
    const waits = status === 'idempotency_request_in_progress' || status.startsWith('a fault');
    if (!waits || performance.now() > end) return status;
    if (attempt > 2) await recover(system, provider);
    await pause(10);
  }
}

/** What runs all the time does what is due, hour by hour. */
async function recover(system: System, provider: Provider): Promise<void> {
  const later = { hours: 0 };
  const process = await openProcess(system, { line: null, provider, later });
  const { app } = process;
  // Handlers of these jobs need the application alone.
  const context = { app, log: system.log } as Parameters<typeof checkPayout>[0];
  const handlers = new Map([
    ['check-payout', checkPayout(context)],
    ['check-disbursement', checkDisbursement(context)],
    ['check-collection', checkCollection(context)],
  ]);
  for (const { tenantId, ...callback } of provider.callbacks()) {
    const caller = await app.jobCaller(tenantId, 'callbacks');
    for (const { receive } of app.collections) await receive(caller, callback);
  }
  for (later.hours = 1; later.hours <= HOURS; later.hours++) {
    const due = (await app.dueJobs(100)).filter(({ queue }) => handlers.has(queue));
    for (const { queue, tenantId, id } of due) await handlers.get(queue)?.({ tenantId, id } as never);
  }
  await process.close();
}

/** How a use case answered, as far as its client can tell. */
function statusOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return 'done';
  if ('response' in result) return statusOf(result.response);
  return 'status' in result && typeof result.status === 'number' ? String(result.status) : 'done';
}

const isSuccess = (status: string) => !/^[45]/.test(status);
const portOf = ({ settings }: System) => Number(new URL(settings.adminUrl).port);
