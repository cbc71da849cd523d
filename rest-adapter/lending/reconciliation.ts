import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { PROPOSALS } from '#core/reconciliation/break/reconciliation-break.ts';
import { BREAK_TYPES } from '#core/reconciliation/compare.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, nullable, object, onePath } from '../shapes.ts';

const SideSchema = object({
  opening: nullable(cents('What it held before; null where the provider states no balance.')),
  in: cents('What came in.'),
  out: cents('What went out.'),
  fees: cents('What the provider charged.'),
  closing: nullable(cents('What it held at the end: opening + in - out - fees.')),
});

const ReconciliationSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    account: Type.String({ description: 'The account of the books: mpesa_paybill, mpesa_float, app_float.' }),
    sub_account: nullable(Type.String({ description: 'Whose float, such as AG-000001; null: all of the account.' })),
    source: Type.Enum(['statement', 'pull'], { description: 'A statement of the portal, or a pulled list.' }),
    covers_from: date('The first day that was compared.'),
    covers_through: date('The last day.'),
    lines: Type.Integer({ description: 'Lines of the provider’s statement.' }),
    matched: Type.Integer({ description: 'Lines that the books have as well.' }),
    there: SideSchema,
    here: SideSchema,
    in_transit: cents('Movements of ours that the provider has not settled, signed.'),
    footing_gap: nullable(cents('What the statement’s own figures lack to foot; 0 where they do.')),
    unexplained: nullable(cents('What of the difference between both closings is not explained; 0 where all is.')),
    open_breaks: Type.Integer({ description: 'Breaks that it found first and that are still open.' }),
    compared_at: instant('When it was compared last.'),
    compared_by: Type.String({ description: 'By whom.' }),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was compared first.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Reconciliation' },
);

const aRecord = object({
  type: Type.String({ description: 'mobile_money_transaction, disbursement, repayment, ...' }),
  id: anyId('The record.'),
});

export const BreakSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    reconciliation_id: anyId('The comparison that found it first.'),
    account: Type.String({ description: 'The account of the books.' }),
    sub_account: nullable(Type.String()),
    type: Type.Enum([...BREAK_TYPES], {
      description:
        'missing_here: only the provider has it; missing_there: only we have it; amount_differs: both, with other ' +
        'amounts; duplicate: one side has it once too often; late: we booked it on a later day.',
    }),
    state: Type.Enum([...breakLifecycle.states]),
    amount_there: nullable(cents('At the provider: what came in is positive.')),
    amount_here: nullable(cents('In the books, likewise.')),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt.' })),
    occurred_at: instant('When it happened: at the provider, else here.'),
    line: nullable(
      object({
        line_no: Type.Integer({ description: 'The line of the statement.' }),
        msisdn: nullable(Type.String({ description: 'The other party, as the provider shows it.' })),
        account_reference: nullable(Type.String({ description: 'What the payer typed.' })),
      }),
    ),
    record: nullable(aRecord),
    proposal: Type.Enum([...PROPOSALS], { description: 'What to do. Nothing is done automatically.' }),
    proposed_record: nullable(aRecord),
    proposed_receipt_no: nullable(Type.String({ description: 'The receipt that our record may belong to.' })),
    owner: nullable(Type.String({ description: 'Who looks into it.' })),
    age_days: Type.Integer({ description: 'Days since it was found, until it ended.' }),
    resolution: nullable(Type.String({ description: 'How it ended.' })),
    booked_as: nullable(object({ type: Type.String(), uuid: Type.String({ format: 'uuid' }) })),
    journal: Type.Array(
      object({
        at: instant('When.'),
        by: Type.String({ description: 'Who.' }),
        action: Type.String({ description: 'Which step.' }),
        note: nullable(Type.String({ description: 'Why, or to whom.' })),
      }),
      { description: 'The steps of its resolution, in order.' },
    ),
    available_actions: actionList(breakLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was found.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'ReconciliationBreak' },
);

function reconciliationBody(view: View<'reconciliations'>, ids: Ids) {
  return {
    id: ids(view),
    uuid: view.uuid,
    account: view.account,
    sub_account: view.subAccount,
    source: view.source,
    covers_from: view.coversFrom,
    covers_through: view.coversThrough,
    lines: view.lines,
    matched: view.matched,
    there: view.there,
    here: view.here,
    in_transit: view.inTransit,
    footing_gap: view.footingGap,
    unexplained: view.unexplained,
    open_breaks: view.openBreaks,
    compared_at: view.comparedAt,
    compared_by: view.comparedBy,
    version: view.version,
    created_at: view.createdAt,
    updated_at: view.updatedAt,
  };
}

