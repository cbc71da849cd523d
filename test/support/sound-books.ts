import { relative } from 'node:path';
import pg from 'pg';
import { openDatabase, type DatabaseSettings } from '#platform/postgres/database.ts';
import { verifyLedger, type Violation } from '#platform/postgres/ledger/verify.ts';
import { plantedBooks } from './planted-books.ts';

const root = `${import.meta.dirname}/../..`;

/**
 * Proves the books of every institution of a suite's database with what `umoja ledger verify` checks, when the database is
 * dropped: a check that calls sound books wrong fails the suite that booked them, and so does a suite that breaks its books.
 * @throws Error naming what is wrong
 */
export async function requireSoundBooks(settings: DatabaseSettings): Promise<void> {
  const booked = await tenantsThatBooked(settings.adminUrl);
  if (booked.length === 0) return;
  const planted = plantedBooks[suiteName()]?.checks ?? [];
  const wrong = (await violationsOf(settings, booked)).filter(({ check }) => !planted.includes(check));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ check, table, id, what }) => `  ${check}: ${table} ${id}: ${what}`);
  throw new Error(`The books of this suite are not sound (umoja ledger verify):\n${lines.slice(0, 20).join('\n')}`);
}

/** As the application sees them: a transaction that proves no tenant sees no books, and no books are always sound. */
async function violationsOf(settings: DatabaseSettings, tenants: readonly string[]): Promise<Violation[]> {
  const database = await openDatabase({ ...settings, poolSize: 1 });
  try {
    const found = [];
    for (const tenant of tenants) {
      // A suite may end while a sandbox of its own is being reset.
      const { read } = database.duringReset();
      found.push(...(await read(Number(tenant), ({ sql }) => verifyLedger(sql))).violations);
    }
    return found;
  } finally {
    await database.close();
  }
}

function tenantsThatBooked(adminUrl: string): Promise<string[]> {
  return connected(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ id: string }>(
      // An institution with nothing but the float that it was opened with has booked nothing: some suites open hundreds.
      `select t.id from tenant t
        where exists (select from journal j where j.tenant_id = t.id and j.event_type <> 'float.opened') order by t.id`,
    );
    return rows.map(({ id }) => id);
  });
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'umoja tests' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The suite that runs, as its path below `test`. Benches open test apps too, without Vitest: it is no import. */
function suiteName(): string {
  const { expect } = globalThis as { expect?: { getState(): { testPath?: string } } };
  return relative(`${root}/test`, expect?.getState().testPath ?? '');
}
