import type { TenantTransaction } from '../database.ts';
import { hexOf, isWithoutMeaning, sealedOnce, type Segment, type Stream } from './chain.ts';

/** Rows as the chain has them: one line of JSON each, whose members never change their order. */

type Tx = Pick<TenantTransaction, 'sql' | 'sealing'>;

/** A text of a row that lies apart: its ciphertext; null where the person whom it named was erased. */
type TextApart = { readonly hash: string; readonly salt: string | null; readonly content: Buffer | null };
/** A row of a stream: its line, and the text that lies apart. */
export type ArchivedRow = { readonly id: string; readonly line: string; readonly text: TextApart | null };

const AT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const AUDIT = `
  select a.id::text, a.event_uuid, a.command, a.actor, a.request_id, a.event_type, a.subject_type, a.subject_id::text,
         a.subject_uuid, a.subject_version, to_char(a.at at time zone 'UTC', ${AT}) as at, x.hash, x.salt
    from audit a left join archive_text x on x.tenant_id = a.tenant_id and x.audit_id = a.id
   where a.id between $1 and $2 order by a.id`;
const JOURNALS = `
  select j.id::text, j.uuid, j.event_uuid, j.event_type, j.subject_type, j.subject_id::text, j.booked_on::text, j.value_date::text,
         j.currency, j.reversal_of::text, to_char(j.created_at at time zone 'UTC', ${AT}) as created_at,
         (select json_agg(json_build_array(l.id::text, l.account, l.sub_account, l.side, l.amount::text) order by l.id)
            from journal_line l where l.tenant_id = j.tenant_id and l.journal_id = j.id) as lines
    from journal j where j.id between $1 and $2 order by j.id`;

type AuditRow = {
  readonly [
    Name in
      | 'id'
      | 'event_uuid'
      | 'command'
      | 'actor'
      | 'request_id'
      | 'event_type'
      | 'subject_type'
      | 'subject_id'
      | 'subject_uuid'
      | 'at'
  ]: string;
} & { readonly subject_version: number; readonly hash: string | null; readonly salt: string | null };

type JournalRow = {
  readonly [
    Name in
      | 'id'
      | 'uuid'
      | 'event_uuid'
      | 'event_type'
      | 'subject_type'
      | 'subject_id'
      | 'booked_on'
      | 'value_date'
      | 'currency'
      | 'created_at'
  ]: string;
} & { readonly reversal_of: string | null; readonly lines: readonly (readonly (string | null)[])[] | null };

/**
 * The rows of a stream between two ids, as they are committed.
 * @param newSalt makes one for each name of a request that is sealed now; without it, those are apart that were sealed before
 */
export async function rowsBetween(
  tx: Tx,
  stream: Stream,
  { firstId, lastId }: Pick<Segment, 'firstId' | 'lastId'>,
  newSalt?: () => string,
): Promise<readonly ArchivedRow[]> {
  const range = [firstId, lastId];
  if (stream === 'journal') return (await tx.sql<JournalRow>(JOURNALS, range)).map(journalRow);
  return (await tx.sql<AuditRow>(AUDIT, range)).map((row) => auditRow(row, tx.sealing, newSalt));
}

/** Members of a line, in their order: also those of what is within it. */
const OF_JOURNAL = (
  'id uuid event_uuid event_type subject_type subject_id booked_on value_date currency reversal_of created_at lines ' +
  'account sub_account side amount'
).split(' ');
const OF_AUDIT =
  'id event_uuid command actor request_id sha256 event_type subject_type subject_id subject_uuid subject_version at'.split(
    ' ',
  );

function journalRow({ lines, ...row }: JournalRow): ArchivedRow {
  const named = (lines ?? []).map(([id, account, sub_account, side, amount]) => ({
    id,
    account,
    sub_account,
    side,
    amount,
  }));
  return { id: row.id, line: JSON.stringify({ ...row, lines: named }, OF_JOURNAL), text: null };
}

function auditRow(row: AuditRow, sealing: Tx['sealing'], newSalt?: () => string): ArchivedRow {
  const text = textOf(row, sealing, newSalt);
  const request_id = text === null ? row.request_id : { sha256: text.hash };
  return { id: row.id, line: JSON.stringify({ ...row, request_id }, OF_AUDIT), text };
}

function textOf(
  { request_id, hash, salt }: Pick<AuditRow, 'request_id' | 'hash' | 'salt'>,
  sealing: Tx['sealing'],
  newSalt?: () => string,
): TextApart | null {
  // It says nothing any more: what was sealed is what stands in the chain.
  if (hash !== null && salt === null) return { hash, salt, content: null };
  if (hash === null && (newSalt === undefined || isWithoutMeaning(request_id))) return null;
  const used = salt ?? newSalt?.() ?? '';
  const content = sealedOnce(request_id, used, sealing);
  return { hash: hexOf(content), salt: used, content };
}
