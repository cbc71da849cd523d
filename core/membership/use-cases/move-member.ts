import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { DeathClaim } from '../death-claim/death-claim.ts';
import type { Member } from '../member/member.ts';
import type { Kyc } from '../member/member-record.ts';
import type { MembershipPorts } from '../ports.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { membershipRefusals } from '../refusals.ts';
import { findMember } from './find-member.ts';
import type { Steps } from '../../kernel/steps.ts';
import { requireAgreement } from '../../kernel/two-people.ts';
import type { memberLifecycle } from '../member/lifecycle.ts';

type OnMember = { readonly memberId: number; readonly version?: number | undefined };
type WithReason = OnMember & { readonly reason?: string | null };
type Members = Pick<MembershipPorts, 'members'>;

/** The identity is confirmed. @throws DomainError invalid_state_transition, kyc_incomplete, aml_hold (conflict) */
export async function verifyMemberKyc(
  command: OnMember,
  ports: Pick<MembershipPorts, 'members' | 'complianceHolds' | 'today'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  await requireNoComplianceHold(member, ports);
  return outcome(member, member.verifyKyc(ports.today));
}

/** Corrected particulars go back to the identity check. @throws DomainError validation_failed (invalid) */
export async function resubmitMemberKyc(
  command: OnMember & { readonly kyc?: Kyc | null },
  ports: Pick<MembershipPorts, 'members' | 'today'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  return outcome(member, member.resubmitKyc(command.kyc ?? null, ports.today));
}

/** The identity of a person who may be on a list of sanctions is not confirmed before that is decided. @throws DomainError aml_hold (conflict) */
async function requireNoComplianceHold(member: Member, ports: Pick<MembershipPorts, 'complianceHolds'>): Promise<void> {
  const alertId = await ports.complianceHolds.on(member.id);
  if (alertId === null) return;
  throw refuse(
    kernelRefusals.aml_hold,
    `The identity of member ${member.memberNo} is not confirmed until alert ${alertId} is decided.`,
    { alert_id: alertId, member_id: member.id },
  );
}

/** Fresh particulars confirm the identity again. @throws DomainError kyc_incomplete (conflict), validation_failed */
const confirmingStep =
  (action: 'renew_kyc' | 'reactivate') =>
  async (
    command: OnMember & { readonly kyc?: Kyc | null },
    ports: Pick<MembershipPorts, 'members' | 'today'>,
  ): Promise<Outcome<Member>> => {
    const member = await findMember(command, ports);
    return outcome(member, member.confirmAgain(action, command.kyc ?? null, ports.today));
  };

export const renewMemberKyc = confirmingStep('renew_kyc');
export const reactivateMember = confirmingStep('reactivate');

/** The member leaves. @throws DomainError invalid_state_transition, member_has_obligations (conflict) */
export async function exitMember(
  command: WithReason,
  ports: Pick<MembershipPorts, 'members' | 'obligations'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const owing = await ports.obligations.of(member.id);
  if (owing.length > 0) {
    throw refuse(
      membershipRefusals.member_has_obligations,
      `Member ${member.memberNo} can't leave yet: ${owing.join(', ')}.`,
      { member_id: member.id, obligations: owing },
    );
  }
  return outcome(member, member.move('exit', command.reason ?? null));
}

/** A step that needs the record and, where the lifecycle says so, a reason. */
const stepOf =
  (action: Parameters<Member['move']>[0]) =>
  async (command: WithReason, ports: Members): Promise<Outcome<Member>> => {
    const member = await findMember(command, ports);
    return outcome(member, member.move(action, command.reason ?? null));
  };

export const rejectMemberKyc = stepOf('reject_kyc');
export const suspendMember = stepOf('suspend');
export const reinstateMember = stepOf('reinstate');
export const blacklistMember = stepOf('blacklist');

/**
 * The member died: what is left and owed is settled by a claim, which begins with it.
 * @param command.document the reference of what proves it
 * @throws DomainError invalid_state_transition (conflict), validation_failed (invalid)
 */
export async function recordMemberDeath(
  command: OnMember & { readonly diedOn?: Temporal.PlainDate | null; readonly document?: string | null },
  ports: Pick<MembershipPorts, 'members' | 'deathClaims' | 'newUuid' | 'now' | 'today' | 'actor'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const { diedOn = null, document = null } = command;
  const died = member.recordDeath({ diedOn, document, by: ports.actor }, ports.today);
  const claimNo = await ports.deathClaims.nextNumber();
  const { claim, event } = DeathClaim.open(member, { uuid: ports.newUuid(), claimNo, now: ports.now });
  ports.deathClaims.add(claim);
  return outcome(member, died, event);
}

/**
 * The death was recorded by mistake: two people say so. Its claim is cancelled, unless money moved by it.
 * @throws DomainError invalid_state_transition, death_claim_settled (conflict), validation_failed (invalid); SecondPersonRequired
 */
export async function correctMemberDeath(
  command: WithReason,
  ports: Members & Pick<MembershipPorts, 'deathClaims' | 'actor' | 'proposedBy' | 'agreement'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const reason = command.reason ?? null;
  member.requireCorrectable(reason);
  const claim = await ports.deathClaims.lockOf(member.id);
  const cancelled = claim?.cancel(await ports.deathClaims.partsOf(claim.id), reason);
  const { id, uuid } = member;
  requireAgreement(ports, { subject: { type: 'member', id, uuid }, rule: 'Correcting a death takes two people.' });
  const by = [ports.actor, ...(ports.proposedBy === null ? [] : [ports.proposedBy])];
  return outcome(member, member.correctDeath(reason, by), ...(cancelled ? [cancelled] : []));
}

/** The use case behind each verb that a person may give. */
export const memberSteps = {
  verify_kyc: 'verifyMemberKyc',
  reject_kyc: 'rejectMemberKyc',
  resubmit_kyc: 'resubmitMemberKyc',
  renew_kyc: 'renewMemberKyc',
  suspend: 'suspendMember',
  reinstate: 'reinstateMember',
  reactivate: 'reactivateMember',
  blacklist: 'blacklistMember',
  exit: 'exitMember',
  record_death: 'recordMemberDeath',
  correct_death: 'correctMemberDeath',
  erase: 'eraseMember',
} as const satisfies Steps<typeof memberLifecycle>;
