import Type, { type TObject, type TSchema } from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Scope } from '#core/partners/scopes.ts';
import type { Placed, Slice, Views } from '#platform/app/views.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Identified, Ids } from './records.ts';
import { restRefusals } from './refusals.ts';
import { requireScopes } from './scopes.ts';
import { documentedAs, object } from './shapes.ts';

/**
 * Records that a reply shows beside its own, where `include` names them. Which can be shown with which is data: one table for
 * each kind of record, which lists, records and the document read. One statement reads a kind for a whole page, however long.
 */
export type Include<Parent> = {
  /** What it takes to read them alone: a reply shows no more than that. */
  readonly scope: Scope;
  /** What they are, as a sentence without its full stop. */
  readonly means: string;
  readonly schema: TSchema;
  /** There may be many for each record: a page is then short. */
  readonly many: boolean;
  readonly read: (views: Views, parents: readonly Parent[], ids: Ids) => Promise<(parent: Parent) => unknown>;
};
export type Includes<Parent> = { readonly [name: string]: Include<Parent> };

/** So many of each record's, the newest. */
const MOST_OF_EACH = 20;
/** Records of a page that shows many of each. */
export const MOST_WITH_MANY = 50;
/** Names that one request may include. */
const MOST_NAMES = 5;

type Said = Pick<Include<never>, 'scope' | 'means'>;

/** Another record that a record names, or null. */
export function oneBeside<Parent, Child extends Identified>(
  said: Said & { readonly schema: TSchema },
  of: {
    readonly idIn: (parent: Parent) => number | null;
    readonly byIds: (views: Views) => (ids: readonly number[]) => Promise<readonly Child[]>;
    readonly show: (child: Child, ids: Ids) => unknown;
  },
): Include<Parent> {
  return {
    ...said,
    schema: Type.Union([said.schema, Type.Null()]),
    many: false,
    read: async (views, parents, ids) => {
      const wanted = [...new Set(parents.map(of.idIn))].filter((id) => id !== null);
      const found = wanted.length === 0 ? [] : await of.byIds(views)(wanted);
      const shown = new Map(found.map((child) => [child.id, of.show(child, ids)]));
      return (parent) => shown.get(of.idIn(parent) ?? 0) ?? null;
    },
  };
}

/** The newest of the records that name a record. */
export function newestBeside<Parent extends Identified, Child>(
  said: Said & { readonly schema: TSchema },
  of: {
    readonly parentOf: (child: Child) => number | null;
    readonly ofEach: (views: Views) => (parents: readonly number[], slice: Slice) => Promise<readonly Placed<Child>[]>;
    readonly show: (child: Child, ids: Ids) => unknown;
  },
): Include<Parent> {
  return {
    ...said,
    means: `${said.means}, newest first: at most ${MOST_OF_EACH}, has_more where there are others`,
    schema: object({
      data: Type.Array(said.schema),
      has_more: Type.Boolean({ description: 'There are older ones, in a list of their own.' }),
    }),
    many: true,
    read: async (views, parents, ids) => {
      const slice: Slice = { after: null, before: null, limit: MOST_OF_EACH + 1, fromEnd: false };
      const found = await of.ofEach(views)(
        parents.map(({ id }) => id),
        slice,
      );
      const children = found.map(({ record }) => record);
      const byParent = Map.groupBy(children, of.parentOf);
      return ({ id }) => {
        const all = byParent.get(id) ?? [];
        const data = all.slice(0, MOST_OF_EACH).map((child) => of.show(child, ids));
        return { data, has_more: all.length > MOST_OF_EACH };
      };
    },
  };
}

const SUFFIX = 'WithIncluded';
/** The name of a record's schema, whether other records are shown with it or not. */
export const plainName = (name: string): string => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name);

/** The schema of a record with what may be shown beside it. @throws Error where a member of its own is called so */
export function withIncluded<Parent>(schema: TObject, includes: Includes<Parent>): TObject {
  // Schemas carry the names that they were made with, which their type leaves out.
  const name = (schema as { readonly $id?: string }).$id;
  if (name === undefined) throw new Error('A schema without a name can’t show other records.');
  const more = Object.entries(includes).map(([member, { schema: of, means }]) => {
    if (member in schema.properties) throw new Error(`${name} has a member ${member} of its own.`);
    return [member, Type.Optional(Type.Union([of], { description: `${means}. Only where include names it.` }))];
  });
  return object({ ...schema.properties, ...Object.fromEntries(more) }, { $id: `${name}${SUFFIX}` });
}

/** The parameter of a record’s GET. */
export function includeQuery<Parent>(includes: Includes<Parent>) {
  return object({ include: Type.Optional(includeParameter(includes, [])) });
}

/** The parameter as the document shows it: names with commas between them. */
export function includeParameter<Parent>(includes: Includes<Parent>, others: readonly string[]) {
  const said = Object.entries(includes).map(([name, { means, scope }]) => `${name}: ${means} (${scope})`);
  const description = `Shown beside each record, at most ${MOST_NAMES}. ${said.join('; ')}.`;
  const items = { type: 'string', enum: [...others, ...Object.keys(includes)] };
  return documentedAs({ type: 'array', items, maxItems: MOST_NAMES + others.length, description }, Type.String());
}

/**
 * The records that a request wants beside its own.
 * @param others what else `include` may name
 * @throws DomainError insufficient_scope for all that may not be read, invalid_parameter
 */
export function includesIn<Parent>(
  text: unknown,
  includes: Includes<Parent>,
  caller: Caller,
  others: readonly string[] = [],
): Includes<Parent> {
  const names = typeof text === 'string' ? [...new Set(text.split(','))] : [];
  const known = names.filter((name) => Object.hasOwn(includes, name));
  requireScopes(
    caller,
    `include=${known.join(',')}`,
    known.flatMap((name) => includes[name]?.scope ?? []),
  );
  const allowed = [...others, ...Object.keys(includes)];
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    throw refuse(restRefusals.invalid_parameter, `Nothing is called ${unknown.slice(0, 100)} here.`, {
      parameter: 'include',
      allowed,
    });
  }
  if (known.length > MOST_NAMES) {
    throw refuse(restRefusals.invalid_parameter, `include names at most ${MOST_NAMES} kinds of records.`, {
      parameter: 'include',
    });
  }
  return Object.fromEntries(Object.entries(includes).filter(([name]) => known.includes(name)));
}

/** What is shown beside each of these records: one statement for each kind. */
export async function embeddedInEach<Parent>(
  views: Views,
  parents: readonly Parent[],
  wanted: Includes<Parent>,
  ids: Ids,
): Promise<(parent: Parent) => Readonly<Record<string, unknown>>> {
  const kinds: [string, (parent: Parent) => unknown][] = [];
  if (parents.length > 0) {
    for (const [name, { read }] of Object.entries(wanted)) kinds.push([name, await read(views, parents, ids)]);
  }
  return (parent) => Object.fromEntries(kinds.map(([name, of]) => [name, of(parent)]));
}

/** The same of one record. */
export async function embedded<Parent>(views: Views, parent: Parent, wanted: Includes<Parent>, ids: Ids) {
  return (await embeddedInEach(views, [parent], wanted, ids))(parent);
}
