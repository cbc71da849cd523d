import { describe, expect, it } from 'vitest';
import { afterBoth } from './two-runs.ts';

describe('A second run of what failed', () => {
  const first = {
    passed: 2,
    failures: ['a › is slow', 'a › is wrong', 'b › cannot be prepared'],
    skipped: 3,
    passing: new Set(['a › is right', 'c › is right']),
    failing: new Set(['a › is slow', 'a › is wrong']),
  };

  it('calls unsteady what passed then, and keeps as failed what failed again or did not run again', () => {
    const second = { failures: ['a › is wrong'], passing: new Set(['b › is right']) };
    expect(afterBoth(first, second)).toEqual({
      passed: 3,
      failures: ['a › is slow', 'a › is wrong'],
      skipped: 2,
      unsteady: ['b › cannot be prepared'],
    });
    expect(afterBoth(first, { ...second, passing: new Set(['a › is slow']) })).toEqual({
      passed: 3,
      failures: ['a › is wrong'],
      skipped: 3,
      unsteady: ['a › is slow', 'b › cannot be prepared'],
    });
  });

  it('counts a test that passed in both runs once, and what failed in the second alone', () => {
    const second = { failures: ['b › cannot be prepared', 'a › is late'], passing: new Set(['a › is right']) };
    const { passed, failures } = afterBoth(first, second);
    expect(passed).toBe(2);
    expect(failures).toEqual(['a › is slow', 'a › is wrong', 'b › cannot be prepared', 'a › is late']);
  });
});
