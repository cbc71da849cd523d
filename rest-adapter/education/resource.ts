import type { TObject } from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { availableActions, type Lifecycle } from '#core/kernel/lifecycle.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Scope } from '#core/partners/scopes.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import type { RecordId, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { found, subjectAt, type Ids, type Subject } from '../records.ts';
import { route, type Route } from '../route.ts';
import { onePath } from '../shapes.ts';
import { dateIn } from '../times.ts';

type Versioned = { readonly id: number; readonly uuid: string; readonly version: number };

/** A kind of record that the schools' surface shows: where it is read, how it looks, where it is. */
export type Resource<View extends Versioned> = {
  /** As in refusals: credit_note. */
  readonly noun: string;
  readonly one: (views: Views, caller: Caller) => (id: RecordId) => Promise<View | null>;
  readonly body: (view: View, ids: Ids, caller: Caller) => object;
  readonly address: (view: View, ids: Ids) => string;
};

/** The record that `{id}` names. */
export function subjectOf<View extends Versioned>({ noun, one }: Resource<View>): Subject {
  return subjectAt(noun, one);
}

/** The reply to a write: the record, read in the transaction of the write itself. */
export function presented<View extends Versioned>(
  { noun, one, body, address }: Resource<View>,
  app: App,
  { caller, ids }: { readonly caller: Caller; readonly ids: Ids },
  status: 200 | 201,
) {
  return async ({ id }: { readonly id: number }, views: Views): Promise<CommandResponse> => {
    const view = await one(views, caller)(id);
    if (!view) throw new Error(`The ${noun} ${id} is gone in its own transaction.`);
    return recordResponse(status, view, body(view, ids, caller), status === 201 ? address(view, ids) : undefined);
  };
}

/** Declares GET of one record. */
export function oneRoute<View extends Versioned>(
  resource: Resource<View>,
  row: {
    readonly path: string;
    readonly operation: string;
    readonly summary: string;
    readonly description?: string;
    readonly tag: string;
    readonly scope: Scope;
    readonly schema: TObject;
  },
): Route {
  const { schema, ...rest } = row;
  const noun = resource.noun.replaceAll('_', ' ');
  return route({
    ...rest,
    method: 'GET',
    surface: 'education',
    bucket: 'C.read',
    params: onePath(noun),
    subject: subjectOf(resource),
    reply: { status: 200, schema, describe: `The ${noun}.` },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const view = await app.read(caller, (views) => found(resource.noun, params.id, resource.one(views, caller)));
      return showRecord(view, resource.body(view, ids, caller));
    },
  });
}

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
