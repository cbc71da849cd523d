import { unusableReference } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Member, MemberChanges } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';
import { findMember } from './find-member.ts';

export type ChangeMember = {
  readonly memberId: number;
  readonly version?: number | undefined;
  readonly changes: MemberChanges;
};

/**
 * Changes a member's particulars. A request that changes nothing leaves no trace.
 * @throws DomainError nominees_final (conflict), validation_failed, unknown_reference (invalid), not_found, precondition_failed
 */
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