function breakBody(view: View<'breaks'>, ids: Ids) {
  const { line, record, proposedRecord } = view;
  return {
    id: ids(view),
    uuid: view.uuid,
    reconciliation_id: ids(view.reconciliation),
    account: view.account,
    sub_account: view.subAccount,
    type: view.type,
    state: view.state,
    amount_there: view.amountThere,
    amount_here: view.amountHere,
    receipt_no: view.receiptNo,
    occurred_at: view.occurredAt,
    line: line && { line_no: line.line_no, msisdn: line.msisdn, account_reference: line.account_reference },
    record: record && { type: record.type, id: ids(record) },
    proposal: view.proposal,
    proposed_record: proposedRecord && { type: proposedRecord.type, id: ids(proposedRecord) },
    proposed_receipt_no: view.proposedReceiptNo,
    owner: view.owner,
    age_days: view.ageDays,
    resolution: view.resolution,
    booked_as: view.bookedAs,
    journal: view.notes,
    available_actions: availableActions(breakLifecycle, view.state),
    version: view.version,
    created_at: view.createdAt,
    updated_at: view.updatedAt,
  };
}

const reconciliations: Resource<View<'reconciliations'>> = {
  noun: 'reconciliation',
  one: (views) => views.reconciliations.one,
  body: reconciliationBody,
};

export const breaks: Resource<View<'breaks'>> = {
  noun: 'reconciliation_break',
  one: (views) => views.breaks.one,
  body: breakBody,
};

const theBreak = subjectOf(breaks);

const breakTable = { steps: reconciliationBreakSteps, cycle: breakLifecycle };

const ofMobileMoney = { surface: 'lending', tag: 'Mobile money', bucket: 'B.read' } as const;

export const reconciliationRoutes = [
  listRoute({
    ...ofMobileMoney,
    path: '/api/v1/reconciliations',
    operation: 'listReconciliations',
    summary: 'Comparisons of provider’s statements with the books, newest first',
    scope: 'mobile_money:read',
    list: lists.reconciliations,
    schema: ReconciliationSchema,
    read: (views, query) => views.reconciliations.list(query),
    show: reconciliationBody,
  }),
  oneRoute(reconciliations, {
    ...ofMobileMoney,
    path: '/api/v1/reconciliations/{id}',
    operation: 'getReconciliation',
    summary: 'One comparison, with both sides footed',
    scope: 'mobile_money:read',
    schema: ReconciliationSchema,
    describe: 'The comparison.',
  }),
  listRoute({
    ...ofMobileMoney,
    path: '/api/v1/reconciliation_breaks',
    operation: 'listReconciliationBreaks',
    summary: 'Where provider and books disagree: the work list, newest first',
    scope: 'mobile_money:read',
    list: lists.breaks,
    schema: BreakSchema,
    read: (views, query) => views.breaks.list(query),
    show: breakBody,
  }),
  oneRoute(breaks, {
    ...ofMobileMoney,
    path: '/api/v1/reconciliation_breaks/{id}',
    operation: 'getReconciliationBreak',
    summary: 'One break',
    scope: 'mobile_money:read',
    schema: BreakSchema,
    describe: 'The break.',
    named: 'break',
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/reconciliation_breaks/{id}',
    surface: 'lending',
    operation: 'changeReconciliationBreak',
    summary: 'Work a break, step by step',
    description:
      'assign names its owner; book records the payment to the paybill that is missing here, as its confirmation ' +
      'would have, which for money under an app’s prefix takes another person than has brought the statement; resolve and ' +
      'reopen take a reason and book nothing.',
    tag: 'Mobile money',
    scope: 'mobile_money:write',
    bucket: 'B.money',
    params: onePath('break'),
    subject: theBreak,
    body: stepBody(breakTable),
    example: { action: 'assign', owner: 'Asha Mwende' },
    reply: { status: 200, schema: BreakSchema, describe: 'The break after the step.' },
    refusals: ['invalid_state_transition', 'break_not_bookable', 'duplicate_payment_reference', 'four_eyes_required'],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(breakTable, body, {
        app,
        caller,
        bound: app.reconciliation,
        on: { breakId: await subjectId(), version },
        request: request(presented(breaks, { caller, ids }, 200)),
      }),
  }),
];
