import { eventually } from '../../support/eventually.ts';
import { booksAgree } from '../../support/umoja-process.ts';
import { call } from '../faults/call.ts';
import type { DepositOffice } from './office.ts';

type Sql = <R extends object>(text: string) => Promise<R[]>;
/** What has to hold, and whether it does. */
export type Check = readonly [what: string, isRight: boolean];

/** Events, notifications and jobs that were under way have come through by then. */
const PATIENCE_MS = 180_000;

/**
 * What holds at the end of every drill, by SQL, by REST and by the command of an operator: the books agree with every record,
 * deliveries are numbered without a gap, and the feed is complete up to the number that it names.
 */
export async function proofOf(
  { office, sql, at, env }: { office: DepositOffice; sql: Sql; at: string; env: NodeJS.ProcessEnv },
  booked: ReadonlySet<string>,
): Promise<readonly Check[]> {
  const unrelayed = () => sql<{ n: number }>(`select count(*)::int as n from outbox`);
  await eventually(async () => (await unrelayed())[0]?.n === 0, PATIENCE_MS).catch(() => undefined);
  const underWay = () =>
    sql<{ n: number }>(
      `select count(*)::int as n from webhook_delivery where state not in ('succeeded', 'exhausted', 'cancelled')`,
    );
  await eventually(async () => (await underWay())[0]?.n === 0, PATIENCE_MS).catch(() => undefined);
  const gaps = await sql<{ endpoint: string }>(
    `select endpoint_id as endpoint from webhook_delivery group by tenant_id, endpoint_id
     having max(sequence) - min(sequence) + 1 <> count(*)`,
  );
  const [feed] = await sql<{ last: number; entries: number; events: number }>(
    `select coalesce(max(f.sequence), 0)::int as last, count(f.sequence)::int as entries, count(*)::int as events
       from event e left join feed_entry f on f.tenant_id = e.tenant_id and f.event_id = e.id
      where e.tenant_id = (select tenant_id from savings_account where id = ${office.account})`,
  );
  const read = await readFeed(at, office.token);
  const missing = [...booked].filter((id) => !read.transactions.has(id));
  const unnotified = [...booked].filter((id) => !office.receiver.received.has(id));
  return [
    await booksAgree(env),
    [`delivery_sequence has a gap at ${gaps.length} webhooks`, gaps.length === 0],
    [
      `the feed has ${feed?.entries} of ${feed?.events} events, numbered to ${feed?.last}`,
      feed !== undefined && feed.entries === feed.events && feed.last === feed.entries,
    ],
    [
      `read to through ${read.through}: ${missing.length} of ${booked.size} deposits are missing in it`,
      missing.length === 0 && read.through === feed?.last,
    ],
    [`${unnotified.length} deposits of the books were not notified`, unnotified.length === 0],
  ];
}

async function readFeed(at: string, token: string) {
  const transactions = new Set<string>();
  let through = 0;
  for (let hasMore = true; hasMore;) {
    const { status, body } = await call(at, `/api/v1/changes?after=${through}&limit=100`, { token });
    if (status !== 200) throw new Error(`The feed: ${status} ${JSON.stringify(body)}`);
    for (const { type, subject } of body.data as { type: string; subject: { id: number } }[])
      if (type.startsWith('savings_transaction.')) transactions.add(String(subject.id));
    through = body.through as number;
    hasMore = body.has_more as boolean;
  }
  return { transactions, through };
}
