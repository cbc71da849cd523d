import { requireOver, requireUnnamed, type ErasedAgain, type Person } from '../../kernel/personal-data.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAgreement } from '../../kernel/two-people.ts';
import { textsOfMember } from '../member/identifying-texts.ts';
import type { Member } from '../member/member.ts';
import type { MembershipPorts } from '../ports.ts';
import { findMember } from './find-member.ts';

type Ports = Pick<
  MembershipPorts,
  'members' | 'business' | 'personalCopies' | 'calledBy' | 'retentionYears' | 'fourEyes' | 'today' | 'agreement'
>;

/**
 * Clears what is known of a person, everywhere, on a request under the Data Protection Act 2019. The ids, the member
 * number and the books stay, and say no more whose they were. It takes two people where the institution has four eyes.
 * @throws DomainError personal_data_kept, member_erased, invalid_state_transition (conflict), request_names_person
 *   (invalid), not_found; SecondPersonRequired
 */
export async function eraseMember(
  command: { readonly memberId: number; readonly version?: number | undefined; readonly reason?: string | null },
  ports: Ports,
): Promise<Outcome<Member>> {
  const member = await findMember(command, ports);
  requireOver(await ports.business.of(member.id), ports, {
    person: `member ${member.memberNo}`,
    member_id: member.id,
  });
  member.requireErasable();
  await requireUnnamed(personOf(member), ports);
  if (ports.fourEyes) {
    const { id, uuid } = member;
    requireAgreement(ports, { subject: { type: 'member', id, uuid }, rule: 'Erasing a member takes two people.' });
  }
  return forget(member, ports);
}

/**
 * The same of a person who was erased and is back, with a backup that is older: nothing keeps the data any more, whatever
 * the backup says.
 */
export async function eraseMemberAgain(
  command: { readonly uuid: string },
  ports: Pick<MembershipPorts, 'members' | 'personalCopies'>,
): Promise<Outcome<ErasedAgain>> {
  const member = await ports.members.byUuid(command.uuid);
  if (!member) return outcome('unknown');
  if (member.erased) return outcome('erased_before');
  const { events } = await forget(member, ports);
  return outcome('erased', ...events);
}

async function forget(member: Member, { personalCopies }: Pick<MembershipPorts, 'personalCopies'>) {
  const person = personOf(member);
  const erased = member.erase();
  await personalCopies.forget(person);
  return outcome(member, erased);
}

/** As it is known before the erasure. */
function personOf(member: Member): Person {
  const { id, uuid } = member;
  return { type: 'member', id, uuid, texts: textsOfMember(member) };
}
