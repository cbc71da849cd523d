import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { DESTINATION_TYPES, type DestinationType } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { COLLECTION_CHANNELS } from '#core/payments/channels.ts';
import { lists } from '#platform/app/lists.ts';
import type { RecordId, View, Views } from '#platform/app/views.ts';
import { actionBody, eachTaking } from '../action-body.ts';
import { recordResponse } from '../responses.ts';
import { oneRoute, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { refuseBesideAction, referenceIn, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { cents, instant, nullable, object, onePath, phone, readInstant, reference, text } from '../shapes.ts';
import { PROPOSED } from './proposals.ts';
import { MobileMoneySchema, mobileMoneyBody } from './mobile-money-shape.ts';

/** As much as any repayment; no provider carries nearly so much. */
const GREATEST_PAYMENT = 100_000_000_000_000;

function presentMobileMoney(ids: Ids) {
  return async ({ uuid }: { uuid: string }, status: 200 | 201, views: Views) => {
    const transaction = await views.mobileMoney.one(uuid);
    if (!transaction) throw new Error(`Mobile money ${uuid} is gone in its own transaction.`);
    const location = status === 201 ? `/api/v1/mobile_money/transactions/${ids(transaction)}` : undefined;
    return recordResponse(status, transaction, mobileMoneyBody(transaction, ids), location);
  };
}

/** What each step of a return or a correction takes beside the action. */
const STEP_FIELDS = {
  propose_return: ['reason', 'evidence'],
  approve_return: [],
  return: ['reason'],
  correct: ['reason'],
} as const;
const MOBILE_MONEY_ACTIONS = {
  allocate: { takes: DESTINATION_TYPES.map((each) => `${each}_id`) },
  ...eachTaking(STEP_FIELDS),
};

const mobileMoney: Resource<View<'mobileMoney'>> = {
  noun: 'mobile_money_transaction',
  one: (views) => views.mobileMoney.one,
  body: mobileMoneyBody,
};

const theMobileMoney = subjectOf(mobileMoney);

export const mobileMoneyRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/mobile_money/transactions',
    surface: 'lending',
    operation: 'createMobileMoneyTransaction',
    summary: 'Record a payment to the paybill, or ask a payer for money',
    description:
      'mpesa_paybill records a payment that came in, by its receipt. It is booked by its account reference to a loan ' +
      '(its loan_no), a savings account (its account_no) or a student; money that matches no account, or more than one, ' +
      'stays unallocated. A loan takes what is owed and, beyond it, what the institution allows: the rest stays ' +
      'unallocated under the same receipt. A receipt that is known gives the payment that it stands for (200). ' +
      'mpesa_stk and airtel ask the payer on the phone, each the numbers of its operator: it is sent once the provider has taken the request (pending while it ' +
      'can’t be reached, unknown where its answer got lost) and ends as a payment, failed, expired or ' +
      'cancelled_by_payer. Money that comes later all the same is booked.',
    tag: 'Mobile money',
    scope: 'mobile_money:write',
    bucket: 'B.money',
    body: object({
      // What comes to the bank is read from its statement.
      channel: Type.Enum(['mpesa_paybill', ...COLLECTION_CHANNELS]),
      amount: cents('Minor units; whole shillings where the payer is prompted.', {
        minimum: 1,
        maximum: GREATEST_PAYMENT,
      }),
      msisdn: phone('The payer’s number.'),
      account_reference: text('What the payer types as the account: L-000012, SA-000034, an admission number.', 64),
      receipt_no: Type.Optional(text('The provider’s receipt; required by mpesa_paybill.', 64)),
      paid_at: Type.Optional(nullable(instant('When the payer paid; now by default. With mpesa_paybill only.'))),
    }),
    example: {
      channel: 'mpesa_paybill',
      amount: 480_000,
      msisdn: '+254712345678',
      account_reference: 'L-000012',
      receipt_no: 'SFC1A2B3C4',
    },
    reply: { status: 201, schema: MobileMoneySchema, describe: 'The payment, allocated or not; or the collection.' },
    alsoReplies: [{ status: 200, describe: 'The payment of a receipt that was recorded before.' }],
    refusals: [
      'duplicate_payment_reference',
      'invalid_msisdn',
      'msisdn_not_on_channel',
      'collection_unsettled',
      'payment_time_out_of_range',
    ],
    handle: async (app, { ids, body, request }) => {
      const present = presentMobileMoney(ids);
      const { msisdn, account_reference: accountReference } = body;
      const amount = BigInt(body.amount);
      if (body.channel !== 'mpesa_paybill') {
        refuseOfCollection(Object.keys(body));
        return app.mobileMoney.collect(
          request((collection, views) => present(collection, 201, views)),
          { channel: body.channel, amount, msisdn, accountReference },
        );
      }
      const receiptNo = requireReceipt(body.receipt_no);
      const paidAt = body.paid_at == null ? null : readInstant('paid_at', body.paid_at);
      return app.mobileMoney.receivePayment(
        request(({ payment, known }, views) => present(payment, known ? 200 : 201, views)),
        { receiptNo, amount, msisdn, accountReference, paidAt },
      );
    },
  }),
  listRoute({
    path: '/api/v1/mobile_money/transactions',
    surface: 'lending',
    operation: 'listMobileMoneyTransactions',
    summary: 'Mobile money, newest first',
    tag: 'Mobile money',
    scope: 'mobile_money:read',
    bucket: 'B.read',
    list: lists.mobileMoney,
    schema: MobileMoneySchema,
    read: (views, query) => views.mobileMoney.list(query),
    show: mobileMoneyBody,
  }),
  oneRoute(mobileMoney, {
    path: '/api/v1/mobile_money/transactions/{id}',
    surface: 'lending',
    operation: 'getMobileMoneyTransaction',
    summary: 'One payment or collection',
    tag: 'Mobile money',
    scope: 'mobile_money:read',
    bucket: 'B.read',
    schema: MobileMoneySchema,
    describe: 'The payment or collection.',
    named: 'transaction',
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/mobile_money/transactions/{id}',
    surface: 'lending',
    operation: 'changeMobileMoneyTransaction',
    summary: 'Say whose money it is that lies in suspense, that it went back, or that it never came',
    description:
      'Send the action allocate with one of loan_id, savings_account_id, student_id; what a loan does not take stays in suspense as a record of its own. Money goes back by two people: ' +
      'propose_return with a reason and evidence; then another person’s client sends approve_return, after which the ' +
      'provider is requested to return it, or return, with a reason, where it was reversed on the provider’s portal: ' +
      'nothing is sent by that. correct, with a reason, takes back what a person has entered wrongly, and neither the provider ' +
      'has reported nor a statement shows: its receipt is free for the payment that has it. Where the institution wants two people it takes two.',
    tag: 'Mobile money',
    scope: 'mobile_money:write',
    bucket: 'B.money',
    params: onePath('transaction'),
    subject: theMobileMoney,
    body: actionBody(
      object({
        action: Type.Enum(['allocate', 'propose_return', 'approve_return', 'return', 'correct'], {
          description: 'The step to take.',
        }),
        reason: Type.Optional(text('Why; required by propose_return, return and correct.', 500)),
        evidence: Type.Optional(text('propose_return: where it can be seen, such as a letter of the payer.', 500)),
        loan_id: Type.Optional(reference('The loan that it repays.')),
        savings_account_id: Type.Optional(reference('The account that it is paid into.')),
        student_id: Type.Optional(reference('The student whose fees it pays.')),
      }),
      MOBILE_MONEY_ACTIONS,
      { cycle: mobileMoneyLifecycle },
    ),
    example: { action: 'allocate', savings_account_id: 1 },
    reply: { status: 200, schema: MobileMoneySchema, describe: 'The payment, allocated, given back or corrected.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'return_not_proposed',
      'reported_by_provider',
      'already_proposed',
      'four_eyes_required',
      'unknown_reference',
      'loan_not_repayable',
      'account_frozen',
      'savings_account_not_active',
      'aml_hold',
      'duplicate_payment_reference',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const present = presentMobileMoney(ids);
      const { action, reason = null, evidence = null } = body;
      if (action !== 'allocate') {
        refuseBesideAction(Object.keys(body), ['action', ...STEP_FIELDS[action]]);
        const taken = request<MobileMoneyTransaction>((payment, views) => present(payment, 200, views));
        const on = { mobileMoneyId: await subjectId(), version };
        if (action === 'approve_return') return app.mobileMoney.approveMobileMoneyReturn(taken, on);
        if (action === 'correct') return app.mobileMoney.correctMobileMoney(taken, { ...on, reason });
        if (action === 'return') return app.mobileMoney.returnMobileMoney(taken, { ...on, reason });
        return app.mobileMoney.proposeMobileMoneyReturn(taken, { ...on, reason, evidence });
      }
      refuseBesideAction(Object.keys(body), ['action', ...DESTINATION_TYPES.map((each) => `${each}_id`)]);
      const { type, value } = theDestination(body);
      const id = await referenceIn(app, caller, `${type}_id`, value, LOOKS[type]);
      return app.mobileMoney.allocateMobileMoney(
        request((payment, views) => present(payment, 200, views)),
        { mobileMoneyId: await subjectId(), version, to: { type, id } },
      );
    },
  }),
];

