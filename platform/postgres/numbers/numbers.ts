import type { TenantTransaction } from '../database.ts';
import { prepared } from '../prepared.ts';

/** The next number that people read: a prefix and at least six digits, counted per tenant. Gaps are possible. */
export async function nextNumber(
  sql: TenantTransaction['sql'],
  name: 'member' | 'loan' | 'agent' | 'receipt' | 'savings_account',
  prefix: string,
): Promise<string> {
  const [row] = await sql<{ number: string }>('select next_number($1)::text as number', [name]);
  return `${prefix}${(row?.number ?? '').padStart(6, '0')}`;
}

const NEXT_ID = prepared('select next_id($1::regclass) as id');

/** An id of a table that no other record will get. */
export async function nextId({ run }: Pick<TenantTransaction, 'run'>, table: string): Promise<number> {
  const [row] = await run<{ id: string }>(NEXT_ID, [table]);
  return Number(row?.id);
}

/** Gives a new record its id before it is written, because rows below it need to know it. */
export async function assignId(sql: TenantTransaction['sql'], table: string, record: { id: number }): Promise<void> {
  const [row] = await sql<{ id: string }>('select next_id($1::regclass) as id', [table]);
  record.id = Number(row?.id);
}
