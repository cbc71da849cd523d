import type { RestTestApp } from './rest-test-app.ts';

/** Where loans are planted. */
type Lender = {
  readonly id: number;
  readonly branch: { readonly id: number };
  readonly product: { readonly id: number };
};

/**
 * Plants loans by one statement: members and principals vary, states take turns, and every hundred of them were made
 * in the same instant. For tests of lists, which need many more than use cases would make in the time.
 * @returns the ids, ascending
 */
export async function plantLoans(ports: Pick<RestTestApp, 'admin'>, of: Lender, count: number): Promise<number[]> {
  const [start] = await ports.admin<{ n: string }>(
    `select coalesce(max(substring(loan_no from 3)::bigint), 0) as n from loan where tenant_id = $1`,
    [of.id],
  );
  const from = Number(start?.n ?? 0) + 1;
  await ports.admin(
    `insert into member (uuid, tenant_id, member_no, name, national_id, phone, branch_id, state)
     select gen_random_uuid(), $1, 'M-' || lpad(n::text, 8, '0'), 'Member ' || n, 'ID' || n, '+2547' || lpad(n::text, 8, '0'), $2, 'active'
       from generate_series(1, 50) as n
     on conflict do nothing`,
    [of.id, of.branch.id],
  );
  const rows = await ports.admin<{ id: string }>(
    `insert into loan (uuid, tenant_id, loan_no, member_id, product_id, state, principal, term_months, method, annual_rate,
                       created_by, disbursed_principal, schedule_version, principal_outstanding, interest_outstanding,
                       fees_outstanding, penalties_outstanding, interest_accrued, interest_paid, overpaid, created_at,
                       client_reference, disbursed_on, maturity_date, branch_id)
     select gen_random_uuid(), $1, 'L-' || lpad(n::text, 8, '0'), m.ids[1 + n % array_length(m.ids, 1)], $2,
            (array['draft', 'ready_to_disburse', 'active', 'closed', 'rejected'])[1 + n % 5],
            100000 + (n * 7919) % 10000000, 1 + n % 36, 'declining_equal_instalments', '18', 'tests', 0, 0, 0, 0, 0, 0, 0, 0, 0,
            timestamptz '2026-01-01T00:00:00Z' + (n / 100) * interval '1 minute',
            case when n % 10 = 0 then 'ref-' || n end,
            case when n % 5 in (2, 3) then date '2026-02-01' + (n % 200)::int end,
            case when n % 5 in (2, 3) then date '2027-02-01' + (n % 200)::int end, $5
       from generate_series($3::bigint, $4::bigint) as n
       cross join (select array_agg(id order by id) as ids from member where tenant_id = $1) as m
     returning id`,
    [of.id, of.product.id, from, from + count - 1, of.branch.id],
  );
  return rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}
