import Type from 'typebox';
import { actionsOn } from '#core/savings/account/actions.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { SAVINGS_KINDS } from '#core/savings/product/savings-product.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import { AT_MATURITY } from '#core/savings/maturity.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { actionBody, actionList, eachWith } from '../action-body.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, nullable, object, onePath, reference, text } from '../shapes.ts';

const SavingsAccountSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    account_no: Type.String({ description: 'The number that people use and payers type: SA- and digits.' }),
    member_id: anyId('Whose savings they are.'),
    product_id: anyId('The product that the account was made from.'),
    kind: Type.Enum([...SAVINGS_KINDS]),
    state: Type.Enum([...savingsAccountLifecycle.states]),
    state_reason: nullable(Type.String()),
    balance: cents('All that is in it, minor units.'),
    held: cents('What is promised to something else, minor units.'),
    available_balance: cents('What can be taken out: balance less held, minor units.'),
    opened_on: nullable(date('When it became active.')),
    matures_on: nullable(date('From when a fixed deposit is paid out.')),
    matured_on: nullable(date('Since when a fixed deposit is not bound any more.')),
    at_maturity: nullable(
      Type.Enum([...AT_MATURITY], { description: 'What was agreed of a fixed deposit that matures.' }),
    ),
    redeemable_from: nullable(date('From when shares are redeemed, after notice.')),
    dormant_since: nullable(date('Since when nothing has moved for too long; null where that is not so.')),
    client_reference: nullable(Type.String()),
    available_actions: actionList(savingsAccountLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was opened.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'SavingsAccount' },
);

/** The savings account that a path names. */
export const theSavingsAccount = subjectAt('savings_account', (views) => views.savingsAccounts.one);

/** An account as partners see it. */
function savingsAccountBody(account: View<'savingsAccounts'>, ids: Ids) {
  return {
    id: ids(account),
    uuid: account.uuid,
    account_no: account.accountNo,
    member_id: ids({ id: account.memberId, uuid: account.memberUuid }),
    product_id: ids({ id: account.productId, uuid: account.productUuid }),
    kind: account.kind,
    state: account.state,
    state_reason: account.stateReason,
    balance: account.balance,
    held: account.held,
    available_balance: account.availableBalance,
    opened_on: account.openedOn,
    matures_on: account.maturesOn,
    matured_on: account.maturedOn,
    at_maturity: account.maturity?.atMaturity ?? null,
    redeemable_from: account.redeemableFrom,
    dormant_since: account.dormantSince,
    client_reference: account.clientReference,
    available_actions: actionsOn(account),
    version: account.version,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

/** The reply to a write on an account, read in the transaction of the write itself. */
function presentAccount(ids: Ids, status: 200 | 201) {
  return async ({ id }: { id: number }, views: Views) => {
    const account = await views.savingsAccounts.one(id);
    if (!account) throw new Error(`Savings account ${id} is gone in its own transaction.`);
    const location = status === 201 ? `/api/v1/savings_accounts/${ids(account)}` : undefined;
    return recordResponse(status, account, savingsAccountBody(account, ids), location);
  };
}

export const savingsAccountRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/savings_accounts',
    surface: 'lending',
    operation: 'createSavingsAccount',
    summary: 'Open a savings account',
    description: 'The account is active at once, or pending_approval where the institution asks for approval.',
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
      app.savings.openSavingsAccount(request(presentAccount(ids, 201)), {
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
    reply: { status: 200, schema: SavingsAccountSchema, describe: 'The account.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const account = await app.read(caller, (views) => found('savings_account', params.id, views.savingsAccounts.one));
      return showRecord(account, savingsAccountBody(account, ids));
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
      'is reactivated after the member’s identity was confirmed again; give_notice begins the notice on shares.',
    tag: 'Savings accounts',
    scope: 'savings_accounts:write',
    bucket: 'B.write',
    params: onePath('savings account'),
    subject: theSavingsAccount,
    body: actionBody(
      object({
        action: Type.Enum(actionsOf(savingsAccountSteps), { description: 'The step to take.' }),
        reason: Type.Optional(nullable(text('Why; required by reject, freeze and break_deposit.', 500))),
      }),
      eachWith(actionsOf(savingsAccountSteps), { takes: ['reason'] }),
      { cycle: savingsAccountLifecycle },
    ),
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
    ],
    handle: async (app, { ids, body, version, subjectId, request }) =>
      app.savings[savingsAccountSteps[body.action]](request(presentAccount(ids, 200)), {
        savingsAccountId: await subjectId(),
        version,
        reason: body.reason ?? null,
      }),
  }),
];
