import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { guaranteeLifecycle } from '#core/lending/guarantee/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionBody, actionList } from '../action-body.ts';
import { presented, type Resource } from '../resource.ts';
import { found, referenceIn, refuseBesideAction, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, object, onePath, pathId, positiveCents, reference, text } from '../shapes.ts';
import { PROPOSED } from './proposals.ts';
import { theLoan } from './loans.ts';

export const GuaranteeSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_id: anyId('The loan.'),
    member_id: anyId('The guarantor.'),
    amount: cents('What the guarantor stands for, minor units.'),
    liable: cents('The part of it that still binds the guarantor: it falls as the loan is repaid, minor units.'),
    state: Type.Enum([...guaranteeLifecycle.states]),
    substitution_due: Type.Boolean({
      description: 'The guarantor died: another member has to take the place, or the estate is discharged.',
    }),
    available_actions: actionList(guaranteeLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was given.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Guarantee' },
);

function guaranteeBody(guarantee: View<'guarantees'>, ids: Ids) {
  return {
    id: ids(guarantee),
    uuid: guarantee.uuid,
    loan_id: ids({ id: guarantee.loanId, uuid: guarantee.loanUuid }),
    member_id: ids({ id: guarantee.memberId, uuid: guarantee.memberUuid }),
    amount: guarantee.amount,
    liable: guarantee.liable,
    state: guarantee.state,
    substitution_due: guarantee.substitutionDue,
    available_actions: availableActions(guaranteeLifecycle, guarantee.state),
    version: guarantee.version,
    created_at: guarantee.createdAt,
    updated_at: guarantee.updatedAt,
  };
}

export const guarantees: Resource<View<'guarantees'>> = {
  noun: 'guarantee',
  one: (views) => views.guarantees.one,
  body: guaranteeBody,
};

const GUARANTEE_NOTE =
  'A guarantor is an active member other than the borrower. Guarantees are given and taken back while the loan is a ' +
  'draft; they fall as the loan is repaid.';

/** What a step takes beside its name. */
const TAKES = { withdraw: [], substitute: ['member_id'], discharge: ['reason'] } as const;

export const guaranteeRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/guarantees',
    surface: 'lending',
    operation: 'pledgeGuarantee',
    summary: 'A member stands for part of a loan',
    description: GUARANTEE_NOTE,
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    params: onePath('loan'),
    subject: theLoan,
    body: object({
      member_id: reference('The guarantor.'),
      amount: positiveCents('What the guarantor stands for, minor units.'),
    }),
    example: { member_id: 2, amount: 2_500_000 },
    reply: { status: 201, schema: GuaranteeSchema, describe: 'The guarantee.' },
    refusals: ['unknown_reference', 'guarantee_refused', 'aml_hold'],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      app.lending.pledgeGuarantee(request(presented(guarantees, { caller, ids }, 201)), {
        loanId: await subjectId(),
        version,
        memberId: await referenceIn(app, caller, 'member_id', body.member_id, (views) => views.members.one),
        amount: BigInt(body.amount),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/guarantees',
    surface: 'lending',
    operation: 'listGuarantees',
    summary: 'The guarantees of a loan, in the order in which they were given',
    tag: 'Loans',
    scope: 'loans:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    reply: {
      status: 200,
      schema: object({ loan_id: anyId('The loan.'), data: Type.Array(GuaranteeSchema) }, { $id: 'LoanGuarantees' }),
      describe: 'All of them.',
    },
    refusals: [],
    handle: async (app, { caller, params, ids }) => {
      const { loan, rows } = await app.read(caller, async (views) => {
        const loan = await found('loan', params.id, views.loans.one);
        return { loan, rows: await views.guarantees.ofLoans([loan.id]) };
      });
      return { body: { loan_id: ids(loan), data: rows.map((row) => guaranteeBody(row, ids)) } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loans/{id}/guarantees/{guarantee_id}',
    surface: 'lending',
    operation: 'withdrawGuarantee',
    summary: 'A guarantor steps back before the loan is approved, or is replaced after death',
    description:
      'withdraw takes a guarantee of a draft back. substitute puts another member in the place of a guarantor who died, for ' +
      'the same amount; discharge lets the estate go, with a reason. Both take two people.',
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    params: object({
      id: pathId('The loan’s id: the integer or the uuid.'),
      guarantee_id: pathId('The guarantee’s id: the integer or the uuid.'),
    }),
    subject: theLoan,
    body: actionBody(
      object({
        action: Type.Enum(['withdraw', 'substitute', 'discharge'], { description: 'The step to take.' }),
        member_id: Type.Optional(reference('substitute: who takes the place.')),
        reason: Type.Optional(text('discharge: why.', 500)),
      }),
      { withdraw: {}, substitute: { needs: ['member_id'] }, discharge: { takes: ['reason'] } },
      { cycle: guaranteeLifecycle },
    ),
    example: { action: 'withdraw' },
    reply: {
      status: 200,
      schema: GuaranteeSchema,
      describe: 'The guarantee after the step; of a substitution, the new one.',
    },
    alsoReplies: [PROPOSED],
    refusals: ['invalid_state_transition', 'guarantee_refused', 'unknown_reference', 'aml_hold', 'already_proposed'],
    handle: async (app, { caller, ids, body, params, version, subjectId, request }) => {
      const loanId = await subjectId();
      const guarantee = await app.read(caller, (views) =>
        found('guarantee', params.guarantee_id, async (id) => {
          const one = await views.guarantees.one(id);
          return one?.loanId === loanId ? one : null;
        }),
      );
      const { action, member_id: substitute, reason = null } = body;
      refuseBesideAction(Object.keys(body), ['action', ...TAKES[action]]);
      const response = request(presented(guarantees, { caller, ids }, 200));
      const on = { loanId, guaranteeId: guarantee.id, version };
      if (action === 'withdraw') return app.lending.withdrawGuarantee(response, on);
      if (action === 'discharge') return app.lending.dischargeGuarantor(response, { ...on, reason });
      if (substitute === undefined) throw invalidField('member_id', 'required', 'Name who takes the place.');
      const memberId = await referenceIn(app, caller, 'member_id', substitute, (views) => views.members.one);
      return app.lending.substituteGuarantor(response, { ...on, memberId });
    },
  }),
];
