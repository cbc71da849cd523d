import type { StoredValue } from '#core/approvals/proposal/proposal.ts';
import { instantText } from '../../runtime/wire.ts';

/** What JSON has no words for, by the name that it is stored under. */
const NAMED = {
  $cents: BigInt,
  $instant: (text: string) => Temporal.Instant.from(text),
  $date: (text: string) => Temporal.PlainDate.from(text),
} as const;

/** A command as it is stored until it is approved. Members that are undefined are left out. */
export function storedInput(value: unknown): StoredValue {
  if (typeof value === 'bigint') return { $cents: value.toString() };
  if (value instanceof Temporal.Instant) return { $instant: value.toString() };
  if (value instanceof Temporal.PlainDate) return { $date: value.toString() };
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(storedInput);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError(`A ${typeof value} of a command can’t be stored until it is approved.`);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, storedInput(member)]));
}

/** The command as the use case takes it. */
export function readInput(stored: StoredValue): unknown {
  return convert(stored, (name, text) => NAMED[name](text));
}

/** The same as people read it: amounts as integers, times and days as texts, without ids, which say nothing to them. */
export function shownInput(stored: StoredValue): { readonly [member: string]: unknown } {
  const shown = convert(stored, (name, text) => (name === '$cents' ? Number(text) : shownTime(name, text)));
  // A command is an object, and stays one when it is converted.
  const members = Object.entries(shown as object).filter(([name, member]) => member !== null && !isId(name));
  return Object.fromEntries(members.map(([name, member]) => [snakeCase(name), withSnakeCase(member)]));
}

type Named = keyof typeof NAMED;

function convert(stored: StoredValue, named: (name: Named, text: string) => unknown): unknown {
  if (stored === null || typeof stored !== 'object') return stored;
  if (Array.isArray(stored)) return stored.map((each: StoredValue) => convert(each, named));
  const members = Object.entries(stored);
  const [[name, text] = ['', null]] = members;
  if (members.length === 1 && isNamed(name)) return named(name, String(text));
  return Object.fromEntries(members.map(([member, value]) => [member, convert(value, named)]));
}

const isNamed = (name: string): name is Named => Object.hasOwn(NAMED, name);
const shownTime = (name: Named, text: string) => (name === '$instant' ? timeOf(text) : text);
/** A stored instant as the surfaces write it. */
export const timeOf = (text: string): string => instantText(Temporal.Instant.from(text));
const isId = (name: string) => /(^id|Id|^version|^app)$/.test(name);
/** A name as the surfaces write it. */
export const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function withSnakeCase(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withSnakeCase);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), withSnakeCase(member)]));
}