type Look = (views: Views) => (id: RecordId) => Promise<{ readonly id: number; readonly uuid: string } | null>;
const LOOKS: { readonly [Type in DestinationType]: Look } = {
  loan: (views) => views.loans.one,
  savings_account: (views) => views.savingsAccounts.one,
  student: (views) => views.students.one,
};

/** The one place that is named. @throws DomainError validation_failed where there is none, or more than one */
function theDestination(body: { readonly [field: string]: unknown }): {
  readonly type: DestinationType;
  readonly value: number | string;
} {
  const named = DESTINATION_TYPES.filter((type) => body[`${type}_id`] !== undefined);
  const [type] = named;
  // The schema of the endpoint takes ids alone here.
  if (type !== undefined && named.length === 1) return { type, value: body[`${type}_id`] as number | string };
  const code = type === undefined ? 'required' : 'choice';
  const detail = 'Send one of loan_id, savings_account_id, student_id.';
  throw refuse(kernelRefusals.validation_failed, detail, {
    errors: (type === undefined ? DESTINATION_TYPES : named).map((each) => ({ field: `${each}_id`, code, detail })),
  });
}

function requireReceipt(receiptNo: string | undefined): string {
  if (receiptNo !== undefined) return receiptNo;
  throw invalidField(
    'receipt_no',
    'required',
    'Send the receipt that the provider gave.',
    'A payment to the paybill is recorded by its receipt.',
  );
}

/** What only a payment that came in has. */
function refuseOfCollection(sent: readonly string[]): void {
  const extra = sent.filter((name) => name === 'receipt_no' || name === 'paid_at');
  if (extra.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `A collection has no ${extra.join(' and no ')} yet.`, {
    errors: extra.map((name) => ({
      field: name,
      code: 'not_with_channel',
      detail: `Leave ${name} out where the payer is prompted for money.`,
    })),
  });
}
