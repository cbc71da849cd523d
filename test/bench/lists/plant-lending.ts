import { plantLoans } from '#test/support/many-loans.ts';
import { plantSavings } from '#test/support/many-savings.ts';
import type { Institution, RestTestApp, TestClient } from '#test/support/rest-test-app.ts';

/** How many rows a table gets, and how many of them one parent and one client have. */
export type Plenty = { readonly rows: number; readonly ofParent: number; readonly ofClient: number };

/** Plants every table that surface B lists, by statements; the ids of the parents that have the most. */
export async function plantLending(
  ports: RestTestApp,
  institution: Institution,
  client: TestClient,
  { rows, ofParent, ofClient }: Plenty,
): Promise<{ readonly loanId: number; readonly accountId: number; readonly webhookId: number }> {
  const insert = async (what: string, text: string, ...params: unknown[]) => {
    const began = performance.now();
    await ports.superuser(text, [institution.id, ...params]);
    console.error(`planted ${what} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  };
  await insert(
    'members',
    `insert into member (uuid, tenant_id, member_no, name, national_id, phone, branch_id, state, created_at)
   select gen_random_uuid(), $1, 'M-' || lpad(n::text, 8, '0'), 'Member ' || n, 'ID' || n, '+2547' || lpad(n::text, 8, '0'),
          $2, (array['active', 'pending_kyc', 'suspended'])[1 + n % 3], timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    institution.branch.id,
    rows,
  );
  const loans = await plantLoans(ports, institution, rows);
  console.error('planted loans');
  await plantSavings(ports, institution, rows);
  console.error('planted savings accounts, mobile money, alerts');
  const [account] = await ports.admin<{ id: string }>('select min(id) as id from savings_account');
  const [agent] = await ports.admin<{ id: string }>('select id from agent');
  const loanId = Number(loans[0]);
  const accountId = Number(account?.id);
  /** The parent for the first rows, others for the rest. */
  const parentOf = (first: number) => `case when n <= ${ofParent} then ${first} else ${first} + n % ${rows} end`;
  await insert(
    'disbursements',
    `insert into disbursement (uuid, tenant_id, loan_id, agent_id, agent_no, tranche, amount, channel, msisdn, state,
                             originator_id, requested_by, checks, created_at)
   select gen_random_uuid(), $1, ${parentOf(loanId)}, $2, 'AG-000001', n, 100, 'mpesa_b2c', '+254700000000',
          (array['confirmed', 'failed', 'sent'])[1 + n % 3], gen_random_uuid(), 'bench', 0,
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    agent?.id,
    rows,
  );
  await insert(
    'repayments',
    `insert into repayment (uuid, tenant_id, loan_id, receipt_no, amount, channel, reference, state, paid_at, principal, interest,
                          fees, penalties, overpayment, received_by, created_at)
   select gen_random_uuid(), $1, ${parentOf(loanId)}, 'R-' || n, 100, 'cash', 'ref-' || n, 'booked',
          timestamptz '2026-01-01' + n * interval '1 second', 100, 0, 0, 0, 0, 'bench',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'savings transactions',
    `insert into savings_transaction (uuid, tenant_id, account_id, type, amount, channel, receipt_no, state, paid_at, recorded_by,
                                    created_at)
   select gen_random_uuid(), $1, ${parentOf(accountId)}, (array['deposit', 'withdrawal'])[1 + n % 2], 100, 'cash', 'S-' || n,
          'pending', timestamptz '2026-01-01' + n * interval '1 second', 'bench',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'loan products',
    `insert into loan_product (uuid, tenant_id, code, name, state, method, annual_rate, min_principal, max_principal,
                             min_term_months, max_term_months, created_at)
   select gen_random_uuid(), $1, 'P-' || n, 'Product ' || n, (array['active', 'retired'])[1 + n % 2],
          'declining_equal_instalments', '18', 1, 2, 1, 2, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'savings products',
    `insert into savings_product (uuid, tenant_id, code, name, state, kind, annual_rate, created_at)
   select gen_random_uuid(), $1, 'P-' || n, 'Product ' || n, (array['active', 'retired'])[1 + n % 2], 
          (array['ordinary', 'shares'])[1 + n % 2], '3',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'other clients',
    `insert into api_client (uuid, tenant_id, client_key, name, sandbox, scopes, pii, id_format, credential_epoch, state)
   select gen_random_uuid(), $1, 'pk_test_bench' || n, 'Client ' || n, true, '{}', false, 'integer', 1, 'active'
     from generate_series(1, $2::bigint) as n`,
    Math.ceil(rows / ofClient),
  );
  await insert(
    'webhooks',
    `insert into webhook (uuid, tenant_id, client_id, url, events, scopes, ordered, metadata, payload_style, sandbox, state, last_sequence,
                        consecutive_failures, failed_probes, failed_events, notice_hours, created_at)
   select gen_random_uuid(), $1, case when n <= ${ofClient} then $2::bigint else $2 + n / ${ofClient} end, 'https://example.com/' || n, '{*}', '{loans:read}', false, '{}', 'full', true,
          (array['active', 'disabled'])[1 + n % 2], 0, 0, 0, 0, 0, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    client.id,
    rows,
  );
  await ports.superuser('set session_replication_role = replica');
  await insert(
    'incidents',
    `insert into incident (uuid, tenant_id, kind, state, amount, summary, created_at)
   select gen_random_uuid(), $1, (array['late_payment', 'paid_twice', 'amount_differs'])[1 + n % 3],
          (array['open', 'resolved'])[1 + n % 2], 100, 'bench', timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'reconciliations',
    `insert into reconciliation (uuid, tenant_id, account, source, covers_from, covers_through, digest, lines, matched,
                               in_there, out_there, fees_there, opening_here, in_here, out_here, closing_here, in_transit,
                               compared_at, compared_by, created_at)
   select gen_random_uuid(), $1, 'account-' || n % 10, 'statement', date '2026-01-01' + n::int % 1000,
          date '2026-01-01' + n::int % 1000, 'digest-' || n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          timestamptz '2026-01-01' + n * interval '1 second', 'bench', timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await insert(
    'breaks',
    `insert into reconciliation_break (uuid, tenant_id, reconciliation_id, account, break_key, type, state, amount_there,
                                     receipt_no, occurred_at, proposal, notes, created_at)
   select gen_random_uuid(), $1, 1 + n % 1000, 'account-' || n % 10, 'key-' || n,
          (array['missing_here', 'missing_there', 'late'])[1 + n % 3], (array['open', 'under_review', 'resolved'])[1 + n % 3],
          100, 'R-' || n, timestamptz '2026-01-01' + n * interval '1 second', 'book_payment', '[]',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  const [webhook] = await ports.admin<{ id: string }>('select min(id) as id from webhook');
  const webhookId = Number(webhook?.id);
  await insert(
    'deliveries',
    `insert into webhook_delivery (uuid, tenant_id, endpoint_id, client_id, event_id, event_type, subject_key, sequence,
                                 state, trigger, attempts, attempts_of_round, parked, created_at)
   select gen_random_uuid(), $1, ${parentOf(webhookId)}, $2, n, 'loan.created', 'loan:' || n, n,
          (array['succeeded', 'exhausted'])[1 + n % 2], 'event', 1, 1, false,
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    client.id,
    rows,
  );
  await insert(
    'events',
    `insert into event (uuid, tenant_id, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id,
                      occurred_at, created_at)
   select ('0198c0de-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1,
          (array['loan.created', 'loan.approved', 'member.created'])[1 + n % 3], (array['loan', 'loan', 'member'])[1 + n % 3], n,
          gen_random_uuid(), 1, '{}', 'bench', now() - ($2 - n) * interval '1 second', now() - ($2 - n) * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    rows,
  );
  await ports.superuser('set session_replication_role = origin');
  await ports.superuser('vacuum analyze');
  console.error('analysed');

  return { loanId, accountId, webhookId };
}
