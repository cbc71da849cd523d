import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#test/support/program-sources.ts';
import { BUDGET } from '#test/support/tabs.ts';

it('The guide of the portal names the budgets that its pages are held to', async () => {
  const guide = (await readFile(path.join(ROOT, 'gateway/portal/README.md'), 'utf8')).replaceAll(/\s+/g, ' ');
  const { points, pageBytes, files } = BUDGET;
  expect(guide).toContain(
    `at most 2 operations of ${points} points together, and at most ${pageBytes / 1_000} kB gzipped with the frame, in at most ${files} files`,
  );
});
