import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofWords } from '#gate/portal/pages/books/proof-words.ts';
import { checks } from '#platform/postgres/ledger/verify.ts';
import { ruleText } from '#gate/portal/pages/approvals/rule-text.ts';
import { builtPortal, type BuiltPortal } from '#gate/portal-server/built-portal.ts';
import { portalDocuments, servePortal } from '#gate/portal-server/serve-portal.ts';
import { trustedDocuments } from '#gate/trusted-documents.ts';
import { recordingLog } from '#test/support/recording-log.ts';

const served = async (portal: BuiltPortal, url: string, accept = 'text/html') => {
  const app = fastify();
  servePortal(app, portal);
  const reply = await app.inject({ url, headers: { accept } });
  await app.close();
  return reply;
};
const notYet = { files: () => null, failure: () => null, ready: Promise.resolve() };

describe('A portal that is being built', () => {
  it('says so at every address, and looks again by itself without a script', async () => {
    const page = await served(notYet, '/loans');
    expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(page.body).toContain('http-equiv="refresh" content="1"');
    expect(page.body).not.toMatch(/<script|<style|\sstyle=/);
    expect((await served(notYet, '/building.css')).statusCode).toBe(200);
  });

  it('is no page for programs', async () => {
    expect((await served(notYet, '/loans', 'application/json')).statusCode).toBe(404);
    expect((await served(notYet, '/assets/index.js')).statusCode).toBe(404);
  });

  it('says that it can not be built where that failed', async () => {
    const page = await served({ ...notYet, failure: () => 'no bundler' }, '/');
    expect(page.body).toContain('could not be built');
    expect(page.body).not.toContain('refresh');
  });
});

describe('A portal that came built with its package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'umoja-built-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Umoja</title>');
    await writeFile(path.join(folder, 'assets/index-a1.js'), 'void 0;');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is served as it is: nothing is built or written', async () => {
    const { log } = recordingLog();
    const portal = builtPortal({ packaged: folder, caches: [] }, log);
    await portal.ready;
    expect((await served(portal, '/')).body).toContain('<title>Umoja</title>');
    const asset = await served(portal, '/assets/index-a1.js', '*/*');
    expect(asset.headers['cache-control']).toContain('immutable');
  });

  it('says why where there is neither a package nor a place to build', async () => {
    const { log } = recordingLog();
    const portal = builtPortal({ packaged: path.join(folder, 'none'), caches: [] }, log);
    await portal.ready;
    expect(portal.failure()).toContain('None of these folders can be written');
  });
});

describe('The documents of the portal', () => {
  it('are trusted in live, where nothing else is', async () => {
    const own = (await portalDocuments()) as Record<string, string>;
    const { log } = recordingLog();
    const documents = await trustedDocuments({
      path: null,
      own,
      live: 'trusted',
      refusalOf: () => null,
      everyMs: 1_000,
      log,
    });
    for (const text of Object.values(own)) {
      const hash = createHash('sha256').update(text).digest('hex');
      expect(() => documents.admit({ text: '', hash }, 'live')).not.toThrow();
    }
    expect(() => documents.admit({ text: '{ viewer { actor } }', hash: null }, 'live')).toThrow(
      /registered beforehand/,
    );
    documents.close();
  });
});

describe('The words of the portal', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  /** The sources below a folder, without what is derived. */
  async function sourcesOf(folder: string): Promise<readonly string[]> {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !parentPath.includes('generated'));
    return Promise.all(files.map(({ name, parentPath }) => readFile(path.join(parentPath, name), 'utf8')));
  }

  /** They choose buttons and where a link leads: nobody reads them. */
  const NOT_READ =
    /Action$|^(InstitutionMode|MobileMoneyProvider|InvoicePaymentState|TariffDirection|DeathClaimPartState|ProtectedField|ResultRemark)$/;

  it('are there in every language for every value of an enum that a page reads, complete by type', async () => {
    const derived = await readFile(path.join(root, 'gateway/portal/graph/generated/graphql.ts'), 'utf8');
    const enums = [...derived.matchAll(/^export type (\w+) =\s+(?:\/\*\*[\s\S]*?\*\/\s+)?\| '/gm)].map(
      ([, name = '']) => name,
    );
    const replies = [...derived.matchAll(/^export type \w+(?:Query|Fragment) = .*$/gm)].join('\n');
    const read = enums.filter((name) =>
      new RegExp(String.raw`[:<] (?:ReadonlyArray<)?${name}\b|<${name}>`).test(replies),
    );
    expect(read.length).toBeGreaterThan(50);
    const code = (await sourcesOf('gateway/portal')).join('\n');
    const hasWords = (name: string) =>
      new RegExp(String.raw`\bin [^\]]*\b${name}\b[^\]]*\]|\b(?:State)?Words<${name}>`).test(code);
    expect(read.filter((name) => !NOT_READ.test(name) && !hasWords(name))).toEqual([]);
  });

  it('say in Swahili why something takes two people, with amounts as money, whatever the rule', async () => {
    const code = (await sourcesOf('core')).join('\n');
    const written = [...code.matchAll(/(?<=rule(?::| =) |claim, )['`]([^'`\n]* takes two people\.)['`]/g)];
    const rules = written.flatMap(([, rule = '']) =>
      rule.includes('${doing}') ? ['Charging', 'Waiving'].map((doing) => rule.replace('${doing}', doing)) : [rule],
    );
    expect(rules.length).toBeGreaterThan(20);
    for (const rule of rules) {
      const filled = rule.replaceAll(/\$\{(limit|amount|free)\}/g, '5000000').replaceAll(/\$\{[^}]*\}/g, '7');
      const [english, swahili] = [ruleText(filled, 'en'), ruleText(filled, 'sw')];
      expect(swahili).toMatchObject({ language: 'sw', text: expect.stringContaining('watu wawili') });
      expect([english.text, swahili.text].join()).not.toMatch(/5000000|[{}]/);
      if (filled.includes('5000000')) expect(swahili.text).toContain('KES\u00A050,000.00');
    }
  });

  it('replace the amount of a rule, not a number that is like it', () => {
    const rule = 'Settling loan L-000500 with 500 by the insurer takes two people.';
    expect(ruleText(rule, 'en').text).toBe(
      'Settling loan L-000500 with KES\u00A05.00 by the insurer takes two people.',
    );
  });
});

describe('The proofs of the books', () => {
  it('have words in Swahili, each check its own', () => {
    const words = checks.map(({ name }) => proofWords(name, 'sw'));
    expect(checks.filter((_, place) => words[place] === null).map(({ name }) => name)).toEqual([]);
    for (const key of ['title', 'means'] as const) {
      const said = words.map((each) => each?.[key] ?? '');
      expect(said.filter((text) => text === '' || /_/.test(text))).toEqual([]);
      expect(new Set(said).size).toBe(checks.length);
    }
  });

  it('say as much in Swahili as the server does', () => {
    const clauses = (text: string) => text.match(/[.;](?= |$)/g)?.length ?? 0;
    const fewer = checks.filter(({ name, means }) => clauses(proofWords(name, 'sw')?.means ?? '') !== clauses(means));
    expect(fewer.map(({ name }) => name)).toEqual([]);
  });
});
