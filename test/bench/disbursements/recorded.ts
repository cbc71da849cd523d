import type { Database } from '#platform/postgres/database.ts';
import { proving } from '#platform/postgres/proving.ts';
import type { Sent } from './replay.ts';

/**
 * What work sends, and what of it leaves together: what is sent before a turn of the event loop ends is one batch.
 * @param tenant whose work it is, as its transactions prove it: no observer sees that, which leaves with their beginning
 */
export async function recordedWith(
  database: Database,
  tenant: { readonly id: number; readonly proof: string },
  work: () => Promise<unknown>,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  let batch = 0;
  let counting = true;
  const count = () => {
    batch++;
    if (counting) setImmediate(count);
  };
  count();
  const { statement, params: proof } = proving(
    'write',
    { id: String(tenant.id), proof: tenant.proof, clock: 0 },
    { isCompared: false, admittedAs: null },
  );
  database.onStatement = (text, params) => {
    sent.push({ text, params, batch });
    if (text.startsWith('begin')) sent.push({ text: statement.text, params: proof, batch });
  };
  try {
    await work();
  } finally {
    database.onStatement = null;
    counting = false;
  }
  return sent;
}
