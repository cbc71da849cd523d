import { GraphQLError, GraphQLScalarType, Kind, print } from 'graphql';
import type { ValueNode } from 'graphql';
import { isPhoneNumber } from '#platform/runtime/phone-numbers.ts';

/**
 * The scalars of both subgraphs. They are strict in both directions: a value that came in has been checked,
 * and a resolver that hands out the wrong kind of value is a fault, never a silent conversion.
 *
 * A subgraph gets them by `scalar Cents @specifiedBy(...)` in its schema file; the frame adds the resolvers.
 */

const largest = BigInt(Number.MAX_SAFE_INTEGER);

/** Whose values are personal: no error repeats one. The message of graphql-js does; errors.ts replaces it. */
export const PERSONAL_SCALARS: ReadonlySet<unknown> = new Set(['PhoneNumber']);

/** A refused input, distinguished by `scalar` from similar faults (see errors.ts). */
function refused(scalar: string, takes: string, found: string, node?: ValueNode): GraphQLError {
  const received = PERSONAL_SCALARS.has(scalar) ? 'another value' : found;
  return new GraphQLError(`${scalar} takes ${takes}; ${received} was sent.`, {
    ...(node === undefined ? {} : { nodes: node }),
    extensions: { code: 'BAD_USER_INPUT', scalar },
  });
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 60))
    : Array.isArray(value)
      ? 'a list'
      : String(value);
}

/** Money in minor units. Inside a bigint, on the wire a JSON integer; beyond +-(2^53 - 1) JSON loses cents, so it is refused. */
export const Cents = new GraphQLScalarType<bigint, number>({
  name: 'Cents',
  description: 'An amount of money in minor units (cents): an integer within +-(2^53 - 1).',
  serialize(value) {
    if (typeof value !== 'bigint') throw new TypeError(`Cents are a bigint inside; ${typeof value} was resolved.`);
    if (value > largest || value < -largest) throw new RangeError(`${value} cents don't fit a JSON integer.`);
    return Number(value);
  },
  parseValue(value) {
    if (!Number.isSafeInteger(value)) throw refused('Cents', centsTake, shown(value));
    // A safe integer is a number, which `isSafeInteger` does not say of the type.
    return BigInt(value as number);
  },
  parseLiteral(node) {
    if (node.kind !== Kind.INT || node.value.length > 17) throw refused('Cents', centsTake, print(node), node);
    const value = BigInt(node.value);
    if (value > largest || value < -largest) throw refused('Cents', centsTake, print(node), node);
    return value;
  },
});
const centsTake = 'an integer number of minor units within +-(2^53 - 1)';

/** A scalar that is text on the wire. `read` gives null where the text is not of its form. */
function textScalar<Inside>(form: {
  name: string;
  description: string;
  takes: string;
  read: (text: string) => Inside | null;
  write: (value: unknown) => string;
}): GraphQLScalarType<Inside, string> {
  const parse = (text: string, node?: ValueNode): Inside => {
    const value = form.read(text);
    if (value === null) throw refused(form.name, form.takes, shown(text), node);
    return value;
  };
  return new GraphQLScalarType<Inside, string>({
    name: form.name,
    description: form.description,
    serialize: form.write,
    parseValue(value) {
      if (typeof value !== 'string') throw refused(form.name, form.takes, shown(value));
      return parse(value);
    },
    parseLiteral(node) {
      if (node.kind !== Kind.STRING) throw refused(form.name, form.takes, print(node), node);
      return parse(node.value, node);
    },
  });
}

/** The earliest year that is taken, as on REST: PostgreSQL knows no year 0, and people disagree about those long ago. */
const EARLIEST_YEAR = 1900;

/** A calendar date of the business, without time or zone: Temporal.PlainDate inside. */
export const DateScalar = textScalar<Temporal.PlainDate>({
  name: 'Date',
  description: 'A calendar date, YYYY-MM-DD, from 1900 on.',
  takes: `a calendar date as "YYYY-MM-DD", from ${EARLIEST_YEAR} on`,
  read(text) {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
    const date = valid(() => Temporal.PlainDate.from(text, { overflow: 'reject' }));
    return date && date.year >= EARLIEST_YEAR ? date : null;
  },
  write(value) {
    if (!(value instanceof Temporal.PlainDate))
      throw new TypeError(`A Date is a Temporal.PlainDate inside; ${typeof value} was resolved.`);
    return value.toString({ calendarName: 'never' });
  },
});

/** A moment: Temporal.Instant inside, UTC with Z and milliseconds outside. Other zones and finer fractions are refused. */
export const DateTime = textScalar<Temporal.Instant>({
  name: 'DateTime',
  description:
    'A moment in UTC with milliseconds, YYYY-MM-DDTHH:MM:SS.sssZ, from 1900 on. On input the fraction may be left out.',
  takes: `a moment in UTC as "YYYY-MM-DDTHH:MM:SS.sssZ", from ${EARLIEST_YEAR} on`,
  read(text) {
    // Temporal reads the second 60 as 59; the day in it has no such second.
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,3})?Z$/.test(text)) return null;
    const moment = valid(() => Temporal.Instant.from(text));
    return moment && moment.epochMilliseconds >= Date.UTC(EARLIEST_YEAR, 0) ? moment : null;
  },
  write(value) {
    if (!(value instanceof Temporal.Instant))
      throw new TypeError(`A DateTime is a Temporal.Instant inside; ${typeof value} was resolved.`);
    return value.toString({ smallestUnit: 'millisecond' });
  },
});

const phoneNumber = /^\+[1-9]\d{6,14}$/;
/**
 * A telephone number in the international form of ITU-T E.164, with the plus and without spaces. What comes in has to be
 * a number of its plan; what goes out was one when it was stored.
 */
export const PhoneNumber = textScalar<string>({
  name: 'PhoneNumber',
  description: 'A telephone number in international form (E.164), such as +254712345678.',
  takes: 'a number that its telephone plan has, in international form (E.164), such as "+254712345678"',
  read: (text) => (isPhoneNumber(text) ? text : null),
  write(value) {
    if (typeof value !== 'string' || !phoneNumber.test(value))
      throw new TypeError('A PhoneNumber that is not E.164 was resolved.');
    return value;
  },
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A UUID (RFC 9562). Upper case is read, as the RFC asks, and becomes lower case. */
export const UUID = textScalar<string>({
  name: 'UUID',
  description: 'A UUID (RFC 9562), lower case with hyphens.',
  takes: 'a UUID such as "0192f0c1-2b7a-7c3d-8e4f-5a6b7c8d9e0f"',
  read(text) {
    const lower = text.toLowerCase();
    return uuid.test(lower) ? lower : null;
  },
  write(value) {
    if (typeof value !== 'string' || !uuid.test(value)) throw new TypeError('A UUID that is none was resolved.');
    return value;
  },
});

/** By the names that the schema files use. */
export const scalars = { Cents, Date: DateScalar, DateTime, PhoneNumber, UUID };

function valid<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    // By name: the RangeError of Temporal may come from another realm than ours.
    if (Error.isError(error) && error.name === 'RangeError') return null;
    throw error;
  }
}
