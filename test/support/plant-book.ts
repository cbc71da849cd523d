import pg from 'pg';
import type { TestApp } from './test-app.ts';

/**
 * Plants active loans by a few statements, with schedules of twelve rows, entries, disbursements, repayments and the
 * journals of all of them: a book that is whole, as big as it has to be. They were disbursed over the eleven months before `on`;
 * one in ten is behind by one to three instalments, the others paid what had fallen due.
 */
export async function plantBook(testApp: TestApp, count: number, on: Temporal.PlainDate): Promise<void> {
  const owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
  await owner.connect();
  const run = (text: string, params: readonly unknown[] = []) => owner.query(text, [...params]);
  try {
    await run(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
    await run('begin');
    await run(
      `insert into member (uuid, member_no, name, national_id, phone, branch_id, state)
       select gen_random_uuid(), 'MB-' || n, 'Member ' || n, 'B' || n, '+2547' || lpad(n::text, 8, '0'), $1, 'active'
         from generate_series(1, 500) n on conflict do nothing`,
      [testApp.branchId],
    );
    const from = Number((await run('select count(*)::int as n from loan')).rows[0]?.n ?? 0);
    // A twelfth of the principal and one percent of it a row; `due` rows have fallen due, `paid` of them are paid.
    await run(
      `create temporary table planted on commit drop as
       select next_id('loan') as id, x.*, least(x.months, 12) - least(x.behind, x.months) as paid
         from (select n, 120000 + (n % 40) * 12000 as principal, 1 + n % 11 as months,
                      case when n % 10 = 0 then 1 + (n / 10) % 3 else 0 end as behind,
                      $3::date - ((1 + n % 11) * interval '1 month')::interval - (n % 27) * interval '1 day' as disbursed
                 from generate_series($1::int, $2::int) n) x`,
      [from + 1, from + count, on.toString()],
    );
    await run('alter table planted add primary key (id)');
    await run('analyze planted');
    await run(
      `insert into loan (id, uuid, loan_no, member_id, product_id, state, principal, approved_principal, term_months, method,
                         annual_rate, created_by, disbursed_principal, disbursed_on, maturity_date, schedule_version,
                         principal_outstanding, interest_outstanding, fees_outstanding, penalties_outstanding,
                         interest_accrued, interest_earned_early, interest_paid, overpaid, next_due_date)
       select p.id, gen_random_uuid(), 'LB-' || p.n, m.ids[1 + p.n % array_length(m.ids, 1)], $1, 'active', p.principal, p.principal,
              12, 'flat', '12', 'tests', p.principal, p.disbursed::date, (p.disbursed + interval '12 months')::date, 1,
              p.principal - p.paid * p.principal / 12, (12 - p.paid) * p.principal / 100, 0, 0,
              p.paid * p.principal / 100, p.paid * p.principal / 100, p.paid * p.principal / 100, 0,
              case when p.paid < 12 then (p.disbursed + (p.paid + 1) * interval '1 month')::date end
         from planted p cross join (select array_agg(id order by id) as ids from member where member_no like 'MB-%') m`,
      [testApp.productId],
    );
    await run(
      `insert into loan_instalment (loan_id, schedule_version, number, due_date, principal, interest, fees, penalties,
                                    paid_principal, paid_interest, paid_fees, paid_penalties, balance_after, paid_on)
       select p.id, 1, k, (p.disbursed + k * interval '1 month')::date, p.principal / 12, p.principal / 100, 0, 0,
              case when k <= p.paid then p.principal / 12 else 0 end, case when k <= p.paid then p.principal / 100 else 0 end, 0, 0,
              p.principal - k * p.principal / 12, case when k <= p.paid then (p.disbursed + k * interval '1 month')::date end
         from planted p cross join generate_series(1, 12) k order by p.id, k`,
    );
    await run(
      `insert into disbursement (uuid, loan_id, agent_id, agent_no, tranche, amount, channel, msisdn, state, originator_id,
                                 requested_by, checks, sent_at, settled_at)
       select gen_random_uuid(), p.id, $1, $2, 1, p.principal, 'mpesa_b2c', '+254712345678', 'confirmed', gen_random_uuid(),
              'tests', 0, p.disbursed, p.disbursed from planted p`,
      [testApp.agent.id, testApp.agent.agentNo],
    );
    await run(
      `insert into repayment (uuid, loan_id, receipt_no, amount, channel, state, paid_at, principal, interest, fees, penalties,
                              overpayment, received_by)
       select gen_random_uuid(), p.id, 'RB-' || p.n, p.paid * (p.principal / 12 + p.principal / 100), 'bank', 'booked', $1::date,
              p.paid * p.principal / 12, p.paid * p.principal / 100, 0, 0, 0, 'tests' from planted p where p.paid > 0`,
      [on.toString()],
    );
    await run(
      `insert into loan_entry (loan_id, number, kind, booked_for, amount, source, reversed, booked_by)
       select d.loan_id, 1, 'disbursement', d.settled_at::date, d.amount, d.uuid, false, 'tests'
         from disbursement d join planted p on p.id = d.loan_id
       union all
       select r.loan_id, 2, 'repayment', r.paid_at::date, r.amount, r.uuid, false, 'tests'
         from repayment r join planted p on p.id = r.loan_id`,
    );
    await run(
      `insert into journal (uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency)
       select gen_random_uuid(), gen_random_uuid(), 'disbursement.confirmed', 'disbursement', d.id, d.settled_at::date, d.settled_at::date, 'KES'
         from disbursement d join planted p on p.id = d.loan_id
       union all
       select gen_random_uuid(), gen_random_uuid(), 'repayment.booked', 'repayment', r.id, $1::date, $1::date, 'KES'
         from repayment r join planted p on p.id = r.loan_id`,
      [on.toString()],
    );
    await run(
      `insert into journal_line (journal_id, account, side, amount)
       select j.id, x.account, x.side, x.amount
         from journal j
         join disbursement d on j.event_type = 'disbursement.confirmed' and d.id = j.subject_id
         join planted p on p.id = d.loan_id
         cross join lateral (values ('loan_portfolio', 'debit', d.amount), ('bank', 'credit', d.amount)) x(account, side, amount)
       union all
       select j.id, x.account, x.side, x.amount
         from journal j
         join repayment r on j.event_type = 'repayment.booked' and r.id = j.subject_id
         join planted p on p.id = r.loan_id
         cross join lateral (values ('interest_receivable', 'debit', r.interest), ('interest_income', 'credit', r.interest),
           ('bank', 'debit', r.amount), ('loan_portfolio', 'credit', r.principal), ('interest_receivable', 'credit', r.interest))
           x(account, side, amount)`,
    );
    await run('commit');
    for (const table of ['loan', 'loan_instalment', 'loan_entry', 'loan_classification', 'journal', 'journal_line'])
      await run(`vacuum analyze ${table}`);
  } finally {
    await owner.end();
  }
}
