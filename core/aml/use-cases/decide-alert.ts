import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { AmlAlert } from '../alert/aml-alert.ts';
import type { AmlAlertAction } from '../alert/lifecycle.ts';
import type { AmlPorts } from '../ports.ts';

/** What people do with an alert, as they ask for it with `{action}`. */
export const ALERT_DECISIONS = [
  'assign',
  'escalate',
  'file_sar',
  'close',
  'mark_false_positive',
  'reopen',
] as const satisfies readonly AmlAlertAction[];
export type AlertDecision = (typeof ALERT_DECISIONS)[number];

export type DecideAlert = {
  readonly alertId: number;
  readonly version?: number | undefined;
  readonly action: AlertDecision;
  readonly reason?: string | null;
  /** Who looks into it: asked for by assign, and by reopen where nobody did before. */
  readonly assignee?: string | null;
  /** The authority's reference of the report, with file_sar. */
  readonly reportReference?: string | null;
};

/**
 * Carries out the step that is named.
 * @throws DomainError invalid_state_transition, four_eyes_required (conflict), validation_failed, not_found,
 * precondition_failed
 */
export async function decideAlert(
  command: DecideAlert,
  ports: Pick<AmlPorts, 'amlAlerts' | 'actor' | 'now'>,
): Promise<Outcome<AmlAlert>> {
  const alert = await findAlert(command, ports);
  const { action, reason = null, assignee = null } = command;
  switch (action) {
    case 'assign':
      return outcome(alert, alert.assign(assignee));
    case 'escalate':
      return outcome(alert, alert.escalate(ports.actor, reason));
    case 'file_sar':
      return outcome(alert, alert.fileSar(ports.actor, command.reportReference ?? null));
    case 'close':
    case 'mark_false_positive':
      return outcome(alert, alert.dismiss(action, reason));
    case 'reopen':
      return outcome(alert, alert.reopen(reason, assignee, ports.now));
  }
}

async function findAlert(command: DecideAlert, ports: Pick<AmlPorts, 'amlAlerts'>): Promise<AmlAlert> {
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
