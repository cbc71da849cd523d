import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '#core/kernel/event.ts';
import { report } from '#core/payments/payment-incidents.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { receiptPorts } from '../../../postgres/payments/repository.ts';
import { PROVIDER_ZONE } from '../../../rails/daraja/wire/times.ts';
import { instantText } from '../../../runtime/wire.ts';

/** What of a paybill's list was compared. */
export type PulledRange = {
  readonly shortcode: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
};

type Progress = { readonly uuid: string; readonly pulled_until: string | null };

/** Up to when the list of the paybill was compared; null where it never was, or is not the one that is pulled day by day. */
export async function pulledUntil(sql: TenantTransaction['sql'], shortcode: string): Promise<Temporal.Instant | null> {
  const text = (await progressOf(sql, shortcode))?.pulled_until ?? null;
  return text === null ? null : Temporal.Instant.from(text);
}

async function progressOf(sql: TenantTransaction['sql'], shortcode: string): Promise<Progress | undefined> {
  const [row] = await sql<Progress>(
    `select uuid, to_char(pulled_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as pulled_until
       from rail where pull_shortcode = $1`,
    [shortcode],
  );
  return row;
}

/**
 * Stores how far the list was compared, in the transaction of the comparison: one that is lost is made again from where the last one
 * ended. What the provider no longer keeps is on the work list, once.
 */
export async function recordPull(
  tx: TenantTransaction,
  { shortcode, from, until }: PulledRange,
): Promise<readonly DomainEvent[]> {
  const { sql } = tx;
  await sql('select from rail where pull_shortcode = $1 for update', [shortcode]);
  const before = await progressOf(sql, shortcode);
  if (!before) return [];
  await sql('update rail set pulled_until = greatest(pulled_until, $1) where uuid = $2', [
    instantText(until),
    before.uuid,
  ]);
  const { pulled_until: since } = before;
  if (since === null || Temporal.Instant.compare(since, from) >= 0) return [];
  const seen = `What the paybill ${shortcode} collected from ${shown(since)} to ${shown(from)} was never compared, and the provider’s list has it no more: compare the statement of these days.`;
  const about = { kind: 'list_gap', subject: { type: 'rail', uuid: before.uuid }, receiptNo: since } as const;
  return report({ ...about, amount: null, seen }, { workList: receiptPorts(tx).workList, newUuid: randomUUID });
}

/** To the minute, by the provider's clock. */
function shown(at: string | Temporal.Instant): string {
  const local = Temporal.Instant.from(String(at)).toZonedDateTimeISO(PROVIDER_ZONE).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
