import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/compose.ts';
import type { Views } from '#platform/views.ts';
import type { RecordId } from '#platform/views/view.ts';
import { readId } from './shapes.ts';

type Identified = { readonly id: number; readonly uuid: string };

/**
 * The record that a path names. Another tenant's is not there.
 * @throws DomainError not_found (missing)
 */
export async function found<T>(
  resource: string,
  id: string,
  look: (id: number | string) => Promise<T | null>,
): Promise<T> {
  const record = await look(readId(id));
  if (record !== null) return record;
  throw refuse(kernelRefusals.not_found, `There is no ${resource.replaceAll('_', ' ')} ${id}.`, { resource, id });
}

/** Ids as this client wants them in replies. */
export type Ids = (record: Identified) => number | string;

/** Integers, unless the client's setting or the call's id_format asks for uuids. */
export function idsFor(caller: Caller, query: { readonly id_format?: 'integer' | 'uuid' | undefined } = {}): Ids {
  const format = query.id_format ?? caller.idFormat;
  return ({ id, uuid }) => (format === 'uuid' ? uuid : id);
}

/**
 * The integer id of the record that a path names, for a command. An integer is taken as it is: the use case looks it up
 * anyway; a uuid is looked up here.
 */
export async function idOf(
  app: App,
  caller: Caller,
  resource: string,
  id: string,
  lookIn: (views: Views) => (id: RecordId) => Promise<{ readonly id: number } | null>,
): Promise<number> {
  const read = readId(id);
  if (typeof read === 'number') return read;
  return (await app.read(caller, (views) => found(resource, id, lookIn(views)))).id;
}

/** A PATCH either takes a step or changes fields: both at once would hide which of them was refused. */
export function refuseBesideAction(given: readonly string[], allowed: readonly string[]): void {
  const extra = given.filter((name) => !allowed.includes(name));
  if (extra.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `An action can’t be sent together with ${extra.join(', ')}.`, {
    errors: extra.map((name) => ({
      pointer: `#/${name}`,
      code: 'not_with_action',
      detail: `Send ${name} in a request of its own.`,
    })),
  });
}
