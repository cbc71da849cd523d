import type { Institution, RestTestApp } from './rest-test-app.ts';

/**
 * Plants savings accounts, mobile money and alerts, as many of each, by one statement each: for tests of lists. There
 * have to be members already.
 */
export async function plantSavings(ports: RestTestApp, of: Institution, count: number): Promise<void> {
  const members = `(select array_agg(id order by id) as ids from (select id from member where tenant_id = $1 order by id limit 50) x)`;
  await ports.admin(
    `with product as (
       insert into savings_product (uuid, tenant_id, code, name, state, kind, annual_rate)
       values (gen_random_uuid(), $1, 'MANY', 'Many', 'active', 'ordinary', '3') returning id)
     insert into savings_account (uuid, tenant_id, account_no, member_id, product_id, kind, state, balance, held, opened_by,
                                  opened_on, matures_on, client_reference, created_at)
     select gen_random_uuid(), $1, 'SA-' || lpad(n::text, 8, '0'), m.ids[1 + n % array_length(m.ids, 1)], product.id,
            (array['ordinary', 'fixed_deposit', 'shares'])[1 + n % 3],
            (array['active', 'pending_approval', 'frozen', 'closed'])[1 + n % 4], (n * 7919) % 10000000, 0, 'tests',
            date '2026-02-01' + (n % 200)::int, case when n % 3 = 1 then date '2027-02-01' + (n % 200)::int end,
            case when n % 10 = 0 then 'ref-' || n end, timestamptz '2026-01-01T00:00:00Z' + (n / 100) * interval '1 minute'
       from generate_series(1, $2::bigint) as n cross join product cross join ${members} as m`,
    [of.id, count],
  );
  await ports.admin(
    `insert into mobile_money_transaction (uuid, tenant_id, channel, amount, msisdn, account_reference, reference_key, state,
                                           receipt_no, paid_at, destination_type, destination_id, destination_uuid,
                                           booked_type, booked_uuid, recorded_by, created_at)
     select gen_random_uuid(), $1, (array['mpesa_paybill', 'mpesa_stk'])[1 + n % 2], 100 + (n * 7919) % 10000000,
            '+2547' || lpad(n::text, 8, '0'), 'L-' || lpad(n::text, 8, '0'), 'L-' || n,
            case when n % 5 = 0 then 'unallocated' else 'allocated' end, 'SFC' || n,
            timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
            case when n % 5 <> 0 then (array['loan', 'savings_account', 'student'])[1 + n % 3] end,
            case when n % 5 <> 0 then n end, case when n % 5 <> 0 then gen_random_uuid() end,
            case when n % 5 <> 0 then 'repayment' end, case when n % 5 <> 0 then gen_random_uuid() end, 'tests',
            timestamptz '2026-01-01T00:00:00Z' + (n / 100) * interval '1 minute'
       from generate_series(1, $2::bigint) as n`,
    [of.id, count],
  );
  await ports.admin(
    `insert into aml_alert (uuid, tenant_id, rule_id, rule_version, severity, subject_key, member_id, window_start, window_end,
                            amount, threshold, evidence, holds, state, assignee, due_at, created_at)
     select gen_random_uuid(), $1, 'L-' || lpad((n % 500)::text, 8, '0'), 1, (array['low', 'medium', 'high'])[1 + n % 3],
            'planted:' || n, m.ids[1 + n % array_length(m.ids, 1)], date '2026-02-01' + (n % 200)::int,
            date '2026-02-08' + (n % 200)::int, 100 + (n * 7919) % 10000000, 100, '{}', n % 100 = 0,
            (array['open', 'under_review', 'closed', 'false_positive'])[1 + n % 4],
            case when n % 10 = 0 then 'L-' || n end, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
            timestamptz '2026-01-01T00:00:00Z' + (n / 100) * interval '1 minute'
       from generate_series(1, $2::bigint) as n cross join ${members} as m`,
    [of.id, count],
  );
}
