import { describe, expect, it } from 'vitest';
import { isScope, SCOPES } from '#core/partners/scopes.ts';
import { SecondPersonRequired } from '#core/kernel/two-people.ts';
import { changePolicies } from '#core/people/use-cases/change-policies.ts';
import { PEOPLE_SCOPES, ROLE_NAMES, ROLES, rightsOf } from '#core/people/roles.ts';

describe('A role', () => {
  it('has scopes that there are, and grants roles that there are', () => {
    const known: readonly string[] = [...SCOPES, ...PEOPLE_SCOPES];
    for (const role of ROLE_NAMES) {
      const { scopes, grants } = ROLES[role];
      expect(scopes.filter((scope) => !known.includes(scope))).toEqual([]);
      expect(grants.filter((each) => !Object.hasOwn(ROLES, each))).toEqual([]);
    }
  });

  it('of an administrator decides about people and moves no money; no client is granted what only people hold', () => {
    const administers = ROLE_NAMES.filter((role) => rightsOf([role], {}).scopes.includes('people:write'));
    expect(administers).toEqual(['administrator']);
    expect(rightsOf(['administrator'], {}).scopes.filter((scope) => /loans|disbursements|savings/.test(scope))).toEqual(
      [],
    );
    expect(PEOPLE_SCOPES.filter((scope) => isScope(scope))).toEqual([]);
  });

  it('adds to the others of a person: every scope, and of each amount the largest', () => {
    const { scopes, limits } = rightsOf(['officer', 'approver'], {
      approver: { approve: '100' },
      officer: { disburse: null },
    });
    expect(limits).toEqual({ approve: 100n, disburse: null });
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(rightsOf([], {})).toEqual({ scopes: [], limits: { approve: 0n, disburse: 0n }, pii: false });
  });
});

describe('A change of policies that takes two people', () => {
  const propose = (changes: Parameters<typeof changePolicies>[0]['changes']) =>
    changePolicies(
      { changes, reason: 'The board has decided it.' },
      {
        institution: { id: 1, uuid: 'i', version: 1 },
        policies: { lock: async () => ({ policies_version: 1 }), change: async () => 2, faultsOf: () => [] },
        twoPeople: true,
        agreement: 'awaited',
        proposedBy: null,
        grants: [],
        roles: [],
        branches: null,
      },
    ).catch((error: unknown) => error);

  it('shows the second person all of it (finding: what stood behind 500 characters was approved unseen)', async () => {
    const bands = Array.from({ length: 12 }, (_, n) => ({
      name: `class_${n}`,
      fromDays: n * 30,
      provisionRate: `${n}`,
    }));
    const proposed = await propose({ arrears_bands: bands, app_fee_limit: '90000000' });
    expect(proposed).toBeInstanceOf(SecondPersonRequired);
    expect(String(proposed)).toContain('name:class_11');
    expect(String(proposed)).toContain('app fee limit from null to 90000000');
  });

  it('is refused where it is more than anybody reads', async () => {
    const bands = Array.from({ length: 900 }, (_, n) => ({ name: `class_${n}`, fromDays: n, provisionRate: '1' }));
    expect(await propose({ arrears_bands: bands })).toMatchObject({ code: 'validation_failed' });
  });
});
