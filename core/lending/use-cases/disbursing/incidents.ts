import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import { report } from '../../../payments/payment-incidents.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { Incident, INCIDENTS, type IncidentKind } from '../../../payments/incident/incident.ts';
import type { LendingPorts } from '../../ports.ts';
import { text } from '../../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../../kernel/steps.ts';
import type { incidentLifecycle } from '../../../payments/incident/lifecycle.ts';

type Watching = Pick<LendingPorts, 'incidents' | 'newUuid' | 'actor' | 'now'>;

/** Puts something on the work list, unless it is there already. */
export async function raise(
  kind: IncidentKind,
  disbursement: Disbursement,
  ports: Watching,
  seen: string = INCIDENTS[kind],
): Promise<DomainEvent[]> {
  const open = await ports.incidents.openOn(disbursement.id);
  if (open.some((each) => each.kind === kind)) return [];
  const { incident, event } = Incident.open({
    uuid: ports.newUuid(),
    kind,
    disbursementId: disbursement.id,
    amount: disbursement.payout(),
    summary: seen,
  });
  ports.incidents.add(incident);
  return [event];
}

/** Takes off the work list what has cleared itself up. */
export async function clear(
  kinds: readonly IncidentKind[],
  disbursement: Disbursement,
  found: string,
  ports: Watching,
): Promise<DomainEvent[]> {
  const open = await ports.incidents.openOn(disbursement.id);
  return open.filter(({ kind }) => kinds.includes(kind)).map((each) => each.resolve(found, ports.actor, ports.now));
}

/** A provider's notification of a payment that was not booked. */
export type UnbookedNotification = {
  /** The notification as it is stored, word for word. */
  readonly callbackUuid: string;
  readonly kind: Extract<IncidentKind, `notification_${string}`>;
  /** What can be read of the payment, minor units. */
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  /** Why it was not booked, in a sentence without names and numbers of people. */
  readonly why: string;
};

/** A notification that was answered with success and not booked is on the work list, once. */
export async function reportNotification(
  { callbackUuid, kind, receiptNo, amount, why }: UnbookedNotification,
  ports: Pick<LendingPorts, 'workList' | 'newUuid'>,
): Promise<Outcome<null>> {
  const subject = { type: 'callback', uuid: callbackUuid };
  const seen = `${INCIDENTS[kind]} ${why}`;
  return outcome(null, ...(await report({ kind, subject, receiptNo: receiptNo ?? callbackUuid, amount, seen }, ports)));
}

/** A credit at the bank that repeats our reference of a disbursement, and is none of its money come back. */
export async function reportNamingCredit(
  {
    disbursementUuid,
    receiptNo,
    amount,
  }: { readonly disbursementUuid: string; readonly receiptNo: string; readonly amount: Cents },
  ports: Pick<LendingPorts, 'workList' | 'newUuid'>,
): Promise<Outcome<null>> {
  const kind = 'credit_names_payment';
  const subject = { type: 'disbursement', uuid: disbursementUuid };
  return outcome(null, ...(await report({ kind, subject, receiptNo, amount, seen: INCIDENTS[kind] }, ports)));
}

/** A payment that goes into no file of the bank for now is on the work list, once, however often files are made. */
export async function reportHeldPayment(
  {
    disbursementUuid,
    amount,
    seen,
  }: { readonly disbursementUuid: string; readonly amount: Cents; readonly seen: string },
  ports: Pick<LendingPorts, 'workList' | 'newUuid'>,
): Promise<Outcome<null>> {
  const kind = 'payment_held_back';
  const subject = { type: 'disbursement', uuid: disbursementUuid };
  return outcome(
    null,
    ...(await report({ kind, subject, receiptNo: null, amount, seen: `${INCIDENTS[kind]} ${seen}` }, ports)),
  );
}

type OnIncident = { readonly incidentId: number; readonly version?: number | undefined };

/** A person takes an incident on. @throws DomainError invalid_state_transition, validation_failed, not_found */
export async function assignIncident(
  command: OnIncident & { readonly assignee?: string | null },
  ports: Pick<LendingPorts, 'incidents'>,
): Promise<Outcome<Incident>> {
  const incident = await findIncident(command, ports);
  return outcome(incident, incident.assign(command.assignee ?? null));
}

/** A person says what was found and done. @throws DomainError invalid_state_transition, validation_failed, not_found */
export async function resolveIncident(
  command: OnIncident & { readonly reason?: string | null },
  ports: Pick<LendingPorts, 'incidents' | 'actor' | 'now'>,
): Promise<Outcome<Incident>> {
  const incident = await findIncident(command, ports);
  return outcome(incident, incident.resolve(command.reason ?? null, ports.actor, ports.now));
}

async function findIncident(command: OnIncident, ports: Pick<LendingPorts, 'incidents'>): Promise<Incident> {
  const incident = await ports.incidents.lock(command.incidentId);
  if (!incident) {
    throw refuse(kernelRefusals.not_found, `There is no incident ${command.incidentId}.`, {
      resource: 'incident',
      id: String(command.incidentId),
    });
  }
  requireVersion(incident, command.version);
  return incident;
}

const step = stepOn<'incidentId'>();

/** What people do about an incident. */
export const incidentSteps = {
  assign: step({
    name: 'assignIncident',
    means: 'Names who looks into an incident.',
    run: assignIncident,
    fields: { assignee: text(200, 'Who takes it on.') },
  }),
  resolve: step({
    name: 'resolveIncident',
    means: 'Says what was found and done. It moves no money.',
    run: resolveIncident,
    fields: {},
  }),
} as const satisfies Steps<typeof incidentLifecycle>;
