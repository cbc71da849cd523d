import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { notFound, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import { Sponsorship } from '../../sponsorship/sponsorship.ts';

export type SponsorStudent = {
  readonly memberId: number;
  readonly studentId: number;
  readonly relationship?: string | null;
  /** The part of the fees, in basis points. */
  readonly shareBp?: number | null;
  readonly startedOn?: Temporal.PlainDate;
};

const WHOLE_BP = 10_000;

/**
 * A member offers to pay for a student; the student's consent decides what the member sees.
 * @throws DomainError unknown_reference, validation_failed (invalid); duplicate_sponsorship, student_erased (conflict)
 */
export async function sponsorStudent(
  command: SponsorStudent,
  ports: Pick<EducationPorts, 'sponsorships' | 'students' | 'members' | 'newUuid' | 'today'>,
): Promise<Outcome<Sponsorship>> {
  const { memberId, shareBp = null, relationship = null, startedOn = ports.today } = command;
  const student = await ports.students.get(command.studentId);
  if (!student) throw unknownReference('student_id', command.studentId);
  if (!(await ports.members.exists(memberId))) throw unknownReference('member_id', memberId);
  const running = await ports.sponsorships.runningOf(student.id);
  requireShare(shareBp, running);
  if (student.erased) {
    throw refuse(educationRefusals.student_erased, 'The particulars of this student were erased.', {
      student_id: student.id,
    });
  }
  const existing = running.find((each) => each.memberId === memberId);
  if (existing) {
    throw refuse(educationRefusals.duplicate_sponsorship, 'The member sponsors this student already.', {
      existing_id: existing.id,
    });
  }
  const facts = { uuid: ports.newUuid(), memberId, studentId: student.id, relationship, shareBp, startedOn };
  const sponsorship = Sponsorship.sponsor(facts);
  await ports.sponsorships.add(sponsorship);
  return outcome(sponsorship, sponsorship.created());
}

type OfSponsorship = { readonly sponsorshipId: number; readonly version?: number };

/**
 * Sets what the student lets the sponsor see. Saying what holds already changes nothing.
 * @throws DomainError sponsorship_ended (conflict)
 */
export async function changeConsent(
  command: OfSponsorship & { readonly consent: 'balance' | 'marks' | 'revoked' },
  ports: Pick<EducationPorts, 'sponsorships' | 'actor' | 'now'>,
): Promise<Outcome<Sponsorship>> {
  const sponsorship = await theSponsorship(command, ports);
  if (sponsorship.consent === command.consent && sponsorship.endedOn === null) return outcome(sponsorship);
  const emitted =
    command.consent === 'revoked'
      ? sponsorship.revoke(ports.actor, ports.now)
      : sponsorship.grant(command.consent, ports.actor, ports.now);
  return outcome(sponsorship, emitted);
}

/** The member no longer sponsors the student, and sees nothing from now on. */
export async function endSponsorship(
  command: OfSponsorship,
  ports: Pick<EducationPorts, 'sponsorships' | 'today'>,
): Promise<Outcome<Sponsorship>> {
  const sponsorship = await theSponsorship(command, ports);
  return outcome(sponsorship, sponsorship.end(ports.today));
}

async function theSponsorship(
  command: OfSponsorship,
  ports: Pick<EducationPorts, 'sponsorships'>,
): Promise<Sponsorship> {
  const sponsorship = await ports.sponsorships.get(command.sponsorshipId);
  if (!sponsorship) throw notFound('sponsorship', command.sponsorshipId);
  requireVersion(sponsorship, command.version);
  return sponsorship;
}

function requireShare(shareBp: number | null, running: readonly Sponsorship[]): void {
  if (shareBp === null) return;
  const taken = running.reduce((total, each) => total + (each.shareBp ?? 0), 0);
  if (Number.isInteger(shareBp) && shareBp >= 1 && taken + shareBp <= WHOLE_BP) return;
  throw invalidField(
    'share_bp',
    'range',
    `Send 1 to ${WHOLE_BP - taken} basis points: the share that no sponsor has yet.`,
  );
}
