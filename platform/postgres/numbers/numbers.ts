import type { TenantTransaction } from '../database.ts';

/** The next number that people read: a prefix and at least six digits, counted per tenant. Gaps are possible. */
export async function nextNumber(
  sql: TenantTransaction['sql'],
  name: 'member' | 'loan' | 'agent' | 'receipt' | 'savings_account' | 'death_claim',
  prefix: string,
): Promise<string> {
  const [row] = await sql<{ number: string }>('select next_number($1)::text as number', [name]);
  return `${prefix}${(row?.number ?? '').padStart(6, '0')}`;
}
