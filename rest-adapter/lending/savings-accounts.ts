import Type from 'typebox';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import { AT_MATURITY } from '#core/savings/maturity.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { showRecord } from '../responses.ts';
import { presented, subjectOf, type Resource } from '../resource.ts';
import { embedded, includeQuery, includesIn, withIncluded } from '../included.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn } from '../records.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { nullable, object, onePath, reference, text } from '../shapes.ts';
import { savingsAccountIncludes } from './includes.ts';
import { savingsAccountBody, SavingsAccountSchema } from './savings-shape.ts';

/** The savings account that a path names. */

const savingsAccounts: Resource<View<'savingsAccounts'>> = {
  noun: 'savings_account',
  one: (views) => views.savingsAccounts.one,
  body: savingsAccountBody,
  address: (view, ids) => `/api/v1/savings_accounts/${ids(view)}`,
};

export const theSavingsAccount = subjectOf(savingsAccounts);

const accountTable = { steps: savingsAccountSteps, cycle: savingsAccountLifecycle };

export const savingsAccountRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/savings_accounts',
    surface: 'lending',
    operation: 'createSavingsAccount',
    summary: 'Open a savings account',
    description: 'The account is active immediately, or pending_approval where the institution asks for approval.',
    tag: 'Savings accounts',
    scope: 'savings_accounts:write',
    bucket: 'B.write',
    body: object({
      member_id: reference('Whose savings they are.'),
      product_id: reference('A row of GET /api/v1/savings_products.'),
      client_reference: Type.Optional(nullable(text('Your own reference, unique for ever.', 128))),
      at_maturity: Type.Optional(
        nullable(
          Type.Enum([...AT_MATURITY], {
            description: 'What becomes of a fixed deposit that matures; as its product has it where it is left out.',
          }),
        ),
      ),
      payout_account_id: Type.Optional(nullable(reference('pay_out: the ordinary account of the member.'))),
    }),
    example: { member_id: 1, product_id: 1 },
    reply: { status: 201, schema: SavingsAccountSchema, describe: 'The account.' },
    refusals: ['unknown_reference', 'duplicate_reference', 'kyc_incomplete', 'member_not_active'],
    handle: async (app, { caller, ids, body, request }) =>
      app.savings.openSavingsAccount(request(presented(savingsAccounts, { caller, ids }, 201)), {
        memberId: await referenceIn(app, caller, 'member_id', body.member_id, (views) => views.members.one),
        productId: await referenceIn(app, caller, 'product_id', body.product_id, (views) => views.savingsProducts.one),
        clientReference: body.client_reference ?? null,
        atMaturity: body.at_maturity ?? null,
        payoutAccountId:
          body.payout_account_id == null
            ? null
            : await referenceIn(app, caller, 'payout_account_id', body.payout_account_id, (v) => v.savingsAccounts.one),
      }),
  }),
  listRoute({
    path: '/api/v1/savings_accounts',
    surface: 'lending',
    operation: 'listSavingsAccounts',
    summary: 'Savings accounts, newest first',
    tag: 'Savings accounts',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    list: lists.savingsAccounts,
    schema: SavingsAccountSchema,
    read: (views, query) => views.savingsAccounts.list(query),
    show: savingsAccountBody,
    includes: savingsAccountIncludes,
  }),
  route({
    method: 'GET',
    path: '/api/v1/savings_accounts/{id}',
    surface: 'lending',
    operation: 'getSavingsAccount',
    summary: 'One savings account',
    tag: 'Savings accounts',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    query: includeQuery(savingsAccountIncludes),
    reply: {
      status: 200,
      schema: withIncluded(SavingsAccountSchema, savingsAccountIncludes),
      describe: 'The account.',
    },
    refusals: [],
    handle: async (app, { caller, ids, params, query }) => {
      const wanted = includesIn(query.include, savingsAccountIncludes, caller);
      return app.read(caller, async (views) => {
        const account = await found('savings_account', params.id, views.savingsAccounts.one);
        const more = await embedded(views, account, wanted, ids);
        return showRecord(account, { ...savingsAccountBody(account, ids), ...more });
      });
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/savings_accounts/{id}',
    surface: 'lending',
    operation: 'changeSavingsAccount',
    summary: 'Take a step in an account’s life',
    description:
      'If-Match guards against deciding on an older version; every movement of money makes a new one. A dormant account ' +
      'is reactivated after the member’s identity was confirmed again; give_notice begins the notice on shares. ' +
      'post_interest posts what was earned so far, so that a member who leaves is paid it.',
    tag: 'Savings accounts',
    scope: 'savings_accounts:write',
    bucket: 'B.write',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    body: stepBody(accountTable),
    example: { action: 'freeze', reason: 'Court order 12/2026' },
    reply: { status: 200, schema: SavingsAccountSchema, describe: 'The account after the step.' },
    refusals: [
      'invalid_state_transition',
      'four_eyes_required',
      'savings_account_not_empty',
      'kyc_incomplete',
      'member_not_active',
      'withdrawal_not_allowed',
      'insufficient_funds',
      'business_day_open',
      'nothing_earned',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(accountTable, body, {
        app,
        caller,
        bound: app.savings,
        on: { savingsAccountId: await subjectId(), version },
        request: request(presented(savingsAccounts, { caller, ids }, 200)),
      }),
  }),
];
