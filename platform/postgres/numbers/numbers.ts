import type { TenantTransaction } from '../database.ts';

/** Numbers that people read, by kind, each with its prefix. A kind is a row of the database too: `template.add_number`. */
export const NUMBERS = {
  member: 'M-',
  loan: 'L-',
  agent: 'AG-',
  receipt: 'R-',
  savings_account: 'SA-',
  death_claim: 'DC-',
} as const;

/** The next number of a kind: its prefix and at least six digits, counted per tenant. Gaps are possible. */
export async function nextNumber(sql: TenantTransaction['sql'], kind: keyof typeof NUMBERS): Promise<string> {
  const [row] = await sql<{ number: string }>('select next_number($1)::text as number', [kind], 'once');
  return `${NUMBERS[kind]}${(row?.number ?? '').padStart(6, '0')}`;
}
