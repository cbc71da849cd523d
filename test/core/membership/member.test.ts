import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Member } from '#core/membership/member/member.ts';
import type { MembershipWorld } from '#core/membership/ports.ts';
import { actOnMember, changeMember } from '#core/membership/use-cases/change-member.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';

const kyc = (idNumber = '12345678', born = '1990-01-01') => ({
  id_type: 'national_id',
  id_number: idNumber,
  date_of_birth: born,
  address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
});
const WANJIKU = { name: 'Wanjiku', nationalId: '12345678', phone: '+254712345678', branchId: 1, kyc: kyc() };

function society(overrides: Partial<MembershipWorld> = {}) {
  const members: Member[] = [];
  const world: MembershipWorld = {
    now: Temporal.Instant.from('2026-03-02T09:00:00Z'),
    today: Temporal.PlainDate.from('2026-03-02'),
    newUuid: () => 'uuid',
    actor: 'pk_test_x',
    members: {
      get: async (id) => members.find((member) => member.id === id) ?? null,
      findByNationalId: async (nationalId) => members.find((member) => member.nationalId === nationalId) ?? null,
      findByClientReference: async (reference) =>
        members.find((member) => member.clientReference === reference) ?? null,
      nextNumber: async () => `M-${String(members.length + 1).padStart(6, '0')}`,
      add: (member) => {
        member.id = members.length + 1;
        member.version = 1;
        members.push(member);
      },
    },
    branches: { exists: async (id) => id === 1 },
    obligations: { of: async () => [] },
    identityProvider: { verdict: () => ({ clear: true, reason: null }) },
    ...overrides,
  };
  return { world, members };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: DomainError) => error.code,
  );

describe('A person who applies for membership', () => {
  it('waits for the identity check with a number of their own', async () => {
    const { world } = society();
    const { result, events } = await createMember(WANJIKU, world);
    expect(result).toMatchObject({ state: 'pending_kyc', memberNo: 'M-000001' });
    expect(events).toMatchObject([{ type: 'member.created', data: { member_no: 'M-000001' } }]);
    expect(JSON.stringify(events[0]?.data)).not.toContain('12345678');
  });

  it.each([
    [{ branchId: 9 }, 'unknown_reference'],
    [{ kyc: kyc('12345678', '2008-03-03') }, 'validation_failed'],
    [{ kyc: kyc('12345678', '2030-01-01') }, 'validation_failed'],
  ])('with %j is refused as %s', async (change, expected) => {
    const { world, members } = society();
    expect(await code(createMember({ ...WANJIKU, ...change }, world))).toBe(expected);
    expect(members).toEqual([]);
  });

  it('on the eighteenth birthday is old enough', async () => {
    const { world } = society();
    const { result } = await createMember({ ...WANJIKU, kyc: kyc('12345678', '2008-03-02') }, world);
    expect(result.state).toBe('pending_kyc');
  });

  it('who belongs already is refused without saying who it is', async () => {
    const { world } = society();
    await createMember(WANJIKU, world);
    const again = await createMember(WANJIKU, world).catch((error: DomainError) => error);
    expect(again).toMatchObject({ code: 'duplicate_member', details: { field: 'national_id' } });
    expect(JSON.stringify(again)).not.toContain('12345678');
  });
});

describe('The identity check', () => {
  it('makes the member active, once', async () => {
    const { world } = society();
    await createMember(WANJIKU, world);
    expect((await screenMember({ memberId: 1 }, world)).result?.state).toBe('active');
    expect((await screenMember({ memberId: 1 }, world)).events).toEqual([]);
  });

  it('tells the reason of a rejection, after which corrected particulars are checked again', async () => {
    const { world } = society({ identityProvider: { verdict: () => ({ clear: false, reason: 'Unknown id.' }) } });
    await createMember(WANJIKU, world);
    const rejected = await screenMember({ memberId: 1 }, world);
    expect(rejected.result).toMatchObject({ state: 'kyc_rejected', stateReason: 'Unknown id.' });
    const again = await actOnMember({ memberId: 1, action: 'resubmit_kyc', kyc: kyc() }, world);
    expect(again.result).toMatchObject({ state: 'pending_kyc', stateReason: null });
  });

  it.each([
    [null, ['kyc']],
    [kyc('87654321'), ['kyc.id_number']],
    [{ ...kyc(), address: null }, ['kyc.address']],
  ])('of %j waits, and by hand says what is missing', async (given, missing) => {
    const { world } = society();
    await createMember({ ...WANJIKU, kyc: given }, world);
    expect((await screenMember({ memberId: 1 }, world)).result).toBeNull();
    const refused = await actOnMember({ memberId: 1, action: 'verify_kyc' }, world).catch(
      (error: DomainError) => error,
    );
    expect(refused).toMatchObject({ code: 'kyc_incomplete', details: { missing } });
  });

  it('is left to people where the tenant has no provider', async () => {
    const { world } = society({ identityProvider: { verdict: () => null } });
    await createMember(WANJIKU, world);
    expect((await screenMember({ memberId: 1 }, world)).result).toBeNull();
    expect((await actOnMember({ memberId: 1, action: 'verify_kyc' }, world)).result.state).toBe('active');
  });
});

describe('A member', () => {
  async function active(overrides: Partial<MembershipWorld> = {}) {
    const { world } = society(overrides);
    await createMember(WANJIKU, world);
    await screenMember({ memberId: 1 }, world);
    return world;
  }

  it('can’t leave while something is owed', async () => {
    const world = await active({ obligations: { of: async () => ['loan L-000001 is open'] } });
    expect(await code(actOnMember({ memberId: 1, action: 'exit' }, world))).toBe('member_has_obligations');
  });

  it('is suspended only with a reason, and comes back', async () => {
    const world = await active();
    expect(await code(actOnMember({ memberId: 1, action: 'suspend' }, world))).toBe('validation_failed');
    expect(
      (await actOnMember({ memberId: 1, action: 'suspend', reason: 'Fraud inquiry' }, world)).result.stateReason,
    ).toBe('Fraud inquiry');
    expect((await actOnMember({ memberId: 1, action: 'reinstate' }, world)).result.state).toBe('active');
  });

  it('changes what is named, and leaves no trace where nothing changes', async () => {
    const world = await active();
    const { result, events } = await changeMember({ memberId: 1, changes: { name: 'Wanjiku Kamau' } }, world);
    expect([result.name, result.phone, events.map(({ type }) => type)]).toEqual([
      'Wanjiku Kamau',
      WANJIKU.phone,
      ['member.updated'],
    ]);
    expect((await changeMember({ memberId: 1, changes: { name: 'Wanjiku Kamau' } }, world)).events).toEqual([]);
    expect(await code(changeMember({ memberId: 1, changes: { branchId: 9 } }, world))).toBe('unknown_reference');
    expect(await code(changeMember({ memberId: 9, changes: {} }, world))).toBe('not_found');
    expect(await code(changeMember({ memberId: 1, version: 3, changes: {} }, world))).toBe('precondition_failed');
  });
});
