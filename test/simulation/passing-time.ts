import pg from 'pg';
import { eventually } from '#test/support/eventually.ts';
import type { TestApp } from '#test/support/test-app.ts';

/** What waits for the world's own time, and for how long. */
const WAITING = [
  "update webhook_delivery set next_attempt_at = next_attempt_at - $1::interval where state = 'retrying' and not parked",
  'update webhook set failing_since = failing_since - $1::interval where failing_since is not null',
  "update proposal set expires_at = expires_at - $1::interval where state = 'proposed'",
  `update person_session set opened_at = opened_at - $1::interval, expires_at = expires_at - $1::interval,
     last_used_at = last_used_at - $1::interval, stepped_up_at = stepped_up_at - $1::interval where state = 'open'`,
];
/** Whether an attempt is due that nobody has begun. */
const DUE = `select exists (select from webhook_delivery where state = 'retrying' and not parked and next_attempt_at <= now())
  as is`;

const PATIENCE_MS = 60_000;

/** The world's own time goes by, and workers do what has become due by it. */
export async function passes({ settings, app, sql }: TestApp, hours: number): Promise<void> {
  const owner = new pg.Client({ connectionString: settings.adminUrl });
  // A fault may cut it between two statements: the next one fails then.
  owner.on('error', () => undefined);
  await owner.connect();
  for (const statement of WAITING) await owner.query(statement, [`${hours} hours`]);
  await owner.end();
  await eventually(async () => (await sql<{ is: boolean }>(DUE))[0]?.is === false, PATIENCE_MS);
  await app.rounds.reviewWebhooks();
}
