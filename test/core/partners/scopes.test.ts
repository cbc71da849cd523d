import { describe, expect, it } from 'vitest';
import { formatScopes, isScope, isSubset, notGranted, parseScopes, SCOPES } from '#core/partners/scopes.ts';

describe('Scopes', () => {
  it('are read and write of nineteen resources', () => {
    expect(SCOPES).toHaveLength(38);
    expect(SCOPES.slice(0, 4)).toEqual(['members:read', 'members:write', 'loans:read', 'loans:write']);
  });

  it('are spelled exactly', () => {
    const wrong = ['loans', 'loans:', 'loans:admin', 'Loans:read', 'loans:read ', ':read', 'toString', 'loan:read'];
    expect(wrong.filter(isScope)).toEqual([]);
    expect(SCOPES.every(isScope)).toBe(true);
  });

  it('are read from the text of a token request, each once, with what is none', () => {
    expect(parseScopes('loans:read members:write loans:read')).toEqual({
      scopes: ['loans:read', 'members:write'],
      unknown: [],
    });
    expect(parseScopes(' loans:read  magic ')).toEqual({ scopes: ['loans:read'], unknown: ['magic'] });
    expect(parseScopes('')).toEqual({ scopes: [], unknown: [] });
  });

  it('are a subset only where each is granted: write does not imply read', () => {
    expect(isSubset(['loans:read'], ['loans:read', 'loans:write'])).toBe(true);
    expect(isSubset([], [])).toBe(true);
    expect(isSubset(['loans:read'], ['loans:write'])).toBe(false);
    expect(notGranted(['loans:read', 'members:read'], ['loans:read'])).toEqual(['members:read']);
  });

  it('are written in one order', () => {
    expect(formatScopes(['webhooks:read', 'loans:write', 'members:read'])).toBe(
      'members:read loans:write webhooks:read',
    );
  });
});
