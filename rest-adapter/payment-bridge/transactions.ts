import Type from 'typebox';
import { TRANSACTION_TYPES } from '#core/payment-bridge/account/app-transaction.ts';
import { publicId, type Named } from '#core/payment-bridge/app.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import {} from '../action-body.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { cents, instant, object } from '../shapes.ts';
import { named, namedPath, namedSubject } from './named.ts';

const TransactionSchema = object(
  {
    id: named('transaction', 'Stable id.'),
    object: Type.Enum(['transaction']),
    type: Type.Enum([...TRANSACTION_TYPES]),
    amount: cents('Minor units; what went out is negative.'),
    currency: Type.String({ examples: ['KES'] }),
    balance_after: cents('What the app owned after it; what is held or in transit is part of that.'),
    source: object(
      { type: Type.String({ examples: ['payout'] }), id: Type.String() },
      { description: 'The record that it came from.' },
    ),
    sandbox: Type.Boolean(),
    occurred_at: instant('When it was booked.'),
  },
  { $id: 'AppTransaction' },
);

function transactionBody(line: View<'bridge.transactions'>) {
  return {
    id: publicId('transaction', line.uuid),
    object: 'transaction',
    type: line.type,
    amount: line.amount,
    currency: line.currency,
    balance_after: line.balanceAfter,
    // Lines are written for sources that have public ids.
    source: { type: line.source.type, id: publicId(line.source.type as Named, line.source.uuid) },
    sandbox: line.sandbox,
    occurred_at: line.occurredAt,
  };
}

/** Lines are written once: their version never changes. */
const theTransaction = namedSubject('transaction', (views) => async (appId, uuid) => {
  const line = await views.bridge.transactions.one(appId, uuid);
  return line && { ...line, version: 1 };
});

const family = {
  surface: 'payment-bridge',
  tag: 'App transactions',
  scope: 'payments:read',
  bucket: 'A.read',
} as const;

export const transactionRoutes = [
  listRoute<View<'bridge.transactions'>>({
    ...family,
    path: '/v1/transactions',
    operation: 'listTransactions',
    summary: 'What changed the app’s balance, newest first',
    description:
      'Each line carries the balance that it left. Money on its way has no line: it is the app’s until it arrives.',
    list: lists.bridge.transactions,
    schema: TransactionSchema,
    read: (views, query, _parent, { caller }) => views.bridge.transactions.list(caller.clientId, query),
    show: transactionBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/transactions/{id}',
    operation: 'getTransaction',
    summary: 'One line of the app’s account',
    params: namedPath('transaction'),
    subject: theTransaction,
    reply: { status: 200, schema: object({ data: TransactionSchema }), describe: 'The line.' },
    refusals: [],
    handle: async (app, at) => {
      const line = await app.read(at.caller, (views) => theTransaction.require(views, at));
      return { body: { data: transactionBody(line) } };
    },
  }),
];
