import { refuse } from '#core/kernel/domain-error.ts';
import { unusableReference } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { RecordId, Views } from '#platform/app/views.ts';
import { readId } from './shapes.ts';

/** A record by both of its ids. */
export type Identified = { readonly id: number; readonly uuid: string };
type Versioned = Identified & { readonly version: number };

/**
 * The record that a path names. Another tenant's is not there.
 * @throws DomainError not_found (missing)
 */
export async function found<T>(resource: string, id: string, look: (id: RecordId) => Promise<T | null>): Promise<T> {
  const read = readId(id);
  const record = read === null ? null : await look(read);
  if (record !== null) return record;
  throw refuse(kernelRefusals.not_found, `There is no ${resource.replaceAll('_', ' ')} ${id.slice(0, 100)}.`, {
    resource,
    id: id.slice(0, 100),
  });
}

/** Ids as this client wants them in replies. */
export type Ids = (record: Identified) => number | string;

/** The client's setting, or the call's id_format, asks for uuids in place of integers. */
export function wantsUuids(caller: Caller, query: { readonly id_format?: unknown } = {}): boolean {
  return (query.id_format ?? caller.idFormat) === 'uuid';
}

/** Integers, unless uuids are wanted. */
export const idsFor = (caller: Caller, query: { readonly id_format?: unknown } = {}): Ids =>
  idsOf(wantsUuids(caller, query) ? 'uuid' : 'integer');

export const idsOf =
  (format: 'integer' | 'uuid'): Ids =>
  ({ id, uuid }) =>
    format === 'uuid' ? uuid : id;

export type At = { readonly caller: Caller; readonly params: Readonly<Record<string, string>> };

/**
 * The record that a path names. Rows carry it as data, so that the server can put a 404 before any other complaint
 * about a request.
 */
export type Subject = {
  readonly resource: string;
  /** @throws DomainError not_found (missing) */
  readonly require: (views: Views, at: At) => Promise<Versioned>;
  /**
   * Its integer id, for a command. An integer is taken as it is: the use case looks it up anyway; a uuid is looked up.
   * @throws DomainError not_found (missing)
   */
  readonly idOf: (app: App, at: At) => Promise<number>;
};

/**
 * The record that `{id}` names.
 * @param idBehind the id behind a uuid for a command, where it outlives the record: a repeated deletion is recognised
 */
export function subjectAt(
  resource: string,
  look: (views: Views, caller: Caller) => (id: RecordId) => Promise<Versioned | null>,
  idBehind?: (views: Views, caller: Caller) => (uuid: string) => Promise<number | null>,
): Subject {
  const require: Subject['require'] = (views, { caller, params }) =>
    found(resource, params['id'] ?? '', look(views, caller));
  return {
    resource,
    require,
    idOf: async (app, at) => {
      const id = readId(at.params['id'] ?? '');
      if (typeof id === 'number') return id;
      return app.read(at.caller, async (views) => {
        const known = id !== null && idBehind ? await idBehind(views, at.caller)(id) : null;
        return known ?? (await require(views, at)).id;
      });
    },
  };
}

/**
 * The integer id behind a reference in a body, which may be a uuid. An integer is taken as it is: the use case looks it
 * up anyway.
 * @throws DomainError unknown_reference (invalid)
 */
export async function referenceIn(
  app: App,
  caller: Caller,
  field: string,
  value: number | string,
  look: (views: Views) => (id: RecordId) => Promise<Identified | null>,
): Promise<number> {
  if (typeof value === 'number') return value;
  const record = await app.read(caller, (views) => look(views)(value.toLowerCase()));
  if (record) return record.id;
  throw unusableReference(
    field,
    `${field} ${value} names nothing that can be used here.`,
    'Use the id of a record that you can read.',
  );
}

/** Where records of each kind that a body may name are found. */
type Lookups<Kind extends string> = {
  readonly [K in Kind]: (views: Views) => (uuids: readonly string[]) => Promise<readonly Identified[]>;
};

/** The id of a record by its kind and uuid, in any case; undefined where the caller has none of it. */
export type IdOf<Kind extends string> = (kind: Kind, uuid: string) => number | undefined;

/** The ids behind all uuids that a body names, however many they are: one statement for each kind of record. */
export async function idsBehind<Kind extends string>(
  app: App,
  caller: Caller,
  named: readonly { readonly kind: Kind; readonly uuid: string }[],
  lookups: Lookups<Kind>,
): Promise<IdOf<Kind>> {
  const keyOf = (kind: Kind, uuid: string) => `${kind} ${uuid.toLowerCase()}`;
  const ids = new Map<string, number>();
  const kinds = Map.groupBy(named, ({ kind }) => kind);
  if (kinds.size > 0) {
    await app.read(caller, async (views) => {
      for (const [kind, all] of kinds) {
        const uuids = [...new Set(all.map(({ uuid }) => uuid.toLowerCase()))];
        for (const { id, uuid } of await lookups[kind](views)(uuids)) ids.set(keyOf(kind, uuid), id);
      }
    });
  }
  return (kind, uuid) => ids.get(keyOf(kind, uuid));
}

/** A PATCH either takes a step or changes fields: both together would hide which of them was refused. */
export function refuseBesideAction(sent: readonly string[], allowed: readonly string[]): void {
  const extra = sent.filter((name) => !allowed.includes(name));
  if (extra.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `An action can’t be sent together with ${extra.join(', ')}.`, {
    errors: extra.map((name) => ({
      field: name,
      code: 'not_with_action',
      detail: `Send ${name} in a request of its own.`,
    })),
  });
}

/** A step that was sent without what it needs. @throws DomainError validation_failed (invalid) */
export function requireMembers(action: string, body: object, needs: readonly string[]): void {
  const missing = needs.filter((name) => !Object.hasOwn(body, name));
  if (missing.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `The action ${action} needs ${missing.join(', ')}.`, {
    errors: missing.map((name) => ({ field: name, code: 'required', detail: `${name} is required.` })),
  });
}
