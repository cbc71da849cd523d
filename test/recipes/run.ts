import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EXAMPLES, type Example } from './examples.ts';

/**
 * `npm run recipes [words of a heading]...` follows the recipes of docs/recipes.md, each alone: what it says is written
 * into a copy of the last commit, then its own proof is run there. It takes minutes, so it is no part of the tests.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const RECIPES = readFileSync(path.join(ROOT, 'docs/recipes.md'), 'utf8');
const MIGRATIONS = 'platform/postgres/migrations';

/** The command that proves a recipe. */
function proofOf({ recipe, names = {} }: Example): string {
  const section = RECIPES.split('\n## ').find((text) => text.startsWith(`${recipe}\n`));
  const command = section && /^Prove it: `([^`]+)`/m.exec(section)?.[1];
  if (!command) throw new Error(`docs/recipes.md has no recipe “${recipe}” with a proof.`);
  return command.replaceAll(/<(\w+)>/g, (word, name: string) => names[name] ?? word);
}

function nextMigration(copy: string): string {
  const last = readdirSync(path.join(copy, MIGRATIONS)).flatMap((file) => /^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? []);
  return String(Math.max(...last.map(Number)) + 1).padStart(4, '0');
}

function write(copy: string, { edits }: Example): void {
  const number = nextMigration(copy);
  for (const edit of edits) {
    const file = path.join(copy, edit.file.replace('NNNN', number));
    if (!('after' in edit || 'before' in edit || 'instead' in edit)) {
      if (existsSync(file)) throw new Error(`${edit.file} exists already.`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, edit.text);
      continue;
    }
    const at = 'after' in edit ? edit.after : 'before' in edit ? edit.before : edit.instead;
    const [before, after, ...more] = readFileSync(file, 'utf8').split(at);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`${edit.file} does not have this text exactly once:\n${at}`);
    const text = 'after' in edit ? `${at}${edit.text}` : 'before' in edit ? `${edit.text}${at}` : edit.text;
    writeFileSync(file, `${before}${text}${after}`);
  }
}

/** What a command takes over from what tests sent. */
const RECORDED = 'rest-adapter/openapi/examples.json';

/** The files that a person writes; tests come on top. */
function handWritten({ edits }: Example): { readonly files: number; readonly portal: number } {
  const files = new Set(edits.map(({ file }) => file).filter((file) => !file.startsWith('test/') && file !== RECORDED));
  const portal = [...files].filter((file) => file.startsWith('gateway/portal/')).length;
  return { files: files.size - portal, portal };
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });

function follow(example: Example): boolean {
  const copy = mkdtempSync(path.join(tmpdir(), 'umoja-recipe-'));
  const startedAt = performance.now();
  try {
    git('worktree', 'add', '--quiet', '--detach', '--force', copy, 'HEAD');
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
    write(copy, example);
    const prettier = path.join(copy, 'node_modules/.bin/prettier');
    const sources = example.edits.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
    execFileSync(prettier, ['--write', '--log-level', 'warn', ...sources], { cwd: copy, stdio: 'ignore' });
    const { status, stdout, stderr } = spawnSync(proofOf(example), { cwd: copy, shell: true, encoding: 'utf8' });
    const { portal: ofPortal = 0 } = example;
    const written = handWritten(example);
    const isGreen = status === 0 && written.files === example.files && written.portal === ofPortal;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const files = `${written.files} of ${example.files} files, ${written.portal} of ${ofPortal} of the portal`;
    process.stdout.write(`${isGreen ? 'green' : 'RED  '}  ${example.recipe} (${files}, ${seconds} s)\n`);
    if (status !== 0) process.stdout.write(`${stdout}${stderr}`.slice(-8_000));
    return isGreen;
  } finally {
    git('worktree', 'remove', '--force', copy);
    rmSync(copy, { recursive: true, force: true });
  }
}

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = EXAMPLES.filter(
  ({ recipe }) => words.length === 0 || words.some((word) => recipe.toLowerCase().includes(word)),
);
process.exitCode = chosen.length > 0 && chosen.map(follow).every(Boolean) ? 0 : 1;
