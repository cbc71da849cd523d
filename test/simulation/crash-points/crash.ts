import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '#core/kernel/domain-error.ts';
import { checkCollection } from '#work/check-collection.ts';
import { checkDisbursement } from '#work/check-disbursement.ts';
import { checkPayout } from '#work/check-payout.ts';
import type { Changes } from '../process/changes.ts';
import { differenceOf, endOf, maskOf, placeOf } from '../process/ends.ts';
import { openLine, type Line, type Watcher } from '../process/line.ts';
import { openProcess, type Process, type System } from '../process/process.ts';
import { openProvider, type Provider } from '../process/provider.ts';

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

/**
 * Carries a command out undisturbed, and counts its statements and foreign calls. Then a process dies before the first of
 * them, and behind each: what follows one is what precedes the next, as the outside sees nothing between. A new process is
 * asked the same again, recovery runs, and what changed in the database has to be what the undisturbed run changed. All
 * of it is undone.
 * @returns null where the command is refused here, or changes nothing
 */
export async function crash(
  { system, changes }: Place,
  demand: Demand,
  only: (point: number) => boolean = () => true,
): Promise<Crashed | null> {
  const reference = await referenceOf({ system, changes }, demand, () => openProvider(changes));
  if (reference === null) return null;
  const differences = reference.unsteady === null ? [] : [`${demand.name} undisturbed: ${reference.unsteady}`];
  // A prompt has no name of ours at the provider: one that may have been sent is not sent again. Where the process dies
  // before it was sent, the end is that of a prompt that got lost.
  const lost =
    reference.prompts > 0
      ? await referenceOf({ system, changes }, demand, () => openProvider({ ...changes, losesPrompts: true }))
      : null;
  if (lost !== null && lost.unsteady !== null) differences.push(`${demand.name} lost: ${lost.unsteady}`);
  const isSteady = differences.length === 0;
  let points = 0;
  for (let point = 0; point <= reference.steps && isSteady; point++) {
    if (!only(point)) continue;
    points += 1;
    const difference = await diedAt({ system, changes }, demand, point, { reference, lost });
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
  { system, changes }: Place,
  demand: Demand,
  point: number,
  { reference: of, lost }: { readonly reference: Reference; readonly lost: Reference | null },
): Promise<string | null> {
  const line = await openLine(portOf(system));
  const provider = openProvider(changes);
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
    return differenceOf(expected, ended(await changes.read(), mask));
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
