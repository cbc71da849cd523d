import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import { actionEnum, enumValues, stateEnum } from './enums.ts';
import type { Resolvers } from './schema.ts';

/** The lifecycles of a subgraph by the type that goes through them: `{ Loan: loanLifecycle }`. */
export type LifecyclesByType = { readonly [type: string]: Lifecycle };

/** The text of a subgraph's enums.graphql: for each type its states and, where a person can do anything, its actions. */
export function enumsOf(lifecycles: LifecyclesByType): string {
  const enums = Object.entries(lifecycles).flatMap(([type, cycle]) => [
    stateEnum(`${type}State`, cycle),
    ...(actionsOf(cycle).length > 0 ? [actionEnum(`${type}Action`, cycle)] : []),
  ]);
  return ['# Derived from the lifecycles in core/ by `npm run derive`. Don’t edit: change the table.\n', ...enums].join(
    '\n',
  );
}

/** The resolvers of these enums: the way from their names to the values inside, and back. */
export function enumResolvers(lifecycles: LifecyclesByType): Resolvers<never> {
  return Object.fromEntries(
    Object.entries(lifecycles).flatMap(([type, cycle]) => [
      [`${type}State`, enumValues(cycle.states)],
      ...(actionsOf(cycle).length > 0 ? [[`${type}Action`, enumValues(actionsOf(cycle))] as const] : []),
    ]),
  );
}

function actionsOf({ verbs }: Lifecycle): string[] {
  return Object.keys(verbs).filter((verb) => verbs[verb]?.by !== 'system' && (verbs[verb]?.from.length ?? 0) > 0);
}
