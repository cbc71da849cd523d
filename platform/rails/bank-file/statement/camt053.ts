import { XMLParser, XMLValidator } from 'fast-xml-parser';
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

/** An element as the parser gives it: texts, elements, and lists of those that may repeat. */
type Element = { readonly [name: string]: unknown };

const REPEATED = ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd', 'Strd'];

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts and numbers of accounts stay texts.
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => REPEATED.includes(name),
});

/**
 * Reads a statement in ISO 20022's camt.053, of any of its versions: only what all of them have is read.
 * @throws UnusableStatement
 */
export function readCamt053(text: string): BankStatement {
  // Statements declare no entities; what does is an attack on the parser.
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new UnusableStatement('It declares a document type, which no statement does.');
  if (XMLValidator.validate(text) !== true)
    throw new UnusableStatement('Its XML is broken off or damaged. Download it again.');
  // The parser makes elements; each is looked at where it is read.
  const parsed = PARSER.parse(text) as Element;
  const statements = listAt(parsed, 'Document', 'BkToCstmrStmt', 'Stmt');
  const [statement] = statements;
  if (!statement) throw new UnusableStatement('It is XML, but no camt.053: it has no statement.');
  if (statements.length > 1)
    throw new UnusableStatement('It has several statements: import one account and period at a time.');
  const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
  if (account === null) throw new UnusableStatement('It names no account.');
  const opening = balance(statement, ['OPBD', 'PRCD']);
  const closing = balance(statement, ['CLBD']);
  const from = readDay(textAt(statement, 'FrToDt', 'FrDtTm'));
  const through = readDay(textAt(statement, 'FrToDt', 'ToDtTm')) ?? closing.on;
  const entries = listAt(statement, 'Ntry').filter(isBooked);
  return wholeStatement({
    account,
    currency: textAt(statement, 'Acct', 'Ccy') ?? closing.currency,
    opening: opening.amount,
    closing: closing.amount,
    lines: entries.map((entry, index) => lineOf(entry, index, closing.currency)),
    ...(from === null ? {} : { from }),
    ...(through === null ? {} : { through }),
  });
}

function balance(statement: Element, codes: readonly string[]) {
  for (const code of codes) {
    const found = listAt(statement, 'Bal').find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code);
    if (!found) continue;
    const { amount, currency } = signedAmount(found, `balance ${code}`);
    return { amount, currency, on: readDay(textAt(found, 'Dt', 'Dt') ?? textAt(found, 'Dt', 'DtTm')) };
  }
  throw new UnusableStatement(
    `It has no ${codes[0] === 'CLBD' ? 'closing' : 'opening'} balance: it is cut, or an interim report.`,
  );
}

/** What is pending or for information moves nothing. */
const isBooked = (entry: Element): boolean => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK';

function lineOf(entry: Element, index: number, currency: string): BankLine {
  const lineNo = index + 1;
  const { amount, currency: own } = signedAmount(entry, `entry ${lineNo}`);
  if (own !== currency) throw new UnusableStatement(`Entry ${lineNo} is in ${own}; the account is in ${currency}.`);
  const bookedOn = readDay(textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm'));
  if (bookedOn === null) throw new UnusableStatement(`Entry ${lineNo} has no booking date.`);
  const details = listAt(entry, 'NtryDtls').flatMap((each) => listAt(each, 'TxDtls'));
  const ends = details.flatMap((each) => [textAt(each, 'Refs', 'EndToEndId'), textAt(each, 'Refs', 'InstrId')]);
  if (new Set(ends.map((each) => ownReferenceIn(each)).filter((each) => each !== null)).size > 1) {
    throw new UnusableStatement(
      `Entry ${lineNo} books several payments as one sum: have the bank book them one by one.`,
    );
  }
  const remittance = details.flatMap((each) => [
    ...listAt(each, 'RmtInf', 'Strd').map((one) => textAt(one, 'CdtrRefInf', 'Ref')),
    ...textsAt(each, 'RmtInf', 'Ustrd'),
  ]);
  const words = [...remittance, textAt(entry, 'AddtlNtryInf')].filter((each) => each !== null).join(' ');
  const bank =
    textAt(entry, 'AcctSvcrRef') ??
    details.map((each) => textAt(each, 'Refs', 'AcctSvcrRef')).find((each) => each !== null) ??
    null;
  const ownReference = ownReferenceIn(...ends, words);
  const isFee = textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === 'CHRG' || isCharge(words);
  return {
    lineNo,
    bookedOn,
    amount,
    kind: isFee && amount < 0n ? 'fee' : 'movement',
    namesCharge: isFee,
    isReturn: isReturned(entry, details),
    bankReference: bank,
    ownReference,
    text: words,
  };
}

/** The bank's own marks: why it returned the payment, its code of an entry that is a return, or that undoes another. */
const isReturned = (entry: Element, details: readonly Element[]): boolean =>
  details.some((each) => at(each, ['RtrInf']) !== undefined) ||
  textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === 'RRTN' ||
  textAt(entry, 'RvslInd') === 'true';

function signedAmount(element: Element, what: string): { readonly amount: bigint; readonly currency: string } {
  const node = element['Amt'];
  const [text, currency] = isElement(node) ? [node['#text'], node['@Ccy']] : [node, null];
  const cents = readAmount(typeof text === 'string' ? text : null);
  const mark = textAt(element, 'CdtDbtInd');
  if (cents === null || cents < 0n || typeof currency !== 'string' || (mark !== 'CRDT' && mark !== 'DBIT')) {
    throw new UnusableStatement(`The amount of ${what} can’t be read.`);
  }
  return { amount: mark === 'DBIT' ? -cents : cents, currency };
}

const isElement = (node: unknown): node is Element => typeof node === 'object' && node !== null && !Array.isArray(node);

function at(element: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => {
    const one: unknown = Array.isArray(node) ? node[0] : node;
    return isElement(one) ? one[name] : undefined;
  }, element);
}

function textAt(element: Element, ...path: readonly string[]): string | null {
  const node = at(element, path);
  const text = isElement(node) ? node['#text'] : node;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function textsAt(element: Element, ...path: readonly string[]): readonly string[] {
  const node = at(element, path);
  return Array.isArray(node) ? node.filter((each): each is string => typeof each === 'string') : [];
}

function listAt(element: Element, ...path: readonly string[]): readonly Element[] {
  const node = at(element, path);
  return Array.isArray(node) ? node.filter(isElement) : [];
}
