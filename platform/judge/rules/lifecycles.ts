import { educationLifecycles } from '../lifecycles/education.ts';
import { lendingLifecycles } from '../lifecycles/lending.ts';
import { paymentLifecycles } from '../lifecycles/payments.ts';
import { peopleLifecycles } from '../lifecycles/people.ts';
import { MOST, type Query, type Rule } from '../rule.ts';

/** A lifecycle as it is written down; its state is in the column `state` unless another one is named. */
type Written = { readonly table: string; readonly state?: string; readonly steps: string };

type Cycle = {
  readonly table: string;
  readonly column: string;
  /** By event, then by the state before it (nothing for the first), the states that may follow. */
  readonly steps: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
};

type Step = {
  readonly id: string;
  readonly type: string;
  readonly state: string | null;
  readonly from: string | null;
};

const UNKNOWN = null;

const written: Readonly<Record<string, Written>> = {
  ...lendingLifecycles,
  ...paymentLifecycles,
  ...educationLifecycles,
  ...peopleLifecycles,
};

/** partner-api.md and lending.md 4: events, read in order, give the stored state, and each was allowed where it happened. */
export const lifecycleRules: readonly Rule[] = Object.entries(written).map(([subject, { table, state, steps }]) => ({
  name: `lifecycle of ${subject}`,
  holds: `The events of each ${subject} are steps of its lifecycle, and lead to the state that is stored.`,
  find: (query, tenant) => walk(query, tenant, subject, { table, column: state ?? 'state', steps: parse(steps) }),
}));

async function walk(query: Query, tenant: number, subject: string, cycle: Cycle): Promise<string[]> {
  const sentences: string[] = [];
  const records = await query<{ id: string; state: string; steps: Step[] | null; complete: boolean }>(
    `select r.id::text as id, r.${cycle.column} as state, coalesce(e.first_version <= 3, false) as complete, e.steps
       from ${cycle.table} r left join lateral (
         select min(subject_version) as first_version,
                json_agg(json_build_object('id', e.id, 'type', e.type,
                                           'state', coalesce(e.data->>'${cycle.column}', e.data->>'to'),
                                           'from', e.data->>'from') order by e.id) as steps
           from event e where e.tenant_id = r.tenant_id and e.subject_type = $2 and e.subject_id = r.id) e on true
      where r.tenant_id = $1 order by r.id`,
    [tenant, subject],
  );
  for (const { id, state, steps } of records) {
    if (sentences.length >= MOST) break;
    const sentence = judgeOf({ subject, id, stored: state, steps: steps ?? [], cycle });
    if (sentence !== null) sentences.push(sentence);
  }
  return sentences;
}

function judgeOf(record: {
  readonly subject: string;
  readonly id: string;
  readonly stored: string;
  readonly steps: readonly Step[];
  readonly cycle: Cycle;
}): string | null {
  const { subject, id, stored, steps, cycle } = record;
  // Events are stored for thirty days: where the first one is gone, the walk begins in the middle.
  let state: string | null = isFirst(cycle, steps[0]) ? '' : UNKNOWN;
  for (const step of steps) {
    const known = cycle.steps.get(step.type);
    if (!known) continue;
    const from = step.from !== null && isState(cycle, step.from) ? step.from : null;
    const before = from ?? state;
    if (from !== null && state !== UNKNOWN && !reached(cycle, state).has(from))
      return `Event ${step.id} (${step.type}) says that ${subject} ${id} was ${from}, and the events before it lead to ${state}.`;
    const next = nextStates(cycle, known, before);
    if (next.length === 0)
      return `Event ${step.id} (${step.type}) of ${subject} ${id} happened in the state ${before}, which does not allow it.`;
    if (step.state !== null && known.size > 0 && isState(cycle, step.state) && !next.includes(step.state))
      return `Event ${step.id} (${step.type}) took ${subject} ${id} from ${before || 'nothing'} to ${step.state}, which its lifecycle does not allow.`;
    state = step.state !== null && isState(cycle, step.state) ? step.state : next.length === 1 ? next[0]! : UNKNOWN;
  }
  if (state === UNKNOWN || state === '' || reached(cycle, state).has(stored)) return null;
  return `The stored state of ${subject} ${id} is ${stored}, and its events lead to ${state}.`;
}

const isFirst = ({ steps }: Cycle, first: Step | undefined) =>
  first !== undefined && steps.get(first.type)?.has('') === true;

function isState({ steps }: Cycle, state: string): boolean {
  for (const by of steps.values()) for (const [from, to] of by) if (from === state || to.includes(state)) return true;
  return false;
}

/** Where an event may lead, by way of steps that have no event. */
function nextStates(cycle: Cycle, known: ReadonlyMap<string, readonly string[]>, before: string | null): string[] {
  const origins = before === UNKNOWN ? known.keys() : reached(cycle, before);
  return [...new Set([...origins].flatMap((origin) => known.get(origin) ?? []))];
}

/** The state, and those that steps without an event lead to from there. */
function reached({ steps }: Cycle, from: string): Set<string> {
  const silent = steps.get('-');
  const found = new Set([from]);
  for (const state of found) for (const next of silent?.get(state) ?? []) found.add(next);
  return found;
}

function parse(text: string): Cycle['steps'] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [event = '', ...pairs] = line.split(' ');
      const by = pairs.map((pair) => {
        const [from = '', to = ''] = pair.split('>');
        return [from, to.split('|')] as const;
      });
      return [event, new Map(by)];
    }),
  );
}
