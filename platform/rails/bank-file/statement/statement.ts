import type { Cents } from '#core/kernel/money.ts';

/** A statement of an account at a bank, as any of its formats says it. */
export type BankStatement = {
  /** The account as the bank writes it. */
  readonly account: string;
  readonly currency: string;
  readonly from: Temporal.PlainDate;
  readonly through: Temporal.PlainDate;
  /** Minor units; negative where the account is overdrawn. */
  readonly opening: Cents;
  readonly closing: Cents;
  readonly lines: readonly BankLine[];
};

export type BankLine = {
  /** Counted from 1, in the order of the file. */
  readonly lineNo: number;
  readonly bookedOn: Temporal.PlainDate;
  /** Minor units: what came in is positive, what went out negative. */
  readonly amount: Cents;
  /** A charge may repeat our reference of the payment that it is for. */
  readonly kind: 'movement' | 'fee';
  /** Its words or its code are those of a charge; of a credit it is one that the bank gives back, or the word of a payer. */
  readonly namesCharge: boolean;
  /** Whether the bank marks it as money that it gives back; null where the format has no mark, and words have to say so. */
  readonly isReturn: boolean | null;
  /** The bank's own reference. */
  readonly bankReference: string | null;
  /** Our reference of a payment, where the line repeats it. */
  readonly ownReference: string | null;
  /** What the payer wrote, and whatever else the line says. */
  readonly text: string;
};

/** A file that can't be taken as a statement, and why, in a sentence with what to do. Nothing was stored. */
export class UnusableStatement extends Error {}

/** A year of a busy account. All of them are held in memory. */
const MOST_LINES = 100_000;

/**
 * The statement, if it is whole: its lines lead from the opening balance to the closing one, on the days that it covers.
 * @throws UnusableStatement
 */
export function wholeStatement(read: Omit<BankStatement, 'from' | 'through'> & Partial<Days>): BankStatement {
  const { lines, opening, closing } = read;
  if (lines.length > MOST_LINES) throw new UnusableStatement(`It has more than ${MOST_LINES} lines: split the period.`);
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted(Temporal.PlainDate.compare);
  const from = read.from ?? days[0];
  const through = read.through ?? days.at(-1);
  if (from === undefined || through === undefined) {
    throw new UnusableStatement('It names neither a day nor a movement: export the period again.');
  }
  const footed = opening + lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (footed !== closing) {
    throw new UnusableStatement(
      `It opens with ${opening} and its ${lines.length} lines lead to ${footed}, but it closes with ${closing}: the file ` +
        'is cut or changed. Download it again.',
    );
  }
  const outside = lines.find(({ bookedOn }) => isBefore(bookedOn, from) || isBefore(through, bookedOn));
  if (outside) {
    throw new UnusableStatement(
      `Line ${outside.lineNo} is booked on ${outside.bookedOn}; the statement is of ${from} to ${through}.`,
    );
  }
  return { ...read, from, through };
}

type Days = Pick<BankStatement, 'from' | 'through'>;

export const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(one, other) < 0;

/** The reference under which our payments are in the bank's files; lines of text may be broken anywhere. */
export function ownReferenceIn(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const found = /UB[0-9A-HJKMNP-TV-Z]{12}(?![0-9A-Z])/.exec((text ?? '').toUpperCase().replaceAll(/[\r\n]/g, ''));
    if (found) return found[0];
  }
  return null;
}

/**
 * Whether a line is what the bank charges. Its words say so where its codes don't, and they are those of a bank: members,
 * schools and courts have fees as well, and a debit for these is none of the bank's.
 */
export const isCharge = (words: string): boolean => CHARGES.test(words) || /^\W*fees?\W*$/i.test(words);
const CHARGES =
  /\b(charges?|commission|excise duty|(account|bank|card|cheque|eft|handling|ledger|maintenance|monthly|pesalink|processing|rtgs|service|sms|statement|swift|transaction|transfer) fees?)\b/i;

/**
 * An amount as banks write it, in minor units: `1,131,340.00`, `1131340,00`, `-60.5`. Read from its text, never over a
 * float. Null where it can't be read to the cent.
 */
export function readAmount(text: string | null | undefined): Cents | null {
  const plain = (text ?? '').replaceAll(/\s|KES/gi, '');
  const parts =
    /^([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(plain) ??
    /^([-+]?)(\d{1,15}),(\d{0,2})0*$/.exec(plain);
  if (parts === null) return null;
  const cents = BigInt((parts[2] ?? '0').replaceAll(',', '')) * 100n + BigInt((parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' ? -cents : cents;
}

/** `2026-11-20`, `20/11/2026`, `20-11-2026`, `20261120`. Null where it is no day. */
export function readDay(text: string | null | undefined): Temporal.PlainDate | null {
  const plain = (text ?? '').trim();
  const iso = plain
    .replace(/^(\d\d)[-/.](\d\d)[-/.](\d{4})(?=$|[ T])/, '$3-$2-$1')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    .slice(0, 10);
  try {
    return Temporal.PlainDate.from(iso);
  } catch {
    return null;
  }
}
