import { availableActions, type Lifecycle } from '#core/kernel/lifecycle.ts';

/**
 * The enums of a lifecycle, for `npm run derive` to write into a subgraph's enums.graphql: no state is spelled twice.
 * Their values are the states and verbs in upper case; enumValues() gives the resolvers the way back.
 */

/** `enum LoanState { ... }`: each state with what leads to it and what it allows. */
export function stateEnum(name: string, cycle: Lifecycle): string {
  const values = cycle.states.map((state) => {
    const allowed = availableActions(cycle, state).map(upper);
    const outlook = allowed.length === 0 ? 'Allows no action.' : `Allows ${allowed.join(', ')}.`;
    return [state, [...reachedBy(cycle, state), outlook].join(' ')] as const;
  });
  return enumSdl(name, `Where the ${words(cycle.subject)} stands.`, values);
}

/** What leads to a state, in sentences. */
const reachedBy = ({ verbs }: Lifecycle, state: string): readonly string[] => [
  ...new Set(
    Object.values(verbs)
      .filter(({ to }) => [to].flat().includes(state))
      .map(({ means }) => means),
  ),
];

/** The states of several lifecycles as the words of one enum, each with what leads to it in each of them. */
export function statesOf(...cycles: readonly Lifecycle[]): { readonly [state: string]: string } {
  const states = new Set(cycles.flatMap((cycle) => cycle.states));
  const meaning = (state: string) =>
    cycles
      .filter((cycle) => cycle.states.includes(state))
      .map((cycle) => `Of a ${words(cycle.subject)}: ${reachedBy(cycle, state).join(' ')}`);
  return Object.fromEntries([...states].map((state) => [state, meaning(state).join(' ')]));
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
