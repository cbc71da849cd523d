import { known } from '../../components/later-values.ts';
import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { IncidentAction, ReconciliationBreakAction } from '../../graph/generated/graphql.ts';
import type { Break } from './break-page.tsx';
import { reason, text, type StepTexts } from './disbursement-steps.ts';
import type { Incident } from './incident-page.tsx';

const ASSIGN = graphql(`
  mutation AssignReconciliationBreak($input: AssignReconciliationBreakInput!, $idempotencyKey: String, $version: Int) {
    assignReconciliationBreak(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      reconciliationBreak {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const BOOK = graphql(`
  mutation BookReconciliationBreak($input: BookReconciliationBreakInput!, $idempotencyKey: String, $version: Int) {
    bookReconciliationBreak(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      reconciliationBreak {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const RESOLVE = graphql(`
  mutation ResolveReconciliationBreak(
    $input: ResolveReconciliationBreakInput!
    $idempotencyKey: String
    $version: Int
  ) {
    resolveReconciliationBreak(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      reconciliationBreak {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const REOPEN = graphql(`
  mutation ReopenReconciliationBreak($input: ReopenReconciliationBreakInput!, $idempotencyKey: String, $version: Int) {
    reopenReconciliationBreak(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      reconciliationBreak {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const ASSIGN_INCIDENT = graphql(`
  mutation AssignIncident($input: AssignIncidentInput!, $idempotencyKey: String, $version: Int) {
    assignIncident(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      incident {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const RESOLVE_INCIDENT = graphql(`
  mutation ResolveIncident($input: ResolveIncidentInput!, $idempotencyKey: String, $version: Int) {
    resolveIncident(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      incident {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = StepTexts;
const shared = ({ id, version }: Break | Incident) => ({ recordId: id, version });

/** What may be done about a break now: only a payment that is missing here can be booked. */
export const breakSteps = (found: Break, t: T): readonly Step[] =>
  known(found.availableActions, BREAK_STEPS)
    .filter((action) => action !== 'BOOK' || found.proposal === 'BOOK_PAYMENT')
    .map((action) => BREAK_STEPS[action](found, t));

const BREAK_STEPS: { readonly [Action in ReconciliationBreakAction]: (found: Break, t: T) => Step } = {
  ASSIGN: (found, t) =>
    stepOf({
      ...shared(found),
      name: 'assignReconciliationBreak',
      title: t('assignTitle'),
      word: t('assign'),
      fields: [{ name: 'owner', kind: 'text', label: t('owner'), isRequired: true }],
      document: ASSIGN,
      variables: (values, sent) => ({ input: { breakId: found.id, owner: text(values['owner']) ?? '' }, ...sent }),
    }),
  BOOK: (found, t) =>
    stepOf({
      ...shared(found),
      name: 'bookReconciliationBreak',
      title: t('bookTitle'),
      word: t('book'),
      fields: [],
      document: BOOK,
      variables: (_, sent) => ({ input: { breakId: found.id }, ...sent }),
      consequence: () => t('bookMeans', { amount: moneyText(found.amountThere ?? 0) }),
    }),
  RESOLVE: (found, t) =>
    stepOf({
      ...shared(found),
      name: 'resolveReconciliationBreak',
      title: t('resolveTitle'),
      word: t('resolve'),
      fields: [reason(t)],
      document: RESOLVE,
      variables: (values, sent) => ({ input: { breakId: found.id, reason: text(values['reason']) ?? '' }, ...sent }),
      consequence: () => t('resolveMeans'),
    }),
  REOPEN: (found, t) =>
    stepOf({
      ...shared(found),
      name: 'reopenReconciliationBreak',
      title: t('reopenTitle'),
      word: t('reopen'),
      fields: [reason(t)],
      document: REOPEN,
      variables: (values, sent) => ({ input: { breakId: found.id, reason: text(values['reason']) ?? '' }, ...sent }),
    }),
};

export const incidentSteps = (incident: Incident, t: T): readonly Step[] =>
  known(incident.availableActions, INCIDENT_STEPS).map((action) => INCIDENT_STEPS[action](incident, t));

const INCIDENT_STEPS: { readonly [Action in IncidentAction]: (incident: Incident, t: T) => Step } = {
  ASSIGN: (incident, t) =>
    stepOf({
      ...shared(incident),
      name: 'assignIncident',
      title: t('assignTitle'),
      word: t('assign'),
      fields: [{ name: 'assignee', kind: 'text', label: t('owner'), isRequired: true }],
      document: ASSIGN_INCIDENT,
      variables: (values, sent) => ({
        input: { incidentId: incident.id, assignee: text(values['assignee']) ?? '' },
        ...sent,
      }),
    }),
  RESOLVE: (incident, t) =>
    stepOf({
      ...shared(incident),
      name: 'resolveIncident',
      title: t('resolveTitle'),
      word: t('resolve'),
      fields: [reason(t)],
      document: RESOLVE_INCIDENT,
      variables: (values, sent) => ({
        input: { incidentId: incident.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('resolveMeans'),
    }),
};
