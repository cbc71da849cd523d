import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Member } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';
import { findMember } from './find-member.ts';

/**
 * A person confirms the identity by hand.
 * @throws DomainError kyc_incomplete, invalid_state_transition (conflict)
 */
export async function verifyMemberKyc(
  command: { readonly memberId: number; readonly version?: number | undefined },
  ports: Pick<MembershipPorts, 'members' | 'today'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  return outcome(member, member.verifyKyc(ports.today));
}

/**
 * The tenant's KYC provider is asked about a waiting member. Nothing happens where the member no longer
 * waits (the job came twice), where the particulars are incomplete, or where people verify by hand.
 */
export async function screenMember(
  command: { readonly memberId: number },
  ports: Pick<MembershipPorts, 'members' | 'identityProvider' | 'today'>,
): Promise<Outcome<Member | null>> {
  const member = await ports.members.get(command.memberId);
  if (!member || member.state !== 'pending_kyc' || member.missingKyc().length > 0) return outcome(null);
  const verdict = ports.identityProvider.verdict(member);
  if (verdict === null) return outcome(null);
  return verdict.clear
    ? outcome(member, member.verifyKyc(ports.today))
    : outcome(member, member.move('reject_kyc', verdict.reason));
}
