import { randomUUID } from 'node:crypto';
import type { RestTestApp } from '#test/support/rest-test-app.ts';
import { observeChanges, type Changes } from '../process/changes.ts';
import { endOf, maskOf, placeOf, type Mask } from '../process/ends.ts';
import { footprintOf } from './footprint.ts';
import type { Asked, Done } from './requests.ts';
import { openSides, otherOf, type Side, type Sides } from './sides.ts';
import { plansOf, sentenceOf, verdictOf, type Expected, type Outcome, type Plan } from './verdict.ts';

/** Two requests; the second may be a repetition of the first, with its key. */
export type Pair = {
  readonly name: string;
  readonly a: Asked | Done;
  readonly b: Asked | Done;
  readonly sameKey: boolean;
  /** The tables of the records that both want. */
  readonly tables: readonly string[];
};

export type Tried = { readonly schedules: number; readonly refused: number; readonly findings: readonly string[] };

/** Which statements can be noticed by the other one: those about common tables, and what ends a transaction. */
const ANY = /./s;
const about = (tables: readonly string[]) =>
  new RegExp(`^commit|\\b(from|into|update|join)\\s+"?(${tables.join('|')})"?\\b`, 'i');

/** Puts the statements of two requests in any order; what they change is undone each time. */
export async function openSchedules(ports: RestTestApp) {
  let concerning = ANY;
  const changes = await observeChanges(ports.settings);
  const sides = await openSides(ports, (text) => concerning.test(text));
  const stage: Stage = { sides, changes };
  const alone = async (asked: Asked | Done) => {
    concerning = ANY;
    return runAlone(stage, asked);
  };
  return {
    alone,
    /** Every order of a pair with at most two preemptions, or those that are chosen of them. */
    tried: async (pair: Pair, choose: (plans: readonly Plan[]) => readonly Plan[]): Promise<Tried> => {
      const alones = [await alone(pair.a), await alone(pair.b)] as const;
      concerning = about(pair.tables);
      const serials: Awaited<ReturnType<typeof runSerial>>[] = [];
      for (const first of [0, 1, 0, 1] as const) serials.push(await runSerial(stage, pair, first));
      const mask: Mask = new Set([
        ...maskOf([serials[0]!.changes, serials[2]!.changes]),
        ...maskOf([serials[1]!.changes, serials[3]!.changes]),
      ]);
      // Halves of both commands may take turns: what each event shows of the way is none of either order then.
      const ended = alones.some(({ footprint }) => footprint.transactions > 1) ? placeOf : endOf;
      const expected: Expected = {
        serials: serials.map(({ statuses, changes: made }) => ({ statuses, end: ended(made, mask) })),
        alones: [ended(alones[0].changes, mask), ended(alones[1].changes, mask)],
      };
      const most = (side: Side) => Math.max(...serials.map(({ seen }) => seen[side]));
      const plans = choose(plansOf([most(0), most(1)]));
      const findings: string[] = [];
      let refused = 0;
      for (const plan of plans) {
        const outcome = await runScheduled(stage, pair, plan);
        const verdict = verdictOf(outcome, ended(outcome.changes, mask), expected);
        if (verdict === 'refused') refused += 1;
        else if (verdict !== 'serial') findings.push(`${pair.name}, ${sentenceOf(plan)}: ${verdict}`);
      }
      return { schedules: plans.length, refused, findings };
    },
    close: async () => {
      await sides.close();
      await changes.close();
    },
  };
}

type Stage = { readonly sides: Sides; readonly changes: Changes };

async function undone<T>({ changes }: Stage, work: () => Promise<T>): Promise<T> {
  await changes.begin();
  try {
    return await work();
  } finally {
    await changes.undo();
  }
}

const runAlone = (stage: Stage, asked: Asked | Done) =>
  undone(stage, async () => {
    const [gate] = stage.sides.gates;
    gate.arm(null);
    const status = await stage.sides.send(0, asked, randomUUID());
    const changes = await stage.changes.read();
    return { status, changes, footprint: footprintOf(changes, gate.seen()) };
  });

/** The one after the other; and how many statements each has that concern the other. */
const runSerial = (stage: Stage, pair: Pair, first: Side) =>
  undone(stage, async () => {
    const { gates, send } = stage.sides;
    const asked = [pair.a, pair.b] as const;
    const keys = keysOf(pair);
    for (const gate of gates) gate.arm(null);
    const statuses: [string, string] = ['', ''];
    for (const side of [first, otherOf(first)]) statuses[side] = await send(side, asked[side], keys[side]);
    const seen = [gates[0].seen().length, gates[1].seen().length] as const;
    return { statuses, changes: await stage.changes.read(), seen };
  });

const runScheduled = (stage: Stage, pair: Pair, { first, at, other }: Plan): Promise<Outcome> =>
  undone(stage, async () => {
    const { gates, send, settled } = stage.sides;
    const asked = [pair.a, pair.b] as const;
    const keys = keysOf(pair);
    const second = otherOf(first);
    const holds = { [first]: gates[first].arm(at), [second]: gates[second].arm(other) } as Record<Side, Hold>;
    const replies = new Map<Side, Promise<string>>();
    for (const side of [first, second]) {
      const reply = send(side, asked[side], keys[side]);
      replies.set(side, reply);
      await settled(side, holds[side].held, reply);
    }
    holds[first].release();
    await settled(first, null, replies.get(first)!);
    holds[second].release();
    return { statuses: [await replies.get(0)!, await replies.get(1)!], changes: await stage.changes.read() };
  });

type Hold = ReturnType<Sides['gates'][0]['arm']>;

function keysOf({ sameKey }: Pair): readonly [string, string] {
  const key = randomUUID();
  return [key, sameKey ? key : randomUUID()];
}
