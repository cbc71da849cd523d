import { invalidField } from '../kernel/field-error.ts';
import type { DomainError } from '../kernel/domain-error.ts';
import { documentKey, identifierKey, phoneKey } from '../kernel/text.ts';

/** Who receives what a member leaves, in the form in which it is stored. */
export type Nominee = {
  readonly name: string;
  /** What the nominee is to the member: daughter, brother, friend. */
  readonly relationship: string;
  /** The share of what the member leaves, in hundredths of a per cent. */
  readonly share_basis_points: number;
  /** YYYY-MM-DD; null where it is not known. */
  readonly date_of_birth: string | null;
  readonly id_number: string | null;
  readonly phone: string | null;
  /** Who receives the share of a minor. */
  readonly guardian: { readonly name: string; readonly phone: string | null } | null;
};

/** All of what a member leaves. */
const WHOLE = 10_000;
export const MOST_NOMINEES = 20;
const OF_AGE = 18;

/**
 * Nominees share the whole of what a member leaves; none is the member, or named twice; a minor has a guardian. No
 * nominees at all are allowed: what the member leaves goes to the estate then.
 * @param today the business date, for the age of minors
 * @throws DomainError validation_failed (invalid)
 */
export function requireNominees(nominees: readonly Nominee[], ownNumber: string, today: Temporal.PlainDate): void {
  if (nominees.length === 0) return;
  if (nominees.length > MOST_NOMINEES) throw wrong(`Name at most ${MOST_NOMINEES} nominees.`);
  if (nominees.some(({ share_basis_points: share }) => !Number.isInteger(share) || share <= 0))
    throw wrong('Give each nominee a share of at least one basis point.');
  const total = nominees.reduce((sum, { share_basis_points: share }) => sum + share, 0);
  if (total !== WHOLE) throw wrong(`Let the shares sum to ${WHOLE} basis points; they sum to ${total}.`);
  const numbers = nominees.flatMap(({ id_number: number }) => (number === null ? [] : [documentKey(number)]));
  if (numbers.includes(documentKey(ownNumber))) throw wrong('Name other people than the member.');
  if (new Set(numbers).size < numbers.length) throw wrong('Name each nominee once.');
  for (const { name, date_of_birth: born, guardian } of nominees) {
    const age = born === null ? OF_AGE : Temporal.PlainDate.from(born).until(today, { largestUnit: 'years' }).years;
    if (age < OF_AGE && guardian === null) throw wrong(`Name a guardian for ${name}, who is under ${OF_AGE}.`);
  }
}

/**
 * True where one of these may be one of those, written otherwise: a number in common, or a word of the name. Children share the
 * name of their father, and are taken for each other here: who is kept for that has said who inherits all the same.
 */
export function isAnyLeft(before: readonly Nominee[], now: readonly Nominee[]): boolean {
  const known = new Set(before.flatMap(marksOf));
  return now.flatMap(marksOf).some((mark) => known.has(mark));
}

const marksOf = ({ name, id_number: number, phone }: Nominee): readonly string[] => [
  ...name.split(/\s+/).map((word) => `word ${identifierKey(word)}`),
  ...(number === null ? [] : [`number ${documentKey(number)}`]),
  ...(phone === null ? [] : [`phone ${phoneKey(phone) ?? phone}`]),
];

const wrong = (whatToDo: string): DomainError => invalidField('nominees', 'range', whatToDo, whatToDo);
