import Type, { type Static } from 'typebox';
import { DomainError } from '#core/kernel/domain-error.ts';
import { invalidField, invalidFields } from '#core/kernel/field-error.ts';
import { MOST_POSTINGS, type Postings } from '#core/payments/postings/create-postings.ts';
import { POSTING_CHANNELS, POSTING_TARGETS, type Posted, type Posting } from '#core/payments/postings/posting.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Views } from '#platform/app/views.ts';
import { pointerTo } from '../problems.ts';
import { idsBehind, type IdOf, type Ids } from '../records.ts';
import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, nullable, object, phone, readInstant, reference, text } from '../shapes.ts';

/** As much as any repayment. */
const GREATEST_POSTING = 100_000_000_000_000;
/** A thousand rows in which every member is as long as it may be. */
const MOST_BYTES = 1024 * 1024;

const PostingPost = object({
  savings_account_id: Type.Optional(reference('The savings account that it is paid into. Name one of the two.')),
  loan_id: Type.Optional(reference('The loan that it repays.')),
  amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_POSTING }),
  channel: Type.Enum([...POSTING_CHANNELS], { description: 'Where the money came from.' }),
  paid_at: Type.Optional(nullable(instant('When it was received; now by default.'))),
  reference: Type.Optional(
    nullable(
      text('The payer’s or provider’s reference: of this row alone, and of one payment wherever it is booked.', 128),
    ),
  ),
  msisdn: Type.Optional(nullable(phone('The payer’s number.'))),
  branch_id: Type.Optional(
    nullable(reference('Of a deposit: the branch at whose counter it was paid in; the member’s by default.')),
  ),
});
type Row = Static<typeof PostingPost>;

const PostingsSchema = object({
  dry_run: Type.Boolean({ description: 'Nothing was booked.' }),
  posted: Type.Integer({ description: 'How many rows were booked; in a dry run, how many would be.' }),
  replayed: Type.Integer({ description: 'How many rows are payments that were booked there before.' }),
  refused: Type.Integer({ description: 'How many rows a dry run found to be in the way.' }),
  data: Type.Array(
    object({
      index: Type.Integer({ description: 'The row, counted from 0.' }),
      type: Type.Enum(['repayment', 'savings_transaction'], { description: 'What the row became.' }),
      id: anyId('Its id.'),
      uuid: Type.String({ format: 'uuid' }),
      receipt_no: nullable(Type.String({ description: 'Our receipt.' })),
      replayed: Type.Boolean({ description: 'The same payment was booked there before: it is the record of then.' }),
    }),
    { description: 'One for each row, in their order; none in a dry run.' },
  ),
  errors: Type.Array(
    object({
      pointer: Type.String({ description: 'A JSON pointer to the row or its member, such as #/rows/12/amount.' }),
      code: Type.String({ description: 'What is in the way.' }),
      detail: Type.String({ description: 'The same in a sentence.' }),
    }),
    { description: 'What a dry run found: everything with which booking would be refused.' },
  ),
});

/** The members of a row that name other records, and where those are found. */
const REFERENCES = {
  loan_id: (views: Views) => views.loans.byUuids,
  savings_account_id: (views: Views) => views.savingsAccounts.byUuids,
  branch_id: (views: Views) => views.branches.byUuids,
} as const;
type ReferenceName = keyof typeof REFERENCES;

const namedIn = (row: Row) =>
  (['loan_id', 'savings_account_id', 'branch_id'] as const).flatMap((kind) => {
    const uuid = row[kind];
    return typeof uuid === 'string' ? [{ kind, uuid }] : [];
  });

