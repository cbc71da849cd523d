import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#test/support/program-sources.ts';

const FOLDER = path.join(ROOT, 'docs/decisions');

describe('The decisions', () => {
  const files = readdirSync(FOLDER).toSorted();

  it('have one number each, without gaps', () => {
    expect(files.length).toBeGreaterThan(25);
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  it('carry their number in their heading', () => {
    const headings = files.map((file) => readFileSync(path.join(FOLDER, file), 'utf8').split('.', 1)[0]);
    expect(headings).toEqual(files.map((_, index) => `# ${index + 1}`));
  });
});
