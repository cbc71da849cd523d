import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { Member } from '../member/member.ts';
import type { MemberParticulars } from '../member/member-record.ts';
import type { MembershipPorts } from '../ports.ts';
import { membershipRefusals } from '../refusals.ts';

export type CreateMember = MemberParticulars & { readonly clientReference?: string | null };

/**
 * A person applies for membership; the identity check follows automatically.
 * @throws DomainError duplicate_member, duplicate_reference (conflict); unknown_reference, validation_failed (invalid)
 */
export async function createMember(
  command: CreateMember,
  ports: Pick<MembershipPorts, 'members' | 'branches' | 'today' | 'newUuid'>,
): Promise<Outcome<Member>> {
  const clientReference = command.clientReference ?? null;
  const [isBranch, earlier, holder] = await Promise.all([
    ports.branches.exists(command.branchId),
    clientReference === null ? null : ports.members.findByClientReference(clientReference),
    ports.members.findByNationalId(command.nationalId),
  ]);
  if (!isBranch) {
    throw unusableReference(
      'branch_id',
      `There is no branch ${command.branchId}.`,
      'Use the id of one of your branches.',
    );
  }
  if (earlier) {
    throw refuse(kernelRefusals.duplicate_reference, `The reference ${clientReference} belongs to another member.`, {
      existing_id: earlier.id,
    });
  }
  if (holder) {
    // Whose id it is stays unsaid: a partner must not learn who else belongs to the society.
    throw refuse(membershipRefusals.duplicate_member, 'A member with this national id exists already.', {
      field: 'national_id',
    });
  }
  const { member, event } = Member.apply(command, {
    uuid: ports.newUuid(),
    memberNo: await ports.members.nextNumber(),
    today: ports.today,
    clientReference,
  });
  ports.members.add(member);
  return outcome(member, event);
}
