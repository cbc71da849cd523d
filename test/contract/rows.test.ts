import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '#rest/routes.ts';
import { rows } from './rows.ts';

/** The titles of all tests of the contract, and of those that are still to be written. */
const sources = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts') && file !== path.basename(import.meta.filename))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
const todos = sources.flatMap((text) => [...text.matchAll(/\.todo\(\s*'([^']+)'/g)].map(([, title = '']) => title));
const emitted = sources.map((text) => text.replaceAll(/\.todo\(\s*'[^']+'/g, '')).join('\n');

/** The operations that a row such as `Loans | /loans | GET, POST, PATCH` names, as far as they are served. */
function served(row: string): string[] {
  const [, collection = '', methods = ''] = /(\/[a-z_/{}]+) \| ((?:GET|POST|PATCH|DELETE)(?:, \w+)*)/.exec(row) ?? [];
  return methods.split(', ').filter((method) =>
    routes.some((route) => {
      const at = route.path.replace(/^\/api\/v1|^\/v1/, '');
      return route.method === method && (at === collection || at === `${collection}/{id}`);
    }),
  );
}

describe.each(Object.entries(rows))('Of the contract, %s', (_, section) => {
  it.each(section)('has a test: %s', (row) => {
    expect(emitted.includes(row)).toBe(true);
  });
});

describe('A row whose test is still to be written', () => {
  it('is not served yet', () => {
    expect(todos.filter((todo) => served(todo).length > 0)).toEqual([]);
  });

  it('would be noticed', () => {
    expect(served('Loans | /loans | GET, POST, PATCH')).toEqual(['GET', 'POST', 'PATCH']);
    expect(served('Savings transactions | /savings_accounts/{id}/transactions | GET, POST')).toEqual(['GET', 'POST']);
    expect(served('Ships | /ships | GET, POST')).toEqual([]);
  });

  it('is none any more: every method of every group is served', () => {
    const endpoints = rows['4. Endpoints, surface B']?.filter((row) => row.includes(' | /')) ?? [];
    expect(endpoints).toHaveLength(11);
    for (const row of endpoints) expect([row, served(row).join(', ')]).toEqual([row, row.split(' | ')[2]]);
  });
});
