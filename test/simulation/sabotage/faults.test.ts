import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('The mistakes that the judge is tried with', () => {
  // The trial takes an hour and is no part of the suite: a line that has changed since would be noticed by then.
  it.each(faults)('can be made: $name', ({ file, line, becomes }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(line)).toHaveLength(2);
    expect(becomes).not.toBe(line);
  });
});
