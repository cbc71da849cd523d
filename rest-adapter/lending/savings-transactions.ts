import { PROPOSED } from './proposals.ts';
import Type from 'typebox';
import { invalidField } from '#core/kernel/field-error.ts';
import { FUND_SOURCES, PAYOUT_SOURCES, type FundSource, type PayoutSource } from '#core/savings/fund-source.ts';
import { MOVEMENT_TYPES } from '#core/savings/transaction/savings-transaction.ts';
import { lists } from '#platform/app/lists.ts';
import type { RecordId, View, Views } from '#platform/app/views.ts';
import { showRecord } from '../responses.ts';
import { presented, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn } from '../records.ts';
import { route } from '../route.ts';
import {
  instant,
  nullable,
  object,
  onePath,
  pathId,
  phone,
  positiveCents,
  readInstant,
  reference,
  text,
} from '../shapes.ts';
import { savingsTransactionBody, SavingsTransactionSchema } from './savings-shape.ts';
import { theSavingsAccount } from './savings-accounts.ts';

const savingsTransactions: Resource<View<'savingsTransactions'>> = {
  noun: 'savings_transaction',
  one: (views) => views.savingsTransactions.one,
  body: savingsTransactionBody,
  address: (view, ids) =>
    `/api/v1/savings_accounts/${ids({ id: view.accountId, uuid: view.accountUuid })}/transactions/${ids(view)}`,
};

const ofAccount = (account: string) => (transaction: View<'savingsTransactions'> | null) =>
  transaction && (String(transaction.accountId) === account || transaction.accountUuid === account.toLowerCase())
    ? transaction
    : null;

const branchBy = (views: Views) => async (id: RecordId) => (await views.branches.byUuids([String(id)]))[0] ?? null;

export const savingsTransactionRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/savings_accounts/{id}/transactions',
    surface: 'lending',
    operation: 'createSavingsTransaction',
    summary: 'Pay money in or out',
    description:
      'The balance never goes below what is held. A withdrawal is paid in cash or by the bank; one from shares is their ' +
      'redemption, whole and after notice.',
    tag: 'Savings transactions',
    scope: 'savings_accounts:write',
    bucket: 'B.money',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    body: object({
      type: Type.Enum([...MOVEMENT_TYPES]),
      amount: positiveCents('Minor units.'),
      channel: Type.Enum([...FUND_SOURCES], { description: 'Where the money comes from or goes.' }),
      paid_at: Type.Optional(nullable(instant('When it was paid; now by default.'))),
      reference: Type.Optional(
        nullable(
          text(
            'The payer’s or provider’s reference: of one payment, wherever it is booked. A withdrawal by bank has one.',
            128,
          ),
        ),
      ),
      msisdn: Type.Optional(nullable(phone('The payer’s number.'))),
      branch_id: Type.Optional(nullable(reference('The branch at whose counter it happens; the member’s by default.'))),
    }),
    example: { type: 'deposit', amount: 150_000, channel: 'cash', reference: 'SLIP-1047' },
    reply: { status: 201, schema: SavingsTransactionSchema, describe: 'The movement, posted.' },
    alsoReplies: [
      { status: 200, describe: 'The movement of before: the same payment was booked here already.' },
      PROPOSED,
    ],
    refusals: [
      'payment_time_out_of_range',
      'already_proposed',
      'insufficient_funds',
      'account_frozen',
      'savings_account_not_active',
      'withdrawal_not_allowed',
      'payouts_stopped',
      'member_owes',
      'aml_hold',
      'duplicate_payment_reference',
      'unknown_reference',
    ],
    handle: async (app, { caller, ids, body, subjectId, request }) => {
      const branch = body.branch_id ?? null;
      const movement = {
        savingsAccountId: await subjectId(),
        amount: BigInt(body.amount),
        paidAt: body.paid_at == null ? null : readInstant('paid_at', body.paid_at),
        reference: body.reference ?? null,
        msisdn: body.msisdn ?? null,
        branchId: branch === null ? null : await referenceIn(app, caller, 'branch_id', branch, branchBy),
      };
      const response = request(presented(savingsTransactions, { caller, ids }, 201));
      const { channel } = body;
      if (body.type === 'deposit') return app.savings.depositSavings(response, { ...movement, channel });
      return app.savings.withdrawSavings(response, { ...movement, channel: requirePayout(channel) });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/savings_accounts/{id}/share_transfers',
    surface: 'lending',
    operation: 'transferShares',
    summary: 'Pass shares to another member',
    description: 'Both accounts are share accounts of one product. What the members pay each other is theirs.',
    tag: 'Savings transactions',
    scope: 'savings_accounts:write',
    bucket: 'B.money',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    body: object({
      to_savings_account_id: reference('The share account of the member who takes them over.'),
      amount: positiveCents('Minor units.'),
    }),
    example: { to_savings_account_id: 2, amount: 500_000 },
    reply: { status: 201, schema: SavingsTransactionSchema, describe: 'The movement out of the account.' },
    refusals: [
      'not_share_accounts',
      'member_not_active',
      'member_owes',
      'insufficient_funds',
      'account_frozen',
      'savings_account_not_active',
      'aml_hold',
      'unknown_reference',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const { to_savings_account_id: to, amount } = body;
      return app.savings.transferShares(request(presented(savingsTransactions, { caller, ids }, 201)), {
        savingsAccountId: await subjectId(),
        toSavingsAccountId: await referenceIn(app, caller, 'to_savings_account_id', to, (v) => v.savingsAccounts.one),
        amount: BigInt(amount),
        version,
      });
    },
  }),
  listRoute({
    path: '/api/v1/savings_accounts/{id}/transactions',
    surface: 'lending',
    operation: 'listSavingsTransactions',
    summary: 'Transactions of a savings account, newest first',
    tag: 'Savings transactions',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    list: lists.savingsTransactions,
    schema: SavingsTransactionSchema,
    read: (views, query, accountId) => views.savingsTransactions.list(accountId, query),
    show: savingsTransactionBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/savings_accounts/{id}/transactions/{transaction_id}',
    surface: 'lending',
    operation: 'getSavingsTransaction',
    summary: 'One transaction of a savings account',
    tag: 'Savings transactions',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    params: object({
      id: pathId('The savings account’s id: the integer or the uuid.'),
      transaction_id: pathId('The transaction’s id: the integer or the uuid.'),
    }),
    subject: theSavingsAccount,
    reply: { status: 200, schema: SavingsTransactionSchema, describe: 'The transaction.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const transaction = await app.read(caller, (views) =>
        found('savings_transaction', params.transaction_id, async (id) =>
          ofAccount(params.id)(await views.savingsTransactions.one(id)),
        ),
      );
      return showRecord(transaction, savingsTransactionBody(transaction, ids));
    },
  }),
];

function requirePayout(channel: FundSource): PayoutSource {
  const payout = PAYOUT_SOURCES.find((source) => source === channel);
  if (payout) return payout;
  throw invalidField(
    'channel',
    'choice',
    `A withdrawal goes by one of: ${PAYOUT_SOURCES.join(', ')}.`,
    `A withdrawal can’t be paid by ${channel}.`,
  );
}
