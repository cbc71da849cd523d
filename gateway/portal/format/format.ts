import type { Language } from '../texts/texts.ts';

/** The minus of figures, as wide as a digit. */
const MINUS = '−';
const CURRENCY = 'KES';
const amounts = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholes = new Intl.NumberFormat('en-KE');

/** `1,234.50`; a minus in front where money is owed the other way. */
export function amountText(cents: number): string {
  // Cents are whole numbers that a number holds exactly; the quotient is only shown.
  return `${cents < 0 ? MINUS : ''}${amounts.format(Math.abs(cents) / 100)}`;
}

/** `KES 1,234.50`, in one piece. */
export const moneyText = (cents: number): string => `${CURRENCY}\u00A0${amountText(cents)}`;

/**
 * A sentence of the server with its amounts as money: it names them in cents.
 *
 *     withMoney('Loan L-1 is owed 986775.', [{ cents: 986_775 }]); // Loan L-1 is owed KES 9,867.75.
 */
export const withMoney = (sentence: string, named: readonly { readonly cents: number }[]): string =>
  named.reduce(
    (text, { cents }) =>
      text.replace(new RegExp(`(?<![\\w.-])${cents}(?![\\w-]|\\.\\d)(?: (?:cents|minor units))?`), moneyText(cents)),
    sentence,
  );

/** A sentence of the server whose amounts say that they are cents: `to 50000 cents` is `to KES 500.00`. */
export const centsAsMoney = (sentence: string): string =>
  sentence.replaceAll(/(?<![\w.-])(\d+) cents\b/g, (_, cents: string) => moneyText(Number(cents)));

export const numberText = (value: number): string => wholes.format(value).replace('-', MINUS);

/** `20,000+` where there are more than were counted. */
export const countText = (of: { readonly totalCount: number; readonly totalIsMinimum: boolean }): string =>
  `${numberText(of.totalCount)}${of.totalIsMinimum ? '+' : ''}`;

const compacts = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 });

/** `1.2M`: for axes, where the exact figure stands elsewhere. */
export const compactText = (value: number): string => compacts.format(value).replace('-', MINUS);

/** @param rate a fraction: 0.125 is `12.5 %` */
export const percentText = (rate: number): string => `${wholes.format(Math.round(rate * 10_000) / 100)}\u00A0%`;

/**
 * `+254 712 345 678`, in one piece: what a person reads out or dials is read by threes. What is masked, of another shape or
 * no number at all stays as it is.
 */
export const phoneText = (number: string): string =>
  number.replace(/^\+?(25\d)(\d{3})(\d{3})(\d{3})$/, '+$1\u00A0$2\u00A0$3\u00A0$4');

/** Days are those of the institution. */
const ZONE = 'Africa/Nairobi';
const localeOf = (language: Language) => (language === 'sw' ? 'sw-KE' : 'en-GB');

/** `22 Nov 2026` of a date (YYYY-MM-DD) or an instant. */
export function dateText(value: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  // A date has no zone of its own: noon is that day everywhere that matters.
  const isDate = value.length === 10;
  const at = new Date(isDate ? `${value}T12:00:00Z` : value);
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: isDate ? 'UTC' : ZONE })
    .format(at)
    .replace('Sept', 'Sep');
}

/** `22 Nov 2026, 14:05:09 EAT`: the zone goes with its time. */
export function instantText(value: string, language: Language): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: ZONE }).format(new Date(value));
  return `${dateText(value, language)}, ${time}\u00A0EAT`;
}

/** `14:00` of an instant, on the clocks of the institution. */
export const timeText = (value: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: ZONE }).format(new Date(value));

const DAY_MS = 86_400_000;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

/** The day of an instant in the calendar of the institution, counted from 1970. */
const dayOf = (at: number): number => Date.parse(calendar.format(at)) / DAY_MS;

/** `3 minutes ago`; after a day, `yesterday` and the like by the calendar; after a week, the date. */
export function agoText(value: string, now: number, language: Language): string {
  const at = Date.parse(value);
  const elapsed = at - now;
  if (Math.abs(elapsed) > 7 * DAY_MS) return dateText(value, language);
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  // The clock of the page goes on by half minutes: what has just happened is not to come.
  if (elapsed > 0 && elapsed < 30_000) return relative.format(0, 'second');
  // Twenty-five hours before one in the morning is not yesterday.
  if (Math.abs(elapsed) >= DAY_MS) return relative.format(dayOf(at) - dayOf(now), 'day');
  const [unit, size] = STEPS.find(([, length]) => Math.abs(elapsed) >= length) ?? ['second', 1_000];
  // Of all units Swahili's seconds alone begin with a capital.
  return relative.format(Math.trunc(elapsed / size), unit).toLowerCase();
}

/** `READY_TO_DISBURSE` as `Ready to disburse`: for words that have no translation of their own. */
export function plainWords(name: string): string {
  const text = name
    .toLowerCase()
    .split(/[_ ]/)
    .map((word) => NAMES[word] ?? word)
    .join(' ')
    .replace('top up', 'top-up');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words that are written in one way alone, wherever they stand. */
const NAMES: { readonly [word: string]: string } = {
  mpesa: 'M‑Pesa',
  airtel: 'Airtel',
  kyc: 'KYC',
  aml: 'AML',
  sms: 'SMS',
};
