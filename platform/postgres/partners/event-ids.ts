import type { Facts } from '#core/kernel/event-facts.ts';
import { eventIdOf } from '#core/partners/event-id.ts';
import { inUuids, referencesIn, type Reference } from '#core/partners/webhook-delivery/event-ids.ts';
import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { eventTypes } from '../../runtime/event-types.ts';
import type { TenantTransaction } from '../database.ts';

/**
 * Events as a client sees them: with the ids that it wants. Events are stored with integers; the uuids of the records
 * that they name are looked up when they are shown or sent, in one statement.
 */
export async function withIds(
  sql: TenantTransaction['sql'],
  events: readonly StoredEvent[],
  idFormat: 'integer' | 'uuid',
): Promise<readonly StoredEvent[]> {
  if (idFormat === 'integer' || events.length === 0) return events;
  const uuids = await uuidsOf(
    sql,
    events.flatMap((event) => referencesIn(event.data, factsOf(event))),
  );
  return events.map((event) => inUuids(event, factsOf(event), ({ of, id }) => uuids.get(`${of} ${id}`) ?? null));
}

/** The records that each event names by its integers, as `loan <uuid>`. */
export async function recordsIn(
  sql: TenantTransaction['sql'],
  events: readonly StoredEvent[],
): Promise<readonly (readonly string[])[]> {
  const references = events.map((event) => referencesIn(event.data, factsOf(event)));
  const uuids = await uuidsOf(sql, references.flat());
  return references.map((each) =>
    each.flatMap(({ of, id }) => {
      const uuid = uuids.get(`${of} ${id}`);
      return uuid === undefined ? [] : [`${of} ${uuid}`];
    }),
  );
}

function factsOf({ type }: StoredEvent): Facts {
  const row = eventTypes.get(type);
  return row ? { ...row.required, ...row.optional } : {};
}

async function uuidsOf(sql: TenantTransaction['sql'], references: readonly Reference[]): Promise<Map<string, string>> {
  const idsOf = Map.groupBy(references, ({ of }) => of);
  if (idsOf.size === 0) return new Map();
  // The kinds of records are tables, named in the code alone: event-facts.ts of the contexts.
  const each = [...idsOf.keys()].map(
    (of, n) => `select '${of}' as of, id, uuid from "${of}" where id = any($${n + 1})`,
  );
  const rows = await sql<{ of: string; id: string; uuid: string }>(
    each.join(' union all '),
    [...idsOf.values()].map((found) => [...new Set(found.map(({ id }) => id))]),
  );
  return new Map(rows.map(({ of, id, uuid }) => [`${of} ${id}`, of === 'event' ? eventIdOf(uuid) : uuid]));
}
