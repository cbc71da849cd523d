import { describe, expect, it } from 'vitest';
import { isScope, SCOPES } from '#core/partners/scopes.ts';
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
