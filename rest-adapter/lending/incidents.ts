import Type from 'typebox';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { INCIDENT_KINDS } from '#core/payments/incident/incident.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, nullable, object, onePath } from '../shapes.ts';

export const IncidentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...INCIDENT_KINDS], { description: 'What does not fit.' }),
    state: Type.Enum([...incidentLifecycle.states]),
    loan_id: nullable(anyId('The loan of the disbursement.')),
    disbursement_id: nullable(anyId('The disbursement that it is about; null where it is about the float as a whole.')),
    subject: nullable(
      object(
        {
          type: Type.String({ description: 'repayment, payout, collection, …' }),
          uuid: Type.String({ format: 'uuid' }),
        },
        { description: 'The record that it is about, where it is about a receipt.' },
      ),
    ),
    amount: nullable(cents('What is at stake, minor units.')),
    summary: Type.String({ description: 'What was seen, and what to do.' }),
    assignee: nullable(Type.String({ description: 'Who has taken it on.' })),
    resolution: nullable(Type.String({ description: 'What was found and done.' })),
    resolved_by: nullable(Type.String()),
    resolved_at: nullable(instant('When it was settled.')),
    available_actions: actionList(incidentLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was seen.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Incident' },
);

function incidentBody(incident: View<'incidents'>, ids: Ids) {
  return {
    id: ids(incident),
    uuid: incident.uuid,
    kind: incident.kind,
    state: incident.state,
    loan_id: incident.loan && ids(incident.loan),
    disbursement_id: incident.disbursement && ids(incident.disbursement),
    subject:
      incident.subjectType === null || incident.subjectUuid === null
        ? null
        : { type: incident.subjectType, uuid: incident.subjectUuid },
    amount: incident.amount,
    summary: incident.summary,
    assignee: incident.assignee,
    resolution: incident.resolution,
    resolved_by: incident.resolvedBy,
    resolved_at: incident.resolvedAt,
    available_actions: availableActions(incidentLifecycle, incident.state),
    version: incident.version,
    created_at: incident.createdAt,
    updated_at: incident.updatedAt,
  };
}

export const incidents: Resource<View<'incidents'>> = {
  noun: 'incident',
  one: (views) => views.incidents.one,
  body: incidentBody,
};

const theIncident = subjectOf(incidents);

const incidentTable = { steps: incidentSteps, cycle: incidentLifecycle };

/** The work list of those who monitor payments in progress. */
export const incidentRoutes = [
  listRoute({
    path: '/api/v1/incidents',
    surface: 'lending',
    operation: 'listIncidents',
    summary: 'Incidents of money on its way, newest first',
    description: 'filter[state]=open is the work list: late, double, contradictory and silent payments.',
    tag: 'Incidents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    list: lists.incidents,
    schema: IncidentSchema,
    read: (views, query) => views.incidents.list(query),
    show: incidentBody,
  }),
  oneRoute(incidents, {
    path: '/api/v1/incidents/{id}',
    surface: 'lending',
    operation: 'getIncident',
    summary: 'One incident',
    tag: 'Incidents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    schema: IncidentSchema,
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/incidents/{id}',
    surface: 'lending',
    operation: 'changeIncident',
    summary: 'Take an incident on, or settle it',
    description:
      'assign names who looks into it; resolve says what was found and done. It moves no money: that is done on the ' +
      'disbursement itself.',
    tag: 'Incidents',
    scope: 'disbursements:write',
    bucket: 'B.write',
    params: onePath('incident'),
    subject: theIncident,
    body: stepBody(incidentTable),
    example: { action: 'assign', assignee: 'Asha Mwende' },
    reply: { status: 200, schema: IncidentSchema, describe: 'The incident after the step.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(incidentTable, body, {
        app,
        caller,
        bound: app.lending,
        on: { incidentId: await subjectId(), version },
        request: request(presented(incidents, { caller, ids }, 200)),
      }),
  }),
];
