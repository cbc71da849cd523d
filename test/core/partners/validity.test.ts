import { describe, expect, it } from 'vitest';
import { runOut, validAt, type Validity } from '#core/partners/validity.ts';
import { START } from '#test/support/partners-ports.ts';

const at = (seconds: number): Temporal.Instant => START.add({ seconds });

/** Rotates as the use cases do, and returns the names of the valid secrets at a time. */
function history(...rotations: readonly { at: number; overlap: number }[]) {
  const rows: (Validity & { name: string })[] = [{ name: 's0', validFrom: START, validUntil: null }];
  rotations.forEach((rotation, index) => {
    runOut(rows, at(rotation.at), rotation.overlap);
    rows.push({ name: `s${index + 1}`, validFrom: at(rotation.at), validUntil: null });
  });
  return (seconds: number) => validAt(rows, at(seconds)).map((row) => row.name);
}

describe('A secret that is rotated', () => {
  it('stays valid beside the new one during the overlap, to the second', () => {
    const valid = history({ at: 100, overlap: 60 });
    expect([valid(99), valid(100), valid(159), valid(160)]).toEqual([['s0'], ['s1', 's0'], ['s1', 's0'], ['s1']]);
  });

  it('ends immediately without an overlap', () => {
    expect(history({ at: 100, overlap: 0 })(100)).toEqual(['s1']);
  });

  it('is dead immediately by every clock, also where it began in the future of the one that ends it', () => {
    const rows: Validity[] = [
      { validFrom: START, validUntil: null },
      { validFrom: at(103), validUntil: null },
    ];
    runOut(rows, at(100), 0);
    for (const seconds of [0, 50, 99, 100, 103, 200]) expect(validAt(rows, at(seconds))).toEqual([]);
  });

  it('is not prolonged by the next rotation, and signs after the newer ones', () => {
    const valid = history({ at: 100, overlap: 60 }, { at: 110, overlap: 86_400 });
    expect(valid(120)).toEqual(['s2', 's1', 's0']);
    expect(valid(160)).toEqual(['s2', 's1']);
    expect(valid(110 + 86_400)).toEqual(['s2']);
  });

  it('ends with all its predecessors when one without overlap follows: the client has lost them', () => {
    expect(history({ at: 100, overlap: 3600 }, { at: 110, overlap: 3600 }, { at: 120, overlap: 0 })(120)).toEqual([
      's3',
    ]);
  });

  it('ends early where more than eleven would be valid: the ten keys of a client, and the new one', () => {
    const valid = history(...Array.from({ length: 13 }, (_, n) => n + 1).map((n) => ({ at: n, overlap: 3600 })));
    expect(valid(13)).toEqual(Array.from({ length: 11 }, (_, n) => `s${13 - n}`));
  });
});
