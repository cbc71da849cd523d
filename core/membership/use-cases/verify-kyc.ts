import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Member } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';

/**
 * The tenant's KYC provider is queried about a waiting member. Nothing happens where the member no longer
 * waits (the job came twice), where the particulars are incomplete, where compliance holds the member, or where people
 * verify by hand.
 */
export async function screenMember(
  command: { readonly memberId: number },
  ports: Pick<MembershipPorts, 'members' | 'identityProvider' | 'complianceHolds' | 'today'>,
): Promise<Outcome<Member | null>> {
  const member = await ports.members.get(command.memberId);
  if (!member || member.state !== 'pending_kyc' || member.missingKyc().length > 0) return outcome(null);
  if ((await ports.complianceHolds.on(member.id)) !== null) return outcome(null);
  const verdict = ports.identityProvider.verdict(member);
  if (verdict === null) return outcome(null);
  return verdict.clear
    ? outcome(member, member.verifyKyc(ports.today))
    : outcome(member, member.move('reject_kyc', verdict.reason));
}
