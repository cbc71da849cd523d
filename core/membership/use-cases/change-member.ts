import { unusableReference } from '../../kernel/field-error.ts';
import { keepingFormer } from '../../kernel/personal-data.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAnotherPerson, type Actor } from '../../kernel/two-people.ts';
import { PRESENT_TEXTS } from '../member/identifying-texts.ts';
import type { Member } from '../member/member.ts';
import type { MemberChanges } from '../member/member-record.ts';
import type { MembershipPorts } from '../ports.ts';
import { findMember } from './find-member.ts';

export type ChangeMember = {
  readonly memberId: number;
  readonly version?: number | undefined;
  readonly changes: MemberChanges;
};

/**
 * Changes a member's particulars. A request that changes nothing leaves no trace.
 * @throws DomainError nominees_final, four_eyes_required (conflict), validation_failed, unknown_reference (invalid), not_found, precondition_failed
 */
export async function changeMember(
  command: ChangeMember,
  ports: Pick<MembershipPorts, 'members' | 'branches' | 'today' | 'now' | keyof Actor>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  const { branchId } = command.changes;
  if (branchId !== undefined && !(await ports.branches.exists(branchId))) {
    throw unusableReference('branch_id', `There is no branch ${branchId}.`, 'Use the id of one of your branches.');
  }
  if (member.hasOthers(command.changes)) await requireNoPartInDeaths(member, ports);
  const changed = keepingFormer(member, PRESENT_TEXTS, () => member.change(command.changes, ports.today, ports));
  return changed ? outcome(member, changed) : outcome(member);
}

/** A person who has a member declared dead and alive again does not say in between who inherits. */
async function requireNoPartInDeaths(member: Member, ports: Actor): Promise<void> {
  const step = { member_id: member.id, action: 'change_nominees' };
  for (const person of member.deathsCorrectedBy) await requireAnotherPerson(person, ports, step);
}
