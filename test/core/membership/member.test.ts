import { describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import type { Member } from '#core/membership/member/member.ts';
import type { MembershipPorts } from '#core/membership/ports.ts';
import { changeMember } from '#core/membership/use-cases/change-member.ts';
import {
  exitMember,
  reinstateMember,
  resubmitMemberKyc,
  suspendMember,
  verifyMemberKyc,
} from '#core/membership/use-cases/move-member.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';

const kyc = (idNumber = '12345678', born = '1990-01-01') => ({
  id_type: 'national_id',
  id_number: idNumber,
  date_of_birth: born,
  address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
});
const WANJIKU = { name: 'Wanjiku', nationalId: '12345678', phone: '+254712345678', branchId: 1, kyc: kyc() };

function society(overrides: Partial<MembershipPorts> = {}) {
  const members: Member[] = [];
  const claims: DeathClaim[] = [];
  const ports: MembershipPorts = {
    now: Temporal.Instant.from('2026-03-02T09:00:00Z'),
    today: Temporal.PlainDate.from('2026-03-02'),
    newUuid: () => 'uuid',
    actor: 'pk_test_x',
    mayApprove: true,
    responsibleFor: async (actor) => actor,
    peopleBehind: async (actor) => [actor],
    introductionsOf: async () => [],
    agreement: 'none',
    calledBy: [],
    proposedBy: null,
    members: {
      get: async (id) => members.find((member) => member.id === id) ?? null,
      lock: async (id) => members.find((member) => member.id === id) ?? null,
      byUuid: async (uuid) => members.find((member) => member.uuid === uuid) ?? null,
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
    deathClaims: {
      byIds: async (ids) => claims.filter(({ id }) => ids.includes(id)),
      lock: async (id) => claims.find((claim) => claim.id === id) ?? null,
      lockOf: async (memberId) =>
        claims.find((claim) => claim.memberId === memberId && claim.state !== 'cancelled') ?? null,
      partsOf: async () => [],
      nextNumber: async () => `DC-${String(claims.length + 1).padStart(6, '0')}`,
      add: (claim) => void claims.push(Object.assign(claim, { id: claims.length + 1, version: 1 })),
      addPart: () => {},
    },
    branches: { exists: async (id) => id === 1 },
    obligations: { of: async () => [] },
    business: { of: async () => ({ open: [], lastOn: null }) },
    personalCopies: { forget: async () => undefined, areNamedIn: async () => false },
    retentionYears: 7,
    fourEyes: true,
    complianceHolds: { on: async () => null },
    identityProvider: { verdict: () => ({ clear: true, reason: null }) },
    ...overrides,
  };
  return { ports, members };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: DomainError) => error.code,
  );

describe('A person who applies for membership', () => {
  it('waits for the identity check with a number of their own', async () => {
    const { ports } = society();
    const { result, events } = await createMember(WANJIKU, ports);
    expect(result).toMatchObject({ state: 'pending_kyc', memberNo: 'M-000001' });
    expect(events).toMatchObject([{ type: 'member.created', data: { member_no: 'M-000001' } }]);
    expect(JSON.stringify(events[0]?.data)).not.toContain('12345678');
  });

  it.each([
    [{ branchId: 9 }, 'unknown_reference'],
    [{ kyc: kyc('12345678', '2008-03-03') }, 'validation_failed'],
    [{ kyc: kyc('12345678', '2030-01-01') }, 'validation_failed'],
  ])('with %j is refused as %s', async (change, expected) => {
    const { ports, members } = society();
    expect(await code(createMember({ ...WANJIKU, ...change }, ports))).toBe(expected);
    expect(members).toEqual([]);
  });

  it('on the eighteenth birthday is old enough', async () => {
    const { ports } = society();
    const { result } = await createMember({ ...WANJIKU, kyc: kyc('12345678', '2008-03-02') }, ports);
    expect(result.state).toBe('pending_kyc');
  });

  it('who belongs already is refused without saying who it is', async () => {
    const { ports } = society();
    await createMember(WANJIKU, ports);
    const again = await createMember(WANJIKU, ports).catch((error: DomainError) => error);
    expect(again).toMatchObject({ code: 'duplicate_member', details: { field: 'national_id' } });
    expect(JSON.stringify(again)).not.toContain('12345678');
  });
});

describe('The identity check', () => {
  it('makes the member active, once', async () => {
    const { ports } = society();
    await createMember(WANJIKU, ports);
    expect((await screenMember({ memberId: 1 }, ports)).result?.state).toBe('active');
    expect((await screenMember({ memberId: 1 }, ports)).events).toEqual([]);
  });

  it('emits the reason of a rejection, after which corrected particulars are checked again', async () => {
    const { ports } = society({ identityProvider: { verdict: () => ({ clear: false, reason: 'Unknown id.' }) } });
    await createMember(WANJIKU, ports);
    const rejected = await screenMember({ memberId: 1 }, ports);
    expect(rejected.result).toMatchObject({ state: 'kyc_rejected', stateReason: 'Unknown id.' });
    const again = await resubmitMemberKyc({ memberId: 1, kyc: kyc() }, ports);
    expect(again.result).toMatchObject({ state: 'pending_kyc', stateReason: null });
  });

  it.each([
    [null, ['kyc']],
    [kyc('87654321'), ['kyc.id_number']],
    [{ ...kyc(), address: null }, ['kyc.address']],
  ])('of %j waits, and by hand says what is missing', async (input, missing) => {
    const { ports } = society();
    await createMember({ ...WANJIKU, kyc: input }, ports);
    expect((await screenMember({ memberId: 1 }, ports)).result).toBeNull();
    const refused = await verifyMemberKyc({ memberId: 1 }, ports).catch((error: DomainError) => error);
    expect(refused).toMatchObject({ code: 'kyc_incomplete', details: { missing } });
  });

  it('is left to people where the tenant has no provider', async () => {
    const { ports } = society({ identityProvider: { verdict: () => null } });
    await createMember(WANJIKU, ports);
    expect((await screenMember({ memberId: 1 }, ports)).result).toBeNull();
    expect((await verifyMemberKyc({ memberId: 1 }, ports)).result.state).toBe('active');
  });
});

describe('A member', () => {
  async function active(overrides: Partial<MembershipPorts> = {}) {
    const { ports } = society(overrides);
    await createMember(WANJIKU, ports);
    await screenMember({ memberId: 1 }, ports);
    return ports;
  }

  it('can’t leave while something is owed', async () => {
    const ports = await active({ obligations: { of: async () => ['loan L-000001 is open'] } });
    expect(await code(exitMember({ memberId: 1 }, ports))).toBe('member_has_obligations');
  });

  it('is suspended only with a reason, and comes back', async () => {
    const ports = await active();
    expect(await code(suspendMember({ memberId: 1 }, ports))).toBe('validation_failed');
    expect((await suspendMember({ memberId: 1, reason: 'Fraud inquiry' }, ports)).result.stateReason).toBe(
      'Fraud inquiry',
    );
    expect((await reinstateMember({ memberId: 1 }, ports)).result.state).toBe('active');
  });

  it('changes what is named, and leaves no trace where nothing changes', async () => {
    const ports = await active();
    const { result, events } = await changeMember({ memberId: 1, changes: { name: 'Wanjiku Kamau' } }, ports);
    expect([result.name, result.phone, events.map(({ type }) => type)]).toEqual([
      'Wanjiku Kamau',
      WANJIKU.phone,
      ['member.updated'],
    ]);
    expect((await changeMember({ memberId: 1, changes: { name: 'Wanjiku Kamau' } }, ports)).events).toEqual([]);
    expect(await code(changeMember({ memberId: 1, changes: { branchId: 9 } }, ports))).toBe('unknown_reference');
    expect(await code(changeMember({ memberId: 9, changes: {} }, ports))).toBe('not_found');
    expect(await code(changeMember({ memberId: 1, version: 3, changes: {} }, ports))).toBe('precondition_failed');
  });
});
