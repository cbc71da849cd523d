import { openRestTestApp } from '#test/support/rest-test-app.ts';
import { randomOf, seedOf } from '../driver/random.ts';
import { judgeDatabase, opening } from '../stage.ts';
import { requestsLater } from './later.ts';
import { requestsOf, type Asked, type Done } from './requests.ts';
import { sharedTables, type Footprint } from './footprint.ts';
import { openSchedules, type Pair, type Tried } from './schedule.ts';

export type Interleavings = {
  /** Pairs of requests that want a common record, found by what each writes and locks alone. */
  readonly pairs: readonly Pair[];
  /** Requests that are refused here even alone. */
  readonly refusedAlone: readonly string[];
  readonly tried: (pair: Pair, most: number) => Promise<Tried>;
  /** What the judge finds when all is undone. */
  readonly judged: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** What is asked at the same time: by clients on one day, or beside the jobs of a later one. */
export const SCENES = { now: requestsOf, later: requestsLater } as const;

/** Its opening float is planted without an event; the later day is by the clocks of the processes alone. */
const OF_TESTS: { readonly [scene in keyof typeof SCENES]: readonly string[] } = {
  now: ['journals have a cause'],
  later: ['journals have a cause', 'transactions are plausible in time'],
};

/** @param only names of requests to take part; all by default */
export async function openInterleavings(
  seed: number,
  only: (name: string) => boolean = () => true,
  scene: keyof typeof SCENES = 'now',
): Promise<Interleavings> {
  const random = randomOf(seed);
  const ports = await openRestTestApp();
  const requests = (await SCENES[scene](ports)).filter(({ name }) => only(name));
  const schedules = await openSchedules(ports);
  const footprints = new Map<Asked | Done, Footprint>();
  const refusedAlone: string[] = [];
  for (const asked of requests) {
    const { status, footprint } = await schedules.alone(asked);
    if (status.startsWith('2')) footprints.set(asked, footprint);
    else refusedAlone.push(`${asked.name}: ${status}`);
  }
  return {
    pairs: shuffled(pairsOf(footprints), random.next),
    refusedAlone,
    tried: async (pair, most) => {
      const { next } = randomOf(seedOf(seed, pair.name));
      const tried = await schedules.tried(pair, (plans) => shuffled(plans, next).slice(0, most));
      const again = `npm run bench -- interleavings ${wordsOf({ seed, pair, most, scene })}`;
      return { ...tried, findings: tried.findings.map((finding) => `${finding}\n    ${again}`) };
    },
    judged: async () => {
      const { findings } = await judgeDatabase(ports.settings.adminUrl, opening(ports));
      return findings.flatMap(({ rule, sentence }) => (OF_TESTS[scene].includes(rule) ? [] : [`${rule}: ${sentence}`]));
    },
    close: async () => {
      await schedules.close();
      await ports.close();
    },
  };
}

type Wanted = { readonly seed: number; readonly pair: Pair; readonly most: number; readonly scene: string };

/** What tries the same schedules of one pair again. */
function wordsOf({ seed, pair: { a, b }, most, scene }: Wanted): string {
  const names = [...new Set([a.name, b.name])].map((name) => name.replaceAll(/[^\w ]/g, '.')).join('|');
  return `--seed ${seed} --schedules ${most}${scene === 'now' ? '' : ` --scene ${scene}`} --only '^(${names})$'`;
}

function pairsOf(footprints: ReadonlyMap<Asked | Done, Footprint>): Pair[] {
  const all = [...footprints];
  return all.flatMap(([a, ofA], at) =>
    all.slice(at).flatMap(([b, ofB]) => {
      const tables = sharedTables(ofA, ofB);
      if (a === b) {
        // A callback has no key; a sender of the same twice has one, or means it twice.
        const again = { a, b, name: `${a.name} twice`, tables: tables.length > 0 ? tables : ['idempotency_key'] };
        const withKey = { ...again, name: `${a.name} repeated`, sameKey: true, tables: [...tables, 'idempotency_key'] };
        return a.token === null ? [{ ...again, sameKey: false }] : [{ ...again, sameKey: false }, withKey];
      }
      return tables.length > 0 ? [{ a, b, sameKey: false, name: `${a.name} + ${b.name}`, tables }] : [];
    }),
  );
}

function shuffled<T>(all: readonly T[], next: () => number): T[] {
  return all
    .map((one) => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
