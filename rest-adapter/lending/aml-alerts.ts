import Type from 'typebox';
import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { SEVERITIES } from '#core/aml/rule/rule.ts';
import { WATCHLIST_KINDS } from '#core/aml/watchlist/watchlist.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, nullable, object, onePath } from '../shapes.ts';

const AmlAlertSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    rule_id: Type.String({ description: 'The rule that found its pattern.' }),
    rule_version: Type.Integer(),
    severity: Type.Enum([...SEVERITIES]),
    member_id: nullable(anyId('Whose money it is; null where the number belongs to no member.')),
    msisdn: nullable(
      Type.String({
        description: 'The number whose money it is, where it belongs to no member; or of the person whom an app pays.',
      }),
    ),
    window_start: date('The first business day that was looked at.'),
    window_end: date('The last one.'),
    amount: cents('What the movements come to, minor units.'),
    threshold: cents('The rule’s threshold as it was that day, minor units.'),
    exchange_rate: nullable(Type.String({ description: 'By which the threshold was converted, a decimal string.' })),
    evidence: Type.Array(Type.String(), { description: 'The movements, as <type>:<uuid>.' }),
    match: nullable(
      object(
        {
          kind: Type.Enum([...WATCHLIST_KINDS], { description: 'What being on the list means.' }),
          list: Type.String({ description: 'The list.' }),
          source_id: Type.String({ description: 'The publisher’s own id of the entry.' }),
          name: Type.String({ description: 'The name of the entry as it is now.' }),
          score: Type.Integer({ description: 'How far the person agrees with it, per cent.' }),
        },
        {
          $id: 'WatchlistMatch',
          description: 'The entry of a list that the person agrees with; null for alerts about money.',
        },
      ),
    ),
    holds: Type.Boolean({
      description:
        'While the alert is undecided, the member’s money does not move, and apps pay nothing to the number.',
    }),
    state: Type.Enum([...amlAlertLifecycle.states]),
    state_reason: nullable(Type.String()),
    assignee: nullable(Type.String({ description: 'Who looks into it.' })),
    escalated_by: nullable(Type.String({ description: 'The client that escalated it; it can’t file the report.' })),
    filed_by: nullable(Type.String()),
    report_reference: nullable(Type.String({ description: 'The authority’s reference of the report.' })),
    due_at: instant('Until when it has to be decided.'),
    overdue: Type.Boolean({ description: 'Undecided although due_at has passed.' }),
    available_actions: actionList(amlAlertLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was raised.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'AmlAlert' },
);

function alertBody(alert: View<'amlAlerts'>, ids: Ids) {
  return {
    id: ids(alert),
    uuid: alert.uuid,
    rule_id: alert.ruleId,
    rule_version: alert.ruleVersion,
    severity: alert.severity,
    member_id: alert.member && ids(alert.member),
    msisdn: alert.msisdn,
    window_start: alert.windowStart,
    window_end: alert.windowEnd,
    amount: alert.amount,
    threshold: alert.threshold,
    exchange_rate: alert.exchangeRate,
    evidence: alert.evidence,
    match: alert.match && {
      kind: alert.match.kind,
      list: alert.match.list,
      source_id: alert.match.sourceId,
      name: alert.match.name,
      score: alert.match.score,
    },
    holds: alert.holds,
    state: alert.state,
    state_reason: alert.stateReason,
    assignee: alert.assignee,
    escalated_by: alert.escalatedBy,
    filed_by: alert.filedBy,
    report_reference: alert.reportReference,
    due_at: alert.dueAt,
    overdue: alert.overdue,
    available_actions: availableActions(amlAlertLifecycle, alert.state),
    version: alert.version,
    created_at: alert.createdAt,
    updated_at: alert.updatedAt,
  };
}

const alerts: Resource<View<'amlAlerts'>> = {
  noun: 'aml_alert',
  one: (views) => views.amlAlerts.one,
  body: alertBody,
};

const theAlert = subjectOf(alerts);

const alertTable = { steps: amlAlertSteps, cycle: amlAlertLifecycle };

export const amlAlertRoutes = [
  listRoute({
    path: '/api/v1/aml/alerts',
    surface: 'lending',
    operation: 'listAmlAlerts',
    summary: 'Alerts of money laundering control, newest first',
    tag: 'AML alerts',
    scope: 'aml_alerts:read',
    bucket: 'B.read',
    list: lists.amlAlerts,
    schema: AmlAlertSchema,
    read: (views, query) => views.amlAlerts.list(query),
    show: alertBody,
  }),
  oneRoute(alerts, {
    path: '/api/v1/aml/alerts/{id}',
    surface: 'lending',
    operation: 'getAmlAlert',
    summary: 'One alert',
    tag: 'AML alerts',
    scope: 'aml_alerts:read',
    bucket: 'B.read',
    schema: AmlAlertSchema,
    describe: 'The alert.',
    named: 'alert',
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/aml/alerts/{id}',
    surface: 'lending',
    operation: 'changeAmlAlert',
    summary: 'Review an alert, step by step',
    description:
      'assign names who looks into it; escalate, close, mark_false_positive and reopen take a reason; file_sar is for ' +
      'another client than the one that escalated, in every institution.',
    tag: 'AML alerts',
    scope: 'aml_alerts:write',
    bucket: 'B.write',
    params: onePath('alert'),
    subject: theAlert,
    body: stepBody(alertTable),
    example: { action: 'assign', assignee: 'Asha Mwende' },
    reply: { status: 200, schema: AmlAlertSchema, describe: 'The alert after the step.' },
    refusals: ['invalid_state_transition', 'four_eyes_required'],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(alertTable, body, {
        app,
        caller,
        bound: app.aml,
        on: { alertId: await subjectId(), version },
        request: request(presented(alerts, { caller, ids }, 200)),
      }),
  }),
];
