import { catalogue } from '#platform/app/refusal-catalogue.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { transitions } from './transitions.ts';

/**
 * What histories reach: verbs of lifecycles as `loan.approve`, codes of the refusal catalogue, and rows of the lifecycles’ tables
 * as `loan.approve from draft`.
 */
export type Coverage = {
  readonly verbs: readonly string[];
  readonly codes: readonly string[];
  readonly transitions: readonly string[];
};

const verbs = lifecycles.flatMap(({ lifecycle: { subject, verbs: table } }) =>
  Object.entries(table).map(([verb, { emits, emitsInto }]) => ({
    name: `${subject}.${verb}`,
    types: [emits, ...Object.values(emitsInto ?? {})].flatMap((type) => (type ? [type] : [])),
  })),
);

/** All that histories may reach. A verb that emits nothing leaves no trace, and is not among them. */
export const reachable: Coverage = {
  verbs: verbs.filter(({ types }) => types.length > 0).map(({ name }) => name),
  codes: [...catalogue.keys()],
  transitions,
};

/** Verbs that emit nothing. */
export const silentVerbs: readonly string[] = verbs.filter(({ types }) => types.length === 0).map(({ name }) => name);

/** What was reached: a verb is seen by what it emits. */
export function coverageOf(
  events: ReadonlySet<string>,
  codes: ReadonlySet<string>,
  moved: ReadonlySet<string>,
): Coverage {
  return {
    verbs: verbs.filter(({ types }) => types.some((type) => events.has(type))).map(({ name }) => name),
    codes: reachable.codes.filter((code) => codes.has(code)),
    transitions: transitions.filter((one) => moved.has(one)),
  };
}
