import { JsonType, Type } from '@mikro-orm/core';
import type { KeyForm } from '../privacy/keys/tenant-keys.ts';
import { instantText } from '../../runtime/wire.ts';

/** timestamptz(3) as Temporal.Instant. */
export class InstantType extends Type<Temporal.Instant | null, string | null> {
  override convertToDatabaseValue(value: unknown): string | null {
    return value instanceof Temporal.Instant ? instantText(value) : null;
  }

  override convertToJSValue(value: unknown): Temporal.Instant | null {
    return value === null || value === undefined ? null : readInstant(value);
  }

  override compareAsType(): string {
    return 'string';
  }

  override getColumnType(): string {
    return 'timestamptz(3)';
  }
}

/** date as Temporal.PlainDate. */
export class PlainDateType extends Type<Temporal.PlainDate | null, string | null> {
  override convertToDatabaseValue(value: unknown): string | null {
    return value instanceof Temporal.PlainDate ? value.toString() : null;
  }

  override convertToJSValue(value: unknown): Temporal.PlainDate | null {
    return value === null || value === undefined ? null : readDate(value);
  }

  override compareAsType(): string {
    return 'string';
  }

  override getColumnType(): string {
    return 'date';
  }
}

/**
 * Personal data, which are stored sealed with the key of the person whose row it is (see decision 50). The class of the core
 * has them plain. `form`: the row is found by their keyed hash, in the column `<name>_key`.
 */
export class SealedTextType extends Type<string | null, string | null> {
  readonly form: KeyForm | null;
  constructor(form: KeyForm | null) {
    super();
    this.form = form;
  }
  override getColumnType(): string {
    return 'text';
  }
}

/** A date that is stored sealed. */
export class SealedDateType extends PlainDateType {
  override getColumnType(): string {
    return 'text';
  }
}

/** A document that is stored sealed: as a whole, or, where it is a list of people, these fields of each. */
export class SealedJsonType extends JsonType {
  readonly fields: readonly string[] | null;
  constructor(fields: readonly string[] | null) {
    super();
    this.fields = fields;
  }
  override getColumnType(): string {
    return 'jsonb';
  }
}

/**
 * A number of who paid or is paid, who need not be anyone whom the institution knows: sealed with a key of the tenant, the same
 * number always alike, so that it is found by equality. `form`: it is compared with numbers of people as well, by their keyed
 * hash, in the column `<name>_key`.
 */
export class AlikeTextType extends Type<string | null, string | null> {
  readonly form: KeyForm | null;
  constructor(form: KeyForm | null) {
    super();
    this.form = form;
  }
  override getColumnType(): string {
    return 'text';
  }
}

/** A text of ours in which such a number may stand. */
export class NumbersInTextType extends Type<string | null, string | null> {
  override getColumnType(): string {
    return 'text';
  }
}

/** A document of which numbers of people are sealed in the same way, wherever they stand in it. */
export class AlikeJsonType extends JsonType {
  override getColumnType(): string {
    return 'jsonb';
  }
}

/** Text that is only compared for equality, and stored as its keyed hash: a record that is read has the hash. */
export class HashedTextType extends Type<string | null, string | null> {
  override getColumnType(): string {
    return 'text';
  }
}

/** Reads what the driver gives for a timestamptz. */
export function readInstant(value: unknown): Temporal.Instant {
  if (value instanceof Temporal.Instant) return value;
  if (value instanceof Date) return Temporal.Instant.fromEpochMilliseconds(value.getTime());
  return Temporal.Instant.from(String(value).replace(' ', 'T'));
}

/** Reads what the driver gives for a date. */
export function readDate(value: unknown): Temporal.PlainDate {
  if (value instanceof Temporal.PlainDate) return value;
  if (value instanceof Date) return Temporal.PlainDate.from(value.toISOString().slice(0, 10));
  return Temporal.PlainDate.from(String(value).slice(0, 10));
}

type Column = { type: never; nullable?: true; fieldName?: string };
type Options = {
  nullable?: true;
  /** Readers are not shown it: its change is no new version. A write of a row that was not locked compares it instead. */
  unversioned?: true;
};

/** Column kinds of the mappings: each is an option object of a MikroORM entity schema. */
function column(type: unknown, { unversioned, ...options }: Options & Record<string, unknown> = {}): Column {
  // The library's type of a column is one of a hundred classes and names; the callers below pass those.
  return { type: type as never, ...options, ...(unversioned ? { concurrencyCheck: true } : {}) };
}

export const text = (options?: Options): Column => column('text', options);
/** Text that is the key of its row, beside the tenant. */
export const key = (): Column => column('text', { primary: true });
export const uuid = (options?: Options): Column => column('uuid', options);
export const flag = (options?: Options): Column => column('boolean', options);
export const int = (options?: Options): Column => column('integer', options);
/** Minor units as bigint. */
export const cents = (options?: Options): Column => column('bigint', options);
/** The id of another record: an integer beyond 32 bits, safe as a number. */
export const ref = (options?: Options): Column => column('bigint', { ...options, runtimeType: 'number' });
export const json = (options?: Options): Column => column('json', options);
export const instant = (options?: Options): Column => column(new InstantType(), options);
export const plainDate = (options?: Options & { fieldName?: string }): Column => column(new PlainDateType(), options);
export const texts = (options?: Options): Column => column('array', options);

type SealedOptions = Options & {
  /** Found by its keyed hash, in the column `<name>_key`. */
  form?: KeyForm;
};
export const sealedText = ({ form, ...options }: SealedOptions = {}): Column =>
  column(new SealedTextType(form ?? null), options);
export const sealedDate = (options?: Options): Column => column(new SealedDateType(), options);
export const sealedJson = (options?: Options): Column => column(new SealedJsonType(null), options);
/** A list of people, of whom these fields are sealed. */
export const sealedPeople = (...fields: readonly string[]): Column => column(new SealedJsonType(fields));
/** A number of a payer or payee, sealed alike; with its keyed hash in `<name>_key` where it has a form. */
export const alikeText = ({ form, ...options }: SealedOptions = {}): Column =>
  column(new AlikeTextType(form ?? null), options);
export const textWithNumbers = (options?: Options): Column => column(new NumbersInTextType(), options);
/** A document in which such numbers stand. */
export const jsonWithNumbers = (options?: Options): Column => column(new AlikeJsonType(), options);

/** Text that is stored as its keyed hash alone. */
export const hashedText = (options?: Options): Column => column(new HashedTextType(), options);

/** Half of every key. The database fills it from the session, and no class has a field of it. */
export const tenantId = column('bigint', {
  primary: true,
  runtimeType: 'number',
  defaultRaw: `current_setting('app.tenant')::bigint`,
});
const id = column('bigint', { primary: true, autoincrement: true, runtimeType: 'number' });
const version = column('integer', { version: true });

const stamp = column(new InstantType(), { defaultRaw: 'now()' });

/** The columns of a child that are not addressed on their own. */
export const childColumns = { tenantId, id, version };

/** The columns of a child that is stamped and has no version. */
export const rowColumns = { tenantId, id, createdAt: stamp, updatedAt: stamp };

/** The columns of a row that is written once. */
export const logColumns = { tenantId, id, createdAt: stamp };

/** The columns that every addressable record has. The database stamps the times. */
export const recordColumns = { tenantId, id, uuid: uuid(), version, createdAt: stamp, updatedAt: stamp };
