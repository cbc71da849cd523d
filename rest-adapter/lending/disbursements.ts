import { disbursementSteps } from '#core/lending/use-cases/disbursing/steps.ts';
import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { CHANNELS } from '#core/lending/disbursement/channel.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { lendingRefusals } from '#core/lending/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { presented, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type Ids } from '../records.ts';
import { route, type Call } from '../route.ts';
import { nullable, object, onePath, pathId, phone, positiveCents, text } from '../shapes.ts';
import { disbursementBody, DisbursementSchema } from './disbursement-shape.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { theLoan } from './loans.ts';
import { PROPOSED } from './proposals.ts';

/** When a provider that could not be reached may be called again, where it does not say. */
const PROVIDER_BACK_AFTER_SECONDS = 30;

/** The reply once the provider has answered, or has not: its state says which. */
function presentDisbursement({ ids, refused }: Pick<Call<never, never, never>, 'ids' | 'refused'>) {
  return async ({ id }: { id: number }, views: Views): Promise<CommandResponse> => {
    const disbursement = await views.disbursements.one(id);
    if (!disbursement) throw new Error(`Disbursement ${id} is gone in its own transaction.`);
    if (disbursement.state === 'failed') return refused(refusalOf(disbursement, ids, views.businessTime), views);
    const loan = ids({ id: disbursement.loanId, uuid: disbursement.loanUuid });
    return recordResponse(
      disbursement.state === 'unknown' ? 202 : 201,
      disbursement,
      disbursementBody(disbursement, ids),
      `/api/v1/loans/${loan}/disbursements/${ids(disbursement)}`,
    );
  };
}

/** Nothing was paid and the float is free again: the provider said no, or was never reached. */
function refusalOf(disbursement: View<'disbursements'>, ids: Ids, now: Temporal.Instant) {
  const details = {
    provider: disbursement.channel,
    provider_code: disbursement.providerCode ?? disbursement.failureCode,
    disbursement_id: ids(disbursement),
    loan_id: ids({ id: disbursement.loanId, uuid: disbursement.loanUuid }),
  };
  return disbursement.failureCode === 'unreachable'
    ? refuse(kernelRefusals.service_unavailable, 'The provider could not be reached; nothing was sent.', {
        ...details,
        retry_after: secondsUntil(disbursement.retryAt, now),
      })
    : refuse(
        lendingRefusals.provider_rejected,
        `The provider refused the payment: ${disbursement.failureMessage ?? 'it gave no reason'}. Nothing was paid.`,
        details,
      );
}

/** Whole seconds, at least one: of the rail's own word, as the record keeps it. */
function secondsUntil(retryAt: Temporal.Instant | null, now: Temporal.Instant): number {
  if (retryAt === null) return PROVIDER_BACK_AFTER_SECONDS;
  return Math.max(1, Math.ceil(now.until(retryAt).total('seconds')));
}

const ofLoan = (loan: string) => (disbursement: View<'disbursements'> | null) =>
  disbursement && (String(disbursement.loanId) === loan || disbursement.loanUuid === loan.toLowerCase())
    ? disbursement
    : null;

const DisbursementPaths = object({
  id: pathId('The loan’s id: the integer or the uuid.'),
  disbursement_id: pathId('The disbursement’s id: the integer or the uuid.'),
});

const theDisbursement = (
  app: App,
  caller: Caller,
  params: { readonly id: string; readonly disbursement_id: string },
): Promise<View<'disbursements'>> =>
  app.read(caller, (views) =>
    found('disbursement', params.disbursement_id, async (id) => ofLoan(params.id)(await views.disbursements.one(id))),
  );

const disbursements: Resource<View<'disbursements'>> = {
  noun: 'disbursement',
  one: (views) => views.disbursements.one,
  body: disbursementBody,
};

const disbursementTable = { steps: disbursementSteps, cycle: disbursementLifecycle };

