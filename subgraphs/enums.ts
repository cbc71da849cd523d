import { availableActions, type Lifecycle } from '#core/kernel/lifecycle.ts';

/**
 * The enums of a lifecycle, for `npm run derive` to write into a subgraph's enums.graphql: no state is spelled twice.
 * Their values are the states and verbs in upper case; enumValues() gives the resolvers the way back.
 */

/** `enum LoanState { ... }`: each state with what leads to it and what it allows. */
export function stateEnum(name: string, cycle: Lifecycle): string {
  const verbs = Object.entries(cycle.verbs);
  const values = cycle.states.map((state) => {
    const reached = verbs.filter(([, { to }]) => [to].flat().includes(state)).map(([, { means }]) => means);
    const allowed = availableActions(cycle, state).map(upper);
    const outlook = allowed.length === 0 ? 'Allows no action.' : `Allows ${allowed.join(', ')}.`;
    return [state, [...new Set(reached), outlook].join(' ')] as const;
  });
  return enumSdl(name, `Where the ${words(cycle.subject)} stands.`, values);
}

/** `enum LoanAction { ... }`: what a person may do, as availableActions lists it. */
export function actionEnum(name: string, cycle: Lifecycle): string {
  const verbs = cycle.personal.map((verb) => [verb, cycle.verbs[verb]?.means ?? ''] as const);
  return enumSdl(name, `What a person may do with the ${words(cycle.subject)}.`, verbs);
}

/** An enum of values that are written in lower case inside, each with its description. */
export function enumSdl(name: string, description: string, values: readonly (readonly [string, string])[]): string {
  const lines = values.map(([value, means]) => `  ${text(means)}\n  ${upper(value)}\n`);
  return `${text(description)}\nenum ${name} {\n${lines.join('\n')}}\n`;
}

/** The resolvers of such an enum: `LoanState: enumValues(loanLifecycle.states)`. */
export function enumValues(values: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(values.map((value) => [upper(value), value]));
}

function upper(value: string): string {
  return value.toUpperCase();
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** A description in SDL. JSON's escapes are GraphQL's, too. */
function text(description: string): string {
  return JSON.stringify(description);
}
