import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Incident, INCIDENT_KINDS } from '#core/payments/incident/incident.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, orNull, pick, record, reference } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Incident);
const d = columnsOf(Disbursement, 'd');
const loan = columnsOf(Loan, 'loan');

/** Something about money on its way that a person has to look at. Money in minor units. */
const incidents = view(Incident, {
  columns: {
    ...record(l),
    ...pick(l, 'kind', 'state', 'subjectType', 'subjectUuid', 'amount', 'summary'),
    ...pick(l, 'assignee', 'resolution', 'resolvedBy', 'resolvedAt'),
    disbursement: reference(l.disbursementId, d.uuid),
    loan: reference(orNull(d.loanId), loan.uuid),
  },
  joins: `${oneOrNone('disbursement d', `${d.id} = ${l.disbursementId}`)} ${oneOrNone('loan', `${loan.id} = ${d.loanId}`)}`,
});

/** What the work list is filtered and sorted by. */
export const incidentList = listOf(Incident, 'newest_first', {
  id: idOf('incident'),
  kind: { type: 'choice', choices: INCIDENT_KINDS, sortable: true },
  state: { type: 'choice', choices: incidentLifecycle.states, sortable: true },
  disbursement_id: { type: 'id', of: 'disbursement', nullable: true },
  assignee: { type: 'text', nullable: true },
  ...stamps,
});

export const incidentViews = (context: ViewContext) => collectionOf(context, incidents, incidentList);
