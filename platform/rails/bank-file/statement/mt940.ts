import mt940, { type Statement, type Transaction } from 'mt940js';
import {
  isBefore,
  isCharge,
  ownReferenceIn,
  UnusableStatement,
  wholeStatement,
  type BankLine,
  type BankStatement,
} from './statement.ts';

/**
 * Reads a statement in SWIFT's MT940, which may be of several messages: a day each, or pages of one statement.
 * @throws UnusableStatement
 */
export function readMt940(text: string): BankStatement {
  const parts = parsed(text);
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) throw new UnusableStatement('It has no message of MT940.');
  parts.forEach((part, place) => {
    if (part.accountIdentification !== first.accountIdentification || part.currency !== first.currency) {
      throw new UnusableStatement('It has statements of several accounts: import one account at a time.');
    }
    const before = parts[place - 1];
    if (before && centsOf(before.closingBalance) !== centsOf(part.openingBalance)) {
      throw new UnusableStatement(
        `Its message ${place + 1} opens with another balance than the one before closed with: a message is missing.`,
      );
    }
  });
  const lines = parts.flatMap(({ transactions }) => transactions).map(lineOf);
  const days = [dayOf(first.openingBalanceDate), dayOf(last.closingBalanceDate), ...lines.map((line) => line.bookedOn)];
  const through = days.reduce((latest, day) => (isBefore(latest, day) ? day : latest));
  return wholeStatement({
    account: first.accountIdentification,
    currency: first.currency,
    opening: centsOf(first.openingBalance),
    closing: centsOf(last.closingBalance),
    lines,
    // The opening balance is dated on the day before by some banks, on the first day by others.
    from: lines
      .map((line) => line.bookedOn)
      .reduce((earliest, day) => (isBefore(day, earliest) ? day : earliest), dayOf(first.closingBalanceDate)),
    through,
  });
}

/** Its balances and mandatory fields are checked by the parser: a file that is cut fails there. */
function parsed(text: string): readonly Statement[] {
  try {
    return new mt940.Parser({ no86Structure: true }).parse(text.trim());
  } catch (error) {
    const why = error instanceof Error && !(error instanceof TypeError) ? ` (${error.message})` : '';
    throw new UnusableStatement(`It can’t be read as MT940, or is cut${why}. Download it again.`);
  }
}

/** SWIFT's code of a returned item. */
const RETURNED = /^[A-Z]RTI$/;

function lineOf(moved: Transaction, index: number): BankLine {
  const words = [moved.details, moved.extraDetails].filter((each) => each !== '').join(' ');
  const amount = centsOf(moved.amount);
  const ownReference = ownReferenceIn(moved.reference, moved.details, moved.extraDetails);
  const bank = moved.bankReference.trim();
  const namesCharge = moved.transactionType === 'NCHG' || isCharge(words);
  return {
    lineNo: index + 1,
    bookedOn: bookedOn(moved),
    amount,
    kind: amount < 0n && namesCharge ? 'fee' : 'movement',
    namesCharge,
    isReturn: moved.isReversal || RETURNED.test(moved.transactionType),
    bankReference: bank === '' || bank === 'NONREF' ? null : bank,
    ownReference,
    text: words.replaceAll(/\s+/g, ' ') || moved.reference,
  };
}

/** The entry date has no year: it is the one next to the value date. */
function bookedOn({ date, entryDate }: Transaction): Temporal.PlainDate {
  const valued = dayOf(date);
  if (entryDate === '') return valued;
  const entered = dayOf(entryDate);
  const apart = valued.until(entered).total('days');
  return apart > 180 ? entered.subtract({ years: 1 }) : apart < -180 ? entered.add({ years: 1 }) : entered;
}

const dayOf = (date: Date) => Temporal.PlainDate.from(date.toISOString().slice(0, 10));

/** The parser has rounded to two decimals: up to 2^53 that is exact. */
const centsOf = (amount: number) => BigInt(Math.round(amount * 100));
