import { nationalNumber } from '../../runtime/phone-numbers.ts';

/**
 * The terms of a text, by which it is known without being opened that nothing of a person stands in it: words, numbers
 * without the marks between their parts, and ends of telephone numbers. Wherever an expression of identifying.ts finds
 * something, the terms of the person are among those of the text; a test holds the two against each other.
 */
export type Terms = readonly string[];

/** Between the parts of a number. */
export const SEPARATORS = /[-‐-―−._\s]/gu;
const WITHIN_NUMBER = /^[-‐-―−._ ]$/u;
const WITHIN_PHONE = /^[- ]$/;

/** Of parts that follow each other no longer number is made: notifications of who has one are opened all. */
const LONGEST_NUMBER = 32;
const LONGEST_PHONE = 20;
const END_OF_PHONE = 7;

const word = (text: string) => `word ${folded(text)}`;
const number = (text: string) => `number ${folded(text)}`;
const phone = (digits: string) => `phone ${digits.slice(-END_OF_PHONE)}`;

/** Capitals don't count. Some letters have two small forms: that of their capital. */
const folded = (text: string) => text.toUpperCase().toLowerCase();

/** What of a person is looked for: names and addresses of email, numbers without marks, and telephone numbers. */
type Sought = {
  readonly phrases: readonly string[];
  readonly numbers: readonly string[];
  readonly phones: readonly string[];
};

/** For each text that identifies a person, the terms that it has; null where one of them can be spelled in ways that no term covers. */
export function termsOfPerson({ phrases, numbers, phones }: Sought): readonly Terms[] | null {
  const parted = numbers.map(numbersWithin);
  if (parted.some((each) => each.length === 0 || each.some(({ length }) => length > LONGEST_NUMBER))) return null;
  if (phones.some((each) => (nationalNumber(each)?.length ?? 0) < END_OF_PHONE)) return null;
  return [
    ...phrases.map((phrase) => words(phrase).map(({ text }) => word(text))),
    ...parted.map((each) => each.map(number)),
    ...phones.map((each) => [phone(each.replaceAll(/\D/g, ''))]),
  ];
}

/** What stands between marks that are the number's own, as the strokes of BSC/0042/2026 are; of letters alone there is no term. */
const numbersWithin = (spelled: string) => spelled.split(/[^\p{L}\p{N}]+/u).filter((part) => /\d/.test(part));

/** All terms of a text, each once. */
export function termsOfText(text: string): Terms {
  const all = words(text);
  const digits = [...text.matchAll(/[0-9]+/g)].map(placed);
  return [
    ...new Set([
      ...all.map((each) => word(each.text)),
      ...joined(all, text, { marks: WITHIN_NUMBER, longest: LONGEST_NUMBER })
        .filter((each) => /\d/.test(each))
        .map(number),
      ...joined(digits, text, { marks: WITHIN_PHONE, longest: LONGEST_PHONE })
        .filter((each) => each.length >= END_OF_PHONE)
        .map(phone),
    ]),
  ];
}

type Part = { readonly text: string; readonly from: number; readonly to: number };
const placed = ({ 0: text, index }: RegExpExecArray): Part => ({ text, from: index, to: index + text.length });
const words = (text: string) => [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(placed);

/** Parts that follow each other with one mark between them, joined in every way. */
function joined(
  parts: readonly Part[],
  text: string,
  { marks, longest }: { readonly marks: RegExp; readonly longest: number },
): string[] {
  return parts.flatMap((first, n) => {
    const found = [first.text];
    let last = first;
    for (const next of parts.slice(n + 1, n + 1 + longest)) {
      const together = `${found.at(-1) ?? ''}${next.text}`;
      if (together.length > longest || !marks.test(text.slice(last.to, next.from))) break;
      found.push(together);
      last = next;
    }
    return found;
  });
}
