import { readCsv, type CsvRow } from '../../../runtime/csv.ts';
import {
  isCharge,
  ownReferenceIn,
  readAmount,
  readDay,
  UnusableStatement,
  wholeStatement,
  type BankLine,
  type BankStatement,
} from './statement.ts';
import { namesOf } from '#core/kernel/names.ts';

/** The columns, by their names without anything but letters and digits. */
const COLUMNS = {
  date: ['date', 'bookingdate', 'transactiondate', 'postingdate', 'trandate'],
  reference: ['bankreference', 'reference', 'transactionreference', 'referenceno', 'refno', 'tranid'],
  own: ['customerreference', 'ourreference', 'endtoendid'],
  text: ['description', 'narration', 'details', 'narrative', 'particulars', 'transactiondetails'],
  debit: ['debit', 'debits', 'withdrawal', 'withdrawals', 'moneyout', 'debitamount'],
  credit: ['credit', 'credits', 'deposit', 'deposits', 'moneyin', 'creditamount'],
  amount: ['amount'],
  balance: ['balance', 'runningbalance', 'bookbalance'],
} as const;
type Column = keyof typeof COLUMNS;
type Columns = ReadonlyMap<Column, number>;

/** What rows before and after the movements say of the account. */
const FACTS = {
  account: ['account', 'accountnumber', 'accountno'],
  currency: ['currency', 'accountcurrency'],
  opening: ['openingbalance', 'balancebroughtforward', 'balancebf'],
  closing: ['closingbalance', 'balancecarriedforward', 'balancecf'],
  from: ['from', 'fromdate', 'periodfrom', 'startdate'],
  through: ['to', 'todate', 'periodto', 'enddate'],
} as const;
type Fact = keyof typeof FACTS;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function named<Name extends string>(names: { readonly [N in Name]: readonly string[] }, text: string): Name | null {
  return namesOf(names).find((name) => names[name].includes(plain(text))) ?? null;
}

/**
 * Reads a statement in CSV: rows about the account (its number, the currency, the opening and the closing balance), one of
 * column names, and one for each movement, the oldest first or last.
 * @throws UnusableStatement
 */
export async function readCsvStatement(text: string): Promise<BankStatement> {
  const facts = new Map<Fact, string>();
  const rows: CsvRow[] = [];
  let columns: Columns | null = null;
  try {
    for await (const row of readCsv(once(text))) {
      const fact = named(FACTS, row.fields[0] ?? '');
      const header: Columns | null = columns === null ? columnsIn(row) : null;
      if (header !== null) columns = header;
      else if (fact !== null) facts.set(fact, row.fields.findLast((each) => each !== '') ?? '');
      else if (columns !== null) rows.push(row);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new UnusableStatement(error.message);
    throw error;
  }
  if (columns === null) throw new UnusableStatement('No row has the columns Date, Description, Debit and Credit.');
  const lines = rows.map((row) => readLine(row, columns));
  const need = (fact: Fact): string => {
    const found = facts.get(fact);
    if (found !== undefined && found !== '') return found;
    throw new UnusableStatement(
      `It does not say its ${fact === 'account' || fact === 'currency' ? fact : `${fact} balance`}, without which it can’t be seen that it is whole and the right one.`,
    );
  };
  const balance = (fact: 'opening' | 'closing') => {
    const cents = readAmount(need(fact));
    if (cents === null) throw new UnusableStatement(`Its ${fact} balance can’t be read.`);
    return cents;
  };
  const [from, through] = [readDay(facts.get('from')), readDay(facts.get('through'))];
  return wholeStatement({
    account: need('account'),
    currency: need('currency').toUpperCase(),
    opening: balance('opening'),
    closing: balance('closing'),
    lines,
    ...(from === null ? {} : { from }),
    ...(through === null ? {} : { through }),
  });
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function columnsIn({ fields }: CsvRow): Columns | null {
  const found = new Map<Column, number>();
  fields.forEach((field, place) => {
    const column = named(COLUMNS, field);
    if (column !== null && !found.has(column)) found.set(column, place);
  });
  const moves = found.has('amount') || (found.has('debit') && found.has('credit'));
  return found.has('date') && moves ? found : null;
}

function readLine({ lineNo, fields }: CsvRow, columns: Columns): BankLine {
  const at = (column: Column): string => {
    const place = columns.get(column);
    return place === undefined ? '' : (fields[place] ?? '');
  };
  const unreadable = (what: string) => new UnusableStatement(`Line ${lineNo}: its ${what} can’t be read.`);
  const bookedOn = readDay(at('date'));
  if (bookedOn === null) throw unreadable('date');
  const cents = (column: Column): bigint => {
    const text = at(column);
    const read = text === '' ? 0n : readAmount(text);
    if (read === null) throw unreadable(column);
    return read;
  };
  const without = (amount: bigint) => (amount < 0n ? -amount : amount);
  const amount = columns.has('amount') ? cents('amount') : without(cents('credit')) - without(cents('debit'));
  if (amount === 0n) throw unreadable('amount');
  const words = at('text');
  const ownReference = ownReferenceIn(at('own'), words, at('reference'));
  return {
    lineNo,
    bookedOn,
    amount,
    kind: amount < 0n && isCharge(words) ? 'fee' : 'movement',
    namesCharge: isCharge(words),
    isReturn: null,
    bankReference: at('reference') || null,
    ownReference,
    text: words,
  };
}
