import type { Lifecycle, PersonalOf } from './lifecycle.ts';
import { namesOf } from './names.ts';
import type { Outcome } from './outcome.ts';
import { text, type FieldsOf, type StepField, type StepFields } from './step-fields.ts';

type UseCase = (command: never, ports: never) => Promise<Outcome<unknown>>;

/**
 * What a person may do with a record: `name` is that of its binding, of the audit rows and of the graph's mutation, whose
 * description is `means`; REST takes the verb as {action}. The input of both APIs, its document and how it is read follow
 * from `fields`. One without `run` is bound by hand: it may take two people (`isProposable`), or it spans two contexts.
 */
export type Step = {
  readonly name: string;
  readonly means: string;
  readonly run?: UseCase;
  readonly isProposable?: true;
  /** The field that states the reason, where the verb needs one and it is not called `reason`. */
  readonly reasonIn?: string;
  readonly fields: StepFields;
};

/** A table of steps: the verbs that a person may give, by lifecycle. One that is missing is an error of types. */
export type Steps<L extends Lifecycle, Otherwise extends string = never> = {
  readonly [Action in Exclude<PersonalOf<L>, Otherwise>]: Step;
};

/** Any table of steps. */
export type StepTable = { readonly [action: string]: Step };
export type StepName<Table extends StepTable> = Table[keyof Table]['name'];

/**
 * Makes rows whose fields are those of their use cases: `const step = stepOn<'alertId'>()`. The members of a command that
 * name the record are no fields.
 */
export const stepOn =
  <About extends string>() =>
  <const Name extends string, Run extends UseCase>(
    row: Omit<Step, 'name' | 'run' | 'fields'> & {
      readonly name: Name;
      readonly run: Run;
      readonly fields: FieldsOf<Parameters<Run>[0], About>;
    },
  ) =>
    row;

const REASON = text(500, 'Why, in a sentence that an auditor understands.');

/** What a step takes, the reason included. */
export function fieldsOf(cycle: Lifecycle, action: string, { fields, reasonIn = 'reason' }: Step): StepFields {
  const reason: StepField = REASON;
  return cycle.verbs[action]?.needsReason && fields[reasonIn] === undefined ? { ...fields, reason } : fields;
}

/** The actions of such a table, in its order. */
export function actionsOf<Action extends string>(steps: { readonly [A in Action]: unknown }): Action[] {
  return namesOf(steps);
}
