import Type from 'typebox';
import { PROPOSED_COMMANDS } from '#core/approvals/commands.ts';
import { WAITING_KINDS, type WaitingKind } from '#core/approvals/waiting.ts';
import { publicId } from '#core/payment-bridge/app.ts';
import { waitingList } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Ids } from '../records.ts';

import { anyId, cents, instant, nullable, object } from '../shapes.ts';

const ApprovalSchema = object(
  {
    kind: Type.Enum(WAITING_KINDS, { description: 'What waits, and so how it is decided.' }),
    subject: object(
      {
        type: Type.String({ description: 'repayment, loan, disbursement, payout, …' }),
        id: anyId('Its id.'),
        uuid: Type.String({ format: 'uuid' }),
      },
      { description: 'The record that is changed.' },
    ),
    amount: nullable(cents('What moves, or may be paid out then; null where no amount decides.')),
    command: nullable(Type.Enum(PROPOSED_COMMANDS, { description: 'Of a proposal: what is carried out.' })),
    rule: nullable(Type.String({ description: 'Of a proposal: why it takes two people.' })),
    result_count: nullable(
      Type.Integer({ description: 'Of marks that were handed in: how many results of the class wait.' }),
    ),
    evidence: nullable(Type.String({ description: 'What the first person has seen.' })),
    proposed_by: Type.String({ description: 'The client or operator of the first person.' }),
    proposed_at: instant('When it was proposed; of findings and returns, when the record last changed.'),
    expires_at: nullable(instant('After this it can’t be approved; null where its record waits until it is settled.')),
    decide: nullable(
      object(
        {
          method: Type.Enum(['PATCH', 'POST']),
          path: Type.String({ examples: ['/api/v1/proposals/12'] }),
          action: nullable(
            Type.String({ description: 'The action that agrees; null where the second person says what was found.' }),
          ),
        },
        {
          description:
            'The request by which another person agrees. Its own scope is needed. Null where the portal alone decides, and of ' +
            'marks, where each result of the class is published by itself (action publish).',
        },
      ),
    ),
  },
  { $id: 'Approval' },
);

type Waiting = View<'waiting'>;

/** Where each kind is decided. */
const DECIDE: { readonly [K in WaitingKind]: (waiting: Waiting, ids: Ids) => object | null } = {
  proposal: ({ record }, ids) => patch(`/api/v1/proposals/${ids(record)}`, 'approve'),
  loan_application: ({ record }, ids) => patch(`/api/v1/loans/${ids(record)}`, 'approve'),
  savings_account_opening: ({ record }, ids) => patch(`/api/v1/savings_accounts/${ids(record)}`, 'approve'),
  disbursement_outcome: ({ record, loan }, ids) =>
    patch(`/api/v1/loans/${loan === null ? '' : ids(loan)}/disbursements/${ids(record)}`, 'approve_outcome'),
  payout_finding: ({ record }) => find(publicId('payout', record.uuid)),
  collection_finding: ({ record }) => find(publicId('collection', record.uuid)),
  mobile_money_return: ({ record }, ids) => patch(`/api/v1/mobile_money/transactions/${ids(record)}`, 'approve_return'),
  alert_report: ({ record }, ids) => patch(`/api/v1/aml_alerts/${ids(record)}`, 'file_sar'),
  // People are the institution's own.
  key_replacement: () => null,
  introduction: () => null,
  // Each result by itself: PATCH /api/v1/results/{id}.
  class_results: () => null,
};
const patch = (path: string, action: string) => ({ method: 'PATCH', path, action });
const find = (id: string) => ({ method: 'POST', path: `/api/v1/app_payments/${id}/findings`, action: null });

/** The inbox of those who approve, over all kinds. */
export const waitingApprovalRoutes = [
  listRoute<Waiting>({
    path: '/api/v1/approvals',
    surface: 'lending',
    operation: 'listApprovals',
    summary: 'Everything that waits for a second person, the longest first',
    description:
      'Proposals, loans and savings accounts that are applied for, what people have said of payments in review, ' +
      'returns of money in suspense, alerts that were escalated (with aml_alerts:read), and marks that were handed in, one ' +
      'row a class (with results:write). What is decided, withdrawn or expired leaves the list.',
    tag: 'Approvals',
    scope: 'approvals:read',
    bucket: 'B.read',
    list: waitingList,
    schema: ApprovalSchema,
    read: (views, query) => views.waiting.list(query),
    show: (each, ids) => ({
      kind: each.kind,
      subject: { type: each.subjectType, id: ids(each.subject), uuid: each.subject.uuid },
      amount: each.amount,
      command: each.command,
      rule: each.rule,
      result_count: each.resultCount,
      evidence: each.evidence,
      proposed_by: each.proposedBy,
      proposed_at: each.proposedAt,
      expires_at: each.expiresAt,
      decide: DECIDE[each.kind](each, ids),
    }),
  }),
];
