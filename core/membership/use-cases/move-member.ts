import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { DeathClaim } from '../death-claim/death-claim.ts';
import type { Member } from '../member/member.ts';
import type { Kyc } from '../member/member-record.ts';
import { PRESENT_TEXTS } from '../member/identifying-texts.ts';
import { keepingFormer } from '../../kernel/personal-data.ts';
import type { MembershipPorts } from '../ports.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { membershipRefusals } from '../refusals.ts';
import { findMember } from './find-member.ts';
import { day, form, optional, optionalReason, text, type FieldsOf } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
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
  return outcome(
    member,
    keepingFormer(member, PRESENT_TEXTS, () => member.resubmitKyc(command.kyc ?? null, ports.today)),
  );
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
    return outcome(
      member,
      keepingFormer(member, PRESENT_TEXTS, () => member.confirmAgain(action, command.kyc ?? null, ports.today)),
    );
  };

const renewMemberKyc = confirmingStep('renew_kyc');
const reactivateMember = confirmingStep('reactivate');

/**
 * The member leaves. No loan is approved and no guarantee given meanwhile: both wait for the member, and look again.
 * @throws DomainError invalid_state_transition, member_has_obligations (conflict)
 */
export async function exitMember(
  command: WithReason,
  ports: Pick<MembershipPorts, 'members' | 'obligations' | 'today'>,
): Promise<Outcome<Member>> {
  await ports.members.lock(command.memberId);
  const member = await findMember(command, ports);
  const owing = await ports.obligations.of(member.id, ports.today);
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

const rejectMemberKyc = stepOf('reject_kyc');
export const suspendMember = stepOf('suspend');
export const reinstateMember = stepOf('reinstate');
const blacklistMember = stepOf('blacklist');

/**
 * The member died: what is left and owed is settled by a claim, which begins with it.
 * @param command.documentReference of what proves it
 * @throws DomainError invalid_state_transition (conflict), validation_failed (invalid)
 */
async function recordMemberDeath(
  command: OnMember & { readonly diedOn?: Temporal.PlainDate | null; readonly documentReference?: string | null },
  ports: Pick<MembershipPorts, 'members' | 'deathClaims' | 'newUuid' | 'now' | 'today' | 'actor'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const { diedOn = null, documentReference: document = null } = command;
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

const step = stepOn<'memberId'>();
const reason = optionalReason;
const freshKyc = form<Kyc>('kyc', 'Fresh particulars of identity, all of them.');

/** The steps of a member's life. */
export const memberSteps = {
  verify_kyc: step({
    name: 'verifyMemberKyc',
    means: 'Confirms the identity of a member; the member may borrow and save.',
    run: verifyMemberKyc,
    fields: { reason },
  }),
  reject_kyc: step({
    name: 'rejectMemberKyc',
    means: 'Finds that the identity of a member could not be confirmed.',
    run: rejectMemberKyc,
    fields: {},
  }),
  resubmit_kyc: step({
    name: 'resubmitMemberKyc',
    means: 'Sends the particulars of a rejected member to the identity check again.',
    run: resubmitMemberKyc,
    fields: { kyc: optional(form<Kyc>('kyc', 'Corrected particulars; left out where others were at fault.')), reason },
  }),
  renew_kyc: step({
    name: 'renewMemberKyc',
    means: 'Confirms the identity of an active member again, on fresh particulars.',
    run: renewMemberKyc,
    fields: { kyc: freshKyc, reason },
  }),
  suspend: step({
    name: 'suspendMember',
    means: 'Stops a member from new business.',
    run: suspendMember,
    fields: {},
  }),
  reinstate: step({ name: 'reinstateMember', means: 'Ends a suspension.', run: reinstateMember, fields: { reason } }),
  reactivate: step({
    name: 'reactivateMember',
    means: 'Brings a dormant member back, on fresh particulars of identity.',
    run: reactivateMember,
    fields: { kyc: freshKyc, reason },
  }),
  blacklist: step({
    name: 'blacklistMember',
    means: 'Ends the relationship, by compliance.',
    run: blacklistMember,
    fields: {},
  }),
  exit: step({
    name: 'exitMember',
    means: 'Lets a member leave who owes nothing and is owed nothing.',
    run: exitMember,
    fields: { reason },
  }),
  record_death: step({
    name: 'recordMemberDeath',
    means: 'Writes down that a member died.',
    run: recordMemberDeath,
    fields: {
      diedOn: day('The day of the death.'),
      documentReference: text(128, 'What proves it: the number of a certificate or permit.'),
      reason,
    },
  }),
  correct_death: {
    name: 'correctMemberDeath',
    means: 'Takes back that a member died: it was recorded by mistake.',
    isProposable: true,
    fields: {} satisfies FieldsOf<WithReason, 'memberId'>,
  },
  erase: {
    name: 'eraseMember',
    means: 'Clears the personal data of a person for good; the ids and the books stay.',
    isProposable: true,
    fields: { reason } satisfies FieldsOf<WithReason, 'memberId'>,
  },
} as const satisfies Steps<typeof memberLifecycle>;
