import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { metadata } from '#platform/postgres/mapping/metadata.ts';

/** Records are written by the unit of work, and transactions that write are opened by `transact`. */
const root = path.resolve(import.meta.dirname, '..');
const files = ['core', 'platform', 'subgraphs', 'gateway', 'rest-adapter', 'workers']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  )
  // The owner of the tables brings them to the present schema.
  .filter((file) => !file.startsWith('platform/postgres/migrations/'));

const tables = metadata.map(({ tableName }) => tableName);
const WRITES = new RegExp(
  String.raw`\b(?:update|insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?"?(${tables.join('|')})\b`,
  'gi',
);

/** What may not stand in a file, by the reason. */
function offences(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [
    ...[...code.matchAll(WRITES)].map(([statement]) => `${file}: “${statement}” is the unit of work’s`),
    ...(/\bEntityManager\b|\bem\.(?:find|persist|flush|remove|fork)/.test(code) ? [`${file}: an entity manager`] : []),
    ...(/\bdatabase\.write\(/.test(code) && file !== 'platform/app/transact.ts'
      ? [`${file}: transact opens transactions that write`]
      : []),
  ];
}

describe('Records', () => {
  it('are written by the unit of work alone', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(tables.length).toBeGreaterThan(40);
    expect(files.flatMap((file) => offences(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['an update of a mapped table', 'sql(`update loan set state = $1`)'],
    ['an insert in capitals over two lines', 'sql(`INSERT INTO\n webhook_delivery (id) values (1)`)'],
    ['a deletion within another statement', 'sql(`with gone as (delete from "invoice_line" where id = $1) select 1`)'],
    ['an entity manager', 'const found = await em.findOne(Loan, 1)'],
    ['its type', 'import type { EntityManager } from "@mikro-orm/core"'],
    ['a writing transaction elsewhere', 'await database.write(1, async () => undefined)'],
  ])('are guarded against %s', (_, code) => {
    expect(offences('platform/app/elsewhere.ts', code)).toHaveLength(1);
  });

  it('may have names that begin like those of other tables', () => {
    expect(offences('platform/app/x.ts', 'sql(`update loan_classification set band = $1`)')).toEqual([]);
  });
});
