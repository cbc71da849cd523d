import pg from 'pg';
import { judge, type Query, type Verdict } from '#platform/judge/judge.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { preparedOnce } from '#platform/postgres/prepared.ts';

/** How many proofs use the same statistics, and so the same plans: those that were made for a few rows are bad ones for many. */
export const PLANS_LAST = 10;

/**
 * How the judge reads where it judges again and again: a connection parses and plans each of its statements once, which
 * took longer than to find a handful of rows.
 */
export async function judgingOver(client: pg.Client): Promise<Query> {
  await client.query(`set plan_cache_mode = 'force_generic_plan'`);
  return async (text, params = []) => (await client.query({ ...preparedOnce(text), values: [...params] })).rows;
}

const GROWING =
  'event, audit, journal, journal_line, ledger_day, loan, loan_instalment, loan_entry, repayment, savings_account, savings_transaction';

/** Judges a suite's database as often as it likes, over one connection of its owner. */
export async function connectJudge({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>) {
  const owner = new pg.Client({ connectionString: adminUrl, application_name: 'umoja judge' });
  await owner.connect();
  const query = await judgingOver(owner);
  return {
    judged: (): Promise<Verdict> => judge(query),
    /** As the server of an installation does by itself. */
    analyse: () => owner.query(`analyze ${GROWING}`),
    end: () => owner.end(),
  };
}
