import { refuse } from './domain-error.ts';
import { invalidField } from './field-error.ts';
import { kernelRefusals } from './refusals.ts';

/**
 * One verb of a lifecycle.
 * - `from`: the states that allow it; empty for a verb that creates the record.
 * - `to`: the state that it leads to; a list where the outcome depends on the figures.
 * - `emits`: the event of it, `<singular>.<past tense>`.
 * - `by`: who may give it. `person`: a client or a screen requests it and it is listed in
 *   available_actions. `system`: it follows from something else (a callback, a job, another verb).
 */
export type Verb<State extends string = string> = {
  readonly from: readonly State[];
  readonly to: State | readonly State[];
  readonly emits: string;
  /** Other events for certain outcomes, where `to` is a list: `{ closed: 'loan.closed' }`. */
  readonly emitsInto?: { readonly [S in State]?: string };
  readonly by?: 'person' | 'system';
  /** Its giver has to state a reason. */
  readonly needsReason?: true;
  /** What happens, in one sentence, for the diagrams and the event catalogue. */
  readonly means: string;
};

export type Lifecycle<
  State extends string = string,
  Action extends string = string,
  Personal extends string = string,
> = {
  /** The singular business word: loan, member, invoice. */
  readonly subject: string;
  readonly states: readonly State[];
  readonly verbs: { readonly [A in Action]: Verb<State> };
  /** The verbs that a person may give to a record, in the order of the table. */
  readonly personal: readonly Personal[];
};

type PersonalIn<Verbs> = {
  [A in keyof Verbs]: Verbs[A] extends { readonly by: 'system' } | { readonly from: readonly [] } ? never : A;
}[keyof Verbs] &
  string;

/**
 * Declares a lifecycle: the one place where the states and moves of an aggregate are written.
 * The database's check, the enums, the available actions, the details of refusals, the diagrams and the
 * event catalogue all derive from it.
 */
export function lifecycle<
  const State extends string,
  const Verbs extends { readonly [action: string]: Verb<NoInfer<State>> },
>(subject: string, states: readonly State[], verbs: Verbs): Lifecycle<State, keyof Verbs & string, PersonalIn<Verbs>> {
  const isPersonal = ([, { from, by }]: [string, Verb]) => by !== 'system' && from.length > 0;
  const personal = Object.entries(verbs)
    .filter(isPersonal)
    .map(([action]) => action);
  // The filter leaves what PersonalIn names; no type follows a filter.
  return { subject, states, verbs, personal: personal as PersonalIn<Verbs>[] };
}

export type StateOf<L> = L extends Lifecycle<infer State, string> ? State : never;
export type ActionOf<L> = L extends Lifecycle<string, infer Action> ? Action : never;
export type PersonalOf<L> = L extends Lifecycle<string, string, infer Personal> ? Personal : never;

/** The event of a verb that led to `state`. */
export function eventType<S extends string, A extends string>(cycle: Lifecycle<S, A>, action: A, state: S): string {
  const verb = cycle.verbs[action];
  return verb.emitsInto?.[state] ?? verb.emits;
}

/** True where the state allows the verb. */
export function allows<S extends string, A extends string>(cycle: Lifecycle<S, A>, state: S, action: A): boolean {
  return cycle.verbs[action].from.includes(state);
}

/** The verbs that a person may give in this state, in the order of the table. */
export function availableActions<S extends string, A extends string>(cycle: Lifecycle<S, A>, state: S): A[] {
  // Personal verbs are some of the cycle's, which its two types don't say of each other.
  return (cycle.personal as readonly A[]).filter((action) => allows(cycle, state, action));
}

/**
 * Refuses a verb that the state does not allow: for rules that are checked before anything moves.
 * @throws DomainError invalid_state_transition (conflict) with current_state, action, allowed_actions
 */
export function requireAllowed<S extends string, A extends string>(
  cycle: Lifecycle<S, A>,
  current: S,
  action: NoInfer<A>,
): void {
  if (allows(cycle, current, action)) return;
  const allowed = availableActions(cycle, current);
  throw refuse(
    kernelRefusals.invalid_state_transition,
    `A ${cycle.subject.replaceAll('_', ' ')} that is ${current} can't take the action ${action}. ` +
      (allowed.length > 0 ? `It allows: ${allowed.join(', ')}.` : 'It allows no action.'),
    { current_state: current, action, allowed_actions: allowed },
  );
}

/**
 * The state that `action` leads to from `current`, for a caller that stores it.
 * @param outcome which of several target states, where the table lists more than one
 * @throws DomainError as requireAllowed
 */
export function advance<S extends string, A extends string>(
  cycle: Lifecycle<S, A>,
  current: S,
  action: A,
  outcome?: NoInfer<S>,
): S {
  requireAllowed(cycle, current, action);
  const { to } = cycle.verbs[action];
  const targets: readonly S[] = typeof to === 'string' ? [to] : to;
  const target = outcome ?? (targets.length === 1 ? targets[0] : undefined);
  if (target === undefined || !targets.includes(target)) {
    throw new Error(`${cycle.subject}.${action} leads to one of ${targets.join(', ')}, not to "${String(outcome)}".`);
  }
  return target;
}

/**
 * Refuses a verb that needs a reason and has none.
 * @throws DomainError validation_failed (invalid)
 */
export function requireReason<S extends string, A extends string>(
  cycle: Lifecycle<S, A>,
  action: A,
  reason: string | null | undefined,
): void {
  if (!cycle.verbs[action].needsReason || (reason !== null && reason !== undefined && reason.trim() !== '')) return;
  throw invalidField(
    'reason',
    'required',
    'Say why, in a sentence that an auditor understands.',
    `The action ${action} needs a reason.`,
  );
}
