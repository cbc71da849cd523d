import type { KeyForm, Open, Seal } from '../privacy/keys/tenant-keys.ts';
import { numbersIn, numbersInText } from '../privacy/keys/numbers-in.ts';
import {
  AlikeJsonType,
  AlikeTextType,
  HashedTextType,
  NumbersInTextType,
  SealedDateType,
  SealedJsonType,
  SealedTextType,
} from './types.ts';

/** How a column of personal data is stored. */
export type SealedForm = {
  /** With the key of the person whose row it is; otherwise under a key of the tenant. */
  readonly isOfPerson: boolean;
  /** The same text is stored the same: what equals it is found by what is stored. */
  readonly isAlike?: true;
  /** From what the driver returns to what it would be, were it not sealed. */
  readonly open: (value: unknown, open: Open) => unknown;
  /** From the field of the record to what the driver takes. */
  readonly seal: (value: unknown, seal: Seal) => unknown;
};

/** Null for a column that is stored as it is. @param place of the column, which is authenticated with what it holds */
export function sealedForm(type: unknown, place: string, write: (value: unknown) => unknown): SealedForm | null {
  if (type instanceof SealedTextType || type instanceof SealedDateType)
    return {
      isOfPerson: true,
      open: (value, open) => open(String(value), place),
      seal: (value, seal) => seal.text(String(write(value)), place),
    };
  if (type instanceof HashedTextType) return HASHED;
  if (type instanceof AlikeTextType) return ALIKE;
  if (type instanceof AlikeJsonType) return NUMBERS_ALIKE;
  if (type instanceof NumbersInTextType) return NUMBERS_IN_TEXT;
  if (!(type instanceof SealedJsonType)) return null;
  const { fields } = type;
  if (fields === null)
    return {
      isOfPerson: true,
      // A document that is not sealed is none of a person: it is no text.
      open: (value, open) => (typeof value === 'string' ? JSON.parse(open(value, place)) : value),
      seal: (value, seal) => JSON.stringify(seal.text(JSON.stringify(value), place)),
    };
  return {
    isOfPerson: true,
    // The mapping of the column says that it is a list of persons: here, and when it is sealed.
    open: (value, open) => (value as readonly Person[]).map((person) => openPerson(person, place, open)),
    seal: (value, seal) =>
      JSON.stringify((value as readonly Person[]).map((person) => sealPerson(person, { fields, place, seal }))),
  };
}

const ALIKE: SealedForm = {
  isOfPerson: false,
  isAlike: true,
  open: (value, open) => open(String(value), ''),
  seal: (value, seal) => seal.alike(String(value)),
};

const NUMBERS_IN_TEXT: SealedForm = {
  isOfPerson: false,
  open: (value, open) => numbersInText.opened(String(value), (text) => open(text, '')),
  seal: (value, seal) => numbersInText.sealed(String(value), seal.alike),
};

const NUMBERS_ALIKE: SealedForm = {
  isOfPerson: false,
  open: (value, open) => numbersIn.opened(value, (text) => open(text, '')),
  seal: (value, seal) => JSON.stringify(numbersIn.sealed(value, seal.alike)),
};

/** A text that is stored as its keyed hash alone, and read as that. */
const HASHED: SealedForm = {
  isOfPerson: false,
  open: (value) => value,
  seal: (value, seal) => seal.hash('text', String(value)),
};

/** The keyed hash of a column, which is not read. */
export const hashForm = (form: KeyForm): SealedForm => ({
  isOfPerson: false,
  open: () => null,
  seal: (value, seal) => seal.hash(form, String(value)),
});

type Person = { readonly [field: string]: unknown };
/** Of a person in a list: the field that holds the sealed ones, as one document. */
export const SEALED_FIELD = 'sealed';

function openPerson({ [SEALED_FIELD]: text, ...plain }: Person, place: string, open: Open): Person {
  // `sealPerson` has sealed an object.
  return typeof text === 'string' ? { ...plain, ...(JSON.parse(open(text, place)) as Person) } : plain;
}

function sealPerson(
  person: Person,
  { fields, place, seal }: { readonly fields: readonly string[]; readonly place: string; readonly seal: Seal },
): Person {
  const entries = Object.entries(person);
  const personal = entries.filter(([field]) => fields.includes(field));
  return {
    ...Object.fromEntries(entries.filter(([field]) => !fields.includes(field))),
    [SEALED_FIELD]: seal.text(JSON.stringify(Object.fromEntries(personal)), place),
  };
}
