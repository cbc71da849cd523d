import { signIdentity } from '#platform/auth/internal-identity.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Subgraph } from '#sub/serve-subgraph.ts';
import type { TestApp } from './test-app.ts';
import { sentBy } from './watched-app.ts';

// A test looks into a response as it likes.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** Asks a subgraph in the way in which its gateway asks. */
export function clientOf(testApp: TestApp, subgraph: Subgraph) {
  const execute = async (
    query: string,
    variables: Record<string, unknown> = {},
    caller: Caller = testApp.client.caller,
  ) => {
    const identity = signIdentity(caller, testApp.keys.identity, testApp.clock());
    const { body } = await sentBy(
      () => operationName(query),
      () => subgraph.execute({ query, variables }, identity),
    );
    const { data, errors } = JSON.parse(JSON.stringify(body)) as { data?: Json; errors?: Json[] };
    return { data, errors };
  };
  return {
    execute,
    /** An answer without errors, or the test fails with them. */
    query: async (...request: Parameters<typeof execute>): Promise<Json> => {
      const { data, errors } = await execute(...request);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    counted: <Result>(work: () => Promise<Result>) => statementsOf(testApp, work),
    /** The public id of a record. */
    uuidOf: async (table: string, id: number): Promise<string> => {
      const [row] = await testApp.sql(`select uuid from ${table} where id = $1`, [id]);
      return String(row?.['uuid']);
    },
  };
}

/** `mutation approveLoan`: what it begins with, and its first field. */
const operationName = (query: string): string =>
  /^\s*mutation[^{]*\{\s*(?:\w+:\s*)?(\w+)/
    .exec(query)
    ?.slice(1)
    .map((field) => `mutation ${field}`)[0] ?? 'query';

/** The statements that a piece of work needs, and how often it opened a connection for reading. */
export async function statementsOf<Result>(testApp: TestApp, work: () => Promise<Result>) {
  const statements: string[] = [];
  // What is only shown is read from elsewhere where there is a replica.
  const sources = [testApp.database, testApp.database.forViews].map((source) => ({ source, read: source.read }));
  let transactions = 0;
  for (const { source, read } of sources) {
    const counted: typeof read = (...request) => {
      transactions += 1;
      return read(...request);
    };
    Object.assign(source, { read: counted });
  }
  testApp.database.onStatement = (text) => void statements.push(text.trim());
  try {
    const result = await work();
    // What the process knows of its tenants grows old now and then.
    const own = statements.filter((text) => !/\bfrom tenant\b/.test(text));
    return {
      result,
      reads: own.filter((text) => !/^(begin|commit)/.test(text)),
      transactions,
    };
  } finally {
    testApp.database.onStatement = null;
    for (const { source, read } of sources) Object.assign(source, { read });
  }
}
