import { readdirSync, readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

const folder = import.meta.dirname;

/** All migrations, in the order of their numbers: one file of SQL each, run in a transaction of its own. */
export const migrations = inOrder(readdirSync(folder).filter((file) => file.endsWith('.sql'))).map((name) => ({
  name,
  class: class extends Migration {
    override up(): void {
      this.addSql(readFileSync(`${folder}/${name}.sql`, 'utf8'));
    }
  },
}));

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
