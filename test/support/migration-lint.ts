/**
 * Migrations through this one make the first release: no database with anyone's data has run a part of them. Those behind it
 * meet tables that are large and in use, and processes of the version before.
 */
export const LAST_OF_THE_BASELINE = 120;

type Rule = { readonly finds: RegExp; readonly why: string };

/** What may not stand in a migration, unless its table is made by the same file. `table` is the first group of each. */
const RULES: readonly Rule[] = [
  {
    finds: /\bdrop table (?:if exists )?(\w+)/g,
    why: 'the version before still reads it: stop using it now, drop it in the version after the next',
  },
  {
    finds: /\balter table (?:only )?(\w+)[^;]*?\bdrop column\b/g,
    why: 'the version before still writes it: stop using it now, drop it in the version after the next',
  },
  {
    finds: /\balter table (?:only )?(\w+)[^;]*?\brename\b/g,
    why: 'the version before knows the old name: add the new one beside it',
  },
  {
    finds: /\balter table (?:only )?(\w+)[^;]*?\balter column \w+ (?:set data )?type\b/g,
    why: 'it rewrites the table under a lock: add a column and fill it in batches',
  },
  {
    finds: /\balter table (?:only )?(\w+)[^;]*?\balter column \w+ set not null\b/g,
    why: 'it reads the whole table under a lock, and the version before may write null: add a check, not valid, and validate it later',
  },
  {
    finds: /\balter table (?:only )?(\w+)[^;]*?\badd column (?:(?!default|,|;)[^])*?\bnot null\b(?![^,;]*\bdefault\b)/g,
    why: 'the version before does not write it: give it a default',
  },
  {
    finds:
      /\balter table (?:only )?(\w+)[^;]*?\badd (?:constraint \w+ )?(?:check|foreign key)\b(?![^;]*\bnot valid\b)/g,
    why: 'it reads the whole table under a lock: add it not valid, and validate it in a migration of its own',
  },
  {
    finds: /\b(?:update (?:only )?(?=\w+(?: (?:as )?\w+)? set\b)|delete from (?:only )?)(\w+)\b/g,
    why: 'one statement over a large table holds its rows locked: change them in batches, by a task of the workers',
  },
];

/** What a migration does that stops who works meanwhile, or the version before; none where it may run beside both. */
export function lintMigration(sql: string): string[] {
  const text = withoutBodies(sql);
  const made = new Set([...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table));
  return RULES.flatMap(({ finds, why }) =>
    [...text.matchAll(finds)]
      .filter(([, table]) => table !== undefined && !made.has(table))
      .map(([statement, table]) => `${table}: "${statement.replace(/\s+/g, ' ')}": ${why}.`),
  );
}

/** Comments and bodies of functions say nothing of what the migration itself does. */
const withoutBodies = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/as \$(\w*)\$[^]*?\$\1\$/g, 'as $$$$')
    .toLowerCase();
