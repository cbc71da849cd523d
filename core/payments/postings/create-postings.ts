import { DomainError, refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { fieldErrorsOf, invalidField, type FieldError } from '../../kernel/field-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Outcome } from '../../kernel/outcome.ts';
import { accountBehind, receiptKey } from '../payment-receipt.ts';
import { paymentRefusals } from '../refusals.ts';
import type { Posted, Posting } from './posting.ts';

/** As many as a payroll or a centre's collection sheet has; more are another batch. */
export const MOST_POSTINGS = 1_000;

export type CreatePostings = {
  /** The rows; or what is wrong with one before anything is read, such as that it names nothing. */
  readonly rows: readonly (Posting | DomainError)[];
  /** Nothing is booked: it is only found out what would be refused. */
  readonly dryRun: boolean;
};

export type Postings = {
  readonly dryRun: boolean;
  /** What the rows became, in their order; without those that a dry run found to be in the way. */
  readonly posted: readonly Posted[];
  /** What a dry run found to be in the way, each at its row. */
  readonly errors: readonly FieldError[];
  readonly refusedRows: number;
};

export type PostingPorts = {
  /**
   * Reads what all rows are about, and locks it in one order, so that two batches over the same records wait for each
   * other and never each for the other.
   */
  begin(rows: readonly Posting[]): Promise<{
    /** Books a row by the rules of its own command. @throws DomainError those of that command */
    book(row: Posting): Promise<Outcome<Posted>>;
  }>;
  /**
   * What refuses rows, as who asks may see it: of a record that they do not see, nothing is said but the code.
   * @throws DomainError not_found where a row is of such a record
   */
  readonly asSeen: (refusals: readonly DomainError[]) => Promise<readonly DomainError[]>;
};

/**
 * Books many payments of many members, all of them or none: a payroll, a collection sheet. Each row is booked by the rules
 * of its own command, in the order of the rows; the same row once more, by its reference, is the record of before. A receipt
 * belongs to one row: one payment for several records is a split receipt.
 * @throws DomainError validation_failed (invalid) where rows can't be so whatever the state is, otherwise postings_refused
 *   (conflict); both with every row that is in the way
 */
export async function createPostings(command: CreatePostings, ports: PostingPorts): Promise<Outcome<Postings>> {
  const { rows, dryRun } = command;
  if (rows.length === 0 || rows.length > MOST_POSTINGS) {
    throw invalidField('rows', 'length', `Send 1 to ${MOST_POSTINGS} rows.`);
  }
  const { book } = await ports.begin(rows.filter(isPosting));
  const requireOwnReceipt = receiptsSeen();
  const posted: Posted[] = [];
  const parts: (readonly DomainEvent[])[] = [];
  const refused: RowRefused[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      if (!isPosting(row)) throw row;
      requireOwnReceipt(row, index);
      const booked = await book(row);
      posted.push(booked.result);
      parts.push(booked.events);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ index, row, error });
    }
  }
  const seen = await ports.asSeen(refused.map(({ error }) => error));
  const errors = refused.flatMap((each, n) => asFieldErrors({ ...each, error: seen[n] ?? each.error }));
  const refusedRows = refused.length;
  if (refusedRows > 0 && !dryRun) throw refusalOf(refused, errors, rows.length);
  const isReplay = !dryRun && posted.every((each) => each.isReplay);
  const result = { dryRun, posted, errors, refusedRows };
  return { result, events: parts.flat(), parts, ...(isReplay ? { isReplay } : {}) };
}

const isPosting = (row: Posting | DomainError): row is Posting => !(row instanceof DomainError);

/** Two rows never book one payment: the second would be refused as booked, or be taken for a repetition of the first. */
function receiptsSeen() {
  const seen = new Map<string, number>();
  return ({ channel, reference }: Posting, index: number): void => {
    const account = accountBehind(channel);
    const key = reference === null || account === null ? '' : receiptKey(reference);
    if (key === '') return;
    const first = seen.get(`${account} ${key}`);
    if (first === undefined) {
      seen.set(`${account} ${key}`, index);
      return;
    }
    const message = `Row ${first + 1} has this receipt. Book one payment for several records as a split receipt.`;
    throw refuse(paymentRefusals.duplicate_payment_reference, message);
  };
}

type RowRefused = { readonly index: number; readonly row: Posting | DomainError; readonly error: DomainError };

function refusalOf(refused: readonly RowRefused[], errors: readonly FieldError[], all: number): DomainError {
  const message = `Nothing was booked: ${refused.length} of ${all} rows are in the way.`;
  const isInput = refused.every(({ error }) => error.kind === 'invalid' || error.kind === 'missing');
  const refusal = isInput ? kernelRefusals.validation_failed : paymentRefusals.postings_refused;
  return refuse(refusal, message, { refused_rows: refused.length, errors });
}

/** Which member of a row a refusal is about that names none. */
const ABOUT: { readonly [code: string]: string } = {
  duplicate_payment_reference: 'reference',
  repayment_exceeds_outstanding: 'amount',
};
/** Refusals whose fields say more than their own code. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  kernelRefusals.validation_failed.code,
  kernelRefusals.unknown_reference.code,
]);

/** What is wrong with a row, at its place in the command. */
function asFieldErrors({ index, row, error }: RowRefused): readonly FieldError[] {
  const at = (member: string) => (member === '' ? `rows.${index}` : `rows.${index}.${member}`);
  const target = isPosting(row) ? `${row.type}_id` : '';
  const { kind, code, message } = error;
  if (kind === 'missing') return [{ field: at(target), code: 'unknown_reference', detail: message }];
  const fields = fieldErrorsOf(error);
  if (fields.length === 0) return [{ field: at(ABOUT[code] ?? target), code, detail: message }];
  return fields.map((each) => ({
    field: at(each.field),
    code: OF_FIELDS.has(code) ? each.code : code,
    detail: each.detail,
    ...(each.amounts ? { amounts: each.amounts } : {}),
  }));
}
