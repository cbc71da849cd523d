import type { BankPayee } from '#core/payments/rail.ts';
import type { Cents } from '#core/kernel/money.ts';
import { BANK_ZONE } from './settings.ts';

export type PaidAccount = { readonly account: string; readonly name: string };

type Content = {
  readonly number: number;
  readonly account: string;
  readonly currency: string;
  readonly madeAt: Temporal.Instant;
  readonly payments: readonly {
    readonly reference: string;
    /** Minor units. */
    readonly amount: Cents;
    readonly payee: PaidAccount;
    readonly narration: string;
  }[];
};

const COLUMNS = [
  'File',
  'Date',
  'Debit account',
  'Reference',
  'Beneficiary',
  'Account',
  'Amount',
  'Currency',
  'Narration',
];
const MOST_NAME = 70;
const MOST_ACCOUNT = 34;

/** The file that the bank is given: CSV, a row for each payment. It names itself, so that the bank sees one that comes twice. */
export function paymentFile({ number, account, currency, madeAt, payments }: Content) {
  const day = madeAt.toZonedDateTimeISO(BANK_ZONE).toPlainDate().toString();
  const id = `UB-${String(number).padStart(6, '0')}`;
  const rows = payments.map(({ reference, amount, payee, narration }) => [
    id,
    day,
    account,
    reference,
    payee.name,
    payee.account,
    amountText(amount),
    currency,
    narration,
  ]);
  const content = [COLUMNS, ...rows].map((fields) => fields.map(field).join(',')).join('\r\n');
  return { name: `${id}.csv`, content: `${content}\r\n` };
}

/** The payee as files of banks carry it; null where the account can't be one. A number is never shortened. */
export function payeeOf(payee: BankPayee | null | undefined): PaidAccount | null {
  const account = (payee?.account ?? '').trim();
  const isAccount = /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(account) && /\d{4}/.test(account.replaceAll(/\D/g, ''));
  if (!isAccount || account.length > MOST_ACCOUNT) return null;
  return { account, name: carried(payee?.name ?? '').slice(0, MOST_NAME) || account };
}

/** What banks carry: the letters, digits and signs of SWIFT's set, none of them a formula of a spreadsheet at the start. */
const carried = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/^[-+\s]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Quoted where its text needs it (RFC 4180). */
const field = (text: string): string => {
  const plain = carried(text);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

const amountText = (amount: Cents): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
