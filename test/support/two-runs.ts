export type Tally = {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skipped: number;
  /** What failed with the whole suite on the machine, and passed when it ran a second time. */
  readonly unsteady: readonly string[];
};

type Names = ReadonlySet<string>;
type Second = Pick<Tally, 'failures'> & { readonly passing: Names };
type First = Omit<Tally, 'unsteady'> & { readonly passing: Names; readonly failing: Names };

/**
 * What a whole run and a second one of what failed in it say together: a test that passed the second time was unsteady, and one that
 * did not run again stays as it was.
 */
export function afterBoth(first: First, second: Second): Tally {
  const isOver = (failure: string) =>
    second.passing.has(failure) || (!first.failing.has(failure) && !second.failures.includes(failure));
  const failures = [...new Set([...first.failures.filter((failure) => !isOver(failure)), ...second.failures])];
  const passedNow = [...second.passing.difference(first.passing)];
  return {
    passed: first.passed + passedNow.length,
    failures,
    // Where what prepares a suite had failed, its tests had not run.
    skipped: first.skipped - passedNow.filter((name) => !first.failing.has(name)).length,
    unsteady: first.failures.filter((failure) => !failures.includes(failure)),
  };
}
