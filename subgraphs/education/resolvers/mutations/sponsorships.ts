import type { Consent, Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';

type SponsorStudent = {
  readonly memberId: string;
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
      named('memberId', input.memberId, 'member', loaders.members),
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
