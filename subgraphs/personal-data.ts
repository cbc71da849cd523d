import { defaultFieldResolver, Kind } from 'graphql';
import type { DocumentNode, GraphQLFieldResolver } from 'graphql';
import { PERSONAL_FIELDS, type PersonalReading, type PersonalRecord } from '#platform/app/personal-readings.ts';
import type { App } from '#platform/app/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Resolvers } from './schema.ts';

/** Whose personal data the fields of one request have resolved to. */
export type ShownPersonalData = {
  readonly note: (record: PersonalRecord, uuid: string, field: string) => void;
  /** Writes them down; afterwards they may be shown. Fails where that is not possible. */
  readonly record: () => Promise<void>;
};

export function shownPersonalData(app: Pick<App, 'recordReadings'>, caller: Caller): ShownPersonalData {
  const noted = new Map<string, PersonalReading & { readonly fields: string[] }>();
  return {
    note: (record, uuid, field) => {
      const reading = noted.get(uuid) ?? { record, uuid, fields: [] };
      if (!reading.fields.includes(field)) reading.fields.push(field);
      noted.set(uuid, reading);
    },
    record: () => app.recordReadings(caller, [...noted.values()]),
  };
}

/** The types of the graph that show a person's data. */
const TYPES: { readonly [type: string]: PersonalRecord } = {
  Member: 'member',
  DeathClaim: 'death_claim',
  Student: 'student',
};

type Context = { readonly personal: ShownPersonalData };
type Parent = { readonly uuid: string; readonly masked?: readonly string[] };

/**
 * The same resolvers, whose fields with personal data note whose they show. What is null, empty or masked is not shown.
 */
export function notePersonalData<C extends Context>(typeDefs: DocumentNode, resolvers: Resolvers<C>): Resolvers<C> {
  const noting = Object.entries(TYPES).map(([type, record]) => {
    const declared = fieldsOf(typeDefs, type);
    const fields = PERSONAL_FIELDS[record].map((field) => ({ field, name: camelCase(field) }));
    const members = fields
      .filter(({ name }) => declared.has(name))
      .map(({ field, name }) => [name, notingOf<C>(record, field, resolvers[type]?.[name])] as const);
    return [type, Object.fromEntries(members)] as const;
  });
  const shown = noting.filter(([, members]) => Object.keys(members).length > 0);
  return {
    ...resolvers,
    ...Object.fromEntries(shown.map(([type, members]) => [type, { ...resolvers[type], ...members }])),
  };
}

function notingOf<C extends Context>(
  record: PersonalRecord,
  field: string,
  resolver: unknown,
): GraphQLFieldResolver<Parent, C> {
  // A member of an object type's resolvers whose name is a field of it is that field's resolver.
  const resolve = (resolver ?? defaultFieldResolver) as GraphQLFieldResolver<Parent, C>;
  return (parent, args, context, info) => {
    const value: unknown = resolve(parent, args, context, info);
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    if (!isEmpty && !parent.masked?.includes(field)) context.personal.note(record, parent.uuid, field);
    return value;
  };
}

function fieldsOf(typeDefs: DocumentNode, type: string): ReadonlySet<string> {
  const nodes = typeDefs.definitions.flatMap((node) =>
    (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) && node.name.value === type
      ? (node.fields ?? [])
      : [],
  );
  return new Set(nodes.map(({ name }) => name.value));
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
