import type { Database } from '#platform/postgres/database.ts';

/** What a database sends while work is done, in its order: the text of each statement. How a transaction proves its tenant is not seen. */
export async function statementsSent(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  database.onStatement = (text) => void statements.push(text);
  try {
    await work();
  } finally {
    database.onStatement = null;
  }
  return statements;
}
