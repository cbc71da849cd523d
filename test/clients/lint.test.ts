import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const committed = path.join(root, 'docs/openapi.json');

async function findingsIn(document: string): Promise<{ by: string; rule: string; at: string; says: string }[]> {
  const { stdout } = await run(process.execPath, [path.join(root, 'test/support/lint-api.ts'), document], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** `npm run check` holds the whole document to them; here it is shown that it could fail. */
describe('The recommended rules of Redocly and Spectral', () => {
  it('both find what a document lacks', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'umoja-lint-'));
    try {
      const document = JSON.parse(await readFile(committed, 'utf8'));
      // One path is enough, and quickly read.
      document.paths = { '/api/v1/loans': document.paths['/api/v1/loans'] };
      delete document.paths['/api/v1/loans'].get.operationId;
      delete document.paths['/api/v1/loans'].get.responses['200'].description;
      const broken = path.join(folder, 'openapi.json');
      await writeFile(broken, JSON.stringify(document));
      expect(new Set((await findingsIn(broken)).map(({ by }) => by))).toEqual(new Set(['redocly', 'spectral']));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
