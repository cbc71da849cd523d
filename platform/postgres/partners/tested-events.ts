import { mayReceive } from '#core/partners/event-types.ts';
import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { asExample, madeExample } from '#core/partners/webhook-delivery/test-example.ts';
import { eventTypes } from '../../runtime/event-types.ts';
import type { TenantTransaction } from '../database.ts';
import { selection } from '../views/columns.ts';
import { eventColumns, storedEvent } from './stored-event.ts';

/** Whose test it is, and what that webhook may read now. */
type Tester = { readonly clientId: number; readonly scopes: readonly string[] };

const events = selection(eventColumns);

/**
 * Tests of event types as their webhooks receive them: each with the newest event of the type that the webhook may read, or, where
 * there is none, a made one. All other events are as they are, and so is the test of what its webhook may not read any more.
 * Nothing of an example is stored: the test only says of which type it is.
 */
export async function withExamples(
  sql: TenantTransaction['sql'],
  found: readonly StoredEvent[],
  testerOf: (event: StoredEvent) => Tester | null,
): Promise<readonly StoredEvent[]> {
  const shown: StoredEvent[] = [];
  for (const event of found) shown.push(await withExample(sql, event, testerOf));
  return shown;
}

async function withExample(
  sql: TenantTransaction['sql'],
  event: StoredEvent,
  testerOf: (event: StoredEvent) => Tester | null,
): Promise<StoredEvent> {
  const type = event.type === 'webhook.test' ? event.data['example_of'] : null;
  if (typeof type !== 'string') return event;
  const [row, tester] = [eventTypes.get(type), testerOf(event)];
  if (row === undefined || tester === null || !mayReceive(type, tester.scopes)) return event;
  const [newest] = await sql(
    `select ${events.list} from event l
      where l.type = $1 and (l.owner_client_id is null or l.owner_client_id = $2::bigint)
      order by l.occurred_at desc, l.id desc limit 1`,
    [type, tester.clientId],
  );
  const facts = { ...row.required, ...row.optional };
  const example = newest
    ? storedEvent(events.read(newest), event)
    : madeExample(row.subjectType, facts, event.occurredAt);
  return asExample(event, type, example);
}
