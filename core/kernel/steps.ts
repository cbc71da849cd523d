import type { Lifecycle, PersonalOf } from './lifecycle.ts';
import { namesOf } from './names.ts';

/**
 * The use case behind each verb that a person may give, by lifecycle. Its name is that of the binding, of the audit rows
 * and of the graph's mutation; REST takes the verb as {action}. A verb that is missing here is an error of types.
 */
export type Steps<L extends Lifecycle, Otherwise extends string = never> = {
  readonly [Action in Exclude<PersonalOf<L>, Otherwise>]: string;
};

/** The use cases of such a table. */
export type StepOf<Table> = Table[keyof Table];

/** The actions of such a table, in its order. */
export function actionsOf<Action extends string>(steps: { readonly [A in Action]: unknown }): Action[] {
  return namesOf(steps);
}
