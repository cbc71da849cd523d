import { invalidField } from '../kernel/field-error.ts';
import { receiptKey } from './payment-receipt.ts';

/** All prefixes are as long: none is the beginning of another one. Numbers of loans and savings have fewer letters. */
const LETTERS = 4;

/** The form in which a prefix is stored and compared. @throws DomainError validation_failed (invalid) */
export function requireAccountPrefix(text: string): string {
  const prefix = comparable(text);
  if (/^[A-Z]{4}$/.test(prefix)) return prefix;
  throw invalidField('account_prefix', 'format', `Send ${LETTERS} letters from A to Z, such as SHOP.`);
}

/** The prefix that an account typed at the paybill begins with, and has more behind it; null where it has none. */
export function prefixIn(accountReference: string): string | null {
  return /^([A-Z]{4})./.exec(comparable(accountReference))?.[1] ?? null;
}

/** As payers type it: in lower case, with blanks and signs between. */
const comparable = (text: string): string => receiptKey(text).replaceAll(/[-_./]/g, '');
