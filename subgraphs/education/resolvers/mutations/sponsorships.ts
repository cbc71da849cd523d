import type { Consent, Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { invalidField, unusableReference } from '#core/kernel/field-error.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';

type SponsorStudent = {
  readonly memberId?: string | null;
  readonly memberNo?: string | null;
  readonly studentId: string;
  readonly relationship?: string | null;
  readonly shareBp?: number | null;
  readonly startedOn?: Temporal.PlainDate | null;
};
type OnSponsorship = { readonly sponsorshipId: string };
type ChangeConsent = OnSponsorship & { readonly consent: Exclude<Consent, 'pending'> };

const show = async (uuid: string, { loaders }: EducationContext) => ({
  sponsorship: await loaders.sponsorships.byUuid.load(uuid),
});

const sponsorStudent = change<SponsorStudent, Sponsorship>({
  show,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, { relationship: text(100) });
    const [member, student] = await Promise.all([
      theMember(input, loaders),
      named('studentId', input.studentId, 'student', loaders.students.byUuid),
    ]);
    return app.education.sponsorStudent(request(), {
      memberId: member.id,
      studentId: student.id,
      relationship: input.relationship ?? null,
      shareBp: input.shareBp ?? null,
      ...filled({ startedOn: input.startedOn }),
    });
  },
});

/**
 * The sponsor, by id or by the number that stands in their letter: who keeps students reads no members.
 * @throws DomainError validation_failed, unknown_reference (invalid)
 */
async function theMember({ memberId, memberNo }: SponsorStudent, loaders: EducationContext['loaders']) {
  const [id, no] = [memberId ?? null, memberNo ?? null];
  if (id !== null && no === null) return named('memberId', id, 'member', loaders.members);
  if (no !== null && id === null) {
    const member = await loaders.membersByNumber.load(no.trim().toUpperCase());
    if (member !== null) return member;
    const detail = 'No member has this number. Write it as it stands in the papers of the member, such as M-000001.';
    throw unusableReference('memberNo', detail, detail);
  }
  throw invalidField('memberId', 'required', 'Give one of memberId, memberNo.');
}

const changeSponsorshipConsent = change<ChangeConsent, Sponsorship>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { id: sponsorshipId } = await theSponsorship(input, loaders);
    return app.education.changeConsent(request(), { sponsorshipId, ...defined({ version }), consent: input.consent });
  },
});

const endSponsorship = change<OnSponsorship, Sponsorship>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { id: sponsorshipId } = await theSponsorship(input, loaders);
    return app.education.endSponsorship(request(), { sponsorshipId, ...defined({ version }) });
  },
});

function theSponsorship({ sponsorshipId }: OnSponsorship, { sponsorships }: EducationContext['loaders']) {
  return named('sponsorshipId', sponsorshipId, 'sponsorship', sponsorships.byUuid);
}

export const sponsorshipMutations = { sponsorStudent, changeSponsorshipConsent, endSponsorship };
