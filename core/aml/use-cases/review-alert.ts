import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { AmlAlert } from '../alert/aml-alert.ts';
import type { AmlPorts } from '../ports.ts';
import { optional, text } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
import { amlAlertLifecycle } from '../alert/lifecycle.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { requireAnotherPerson, type Actor } from '../../kernel/two-people.ts';

/**
 * The steps of an alert's review. Each throws DomainError invalid_state_transition (conflict), validation_failed where
 * what it needs is missing, not_found, precondition_failed.
 */
type OnAlert = { readonly alertId: number; readonly version?: number | undefined };
type WithReason = OnAlert & { readonly reason?: string | null };
type Alerts = Pick<AmlPorts, 'amlAlerts'>;

/** Names the person who looks into it. */
export async function assignAmlAlert(
  command: OnAlert & { readonly assignee?: string | null },
  ports: Alerts,
): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  return outcome(alert, alert.assign(command.assignee ?? null));
}

export async function escalateAmlAlert(
  command: WithReason,
  ports: Alerts & Pick<AmlPorts, 'actor'>,
): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  return outcome(alert, alert.escalate(ports.actor, command.reason ?? null));
}

/**
 * The report went to the authority. Another person files it than the one who escalated the alert.
 * @param command.reportReference the authority's reference of the report
 * @throws DomainError four_eyes_required (conflict)
 */
export async function fileAmlAlertSar(
  command: OnAlert & { readonly reportReference?: string | null },
  ports: Alerts & Actor,
): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  requireAllowed(amlAlertLifecycle, alert.state, 'file_sar');
  const step = { alert_id: alert.id, action: 'file_sar' };
  if (alert.escalatedBy !== null) await requireAnotherPerson(alert.escalatedBy, ports, step);
  return outcome(alert, alert.fileSar(ports.actor, command.reportReference ?? null));
}

export async function closeAmlAlert(command: WithReason, ports: Alerts): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  return outcome(alert, alert.dismiss('close', command.reason ?? null));
}

export async function markAmlAlertFalsePositive(command: WithReason, ports: Alerts): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  return outcome(alert, alert.dismiss('mark_false_positive', command.reason ?? null));
}

/** @param command.assignee who looks into it now; needed where the alert was never assigned */
export async function reopenAmlAlert(
  command: WithReason & { readonly assignee?: string | null },
  ports: Alerts & Pick<AmlPorts, 'now'>,
): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  return outcome(alert, alert.reopen(command.reason ?? null, command.assignee ?? null, ports.now));
}

async function findAlert(command: OnAlert, ports: Alerts): Promise<AmlAlert> {
  const alert = await ports.amlAlerts.lock(command.alertId);
  if (!alert) {
    throw refuse(kernelRefusals.not_found, `There is no alert ${command.alertId}.`, {
      resource: 'aml_alert',
      id: String(command.alertId),
    });
  }
  requireVersion(alert, command.version);
  return alert;
}

const step = stepOn<'alertId'>();

/** The steps of an alert's review. */
export const amlAlertSteps = {
  assign: step({
    name: 'assignAmlAlert',
    means: 'Names the person who looks into an alert.',
    run: assignAmlAlert,
    fields: { assignee: text(200, 'Who looks into it.') },
  }),
  escalate: step({ name: 'escalateAmlAlert', means: 'Sends an alert up.', run: escalateAmlAlert, fields: {} }),
  file_sar: step({
    name: 'fileAmlAlertSar',
    means: 'The suspicious activity report went to the authority: by another client than the one that escalated.',
    run: fileAmlAlertSar,
    fields: { reportReference: optional(text(128, 'The authority’s reference of the report.')) },
  }),
  close: step({
    name: 'closeAmlAlert',
    means: 'Closes an alert: it was explained.',
    run: closeAmlAlert,
    fields: {},
  }),
  mark_false_positive: step({
    name: 'markAmlAlertFalsePositive',
    means: 'The pattern was none: the alert is closed as such.',
    run: markAmlAlertFalsePositive,
    fields: {},
  }),
  reopen: step({
    name: 'reopenAmlAlert',
    means: 'Looks into a closed alert again.',
    run: reopenAmlAlert,
    fields: { assignee: optional(text(200, 'Who looks into it; needed where it was never assigned.')) },
  }),
} as const satisfies Steps<typeof amlAlertLifecycle>;
