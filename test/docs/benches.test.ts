import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#test/support/program-sources.ts';

const FOLDER = path.join(ROOT, 'test/bench');

describe('The benches', () => {
  it('are the files that `npm run bench` offers, each with a row in docs/benches.md; what helps them is in folders', async () => {
    const entries = await readdir(FOLDER, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'run.ts').map(({ name }) => name);
    const page = await readFile(path.join(ROOT, 'docs/benches.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w-]+)/gm)].map(([, name = '']) => name);
    expect(rows.toSorted()).toEqual(files.map((name) => path.parse(name).name).toSorted());
    for (const file of files) {
      const text = await readFile(path.join(FOLDER, file), 'utf8');
      // A helper hands something over, and does nothing when it is started.
      expect([file, /^export /m.test(text)]).toEqual([file, false]);
    }
  });

  it('end with an error where a bar is missed that stands in their row', async () => {
    const page = await readFile(path.join(ROOT, 'docs/benches.md'), 'utf8');
    const barred = [...page.matchAll(/^\| `([\w-]+)[^|]*(?:\\\|[^|]*)*\|.*\bat (?:most|least) \d/gim)];
    expect(barred.length).toBeGreaterThanOrEqual(8);
    for (const [, name = ''] of barred) {
      const text = await readFile(path.join(FOLDER, `${name}.ts`), 'utf8');
      expect([name, text.includes('bars.exitCode()')]).toEqual([name, true]);
    }
  });
});
