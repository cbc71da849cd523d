import type { Finding } from '../runtime/health.ts';
import { outageOf } from '../runtime/outage.ts';
import { sentenceOf } from './clock.ts';
import type { Database } from './database.ts';
import { codeOf } from '../runtime/thrown.ts';

/** What a write met last, where nothing was written since. */
export type WriteFailure = { readonly code: string };

/** Failures of the database as a whole, and what they mean. Other failures are one transaction's. */
const REASONS: { readonly [code: string]: string } = {
  '53100': 'The disk of the database is full.',
  '25006': 'The database is read-only.',
};
const HELD_FOR_MS = 30_000;

/** Remembers whether writes fail, from the writes themselves: a full disk shows in nothing else. */
export function writeWatch(elapsed: () => number) {
  let failure: { readonly code: string; readonly until: number } | null = null;
  return {
    watch: async <T>(write: () => Promise<T>): Promise<T> => {
      try {
        const result = await write();
        failure = null;
        return result;
      } catch (error) {
        const code = codeOf(error);
        if (code !== null && Object.hasOwn(REASONS, code)) failure = { code, until: elapsed() + HELD_FOR_MS };
        throw error;
      }
    },
    /** Null where the last write succeeded, or where none was tried for a while. */
    failure: (): WriteFailure | null => (failure !== null && elapsed() < failure.until ? failure : null),
  };
}

/**
 * Looks at the database for a role.
 * @param unableToWrite what that is for the role: workers can do nothing then, the others still show
 */
export async function databaseFinding(database: Database, unableToWrite: Finding['state']): Promise<Finding> {
  const { clock, query, writeFailure } = database;
  try {
    const [row] = await query<{ read_only: boolean }>(
      `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`,
    );
    if (!clock.isSound()) return { state: 'failed', reason: sentenceOf(clock.aheadMs()) };
    const code = row?.read_only ? '25006' : writeFailure()?.code;
    return code === undefined ? { state: 'ok' } : { state: unableToWrite, reason: REASONS[code] ?? '' };
  } catch (error) {
    if (outageOf(error) === null) throw error;
    return { state: 'failed', reason: 'The database can’t be reached, or takes no more connections.' };
  }
}
