import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { MOST_POSTINGS, type Postings } from '#core/payments/postings/create-postings.ts';
import {
  POSTING_TARGETS,
  type Posting,
  type PostingChannel,
  type PostingTarget,
} from '#core/payments/postings/posting.ts';
import { paymentRefusals } from '#core/payments/refusals.ts';
import { byUuids } from '../../../batches.ts';
import { about, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import { userErrorsOf } from '../../../user-errors.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

const IDS = { loan: 'loanId', savings_account: 'savingsAccountId' } as const;

type RowInput = {
  readonly savingsAccountId?: string | null;
  readonly loanId?: string | null;
  readonly amount: bigint;
  readonly channel: PostingChannel;
  readonly paidAt?: Temporal.Instant | null;
  readonly reference?: string | null;
  readonly msisdn?: string | null;
  readonly branchId?: string | null;
};
type PostingsInput = { readonly rows: readonly RowInput[]; readonly dryRun?: boolean | null };

/** What is stored of a row: its record is read again for each response. */
type Stored = { readonly type: Postings['posted'][number]['type']; readonly uuid: string; readonly replayed: boolean };

type Records = { load(uuid: string): Promise<{ readonly id: number } | null> };
/** How what rows name is found: all of one type in one statement. */
const recordsIn = ({ read }: LendingContext): { readonly [T in PostingTarget | 'branch']: Records } => ({
  loan: byUuids(read, (views, uuids) => views.loans.byUuids(uuids)),
  savings_account: byUuids(read, (views, uuids) => views.savingsAccounts.byUuids(uuids)),
  branch: byUuids(read, (views, uuids) => views.branches.byUuids(uuids)),
});

/** @throws DomainError validation_failed, unknown_reference (invalid) */
async function postingOf(row: RowInput, records: ReturnType<typeof recordsIn>): Promise<Posting> {
  check({ reference: row.reference }, { reference: text(128) });
  const [type, second] = POSTING_TARGETS.filter((each) => row[IDS[each]] != null);
  if (type === undefined || second !== undefined) {
    throw invalidField('', type === undefined ? 'required' : 'choice', 'Give one of savingsAccountId and loanId.');
  }
  const { amount, channel, paidAt = null, reference = null, msisdn = null, branchId = null } = row;
  if (type === 'loan' && branchId !== null) {
    throw invalidField('branchId', 'unknown_field', 'A repayment is of the branch of its loan. Leave branchId out.');
  }
  const [target, branch] = await Promise.all([
    named(IDS[type], row[IDS[type]] ?? '', type.replaceAll('_', ' '), records[type]),
    branchId === null ? null : named('branchId', branchId, 'branch', records.branch),
  ]);
  return { type, id: target.id, amount, channel, paidAt, reference, msisdn, branchId: branch?.id ?? null };
}

function refusalIn(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** What a dry run found, as the refusal of the booking would say it. */
const foundBy = ({ errors }: Postings) =>
  errors.length === 0 ? [] : userErrorsOf(refuse(paymentRefusals.postings_refused, '', { errors }));

export const postingMutations = {
  createPostings: change<PostingsInput, Postings & { uuid: string | null }, readonly Stored[]>({
    run: async ({ input: { rows, dryRun }, context }, request) => {
      if (rows.length === 0 || rows.length > MOST_POSTINGS) {
        throw invalidField('rows', 'length', `Send 1 to ${MOST_POSTINGS} rows.`);
      }
      const records = recordsIn(context);
      const found = await Promise.all(rows.map((row) => postingOf(row, records).catch(refusalIn)));
      const booking = about(request(), (postings: Postings) => ({
        ...postings,
        uuid: postings.dryRun ? null : (postings.posted[0]?.record.uuid ?? null),
      }));
      return context.app.receipts.createPostings(booking, { rows: found, dryRun: dryRun ?? false });
    },
    judge: (postings) => ({
      status: 200,
      userErrors: foundBy(postings),
      more: postings.dryRun
        ? []
        : postings.posted.map(({ type, record, isReplay }) => ({ type, uuid: record.uuid, replayed: isReplay })),
    }),
    show: async (_, { loaders }, more = []) => ({
      batch: {
        rows: await Promise.all(
          more.map(async ({ type, uuid, replayed }) => ({
            savingsTransaction: type === 'savings_transaction' ? await loaders.savingsTransactions.load(uuid) : null,
            repayment: type === 'repayment' ? await loaders.repayments.load(uuid) : null,
            replayed,
          })),
        ),
      },
    }),
  }),
};
