import { wayOf } from '#platform/postgres/migrations/migrations.ts';

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
    finds:
      /\balter table (?:only )?(\w+)[^;]*?\badd column [^,;]*\b(?:check|references|unique|primary key|stored|identity)\b/g,
    why: 'it reads or writes the whole table under a lock: add the column alone, and what it needs in steps of their own',
  },
  {
    finds:
      /\balter table (?:only )?(\w+)[^;]*?\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!\s+using index)/g,
    why: 'it makes an index under a lock: make a unique index concurrently, and add the constraint using it',
  },
  {
    finds: /\bcreate (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/g,
    why: 'nobody writes while it is made: make it concurrently, in a migration that runs statement by statement',
  },
  {
    finds: /\bcall template\.index_\w+\(\s*'(\w+)'/g,
    why: 'it makes indexes of a new table: of another, make each concurrently, in a migration that runs statement by statement',
  },
  {
    finds: /\binsert into (\w+)\b[^;]*?\bselect\b/g,
    why: 'it may fill a large table in one statement: fill it in batches (`-- runs in batches`)',
  },
  {
    finds:
      /\b(?:truncate|cluster|vacuum full|reindex(?: table| index)?|lock(?: table)?) (?!concurrently)(?:only )?(\w+)\b/g,
    why: 'it locks the whole table for as long as it takes',
  },
  {
    finds: /\b(?:update (?:only )?(?=\w+(?: (?:as )?\w+)? set\b)|delete from (?:only )?)(\w+)\b/g,
    why: 'one statement over a large table holds its rows locked: change them in batches (`-- runs in batches`)',
  },
];

/** What runs statement by statement: it waits for others without a lock that would keep them from their work. */
const BY_ITSELF =
  /^(?:drop index concurrently if exists (?<dropped>\w+)|create (?:unique )?index concurrently (?<made>\w+) on \w+[^]*|alter table \w+ validate constraint \w+|analyze \w+)$/;

/** What a migration does that stops who works meanwhile, or the version before; none where it may run beside both. */
export function lintMigration(sql: string): string[] {
  const text = withoutBodies(sql);
  const way = wayOf(sql);
  if (way === 'in batches') return [];
  if (way === 'statement by statement') return lintStatements(text);
  const made = new Set([...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table));
  const found = RULES.flatMap(({ finds, why }) =>
    [...text.matchAll(finds)]
      .filter(([, table]) => table !== undefined && !made.has(table))
      .map(([statement, table]) => `${table}: "${statement.replace(/\s+/g, ' ')}": ${why}.`),
  );
  const together = /\bnot valid\b[^]*\balter table (\w+)[^;]*\bvalidate constraint\b/.exec(text);
  if (!together) return found;
  return [...found, `${together[1]}: it is validated under the lock that adding it took: in a migration of its own.`];
}

/** An index that could not be made to its end stays, and is of no use: who makes one removes what was left. */
function lintStatements(text: string): string[] {
  const dropped = new Set<string>();
  return text
    .split(/;\s*/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .flatMap((statement) => {
      const found = BY_ITSELF.exec(statement)?.groups;
      if (!BY_ITSELF.test(statement)) return [`"${statement}" does not belong where each statement runs by itself.`];
      if (found?.['dropped'] !== undefined) dropped.add(found['dropped']);
      const index = found?.['made'];
      if (index === undefined || dropped.has(index)) return [];
      return [`${index}: drop it concurrently first, if it exists: an earlier try may have left a part of it.`];
    });
}

/** Comments and bodies of functions say nothing of what the migration itself does. */
const withoutBodies = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/as \$(\w*)\$[^]*?\$\1\$/g, 'as $$$$')
    .toLowerCase();
