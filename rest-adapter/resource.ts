import type { TObject } from 'typebox';
import type { Caller } from '#platform/auth/caller.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import type { RecordId, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from './responses.ts';
import { found, subjectAt, type Ids, type Subject } from './records.ts';
import { route, type Route } from './route.ts';
import { onePath } from './shapes.ts';

type Versioned = { readonly id: number; readonly uuid: string; readonly version: number };

/** A kind of record: where it is read, how it looks, where it is. */
export type Resource<View extends Versioned> = {
  /** As in refusals: credit_note. */
  readonly noun: string;
  readonly one: (views: Views, caller: Caller) => (id: RecordId) => Promise<View | null>;
  readonly body: (view: View, ids: Ids, reader: Pick<Caller, 'scopes' | 'person'>) => object;
  /** The address of a new one; none where no path names it. */
  readonly address?: (view: View, ids: Ids) => string;
};

/** The record that `{id}` names. */
export function subjectOf<View extends Versioned>({ noun, one }: Resource<View>): Subject {
  return subjectAt(noun, one);
}

/** The reply to a write: the record, read in the transaction of the write itself. 200 is one that was there before. */
export function presented<View extends Versioned>(
  { noun, one, body, address }: Resource<View>,
  { caller, ids }: { readonly caller: Caller; readonly ids: Ids },
  status: 200 | 201 | 202,
) {
  return async ({ uuid }: { readonly uuid: string }, views: Views): Promise<CommandResponse> => {
    const view = await one(views, caller)(uuid);
    if (!view) throw new Error(`The ${noun} ${uuid} is gone in its own transaction.`);
    return recordResponse(status, view, body(view, ids, caller), status === 200 ? undefined : address?.(view, ids));
  };
}

/** A row that reads one record: what a `route` has of its own. */
type OneRow = Pick<Route, 'path' | 'surface' | 'operation' | 'summary' | 'description' | 'tag' | 'scope' | 'bucket'> & {
  readonly schema: TObject;
  /** What the reply is; `The <noun>.` where it is left out. */
  readonly describe?: string;
  /** How the parameter is described; by the noun where it is left out. */
  readonly named?: string;
};

/** Declares GET of one record. */
export function oneRoute<View extends Versioned>(resource: Resource<View>, row: OneRow): Route {
  const noun = resource.noun.replaceAll('_', ' ');
  const { schema, describe = `The ${noun}.`, named = noun, ...rest } = row;
  return route({
    ...rest,
    method: 'GET',
    params: onePath(named),
    subject: subjectOf(resource),
    reply: { status: 200, schema, describe },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const view = await app.read(caller, (views) => found(resource.noun, params.id, resource.one(views, caller)));
      return showRecord(view, resource.body(view, ids, caller));
    },
  });
}
