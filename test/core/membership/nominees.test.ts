import { describe, expect, it } from 'vitest';
import { Member } from '#core/membership/member/member.ts';
import type { Nominee } from '#core/membership/nominees.ts';

const TODAY = Temporal.PlainDate.from('2026-03-02');
const CLERK = { actor: 'pk_clerk', now: Temporal.Instant.from('2026-03-02T09:00:00Z') };

function anActiveMember(): Member {
  const { member } = Member.apply(
    {
      name: 'Wanjiku Kamau',
      nationalId: 'A-123',
      phone: '+254712345678',
      branchId: 1,
      kyc: { id_type: 'national_id', id_number: 'A-123', date_of_birth: '1960-01-01', address: null },
    },
    { uuid: 'u', memberNo: 'M-000001', today: TODAY, clientReference: null },
  );
  return Object.assign(member, { id: 1, state: 'active' });
}
const nominee = (share: number, change: Partial<Nominee> = {}): Nominee => ({
  name: 'Amina Kamau',
  relationship: 'daughter',
  share_basis_points: share,
  date_of_birth: null,
  id_number: null,
  phone: null,
  guardian: null,
  ...change,
});
/** What is wrong with them; null where nothing is. */
function problemOf(nominees: readonly Nominee[], member = anActiveMember()): string | null {
  try {
    member.change({ nominees }, TODAY, CLERK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('The nominees of a member', () => {
  it('take the place of those of before, and the same ones again change nothing', () => {
    const member = anActiveMember();
    expect(member.change({ nominees: [nominee(10_000)] }, TODAY, CLERK)?.type).toBe('member.updated');
    expect(member.change({ nominees: [nominee(10_000)] }, TODAY, CLERK)).toBeNull();
    member.change({ nominees: [nominee(3_333), nominee(6_667)] }, TODAY, CLERK);
    expect(member.nominees.map(({ share_basis_points }) => share_basis_points)).toEqual([3_333, 6_667]);
    expect(member.change({ nominees: [] }, TODAY, CLERK)?.type).toBe('member.updated');
  });

  it.each([
    ['share less than the whole', [nominee(9_999)], /sum to 10000 basis points; they sum to 9999/],
    ['share more than the whole', [nominee(5_000), nominee(5_001)], /they sum to 10001/],
    ['have no share', [nominee(10_000), nominee(0)], /at least one basis point/],
    ['have less than none', [nominee(20_000), nominee(-10_000)], /at least one basis point/],
    ['are the member, however the number is written', [nominee(10_000, { id_number: 'a123' })], /other people/],
    ['are named twice', [1, 2].map(() => nominee(5_000, { id_number: 'B-7' })), /once/],
    ['are too many', Array.from({ length: 21 }, () => nominee(476)), /at most 20/],
    ['are minors without a guardian', [nominee(10_000, { date_of_birth: '2008-03-03' })], /guardian for Amina Kamau/],
  ])('are refused where they %s', (_, nominees, why) => {
    expect(problemOf(nominees)).toMatch(why);
  });

  it('are the word of all who have named any that are left, until none of those is', () => {
    const member = anActiveMember();
    const named = (nominees: readonly Nominee[], actor: string) => {
      member.change({ nominees }, TODAY, { ...CLERK, actor });
      return member.saidWhoInherits();
    };
    const juma = { name: 'Juma Otieno', id_number: '22-334455', phone: '+254712000001' };
    expect(named([nominee(10_000, juma)], 'pk_first')).toEqual(['pk_first']);
    expect(named([nominee(5_000, juma), nominee(5_000)], 'pk_second')).toEqual(['pk_first', 'pk_second']);
    expect(named([nominee(10_000, { ...juma, name: 'J. Odhiambo', phone: null })], 'pk_third')).toEqual([
      'pk_first',
      'pk_second',
      'pk_third',
    ]);
    expect(named([nominee(10_000, { name: 'Zuri Njeri' })], 'pk_fourth')).toEqual(['pk_fourth']);
    expect(named([nominee(10_000, { name: 'NJERI  ZURI' })], 'pk_fifth')).toEqual(['pk_fourth', 'pk_fifth']);
    expect(named([], 'pk_sixth')).toEqual(['pk_sixth']);
    expect(named([nominee(10_000)], 'pk_first')).toEqual(['pk_first']);
  });

  it('were named by the last person as well where a version of before has stored that one alone', () => {
    const member = Object.assign(anActiveMember(), { nominees: [nominee(10_000)], nomineesSetBy: 'pk_before' });
    expect(member.saidWhoInherits()).toEqual(['pk_before']);
    member.change({ nominees: [nominee(10_000, { phone: '+254712000001' })] }, TODAY, CLERK);
    expect(member.saidWhoInherits()).toEqual(['pk_before', 'pk_clerk']);
  });

  it('need no guardian from the day on which they are eighteen', () => {
    expect(problemOf([nominee(10_000, { date_of_birth: '2008-03-02' })])).toBeNull();
    const guardian = { name: 'Grace Njeri', phone: null };
    expect(problemOf([nominee(10_000, { date_of_birth: '2020-01-01', guardian })])).toBeNull();
  });

  it('stay as the member named them once the member died', () => {
    const member = anActiveMember();
    member.change({ nominees: [nominee(10_000)] }, TODAY, CLERK);
    member.recordDeath({ diedOn: TODAY, document: 'D-1', by: 'pk_clerk' }, TODAY);
    expect(problemOf([], member)).toContain('the nominees stay as they are');
    expect(problemOf([nominee(10_000, { name: 'Somebody Else' })], member)).toContain('stay as they are');
  });
});

describe('The death of a member', () => {
  it.each([
    ['without its day', null, 'D-1', 'died_on'],
    ['ahead', '2026-03-03', 'D-1', 'died_on'],
    ['before the birth', '1959-12-31', 'D-1', 'died_on'],
    ['without a document', '2026-03-01', null, 'document_reference'],
    ['with a blank document', '2026-03-01', ' ', 'document_reference'],
  ])('is not recorded %s', (_, day, document, field) => {
    const member = anActiveMember();
    const diedOn = day === null ? null : Temporal.PlainDate.from(day);
    expect(() => member.recordDeath({ diedOn, document, by: 'pk_clerk' }, TODAY)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: { errors: [expect.objectContaining({ field })] } }),
    );
    expect([member.state, member.diedOn]).toEqual(['active', null]);
  });

  it.each(['active', 'suspended', 'dormant'] as const)(
    'of one who was %s is taken back where it was a mistake',
    (state) => {
      const member = Object.assign(anActiveMember(), { state });
      member.recordDeath({ diedOn: Temporal.PlainDate.from('2026-03-01'), document: 'D-1', by: 'pk_clerk' }, TODAY);
      expect([member.state, String(member.diedOn), member.deathDocument]).toEqual(['deceased', '2026-03-01', 'D-1']);
      expect(() => member.correctDeath(null, [])).toThrow(expect.objectContaining({ code: 'validation_failed' }));
      const { type } = member.correctDeath('The certificate is of a namesake.', ['pk_checker', 'pk_clerk']);
      expect(member.deathsCorrectedBy).toEqual(['pk_clerk', 'pk_checker']);
      expect([type, member.state, member.diedOn, member.deathDocument, member.stateBeforeDeath]).toEqual([
        'member.death_corrected',
        state,
        null,
        null,
        null,
      ]);
    },
  );
});