/** The rows as the use case takes them; each that names nothing is refused there, with all others that are in the way. */
async function rowsIn(app: App, caller: Caller, sent: readonly Row[]): Promise<readonly (Posting | DomainError)[]> {
  const idBehind = await idsBehind(app, caller, sent.flatMap(namedIn), REFERENCES);
  return sent.map((row) => {
    try {
      return postingOf(row, idBehind);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

/** @throws DomainError validation_failed (invalid) */
function postingOf(row: Row, idBehind: IdOf<ReferenceName>): Posting {
  const [type, second] = POSTING_TARGETS.filter((each) => row[`${each}_id`] !== undefined);
  if (type === undefined || second !== undefined) {
    const code = type === undefined ? 'required' : 'choice';
    throw invalidField('', code, 'Name one of savings_account_id and loan_id.');
  }
  if (type === 'loan' && row.branch_id != null) {
    throw invalidField('branch_id', 'unknown_field', 'A repayment is of the branch of its loan. Leave branch_id out.');
  }
  const idOf = (name: ReferenceName): number => {
    const value = row[name] ?? '';
    const id = typeof value === 'string' ? idBehind(name, value) : value;
    if (id !== undefined) return id;
    const detail = 'Use the id of a record that you can read.';
    throw invalidFields(`${name} names nothing.`, [{ field: name, code: 'unknown_reference', detail }]);
  };
  return {
    type,
    id: idOf(`${type}_id`),
    amount: BigInt(row.amount),
    channel: row.channel,
    paidAt: row.paid_at == null ? null : readInstant('paid_at', row.paid_at),
    reference: row.reference ?? null,
    msisdn: row.msisdn ?? null,
    branchId: row.branch_id == null ? null : idOf('branch_id'),
  };
}

function postingsBody({ dryRun, posted, errors, refusedRows }: Postings, ids: Ids) {
  const replayed = posted.filter(({ isReplay }) => isReplay).length;
  return {
    dry_run: dryRun,
    posted: posted.length - replayed,
    replayed,
    refused: refusedRows,
    data: dryRun ? [] : posted.map((each, index) => ({ index, ...rowBody(each, ids) })),
    errors: errors.map(({ field, code, detail }) => ({ pointer: pointerTo(field), code, detail })),
  };
}

const rowBody = ({ type, record, isReplay }: Posted, ids: Ids) => ({
  type,
  id: ids(record),
  uuid: record.uuid,
  receipt_no: record.receiptNo,
  replayed: isReplay,
});

export const postingRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/postings/bulk',
    surface: 'lending',
    operation: 'createPostings',
    summary: 'Book many deposits and repayments',
    description:
      `Up to ${MOST_POSTINGS} rows in one request, such as a payroll or a collection sheet: all are booked in one ` +
      'transaction, or none. Each row is booked by the rules of its own command, in the order of the rows; what would ' +
      'take two people there is refused here. Where rows are in the way, the problem names each of them in errors. The ' +
      'same row once more, by its reference, is the record of before. A reference belongs to one row: one payment for ' +
      'several records goes to /api/v1/receipts. With dry_run nothing is booked, and the reply says what would be refused.',
    tag: 'Postings',
    scope: 'savings_accounts:write',
    alsoScopes: ['repayments:write'],
    bucket: 'B.money',
    maxBytes: MOST_BYTES,
    body: object({
      rows: Type.Array(PostingPost, { minItems: 1, maxItems: MOST_POSTINGS, description: 'Each is one payment.' }),
      dry_run: Type.Optional(Type.Boolean({ description: 'true: nothing is booked.' })),
    }),
    example: {
      rows: [
        { savings_account_id: 1, amount: 150_000, channel: 'cash', reference: 'SLIP-2001' },
        { savings_account_id: 1, amount: 20_000, channel: 'cash' },
      ],
    },
    reply: { status: 201, schema: PostingsSchema, describe: 'What the rows became.' },
    alsoReplies: [
      { status: 200, describe: 'What a dry run found; or the records of before: all rows were booked already.' },
    ],
    refusals: ['postings_refused', 'duplicate_payment_reference'],
    handle: async (app, { caller, ids, body, request }) =>
      app.receipts.createPostings(
        request(async (postings: Postings) => jsonResponse(postings.dryRun ? 200 : 201, postingsBody(postings, ids))),
        { rows: await rowsIn(app, caller, body.rows), dryRun: body.dry_run ?? false },
      ),
  }),
];
