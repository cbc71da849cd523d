import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Member } from '../member/member.ts';
import type { MembershipWorld } from '../ports.ts';
import { findMember } from './find-member.ts';

/**
 * A person confirms the identity by hand.
 * @throws DomainError kyc_incomplete, invalid_state_transition (conflict)
 */
export async function verifyMemberKyc(
  command: { readonly memberId: number; readonly version?: number | undefined },
  world: Pick<MembershipWorld, 'members'>,
): Promise<Outcome<Member>> {
  const member = await findMember(command, world);
  return outcome(member, member.verifyKyc());
}

/**
 * The tenant's KYC provider is asked about a waiting member. Nothing happens where the member no longer
 * waits (the job came twice), where the particulars are incomplete, or where people verify by hand.
 */
export async function screenMember(
  command: { readonly memberId: number },
  world: Pick<MembershipWorld, 'members' | 'identityProvider'>,
): Promise<Outcome<Member | null>> {
  const member = await world.members.get(command.memberId);
  if (!member || member.state !== 'pending_kyc' || member.missingKyc().length > 0) return outcome(null);
  const verdict = world.identityProvider.verdict(member);
  if (verdict === null) return outcome(null);
  return verdict.clear
    ? outcome(member, member.verifyKyc())
    : outcome(member, member.move('reject_kyc', verdict.reason));
}
