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
  return shown(kind, row?.number ?? '');
}

/** The next numbers of a kind for a command that needs so many: they are drawn together, when the first of them is needed. */
export function numbersFor(
  sql: TenantTransaction['sql'],
  kind: keyof typeof NUMBERS,
  count: number,
): () => Promise<string> {
  let drawing: Promise<string[]> | null = null;
  let taken = 0;
  const draw = async () => {
    const text = 'select next_number($1)::text as number from generate_series(1, $2::int)';
    return (await sql<{ number: string }>(text, [kind, count], 'once')).map(({ number }) => shown(kind, number));
  };
  return async () => {
    drawing ??= draw();
    const number = (await drawing)[taken++];
    return number ?? nextNumber(sql, kind);
  };
}

const shown = (kind: keyof typeof NUMBERS, number: string) => `${NUMBERS[kind]}${number.padStart(6, '0')}`;
