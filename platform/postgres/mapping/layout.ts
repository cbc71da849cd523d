import { ArrayType, BigIntType, JsonType, type EntityMetadata, type EntityProperty } from '@mikro-orm/core';
import { metadata } from './metadata.ts';
import type { KeyForm, Open, Seal } from '../privacy/keys/tenant-keys.ts';
import { hashForm, sealedForm, type SealedForm } from './sealed-form.ts';
import { AlikeTextType, InstantType, PlainDateType, SealedTextType } from './types.ts';

export type Class<T> = { new (): T };

export type Column = {
  readonly field: string;
  readonly name: string;
  /** As SQL names it in a cast. */
  readonly type: string;
  /** Its value may be changed in place, so it is compared by its text. */
  readonly isDocument: boolean;
  /** From what the driver returns, opened where it is sealed. */
  readonly read: (value: unknown) => unknown;
  /** To what the driver takes, or is sealed for it. */
  readonly write: (value: unknown) => unknown;
  /** How it is stored, where that is sealed. */
  readonly sealed: SealedForm | null;
  /** The form of whose keyed hash `<name>_key` holds. */
  readonly form: KeyForm | null;
};

/** A column of what the driver returned, as its record has it. */
export const opened = ({ read, sealed }: Column, value: unknown, open: Open): unknown =>
  sealed && value !== null && value !== undefined ? read(sealed.open(value, open)) : read(value);

/** A value as the driver takes it. */
export const stored = ({ write, sealed }: Column, value: unknown, seal: Seal): unknown =>
  sealed && value !== null && value !== undefined ? sealed.seal(value, seal) : write(value);

/** Where the records of a class are stored, as the metadata of its mapping says. */
export type Layout<T> = {
  readonly entity: Class<T>;
  readonly table: string;
  readonly columns: readonly Column[];
  /** Those that a command may change; the others are filled by the database. */
  readonly writable: readonly Column[];
  readonly key: Column;
  /** The version that readers are shown, where the class has one. */
  readonly version: Column | null;
  /** Columns whose change is no new version. A write of what was not locked compares them instead. */
  readonly unversioned: ReadonlySet<Column>;
  /** A record that others refer to, by its id and uuid. A row that is only read with others has neither reader. */
  readonly isAddressed: boolean;
  /** The columns as a statement names them. */
  readonly list: string;
  /** The keyed hashes of other columns, by the fields of these: written with them, never read. */
  readonly hashes: readonly Column[];
  /** Its rows are of one person each, whose key seals what is personal in them. */
  readonly isSealed: boolean;
};

/** In the table and the metadata only: the database fills it from the session, and row security compares it. */
const TENANT = 'tenantId';

const metadataOf = new Map<object, EntityMetadata>(metadata.map((each) => [each.class, each]));
const layouts = new Map<object, object>();

/** @throws Error where no mapping names the class */
export function layoutOf<T extends object>(entity: Class<T>): Layout<T> {
  let layout = layouts.get(entity);
  if (!layout) layouts.set(entity, (layout = derive(entity)));
  // The map holds for each class the layout of that class; its type can’t say so.
  return layout as Layout<T>;
}

function derive<T extends object>(entity: Class<T>): Layout<T> {
  const mapped = metadataOf.get(entity);
  if (!mapped) throw new Error(`${entity.name} is mapped onto no table.`);
  const properties: readonly EntityProperty[] = Object.values(mapped.properties);
  const columnOf = new Map(
    properties.filter(({ name }) => name !== TENANT).map((each) => [each, columnFor(mapped.tableName, each)]),
  );
  const where = (holds: (property: EntityProperty) => boolean) =>
    [...columnOf].filter(([property]) => holds(property)).map(([, column]) => column);
  const columns = [...columnOf.values()];
  const [key] = where(({ primary }) => primary === true);
  if (!key) throw new Error(`The mapping of ${entity.name} names no key.`);
  return {
    entity,
    table: mapped.tableName,
    columns,
    writable: where(({ primary, version, defaultRaw }) => !primary && !version && defaultRaw === undefined),
    key,
    version: where(({ version }) => version === true)[0] ?? null,
    unversioned: new Set(where(({ concurrencyCheck }) => concurrencyCheck === true)),
    isAddressed: columns.some(({ field }) => field === 'uuid') && columns.some(({ field }) => field === 'updatedAt'),
    list: columns.map(({ name }) => `"${name}"`).join(', '),
    hashes: columns.flatMap((column) => (column.form === null ? [] : [hashOf(column, column.form)])),
    isSealed: columns.some(({ sealed }) => sealed?.isOfPerson),
  };
}

const hashOf = (column: Column, form: KeyForm): Column => ({
  ...column,
  name: `${column.name}_key`,
  type: 'text',
  sealed: hashForm(form),
});

function columnFor(table: string, property: EntityProperty): Column {
  const { name, fieldNames, columnTypes, customType, runtimeType } = property;
  const [column = name] = fieldNames;
  const [type = 'text'] = columnTypes;
  const { read, write } = translationOf(customType, runtimeType);
  return {
    field: name,
    name: column,
    // A serial is an integer that has a default.
    type: type.replace('serial', 'int'),
    isDocument: customType instanceof JsonType || customType instanceof ArrayType,
    read: (value) => (value === null || value === undefined ? null : read(value)),
    write: (value) => (value === null || value === undefined ? null : write(value)),
    sealed: sealedForm(customType, `${table}.${column}`, write),
    form: customType instanceof SealedTextType || customType instanceof AlikeTextType ? customType.form : null,
  };
}

type Translate = (value: unknown) => unknown;
const unchanged: Translate = (value) => value;

function translationOf(custom: unknown, runtimeType: string): { readonly read: Translate; readonly write: Translate } {
  if (custom instanceof InstantType || custom instanceof PlainDateType)
    return { read: (value) => custom.convertToJSValue(value), write: (value) => custom.convertToDatabaseValue(value) };
  if (custom instanceof BigIntType)
    return { read: runtimeType === 'number' ? Number : (value) => BigInt(String(value)), write: String };
  if (custom instanceof JsonType) return { read: unchanged, write: (value) => JSON.stringify(value) };
  if (custom instanceof ArrayType) return { read: unchanged, write: arrayText };
  return { read: unchanged, write: unchanged };
}

/** An array as PostgreSQL writes it, so that it can stand in an array of rows, too. */
function arrayText(value: unknown): string {
  const items = Array.isArray(value) ? value : [];
  return `{${items.map((item) => `"${String(item).replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}
