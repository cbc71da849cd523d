import type { TenantTransaction } from '../database.ts';
import { withoutHurry } from './balances.ts';
import { bankChecks } from './checks/bank.ts';
import type { Check } from './checks/check.ts';
import { deathClaimChecks } from './checks/death-claims.ts';
import { journalChecks } from './checks/journals.ts';
import { bridgeChecks } from './checks/payment-bridge.ts';
import { loanChecks } from './checks/loans.ts';
import { moneyChecks } from './checks/money.ts';
import { receiptChecks } from './checks/receipts.ts';
import { figureChecks } from './checks/figures.ts';

/** Something that is not as it has to be: which check, in which table, at which row. */
export type Violation = { readonly check: string; readonly table: string; readonly id: string; readonly what: string };

export type Verified = {
  readonly checks: readonly { readonly name: string; readonly means: string; readonly violations: number }[];
  /** At most a hundred of each check. */
  readonly violations: readonly Violation[];
};

/** Everything that is checked, each by one statement, so that it sees one state of the database. */
export const checks: readonly Check[] = [
  ...journalChecks,
  ...loanChecks,
  ...moneyChecks,
  ...deathClaimChecks,
  ...bridgeChecks,
  ...receiptChecks,
  ...bankChecks,
  ...figureChecks,
];

const MOST_SHOWN = 100;

/** Proves every invariant of a tenant's books, in a transaction that reads. A running system may go on meanwhile. */
export async function verifyLedger(sql: TenantTransaction['sql']): Promise<Verified> {
  await withoutHurry(sql);
  const done: Verified['checks'][number][] = [];
  const violations: Violation[] = [];
  for (const { name, means, sql: statement } of checks) {
    const rows = await sql<{ table: string; id: string; what: string; total: string }>(
      `select found.*, count(*) over () as total from (${statement}) found limit ${MOST_SHOWN}`,
    );
    done.push({ name, means, violations: Number(rows[0]?.total ?? 0) });
    violations.push(...rows.map(({ table, id, what }) => ({ check: name, table, id, what })));
  }
  return { checks: done, violations };
}
