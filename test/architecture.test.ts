import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { metadata } from '#platform/postgres/mapping/metadata.ts';

/**
 * The floors: who may import whom, and what stands where. Read from the source itself, so that nothing hides behind a
 * resolver; `import type` counts too.
 */
const root = path.resolve(import.meta.dirname, '..');
const FLOORS = ['core', 'platform', 'subgraphs', 'gateway', 'rest-adapter', 'workers'] as const;

type Import = { readonly from: string; readonly to: string };

const ALIASES: { readonly [prefix: string]: string } = {
  '#core/': 'core/',
  '#platform/': 'platform/',
  '#rest/': 'rest-adapter/',
  '#sub/': 'subgraphs/',
  '#gate/': 'gateway/',
  '#work/': 'workers/',
  '#test/': 'test/',
};

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Every module that a file names: static, re-exported, dynamic, required or only for its types. */
function importsOf(file: string, text = sourceOf(file)): Import[] {
  const code = withoutComments(text);
  const found = [
    ...code.matchAll(/\b(?:import|export)\s+(type\s+)?(?:[\w*{][\w*{}\s,$]*\s+from\s+)?['"]([^'"]+)['"]/g),
    ...code.matchAll(/\b(?:import|require)\s*(?:\.\s*resolve\s*)?\(\s*()['"]([^'"]+)['"]/g),
  ];
  return found.map((match) => ({ from: file, to: resolve(file, match[2] ?? '') }));
}

/** A file of ours as a path from its root; anything else as it is written. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  return alias === undefined ? specifier : `${ALIASES[alias]}${specifier.slice(alias.length)}`;
}

const isOurs = (target: string) => FLOORS.some((floor) => target.startsWith(`${floor}/`));
const folderOf = (file: string, depth: number) => file.split('/').slice(0, depth).join('/');

/** What each folder may import of ours beside itself. The first row that names a file holds. */
const MAY_IMPORT: readonly (readonly [from: string, to: readonly string[]])[] = [
  [
    'rest-adapter/',
    [
      'core/',
      'platform/app/',
      'platform/auth/',
      'platform/runtime/',
      'platform/outbound/',
      'platform/rails/callbacks/',
      'platform/redis/',
    ],
  ],
  ['subgraphs/', ['core/', 'platform/app/', 'platform/auth/', 'platform/runtime/', 'platform/outbound/']],
  [
    'workers/',
    [
      'core/',
      'platform/app/',
      'platform/auth/',
      'platform/runtime/',
      'platform/outbound/',
      'platform/queue/',
      'platform/rails/',
    ],
  ],
  // Code of browsers: it knows the graph by what is generated in its own folder.
  ['gateway/portal/', []],
  ['gateway/', ['platform/auth/', 'platform/runtime/', 'platform/outbound/']],
  // The partners' command line speaks to the public API, and signs as deliveries are signed.
  ['platform/partner-cli/', ['platform/outbound/signature.ts']],
  ['platform/cli/', ['core/', 'platform/', 'subgraphs/subgraphs.ts', 'gateway/check/', 'gateway/execute/graph.ts']],
  ['platform/demo/', ['core/', 'platform/']],
  // What main.ts starts: it knows every floor, as main.ts does.
  ['platform/roles/', ['core/', 'platform/', 'subgraphs/', 'gateway/', 'rest-adapter/', 'workers/']],
  [
    'platform/app/',
    [
      'core/',
      'platform/postgres/',
      'platform/rails/',
      'platform/queue/',
      'platform/outbound/',
      'platform/auth/',
      'platform/runtime/',
    ],
  ],
  ['platform/rails/', ['core/', 'platform/postgres/', 'platform/outbound/', 'platform/auth/', 'platform/runtime/']],
  ['platform/auth/', ['core/', 'platform/postgres/', 'platform/runtime/']],
  ['platform/queue/', ['core/', 'platform/postgres/', 'platform/redis/', 'platform/runtime/']],
  ['platform/redis/', ['core/', 'platform/runtime/']],
  ['platform/postgres/', ['core/', 'platform/runtime/']],
  ['platform/outbound/', ['core/', 'platform/runtime/']],
  // What proves the program may share no mistake with it.
  ['platform/judge/', []],
  // A limit counts by its caller.
  ['platform/runtime/', ['core/', 'platform/auth/']],
];

function mayImport({ from, to }: Import): boolean {
  if (from.startsWith('core/')) return mayCoreImport(from, to);
  const [own, others] = MAY_IMPORT.find(([folder]) => from.startsWith(folder)) ?? ['', []];
  return !isOurs(to) || to.startsWith(own) || others.some((folder) => to.startsWith(folder));
}

function mayCoreImport(from: string, to: string): boolean {
  if (!to.startsWith('core/')) return false;
  if (from.startsWith('core/kernel/')) return to.startsWith('core/kernel/');
  if (to.startsWith('core/kernel/')) return true;
  // The one context that several may know.
  if (to.startsWith('core/payments/')) return true;
  if (folderOf(from, 2) !== folderOf(to, 2)) return false;
  const [, , room] = from.split('/');
  const isAggregate = from.split('/').length > 3 && room !== 'use-cases';
  if (!isAggregate) return true;
  // An aggregate sees itself and the context's own words (files at its root), never a sibling.
  return folderOf(from, 3) === folderOf(to, 3) || to.split('/').length === 3;
}

/** Text between quotes: what may be SQL. A template ends where its last one does, whatever it holds. */
const literalsOf = (text: string) =>
  [...withoutComments(text).matchAll(/`[^`]*`?|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g)].map(([literal]) =>
    literal.slice(1).replace(/[`'"]$/, ''),
  );
const SQL = new RegExp(
  String.raw`^\s*(select\s[\s\S]*\sfrom\s|select\s+[a-z_.]+\(|insert\s+into\s|merge\s+into\s|update\s+\S+\s+(\w+\s+)?set\s|` +
    String.raw`delete\s+from\s|with\s+\w+\s+as\s*\(|truncate\s|call\s+[a-z_.]+\(|lock\s+table\s)`,
  'i',
);

/** Tables that the mappings name: their rows are written by the unit of work alone. */
const TABLES = metadata.map(({ tableName }) => tableName);
const WRITES = new RegExp(
  String.raw`\b(?:update|insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?` +
    String.raw`(?:"?public"?\.)?"?(${TABLES.join('|')})\b`,
  'gi',
);

/** A table whose name a statement is given: no rule sees which. */
const COMPUTED =
  /\b(?:update|insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?\$\{/gi;
/** Where it may be, and why. */
const COMPUTES_TABLES: { readonly [file: string]: string } = {
  'platform/postgres/statements.ts': 'The statements of the unit of work.',
  'platform/postgres/privacy/forget.ts':
    'An erasure clears what the tables of its catalogue hold of a person, in rows of others as well, as the last step of its use case.',
  'platform/rails/sandbox/books.ts': 'The two books of the sandbox’s own provider, which no mapping names.',
};

/** What transports are made of. What a webhook's receiver replied is a fact of the trade, and so are addresses. */
const TRANSPORT = new RegExp(
  String.raw`\b(HTTP\w*|http[A-Z]\w*|[eE][tT]ags?|If-Match|ifMatch|[Pp]ointers?|pointer:|[Ss]tatus_?[Cc]ode|status:\s*[1-5]\d\d|` +
    String.raw`[Cc]ontent-?[Tt]ype|[Hh]eaders?|[Cc]ookies?|(?:GET|POST|PUT|PATCH|DELETE)\s+/|application/json)\b|(?<=['"\x60])#/|/api/v\d`,
  'g',
);

type Rule = {
  /** What is wrong there. */
  readonly name: string;
  readonly appliesTo: (file: string) => boolean;
  /** What of a file breaks the rule. */
  readonly broken: (text: string) => readonly string[];
};

const matches = (text: string, pattern: RegExp) => [...withoutComments(text).matchAll(pattern)].map(([found]) => found);

const RULES: readonly Rule[] = [
  {
    name: 'the mapper is used outside platform/postgres/{mapping,migrations}',
    appliesTo: (file) => !/^platform\/postgres\/(mapping|migrations)\//.test(file),
    broken: (text) => matches(text, /@mikro-orm\/\w+|\bEntityManager\b|\bem\.\w+\(/g),
  },
  {
    name: 'SQL stands in an adapter or in the core',
    appliesTo: (file) => /^(workers|rest-adapter|subgraphs|gateway|core)\//.test(file),
    broken: (text) => [...literalsOf(text).filter((literal) => SQL.test(literal)), ...matches(text, /\bsql\s*[(`<]/g)],
  },
  {
    name: 'a word of HTTP stands in the core',
    appliesTo: (file) => file.startsWith('core/'),
    broken: (text) => matches(text, TRANSPORT),
  },
  {
    name: 'the environment is read or changed',
    // main.ts, which is on no floor, hands out what it says.
    appliesTo: (file) => !file.startsWith('platform/'),
    broken: (text) => matches(text, /\bprocess\.env\b/g),
  },
  {
    name: 'a database is written to past transact',
    // database.ts says what a store is, transact.ts writes.
    appliesTo: (file) => !['platform/app/transact.ts', 'platform/postgres/database.ts'].includes(file),
    broken: (text) => matches(text, /\b(?:\w*[dD]atabase|admitted)\b[^;,\n=]*\.write\b|Pick<Database, [^>]*'write'/g),
  },
  {
    name: 'a mapped table is written to past the unit of work',
    // The owner of the tables brings them to the present schema.
    appliesTo: (file) => !file.startsWith('platform/postgres/migrations/'),
    broken: (text) => matches(text, WRITES).map((found) => found.replaceAll(/\s+/g, ' ')),
  },
  {
    name: 'a table is written to whose name is computed',
    appliesTo: (file) => !file.startsWith('platform/postgres/migrations/') && !Object.hasOwn(COMPUTES_TABLES, file),
    broken: (text) => matches(text, COMPUTED).map((found) => found.replaceAll(/\s+/g, ' ')),
  },
  {
    name: 'a type of the database is handed to adapters under another name',
    // Views and lists are what adapters read: these two files say which.
    appliesTo: (file) => file.startsWith('platform/app/') && !/^platform\/app\/(views|lists)\.ts$/.test(file),
    broken: (text) => [
      ...matches(text, /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*from\s*'[^']*postgres\/[^']*'/g),
      ...importedNames(text, 'postgres/').flatMap((name) =>
        matches(
          text,
          new RegExp(`\\bexport\\s+(?:type\\s+)?(?:\\w+\\s*=\\s*${name}\\s*;|\\{[^}]*\\b${name}\\b[^}]*\\}\\s*;)`, 'g'),
        ),
      ),
    ],
  },
];

/** The names under which a text knows what it imports from a folder. */
const importedNames = (text: string, folder: string) =>
  [...withoutComments(text).matchAll(/\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']*)'/g)]
    .filter(([, , from]) => from?.includes(folder))
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.replace(/^[\s\S]*\bas\b|^\s*type\b/, '').trim())
    .filter((name) => name !== '');

const breaches = (rule: Rule, files: readonly string[]) =>
  files
    .filter((file) => rule.appliesTo(file))
    .flatMap((file) => rule.broken(sourceOf(file)).map((what) => `${file}: ${what.slice(0, 80)}`));

describe('The floors', () => {
  const files = FLOORS.flatMap(sourceFiles);
  const imports = files.flatMap((file) => importsOf(file));

  it('are read whole: every file, and imports in nearly all of them', () => {
    const perFloor = Object.fromEntries(
      FLOORS.map((floor) => [floor, files.filter((f) => f.startsWith(`${floor}/`)).length]),
    );
    for (const floor of FLOORS) expect([floor, (perFloor[floor] ?? 0) > 10]).toEqual([floor, true]);
    expect(files.length).toBeGreaterThan(700);
    const silent = files.filter((file) => !imports.some(({ from }) => from === file));
    expect(silent.length).toBeLessThan(files.length / 4);
    expect(TABLES.length).toBeGreaterThan(40);
  });

  it('have no import upwards or sideways', () => {
    expect(imports.filter((line) => !mayImport(line)).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('point at files that exist', () => {
    const missing = imports.filter(({ to }) => isOurs(to) && /\.tsx?$/.test(to) && !files.includes(to));
    expect(missing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('have a reason only where a table’s name is computed', () => {
    const computing = Object.keys(COMPUTES_TABLES).filter((file) => matches(sourceOf(file), COMPUTED).length > 0);
    expect(computing).toEqual(Object.keys(COMPUTES_TABLES));
  });

  it.each(RULES.map((rule) => [rule.name, rule] as const))('have no place where %s', (_, rule) => {
    expect(breaches(rule, files)).toEqual([]);
  });
});

describe('The rules', () => {
  const broken = (name: string, text: string) =>
    RULES.find((rule) => rule.name.includes(name))
      ?.broken(text)
      .map((what) => what.slice(0, 30));

  it.each([
    ['mapper', "import type { EntityManager } from 'x';", ['EntityManager']],
    ['mapper', "import { MikroORM } from '@mikro-orm/core';", ['@mikro-orm/core']],
    ['environment', "process.env.TZ = 'UTC';", ['process.env']],
    ['mapper', 'const found = await em.findOne(Loan, 1);', ['em.findOne(']],
    ['SQL stands', 'const rows = await ask(`select id from loan`);', ['select id from loan']],
    ['SQL stands', "await sql('delete from reaction');", ['delete from reaction', 'sql(']],
    ['SQL stands', 'await ask("select close_loan(1)");', ['select close_loan(1)']],
    ['word of HTTP', "refuse({ errors: [{ pointer: '#/amount' }] })", ['pointer', '#/']],
    ['word of HTTP', "const at = '#/amount'; const etag = 1;", ['#/', 'etag']],
    ['word of HTTP', "const remedy = 'Use GET /v1/app.'; const httpStatus = 409;", ['GET /', 'httpStatus']],
    [
      'another name',
      "export type { Loans } from '../postgres/lending/repository.ts';",
      ["export type { Loans } from '.."],
    ],
    [
      'another name',
      "import type { Tx as Other } from '../postgres/database.ts';\nexport type Mine = Other;",
      ['export type Mine = Other;'],
    ],
    [
      'another name',
      "import { type Tx, open } from '../../postgres/database.ts';\nexport { open, run };",
      ['export { open, run };'],
    ],
    ['word of HTTP', 'const ETag = version;', ['ETag']],
    ['word of HTTP', "const remedy = 'See /api/v1/loans.';", ['/api/v1']],
    ['computed', 'sql(`update ${table} set state = $1`)', ['update ${']],
    ['computed', 'sql(`delete from "${table}" where id = $1`)', ['delete from "${']],
    ['past transact', 'await database.write(tenantId, work);', ['database.write']],
    ['past transact', 'await admitted(database).write(tenantId, work);', ['admitted(database).write']],
    ['unit of work', "await tx.sql('update loan set state = $1');", ['update loan']],
    ['unit of work', 'await tx.sql(`with x as (\n insert into  loan (id) values (1))`);', ['insert into loan']],
    ['unit of work', 'sql(`UPDATE public."loan" set state = $1`)', ['UPDATE public."loan']],
    [
      'unit of work',
      'sql(`with gone as (delete from only invoice_line where id = $1) select`)',
      ['delete from only invoice_line'],
    ],
  ])('name what breaks: %s, %s', (name, text, expected) => {
    expect(broken(name, text)).toEqual(expected);
  });

  it.each([
    ['SQL stands', "const help = 'Update the list of rows';"],
    ['another name', "import type { Tx } from '../postgres/database.ts';\nexport type Mine = { readonly tx: Tx };"],
    ['unit of work', "await tx.sql('update outbox set seen = true');"],
    ['unit of work', 'sql(`update loan_classification set band = $1`)'],
    ['word of HTTP', '/** As HTTP would. */ const a = 1;'],
  ])('let pass what does not: %s, %s', (name, text) => {
    expect(broken(name, text)).toEqual([]);
  });
});

describe('The reader of imports', () => {
  const seen = (text: string) => importsOf('core/lending/loan/loan.ts', text).map(({ to }) => to);

  it.each([
    ["import fastify from 'fastify';", 'fastify'],
    ["import type { Log } from 'pino';", 'pino'],
    ["import 'side-effect';", 'side-effect'],
    ["export { x } from 'elsewhere';", 'elsewhere'],
    ["export * from './sibling.ts';", 'core/lending/loan/sibling.ts'],
    ["const later = await import('node:fs');", 'node:fs'],
    ["const old = require('legacy');", 'legacy'],
    ["import {\n  a,\n  b,\n} from '#core/kernel/money.ts';", 'core/kernel/money.ts'],
  ])('sees %j', (text, target) => {
    expect(seen(text)).toEqual([target]);
  });

  it.each([
    ['core/lending/loan/loan.ts', 'pg', false],
    ['core/lending/loan/loan.ts', 'node:crypto', false],
    ['core/lending/loan/loan.ts', 'core/education/student/student.ts', false],
    ['core/lending/loan/loan.ts', 'core/lending/disbursement/disbursement.ts', false],
    ['core/lending/loan/loan.ts', 'core/lending/refusals.ts', true],
    ['core/lending/ports.ts', 'core/payments/rail.ts', true],
    ['rest-adapter/server.ts', 'platform/postgres/database.ts', false],
    ['rest-adapter/server.ts', 'subgraphs/change.ts', false],
    ['workers/react.ts', 'platform/postgres/lending/views/loans.ts', false],
    ['subgraphs/change.ts', 'platform/app/views.ts', true],
    ['gateway/server.ts', 'core/kernel/money.ts', false],
    ['gateway/portal/main.ts', 'platform/runtime/wire.ts', false],
    ['gateway/portal/main.ts', 'gateway/server.ts', false],
    ['gateway/portal/main.ts', 'gateway/portal/frame/router.tsx', true],
    ['platform/rails/rails.ts', 'platform/app/transact.ts', false],
    ['platform/postgres/database.ts', 'platform/demo/demo.ts', false],
    ['platform/app/compose.ts', 'platform/postgres/database.ts', true],
  ])('holds the floors: %s -> %s', (from, to, may) => {
    expect(mayImport({ from, to })).toBe(may);
  });
});
