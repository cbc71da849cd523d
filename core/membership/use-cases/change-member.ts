import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { MemberAction } from '../member/lifecycle.ts';
import type { Kyc, Member, MemberParticulars } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';
import { membershipRefusals } from '../refusals.ts';
import { findMember } from './find-member.ts';

export type ChangeMember = {
  readonly memberId: number;
  readonly version?: number | undefined;
  readonly changes: Partial<Omit<MemberParticulars, 'nationalId'>>;
};

/** Changes a member's particulars. A request that changes nothing leaves no trace. */
export async function changeMember(
  command: ChangeMember,
  ports: Pick<MembershipPorts, 'members' | 'branches' | 'today'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const { branchId } = command.changes;
  if (branchId !== undefined && !(await ports.branches.exists(branchId))) {
    throw unusableReference('branch_id', `There is no branch ${branchId}.`, 'Use the id of one of your branches.');
  }
  const changed = member.change(command.changes, ports.today);
  return changed ? outcome(member, changed) : outcome(member);
}

export type ActOnMember = {
  readonly memberId: number;
  readonly version?: number | undefined;
  readonly action: Exclude<MemberAction, 'create' | 'mark_dormant'>;
  readonly reason?: string | null;
  readonly kyc?: Kyc | null;
};

/**
 * One step of a member's life, as a person asks for it.
 * @throws DomainError invalid_state_transition, kyc_incomplete, member_has_obligations (conflict)
 */
export async function actOnMember(
  command: ActOnMember,
  ports: Pick<MembershipPorts, 'members' | 'obligations' | 'today'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  switch (command.action) {
    case 'verify_kyc':
      return outcome(member, member.verifyKyc());
    case 'resubmit_kyc':
      return outcome(member, member.resubmitKyc(command.kyc ?? null, ports.today));
    case 'exit': {
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
    default:
      return outcome(member, member.move(command.action, command.reason ?? null));
  }
}
