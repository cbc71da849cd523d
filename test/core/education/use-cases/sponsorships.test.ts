import { describe, expect, it } from 'vitest';
import { maySeeBalances, maySeeMarks } from '#core/education/sponsorship/sponsorship.ts';
import {
  changeConsent,
  endSponsorship,
  sponsorStudent,
} from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import { anApplicant, openSchool, refused, refusedField } from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function aStudent() {
  const ports = educationPorts().as('guardian');
  const student = await anApplicant(ports, await openSchool(ports));
  const sponsor = (memberId: number, shareBp: number | null = null) =>
    sponsorStudent({ memberId, studentId: student.id, shareBp, relationship: 'aunt' }, ports);
  return { ports, student, sponsor };
}

describe('A sponsor', () => {
  it('sees nothing at first, balances with consent, marks with consent to marks', async () => {
    const { ports, sponsor } = await aStudent();
    const { result: sponsorship } = await sponsor(1);
    const sees = () => [sponsorship.consent, maySeeBalances(sponsorship), maySeeMarks(sponsorship)];
    const consent = (to: 'balance' | 'marks' | 'revoked') =>
      changeConsent({ sponsorshipId: sponsorship.id, consent: to }, ports);
    expect(sees()).toEqual(['pending', false, false]);
    await consent('balance');
    expect(sees()).toEqual(['balance', true, false]);
    expect((await consent('balance')).events).toEqual([]);
    await consent('marks');
    expect(sees()).toEqual(['marks', true, true]);
    expect((await consent('revoked')).events.map((emitted) => emitted.type)).toEqual(['sponsorship.consent_revoked']);
    expect(sees()).toEqual(['revoked', false, false]);
    expect(sponsorship).toMatchObject({ consentChangedBy: 'guardian', consentChangedAt: ports.now });
  });

  it('sees nothing once the sponsorship has ended, for good', async () => {
    const { ports, sponsor } = await aStudent();
    const { result: sponsorship } = await sponsor(1);
    await changeConsent({ sponsorshipId: sponsorship.id, consent: 'marks' }, ports);
    await endSponsorship({ sponsorshipId: sponsorship.id }, ports);
    expect([maySeeBalances(sponsorship), maySeeMarks(sponsorship)]).toEqual([false, false]);
    const again = changeConsent({ sponsorshipId: sponsorship.id, consent: 'marks' }, ports);
    await refused(again, 'sponsorship_ended', { ended_on: '2026-02-01' });
    await refused(endSponsorship({ sponsorshipId: sponsorship.id }, ports), 'sponsorship_ended');
    expect((await sponsor(1)).result.consent).toBe('pending');
  });

  it('sponsors a student once, and together they carry no more than the whole', async () => {
    const { sponsor } = await aStudent();
    const { result: first } = await sponsor(1, 6000);
    await refused(sponsor(1), 'duplicate_sponsorship', { existing_id: first.id });
    await refusedField(sponsor(2, 4001), 'share_bp', 'range');
    expect((await sponsor(2, 4000)).events.map((emitted) => emitted.type)).toEqual(['sponsorship.created']);
  });

  it('is a member, of a student, who both exist', async () => {
    const { ports, sponsor } = await aStudent();
    await refused(sponsor(500), 'unknown_reference');
    await refused(sponsorStudent({ memberId: 1, studentId: 99 }, ports), 'unknown_reference');
    await refused(endSponsorship({ sponsorshipId: 99 }, ports), 'not_found');
  });
});
