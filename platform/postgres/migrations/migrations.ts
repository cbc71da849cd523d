import { readdirSync, readFileSync } from 'node:fs';

const folder = import.meta.dirname;

/** A file of SQL, by its name without the ending. */
export type MigrationFile = { readonly name: string; readonly read: () => string };

/** All migrations, in the order of their numbers: one file of SQL each. */
export const migrations: readonly MigrationFile[] = inOrder(
  readdirSync(folder).filter((file) => file.endsWith('.sql')),
).map((name) => ({ name, read: () => readFileSync(`${folder}/${name}.sql`, 'utf8') }));

/**
 * Migrations through this one make the first release: no database with anyone's data has run a part of them. Those behind it
 * meet tables that are large and in use, and processes of the version before.
 */
const LAST_OF_THE_BASELINE = 112;

export const isOfBaseline = ({ name }: Pick<MigrationFile, 'name'>): boolean =>
  Number(name.slice(0, 4)) <= LAST_OF_THE_BASELINE;

/**
 * How a migration runs: in a transaction; each statement by itself, as indexes are made concurrently; or as one statement that is
 * repeated, batch by batch. The first line of its file says so where it is no transaction. See decision 68.
 */
export type Way = 'in a transaction' | 'statement by statement' | 'in batches';

/** @throws Error where the first line names no way that there is */
export function wayOf(sql: string): Way {
  const [, way] = /^-- runs (.*)\n/.exec(sql) ?? [];
  if (way === undefined) return 'in a transaction';
  if (way === 'statement by statement' || way === 'in batches') return way;
  throw new Error(
    `A migration does not run "${way}": it runs statement by statement, in batches, or in a transaction.`,
  );
}

/**
 * The names of migrations, ordered. Their numbers are one line without gaps: what one database ran before another
 * migration, every database runs before it.
 * @throws Error naming the file that breaks the line
 */
export function inOrder(files: readonly string[]): readonly string[] {
  return [...files].sort().map((file, index) => {
    const [, name, number] = /^((\d{4})-[a-z]+(?:-[a-z]+)*)\.sql$/.exec(file) ?? [];
    if (name === undefined) throw new Error(`${file} is no name of a migration, as 0013-branch-hours.sql is.`);
    const wanted = String(index + 1).padStart(4, '0');
    if (number !== wanted) throw new Error(`The migration ${file} must have the number ${wanted}.`);
    return name;
  });
}
