import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { operate } from '../../support/operator.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-watchlists-'));
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator types, over the same database. */
const watchlists = (...words: string[]) =>
  operate(testApp.settings, ['watchlists', ...words], { UMOJA_DATA_DIR: folder });

describe('An operator', () => {
  it('imports a list, is shown it, and is refused a file that is none', async () => {
    const file = join(folder, 'list.csv');
    await writeFile(file, 'id,name,aliases\nK-1,"Otieno, John",Johnny\n');
    expect((await watchlists('import', 'own', file)).output).toContain('Name the day with --dated');
    const done = await watchlists('import', 'own', file, '--dated', '2026-03-02');
    expect(done.output).toContain('own has 1 entries: 1 new or changed, 0 ended.');
    const again = await watchlists('import', 'own', file, '--dated', '2026-03-02');
    expect(again.output).toContain('own has this version already: 1 entries.');
    const shown = await watchlists('show');
    expect(shown.output).toContain('own (sanction) of 2026-03-02: 1 entries');
    expect(shown.output).toContain('Members are being screened: 0 so far, 0 alerts.');
    await writeFile(file, 'no list');
    expect((await watchlists('import', 'own', file, '--dated', '2026-03-03')).output).toContain(
      'can’t be read as a list',
    );
    // What was refused, or is there already, is not among it (finding: no row said who had ended entries of a list).
    await writeFile(file, 'id,name,aliases\nK-2,"Wanjiru, Jane",\n');
    expect((await watchlists('import', 'own', file, '--dated', '2026-03-04')).output).toContain('--removals any');
    await watchlists('import', 'own', file, '--dated', '2026-03-04', '--removals', 'any');
    const audited = await testApp.sql(
      `select a.actor, a.command, e.data from audit a join event e on e.uuid = a.event_uuid and e.tenant_id = a.tenant_id
        where e.type = 'watchlist.imported' order by e.id`,
    );
    const list = { list: 'own', kind: 'sanction', entries: 1, changed: 1 };
    expect(audited).toEqual([
      { actor: 'operator', command: 'importWatchlist', data: { ...list, dated: '2026-03-02', ended: 0 } },
      { actor: 'operator', command: 'importWatchlist', data: { ...list, dated: '2026-03-04', ended: 1 } },
    ]);
  });
});
