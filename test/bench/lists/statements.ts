import type { TenantTransaction } from '#platform/postgres/database.ts';
import { letReadWhole } from '#test/support/plans.ts';
import type { RestTestApp } from '#test/support/rest-test-app.ts';

export type Statement = { readonly text: string; readonly params: readonly unknown[] };

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
};

type Explained = { readonly Plan: Plan; readonly 'Execution Time': number };

/** What a statement read: the tables that it read from end to end, the rows that it touched, and how long it took. */
export type Reading = { readonly whole: readonly string[]; readonly touched: number; readonly milliseconds: number };

/** Collects the statements of the server, and has the database explain them. */
export function listenIn(ports: RestTestApp, tenantId: number) {
  const { read } = ports.database;
  let received: Statement[] = [];
  Object.assign(ports.database, {
    read: (tenant: number, work: (tx: TenantTransaction) => Promise<unknown>) =>
      read(tenant, (tx) =>
        work({
          ...tx,
          sql: (text, params = []) => {
            received.push({ text, params });
            return tx.sql(text, params);
          },
        }),
      ),
  });
  const timeOf = async ({ text, params }: Statement): Promise<number> =>
    read(tenantId, async (tx) => {
      const began = performance.now();
      await tx.sql(text, params);
      return performance.now() - began;
    });
  const explained = async (
    options: string,
    text: string,
    params: readonly unknown[],
    before?: (tx: TenantTransaction) => Promise<void>,
  ): Promise<Explained> => {
    const explain = `explain (${options} format json) ${text}`;
    const [row] = await read(tenantId, async (tx) => {
      await before?.(tx);
      return tx.sql<{ 'QUERY PLAN': [Explained] }>(explain, params);
    });
    if (!row) throw new Error('Nothing was explained.');
    return row['QUERY PLAN'][0];
  };
  return {
    /** The statements of what is done meanwhile. */
    during: async (work: () => Promise<unknown>): Promise<readonly Statement[]> => {
      received = [];
      await work();
      return received;
    },
    /** As the application's role reads it, with its tenant and its rights. `tables` are those that grow. */
    readingOf: async ({ text, params }: Statement, tables: readonly string[]): Promise<Reading> => {
      const { Plan: plan, 'Execution Time': milliseconds } = await explained('analyze, timing off,', text, params);
      const scans = scansOf(plan).filter((scan) => tables.includes(scan['Relation Name'] ?? ''));
      return {
        whole: scans.filter((scan) => scan['Node Type'] === 'Seq Scan').map((scan) => scan['Relation Name'] ?? ''),
        touched: scans.reduce((sum, scan) => sum + touchedBy(scan), 0),
        milliseconds,
      };
    },
    /** Whether a table is read from end to end, by the plan alone. */
    readsWhole: async ({ text, params }: Statement, table: string): Promise<boolean> => {
      const { Plan: plan } = await explained('', text, params, letReadWhole);
      return scansOf(plan).some((scan) => scan['Node Type'] === 'Seq Scan' && scan['Relation Name'] === table);
    },
    timeOf,
    /** Milliseconds of these statements, the medians of so many rounds in which each is asked once. */
    mediansOf: async (statements: readonly Statement[], rounds: number): Promise<number[]> => {
      const times: number[][] = statements.map(() => []);
      for (let round = 0; round < rounds; round++) {
        for (const [index, statement] of statements.entries()) times[index]?.push(await timeOf(statement));
      }
      return times.map((each) => each.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
    },
  };
}

function scansOf(plan: Plan): Plan[] {
  return [...(plan['Relation Name'] === undefined ? [] : [plan]), ...(plan.Plans ?? []).flatMap(scansOf)];
}

function touchedBy(scan: Plan): number {
  const rows =
    (scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(rows * (scan['Actual Loops'] ?? 1));
}
