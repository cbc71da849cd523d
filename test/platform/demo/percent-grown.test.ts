import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percentGrown, storedPercent } from '#platform/demo/society/percent-grown.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-grown-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('How far the society has come', () => {
  it('is known to other processes, which read the last that was stored, and nothing once it is there', async () => {
    expect(await percentGrown(dataDir)).toBeNull();
    const stored = storedPercent(dataDir);
    for (const percent of [0, 1, 40]) stored.show(percent);
    await expect.poll(() => percentGrown(dataDir)).toBe(40);
    await stored.end();
    expect(await percentGrown(dataDir)).toBeNull();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is what it was where the process was killed, and nothing where the file says nothing', async () => {
    storedPercent(dataDir).show(7);
    await expect.poll(() => percentGrown(dataDir)).toBe(7);
    for (const text of ['', '{"percent":', '{"percent":"many"}', 'null']) {
      await writeFile(path.join(dataDir, 'society-growth.json'), text);
      expect([text, await percentGrown(dataDir)]).toEqual([text, null]);
    }
  });
});