export const disbursementRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/disbursements',
    surface: 'lending',
    operation: 'createDisbursement',
    summary: 'Pay a loan out',
    description:
      'Float is held at the provider of the channel, then the provider is called. The reply waits at most some seconds for its answer: `sent` (201), or ' +
      '`unknown` (202) where none came; it is then found out, never sent twice. The loan is active once the payment is ' +
      'confirmed (event loan.disbursed). On the channel bank nothing is sent: it is `pending` until the bank’s own ' +
      'reference comes with PATCH. On the channel internal a school-fee loan is paid immediately, to a school whose fees are ' +
      'collected in the lender’s own books. On mpesa_b2b a school-fee loan is paid to the school’s paybill or till, from the ' +
      'institution’s own paybill. Money that goes to a phone is promised at the school until the school has it.',
    tag: 'Disbursements',
    scope: 'disbursements:write',
    bucket: 'B.money',
    params: onePath('loan'),
    subject: theLoan,
    body: object({
      amount: positiveCents('Minor units; whole shillings.'),
      channel: Type.Enum([...CHANNELS], { description: 'How the money travels.' }),
      msisdn: Type.Optional(nullable(phone('mpesa_b2c, airtel_b2c: the recipient, in international format.'))),
      bank_account: Type.Optional(
        nullable(
          text(
            'bank: the recipient’s bank and account, as the bank needs them; by default those on the member’s record.',
            100,
          ),
        ),
      ),
      business: Type.Optional(
        nullable(
          object(
            {
              type: Type.Enum(['paybill', 'till']),
              number: text('The shortcode of the paybill, or the number of the till.', 7),
              account: Type.Optional(nullable(text('The account; by default the pay code of the invoice.', 13))),
            },
            { description: 'mpesa_b2b: the school; by default the paybill of the institution’s policies.' },
          ),
        ),
      ),
      agent_id: Type.Optional(
        nullable(
          text(
            'The agent who pays, with float at the channel’s provider; by default the one of the member’s branch.',
            32,
          ),
        ),
      ),
    }),
    example: { amount: 5_000_000, channel: 'mpesa_b2c', msisdn: '+254712345678' },
    reply: { status: 201, schema: DisbursementSchema, describe: 'The provider took it: state sent.' },
    alsoReplies: [{ status: 202, describe: 'The provider gave no answer in time: state unknown.' }],
    refusals: [
      'insufficient_balance',
      'daily_limit_reached',
      'four_eyes_required',
      'recipient_not_verified',
      'loan_not_disbursable',
      'disbursement_exceeds_principal',
      'kyc_incomplete',
      'member_not_active',
      'invoice_not_payable',
      'aml_hold',
      'invalid_msisdn',
      'msisdn_not_on_channel',
      'unknown_reference',
      'provider_rejected',
    ],
    handle: async (app, call) => {
      const { body, subjectId, request } = call;
      return app.lending.disburse(request(presentDisbursement(call)), {
        loanId: await subjectId(),
        amount: BigInt(body.amount),
        channel: body.channel,
        msisdn: body.msisdn ?? null,
        bankAccount: body.bank_account ?? null,
        business: body.business ? { ...body.business, account: body.business.account ?? null } : null,
        agentNo: body.agent_id ?? null,
      });
    },
  }),
  listRoute({
    path: '/api/v1/loans/{id}/disbursements',
    surface: 'lending',
    operation: 'listDisbursements',
    summary: 'Disbursements of a loan, newest first',
    tag: 'Disbursements',
    scope: 'disbursements:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    list: lists.disbursements,
    schema: DisbursementSchema,
    read: (views, query, loanId) => views.disbursements.list(loanId, query),
    show: disbursementBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/disbursements/{disbursement_id}',
    surface: 'lending',
    operation: 'getDisbursement',
    summary: 'One disbursement',
    tag: 'Disbursements',
    scope: 'disbursements:read',
    bucket: 'B.read',
    params: DisbursementPaths,
    subject: theLoan,
    reply: { status: 200, schema: DisbursementSchema, describe: 'The disbursement.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const disbursement = await theDisbursement(app, caller, params);
      return showRecord(disbursement, disbursementBody(disbursement, ids));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loans/{id}/disbursements/{disbursement_id}',
    surface: 'lending',
    operation: 'changeDisbursement',
    summary: 'What people do about money on its way',
    description:
      'confirm_by_bank: the bank made a pending transfer, with its own reference; a repeated confirmation changes nothing. cancel: ' +
      'it will not. propose_outcome and approve_outcome: two people settle a payment in review, with evidence. reverse: ' +
      'the money came back whole, or a claim was recovered. return_part: part of it came back; so much less was lent. ' +
      'Beyond what one person reverses, both take two.',
    tag: 'Disbursements',
    scope: 'disbursements:write',
    bucket: 'B.money',
    params: DisbursementPaths,
    subject: theLoan,
    body: stepBody(disbursementTable),
    example: { action: 'confirm_by_bank', provider_ref: 'FT26062ABC12' },
    reply: { status: 200, schema: DisbursementSchema, describe: 'The disbursement after the step.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'duplicate_payment_reference',
      'four_eyes_required',
      'disbursement_not_undoable',
      'payment_time_out_of_range',
      'already_proposed',
    ],
    handle: async (app, call) => {
      const { caller, ids, body, params, version, subjectId, request } = call;
      const loanId = await subjectId();
      const { id: disbursementId } = await theDisbursement(app, caller, params);
      const on = { loanId, disbursementId, version };
      return takeStep(disbursementTable, body, {
        app,
        caller,
        bound: app.lending,
        on,
        request: request(presented(disbursements, { caller, ids }, 200)),
      });
    },
  }),
];
