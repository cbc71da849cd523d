import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { ReconciliationBreak } from '#core/reconciliation/break/reconciliation-break.ts';
import { BREAK_TYPES } from '#core/reconciliation/compare.ts';
import { Reconciliation } from '#core/reconciliation/reconciliation.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record, reference, together } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

/** Breaks that are not resolved. */
const OPEN = `('open', 'under_review')`;
const r = columnsOf(Reconciliation);

/** One comparison. Minor units; balances of the provider are null where it stated none. */
const reconciliations = view(Reconciliation, {
  columns: {
    ...record(r),
    ...pick(r, 'account', 'subAccount', 'source', 'coversFrom', 'coversThrough', 'lines', 'matched', 'inTransit'),
    ...pick(r, 'footingGap', 'unexplained', 'comparedAt', 'comparedBy'),
    there: { opening: r.openingThere, in: r.inThere, out: r.outThere, fees: r.feesThere, closing: r.closingThere },
    here: {
      opening: r.openingHere,
      in: r.inHere,
      out: r.outHere,
      fees: expression.cents('0'),
      closing: r.closingHere,
    },
    /** Breaks of the comparison that are not resolved. A trigger of the breaks changes it. */
    openBreaks: expression.integer('l.open_breaks'),
  },
});

/** What the list of comparisons is filtered and sorted by. */
export const reconciliationList = listOf(Reconciliation, 'newest_first', {
  id: idOf('reconciliation'),
  account: { type: 'text', sortable: true },
  covers_from: { type: 'date', sortable: true },
  covers_through: { type: 'date', sortable: true },
  compared_at: { type: 'instant', sortable: true },
  created_at: stamps.created_at,
});

export const reconciliationViews = (context: ViewContext) => collectionOf(context, reconciliations, reconciliationList);

const b = columnsOf(ReconciliationBreak);
const of = columnsOf(Reconciliation, 'r');

const breaks = view(ReconciliationBreak, {
  columns: {
    ...record(b),
    ...pick(
      b,
      'account',
      'subAccount',
      'type',
      'state',
      'amountThere',
      'amountHere',
      'receiptNo',
      'occurredAt',
      'line',
    ),
    ...pick(b, 'proposal', 'proposedReceiptNo', 'owner', 'resolution', 'notes'),
    reconciliation: reference(b.reconciliationId, of.uuid),
    record: together(b.recordType, { type: b.recordType, id: b.recordId, uuid: b.recordUuid }),
    proposedRecord: together(b.proposedRecordType, {
      type: b.proposedRecordType,
      id: b.proposedRecordId,
      uuid: b.proposedRecordUuid,
    }),
    bookedAs: together(b.bookedUuid, { type: b.bookedType, uuid: b.bookedUuid }),
    /** Days since it was found; until it ended, where it has. */
    ageDays: expression.integer(`extract(day from
      case when ${b.state} in ${OPEN} then business_now() else ${b.updatedAt} end - ${b.createdAt})::int`),
  },
  joins: one('reconciliation r', `${of.id} = ${b.reconciliationId}`),
});

/** What the work list of breaks is filtered and sorted by. */
export const breakList = listOf(
  ReconciliationBreak,
  'newest_first',
  {
    id: idOf('reconciliation_break'),
    type: { type: 'choice', choices: BREAK_TYPES, sortable: true },
    state: { type: 'choice', choices: breakLifecycle.states, sortable: true },
    reconciliation_id: { type: 'id', of: 'reconciliation', sortable: true, shared: true },
    account: { type: 'text', sortable: true },
    receipt_no: { type: 'text', nullable: true },
    owner: { type: 'text', nullable: true },
    occurred_at: { type: 'instant', sortable: true },
    ...stamps,
  },
  { whole: ['receipt_no', 'owner'], means: 'The receipt, or the owner’s name, in full', example: 'SKB1234567' },
);

export const breakViews = (context: ViewContext) => collectionOf(context, breaks, breakList);
