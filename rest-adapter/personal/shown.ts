import type { TSchema } from 'typebox';
import { PERSONAL_FIELDS, type PersonalReading, type PersonalRecord } from '#platform/app/personal-readings.ts';
import { plainName } from '../included.ts';

/** Looks for personal data in a body. `uuids` are those of its records, which the body itself may leave out. */
type Find = (value: unknown, uuids: readonly string[], found: PersonalReading[]) => void;

/** A JSON Schema, as far as it is read here. */
type Schema = {
  readonly $id?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** The records that show people, by the names of their schemas. */
export const PERSONAL_SCHEMAS: { readonly [schema: string]: PersonalRecord } = {
  Member: 'member',
  DeathClaim: 'death_claim',
  Student: 'student',
};

/**
 * What finds, in a body of this schema, whose personal data it shows and which. Null where no body of it shows any.
 * What is empty is not shown, nor is what the record names as masked.
 */
export function personalDataIn(schema: TSchema | null): Find | null {
  // The words that are read of it, which TSchema leaves out.
  return schema === null ? null : finderOf(schema as Schema);
}

function finderOf(schema: Schema): Find | null {
  const finders = [
    recordFinder(schema),
    insideFinder(schema),
    itemFinder(schema),
    ...(schema.anyOf ?? []).map(finderOf),
  ];
  const all = finders.filter((find) => find !== null);
  if (all.length === 0) return null;
  return (value, uuids, found) => {
    for (const find of all) find(value, uuids, found);
  };
}

function recordFinder({ $id }: Schema): Find | null {
  const record = $id === undefined ? undefined : PERSONAL_SCHEMAS[plainName($id)];
  if (record === undefined) return null;
  return (value, [listed], found) => {
    if (!isObject(value)) return;
    const masked: readonly unknown[] = Array.isArray(value['masked']) ? value['masked'] : [];
    const fields = PERSONAL_FIELDS[record].filter((field) => !masked.includes(field) && saysSomething(value[field]));
    if (fields.length === 0) return;
    const uuid = typeof value['uuid'] === 'string' ? value['uuid'] : listed;
    if (uuid === undefined) throw new Error(`A reply shows personal data of a ${record} and does not say whose.`);
    found.push({ record, uuid, fields });
  };
}

function insideFinder({ properties = {} }: Schema): Find | null {
  const inside = Object.entries(properties).flatMap(([name, schema]) => {
    const find = finderOf(schema);
    return find === null ? [] : [[name, find] as const];
  });
  if (inside.length === 0) return null;
  return (value, uuids, found) => {
    if (!isObject(value)) return;
    for (const [name, find] of inside) find(value[name], uuids, found);
  };
}

function itemFinder({ items }: Schema): Find | null {
  const find = items ? finderOf(items) : null;
  if (find === null) return null;
  return (value, uuids, found) => {
    if (!Array.isArray(value)) return;
    value.forEach((item, index) => find(item, uuids.slice(index, index + 1), found));
  };
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const saysSomething = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
