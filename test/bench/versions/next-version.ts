import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfCheckout } from '../../support/copy-of-checkout.ts';
import { runFile } from '../../support/umoja-process.ts';

/** A text behind another one that the file has exactly once. */
type Edit = { readonly file: string; readonly after: string; readonly text: string };

const ACCOUNT = 'core/savings/account';
/** A new state of savings accounts with two actions, a column that one of them writes, and a table with a row for each. */
const EDITS: readonly Edit[] = [
  { file: `${ACCOUNT}/lifecycle.ts`, after: `'dormant', 'closed', 'rejected'`, text: `, 'watched'` },
  {
    file: `${ACCOUNT}/lifecycle.ts`,
    after: `      means: 'The account may be used again.',
    },
`,
    text: `    watch: {
      from: ['active'],
      to: 'watched',
      emits: 'savings_account.watched',
      needsReason: true,
      means: 'Someone looks at each movement of the account.',
    },
    unwatch: {
      from: ['watched'],
      to: 'active',
      emits: 'savings_account.unwatched',
      means: 'The account is as any other again.',
    },
`,
  },
  { file: `${ACCOUNT}/savings-account.ts`, after: `'reject' | 'freeze' | 'unfreeze'`, text: ` | 'watch' | 'unwatch'` },
  {
    file: `${ACCOUNT}/savings-account.ts`,
    after: `    requireReason(savingsAccountLifecycle, action, reason);
`,
    text: `    if (action === 'watch') this.watchedFor = reason;
`,
  },
  {
    file: `${ACCOUNT}/savings-account-record.ts`,
    after: `  stateReason!: string | null;\n`,
    text: `  watchedFor!: string | null;\n`,
  },
  { file: `${ACCOUNT}/savings-account-record.ts`, after: `  stateReason: null,\n`, text: `  watchedFor: null,\n` },
  {
    file: 'core/savings/use-cases/move-savings-account.ts',
    after: `export const unfreezeSavingsAccount = stepOf('unfreeze');\n`,
    text: `const watchSavingsAccount = stepOf('watch');\nconst unwatchSavingsAccount = stepOf('unwatch');\n`,
  },
  {
    file: 'core/savings/use-cases/move-savings-account.ts',
    after: `    run: unfreezeSavingsAccount,
    fields: { reason },
  }),
`,
    text: `  watch: step({ name: 'watchSavingsAccount', means: 'Looks at each movement.', run: watchSavingsAccount, fields: {} }),
  unwatch: step({
    name: 'unwatchSavingsAccount',
    means: 'Looks at its movements no longer.',
    run: unwatchSavingsAccount,
    fields: { reason },
  }),
`,
  },
  {
    file: 'platform/postgres/savings/mapping.ts',
    after: `    interest: json({ nullable: true }),\n`,
    text: `    watchedFor: text({ nullable: true }),\n`,
  },
  {
    file: 'platform/postgres/migrations/row-limits.ts',
    after: `  savings_account: of('member', 'member_id'),\n`,
    text: `  account_watch: of('savings_account', 'account_id'),\n`,
  },
];

const MIGRATION = `-- Accounts that someone looks at, and each time that it began.
alter table savings_account add column watched_for text;
create table account_watch (
  like template.log including all,
  account_id bigint not null,
  reason text,
  foreign key (tenant_id, account_id) references savings_account (tenant_id, id) deferrable initially deferred
);
create index account_watch_of_account on account_watch (tenant_id, account_id);
create function note_watch() returns trigger language plpgsql as $$
  begin
    insert into account_watch (account_id, reason) values (new.id, new.watched_for);
    return null;
  end $$;
create trigger savings_account_watched after update of state on savings_account
  for each row when (new.state = 'watched' and old.state <> 'watched') execute function note_watch();
`;

/** Writes the version after this one, as the recipes say it is written. @returns its folder */
export async function writeNextVersion(): Promise<string> {
  const folder = copyOfCheckout('umoja-next-version-');
  for (const { file, after, text } of EDITS) {
    const path = join(folder, file);
    const [before, behind, ...more] = readFileSync(path, 'utf8').split(after);
    if (before === undefined || behind === undefined || more.length > 0)
      throw new Error(`${file} does not have this text exactly once:\n${after}`);
    writeFileSync(path, `${before}${after}${text}${behind}`);
  }
  const migrations = join(folder, 'platform/postgres/migrations');
  const last = Math.max(...readdirSync(migrations).map((file) => Number(/^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? 0)));
  writeFileSync(join(migrations, `${String(last + 1).padStart(4, '0')}-watched-accounts.sql`), MIGRATION);
  const derived = await runFile('docs/derive.ts', [], process.env, folder);
  if (derived.code !== 0) throw new Error(`The next version does not derive:\n${derived.output}`);
  return folder;
}
