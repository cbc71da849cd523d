import { setTimeout as pause } from 'node:timers/promises';
import { throughPort } from '#test/support/test-server.ts';
import { observeChanges, type Changes } from '../process/changes.ts';
import { differenceOf, endOf, maskOf } from '../process/ends.ts';
import { openLine } from '../process/line.ts';
import type { Crashed } from './crash.ts';
import { judgedOf, newFindings } from './judged.ts';

/** Runs what was typed against a database, in this process. @returns the exit code */
export type RunAt = (databaseUrl: string) => Promise<number>;

const PATIENCE_MS = 15_000;
/** Statements that may leave something behind; a transaction that is not committed leaves nothing. */
const WRITES = /^\s*(commit|insert|update|delete|with|call|select\s+\S*(\bnext|set_|move_|erase|record))/i;
const observed = new Map<string, Changes>();

/**
 * A command of an operator dies before its first statement that writes, and behind each. What it leaves is all of it or nothing, as
 * an operator looks at what there is and types it again where it is not there; and the judge finds nothing.
 * @returns null where it is refused; `reads` where it changes nothing
 */
export async function crashTyped(command: string, databaseUrl: string, run: RunAt): Promise<Crashed | 'reads' | null> {
  const settings = { adminUrl: databaseUrl };
  const changes = observed.get(databaseUrl) ?? (await observeChanges(settings));
  observed.set(databaseUrl, changes);
  const before = await judgedOf(settings);
  const runs = [];
  for (let times = 0; times < 3; times++) {
    const whole = await undisturbed(databaseUrl, changes, run);
    if (whole === null) return null;
    runs.push(whole);
  }
  const [first] = runs;
  if (first === undefined || first.changes.length === 0) return 'reads';
  const mask = maskOf(runs.map((each) => each.changes));
  const expected = endOf(first.changes, mask);
  // Something else was under way: it is tried where it is typed next.
  if (runs.some((each) => differenceOf(expected, endOf(each.changes, mask)) !== null)) return null;
  const points = [Math.max(0, (first.writes[0] ?? 1) - 1), ...first.writes];
  const differences: string[] = [];
  for (const point of points) {
    await changes.begin();
    try {
      await diedAt(databaseUrl, point, run);
      const left = await changes.read();
      const part = left.length === 0 ? null : differenceOf(expected, endOf(left, mask));
      if (part !== null) differences.push(`${command}, killed behind step ${point}, leaves a part: ${part}`);
      const [found] = newFindings(before, await judgedOf(settings));
      if (found !== undefined) differences.push(`${command}, killed behind step ${point}: the judge finds ${found}`);
    } finally {
      await changes.undo();
    }
  }
  return { command, steps: first.steps, calls: 0, points: points.length, differences };
}

async function undisturbed(databaseUrl: string, changes: Changes, run: RunAt) {
  const line = await openLine(Number(new URL(databaseUrl).port));
  const writes: number[] = [];
  await changes.begin();
  line.watch({
    before: ({ n, text }) => {
      if (WRITES.test(text)) writes.push(n);
      return null;
    },
  });
  try {
    const code = await run(throughPort(databaseUrl, line.port));
    return code === 0 ? { steps: line.counted(), writes, changes: await changes.read() } : null;
  } finally {
    await changes.undo();
    await line.close();
  }
}

async function diedAt(databaseUrl: string, point: number, run: RunAt): Promise<void> {
  const line = await openLine(Number(new URL(databaseUrl).port));
  line.watch({
    before: ({ n }) => {
      if (n <= point) return null;
      if (point === 0) line.die();
      return new Promise(() => undefined);
    },
    flushes: ({ n }) => n === point,
    after: ({ n }) => {
      if (n === point) line.die();
    },
  });
  const ended = run(throughPort(databaseUrl, line.port)).catch(() => 1);
  await Promise.race([ended, pause(PATIENCE_MS, undefined, { ref: false })]);
  await line.close();
  // One command at a time is parsed in this process.
  await Promise.race([ended, pause(PATIENCE_MS, undefined, { ref: false })]);
}
