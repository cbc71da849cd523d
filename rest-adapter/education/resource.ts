import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { availableActions, type Lifecycle } from '#core/kernel/lifecycle.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { dateIn } from '../times.ts';

/** The rows of this surface that read one record. */
export const OF_SCHOOLS = { surface: 'education', bucket: 'C.read' } as const;

/** Those of the steps that PATCH offers which the state allows. */
export function actionsIn<S extends string, A extends string>(
  cycle: Lifecycle<S, A>,
  state: S,
  offered: object,
): readonly string[] {
  return availableActions(cycle, state).filter((action) => Object.hasOwn(offered, action));
}

/** The version of If-Match as commands take it. */
export function at(version: number | undefined): { readonly version?: number } {
  return version === undefined ? {} : { version };
}

/**
 * A date in a field of a body. What the schema lets through and can’t be stored is refused here.
 * @throws DomainError validation_failed (invalid)
 */
export function readDate(field: string, text: string): Temporal.PlainDate {
  const date = dateIn(text);
  if (date) return date;
  throw invalidMember(field, 'format', 'Send a date such as 2026-01-31.');
}

/** A member that this action can't do without. @throws DomainError validation_failed (invalid) */
export function needed<T>(field: string, value: T | null | undefined): T {
  if (value !== undefined && value !== null) return value;
  throw invalidMember(field, 'required', `${field} is required.`);
}

export function invalidMember(field: string, code: string, detail: string) {
  return invalidField(field, code, detail, `The body has an error: ${detail}`);
}

/** Members that only mean something beside an action. @throws DomainError validation_failed (invalid) */
export function refuseWithoutAction(members: readonly string[], stray: readonly string[]): void {
  const lone = members.filter((name) => stray.includes(name));
  if (lone.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `${lone.join(', ')} goes with an action.`, {
    errors: lone.map((name) => ({
      field: name,
      code: 'only_with_action',
      detail: `Send the action that ${name} belongs to.`,
    })),
  });
}
