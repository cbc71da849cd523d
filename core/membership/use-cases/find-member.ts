import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { Member } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';

/** The member that a command is about. @throws DomainError not_found, precondition_failed, member_erased */
export async function findMember(
  command: { readonly memberId: number; readonly version?: number | undefined },
  ports: Pick<MembershipPorts, 'members'>,
): Promise<Member> {
  const member = await ports.members.get(command.memberId);
  if (!member) {
    throw refuse(kernelRefusals.not_found, `There is no member ${command.memberId}.`, {
      resource: 'member',
      id: String(command.memberId),
    });
  }
  requireVersion(member, command.version);
  member.requireNotErased();
  return member;
}
