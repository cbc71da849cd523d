import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROLES } from '#platform/roles/roles.ts';
import { ROOT } from '#test/support/program-sources.ts';
import { ARCHIVE_README, LAUNCHERS, READS, RUNS } from '../../deploy/archive-contents.ts';

/** Made while it is packed. */
const MADE = ['RELEASE.json', 'sbom.cdx.json', 'LICENCES.txt'];

describe('The README of the archive', () => {
  it('names commands that the archive has, and all of them', () => {
    const named = [...ARCHIVE_README.matchAll(/\bbin\/([\w-]+)/g)].map(([, name = '']) => name);
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(LAUNCHERS).toSorted());
    for (const program of Object.values(LAUNCHERS)) {
      expect([program, existsSync(path.join(ROOT, program))]).toEqual([program, true]);
      expect(RUNS).toContain(program.split('/', 1)[0]);
    }
    const code = /^```sh\n(.*?)^```/ms.exec(ARCHIVE_README)?.[1] ?? '';
    expect(code).not.toMatch(/\bnp[mx]\b/);
    for (const role of ROLES) expect(ARCHIVE_README).toMatch(new RegExp(`\`(bin/serve )?${role}\``));
  });

  it('names files that are in it', () => {
    const files = [...ARCHIVE_README.matchAll(/(?:`|\]\()((?:docs|deploy)\/[\w./-]+|NOTICE|[\w.]+\.(?:json|txt))/g)];
    const named = files.map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(8);
    for (const file of named.filter((each) => !MADE.includes(each))) {
      expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
      expect(READS).toContain(file.split('/', 1)[0]);
    }
  });
});
