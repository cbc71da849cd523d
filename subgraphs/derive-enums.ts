import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import { actionEnum, enumSdl, enumValues, stateEnum } from './enums.ts';
import type { Resolvers } from './schema.ts';

/** The lifecycles of a subgraph by the type that goes through them: `{ Loan: loanLifecycle }`. */
export type LifecyclesByType = { readonly [type: string]: Lifecycle };

/** Tables of words of the core by the name of their enum: what it is, and what each word means. */
export type WordsByEnum = {
  readonly [name: string]: { readonly means: string; readonly words: { readonly [word: string]: string } };
};

/**
 * The text of a subgraph's enums.graphql: for each type its states and, where a person can do anything, its actions; then
 * the tables of words.
 */
export function enumsOf(lifecycles: LifecyclesByType, tables: WordsByEnum = {}): string {
  const enums = Object.entries(lifecycles).flatMap(([type, cycle]) => [
    stateEnum(`${type}State`, cycle),
    ...(actionsOf(cycle).length > 0 ? [actionEnum(`${type}Action`, cycle)] : []),
  ]);
  const words = Object.entries(tables).map(([name, { means, words }]) => enumSdl(name, means, Object.entries(words)));
  const head = '# Derived from the tables in core/ by `npm run derive`. Don’t edit: change the table.\n';
  return [head, ...enums, ...words].join('\n');
}

/** The resolvers of these enums: the way from their names to the values inside, and back. */
export function enumResolvers(lifecycles: LifecyclesByType, tables: WordsByEnum = {}): Resolvers<never> {
  return Object.fromEntries([
    ...Object.entries(lifecycles).flatMap(([type, cycle]) => [
      [`${type}State`, enumValues(cycle.states)] as const,
      ...(actionsOf(cycle).length > 0 ? [[`${type}Action`, enumValues(actionsOf(cycle))] as const] : []),
    ]),
    ...Object.entries(tables).map(([name, { words }]) => [name, enumValues(Object.keys(words))] as const),
  ]);
}

function actionsOf({ verbs }: Lifecycle): string[] {
  return Object.keys(verbs).filter((verb) => verbs[verb]?.by !== 'system' && (verbs[verb]?.from.length ?? 0) > 0);
}
