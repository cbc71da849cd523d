import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#platform/app/refusal-catalogue.ts';
import { problemCatalogue } from '#rest/problems.ts';
import { restRefusals, transportRefusals } from '#rest/refusals.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

describe('The catalogue of problems', () => {
  it('is served as JSON, each with what to do', async () => {
    const { status, body } = await ports.call('GET', '/problems');
    expect(status).toBe(200);
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual([...problemCatalogue.keys()]);
    for (const entry of body.data) {
      expect(entry).toEqual({
        type: `http://umoja.test/problems/${entry.code}`,
        code: expect.stringMatching(/^[a-z_]+$/),
        status: expect.any(Number),
        title: expect.any(String),
        remedy: expect.any(String),
        retryable: expect.any(Boolean),
      });
      expect((await ports.call('GET', `/problems/${entry.code}`)).body).toEqual(entry);
    }
  });

  it('is served as pages to browsers', async () => {
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const all = await ports.call('GET', '/problems', { headers });
    expect(all.headers.get('content-type')).toContain('text/html');
    expect(all.text).toContain('href="/problems/insufficient_balance"');
    const one = await ports.call('GET', '/problems/insufficient_balance', { headers });
    expect(one.text).toContain('<h1>insufficient_balance</h1>');
    expect(one.text).not.toContain('<script');
  });

  it('does not know what is none', async () => {
    expect((await ports.call('GET', '/problems/%3Cscript%3E')).status).toBe(404);
  });
});

describe('The source', () => {
  const root = path.join(import.meta.dirname, '../..');
  const folders = ['core', 'platform', 'rest-adapter', 'workers', 'subgraphs'];

  it('refuses with codes of the catalogue only', async () => {
    const tables = new Set<string>();
    const strange: string[] = [];
    let files = 0;
    let refusals = 0;
    for (const folder of folders) {
      for (const entry of await readdir(path.join(root, folder), { withFileTypes: true, recursive: true })) {
        if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
        const file = path.join(entry.parentPath, entry.name);
        const text = await readFile(file, 'utf8');
        files += 1;
        for (const [, table, code] of text.matchAll(/\brefuse\(\s*(\w+[Rr]efusals)\.(\w+)/g)) {
          tables.add(table ?? '');
          refusals += 1;
          if (!problemCatalogue.has(code ?? '')) strange.push(`${file}: ${code}`);
        }
        for (const [, code] of text.matchAll(/new DomainError\(\s*'\w+',\s*'(\w+)'/g)) {
          refusals += 1;
          if (!problemCatalogue.has(code ?? '')) strange.push(`${file}: ${code}`);
        }
        for (const [, code] of text.matchAll(/new TransportError\(\s*'(\w+)'/g)) {
          refusals += 1;
          if (!problemCatalogue.has(code ?? '')) strange.push(`${file}: ${code}`);
        }
      }
    }
    expect(strange).toEqual([]);
    // A walk that saw nothing proves nothing.
    expect(files).toBeGreaterThan(100);
    expect(refusals).toBeGreaterThan(60);
    expect([...tables]).toEqual(expect.arrayContaining(['kernelRefusals', 'lendingRefusals', 'restRefusals']));
  });

  it('gives each code one meaning', () => {
    const codes = [...catalogue.keys(), ...Object.keys(restRefusals), ...Object.keys(transportRefusals)];
    expect(codes.length).toBe(new Set(codes).size);
  });
});
