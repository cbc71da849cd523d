import type { PlatformOptions } from '../app/open-platform.ts';
import { verifyLedger } from '../postgres/ledger/verify.ts';
import { asOwner } from './owner.ts';
import { pauseAfterRestore } from './paused-payments.ts';
import { withOpened } from './program.ts';

/** What a proof of the books of every institution has found. */
export type AllBooks = {
  readonly institutions: number;
  readonly wrong: readonly { readonly tenant: number; readonly check: string; readonly violations: number }[];
};

const PAGE = 500;

/**
 * Proves the books of every institution that was restored as `umoja ledger verify` does, and writes nothing down: it stays as it was, but
 * that its payments are paused.
 * @param schema `migrate` where the roles of the database have no passwords yet
 */
export async function proveRestored(schema: PlatformOptions['schema']): Promise<AllBooks> {
  const wrong: AllBooks['wrong'][number][] = [];
  let institutions = 0;
  await withOpened(async ({ database, settings: { adminUrl } }) => {
    await pauseAfterRestore(adminUrl);
    for (let last = 0, goesOn = true; goesOn;) {
      const page = await tenantsAfter(adminUrl, last);
      for (const tenant of page) {
        const { checks } = await database.report(tenant, ({ sql }) => verifyLedger(sql));
        const broken = checks.filter(({ violations }) => violations > 0);
        wrong.push(...broken.map(({ name, violations }) => ({ tenant, check: name, violations })));
      }
      institutions += page.length;
      last = page.at(-1) ?? last;
      goesOn = page.length === PAGE;
    }
  }, schema);
  return { institutions, wrong };
}

/** What was found, for a person. */
export function sentenceOf({ institutions, wrong }: AllBooks): string {
  if (wrong.length === 0) return `The books of all ${institutions} institutions are proven: every check holds.`;
  const lines = wrong.map(
    ({ tenant, check, violations }) => `WRONG  institution ${tenant}: ${check}: ${violations} rows`,
  );
  return `The books are WRONG. Start nothing; umoja ledger verify --tenant names the rows.\n${lines.join('\n')}`;
}

const tenantsAfter = (adminUrl: string, last: number): Promise<number[]> =>
  asOwner(adminUrl, async (owner) => {
    const text = `select id from tenant where id > $1 order by id limit ${PAGE}`;
    return (await owner.query<{ id: string }>(text, [last])).rows.map(({ id }) => Number(id));
  });
