import { readCamt053 } from './camt053.ts';
import { readCsvStatement } from './csv.ts';
import { readMt940 } from './mt940.ts';
import { UnusableStatement, type BankStatement } from './statement.ts';

/** Reads a bank's statement in CSV, MT940 or camt.053: the text says which. @throws UnusableStatement */
export async function readBankStatement(text: string): Promise<BankStatement> {
  const begun = text.replace(/^\uFEFF/, '').trimStart();
  if (begun === '') throw new UnusableStatement('It is empty.');
  if (begun.startsWith('<')) return readCamt053(begun);
  if (begun.startsWith('{1:') || /^:\d\d[A-Z]?:/.test(begun)) return readMt940(begun);
  return readCsvStatement(begun);
}
