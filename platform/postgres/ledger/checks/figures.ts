import type { Check } from './check.ts';

/** What has to be true of figures that stand with a record and follow from others. */
export const figureChecks: readonly Check[] = [
  {
    name: 'students’ balances',
    means:
      'What a student owes is what is open on the student’s invoices, and the credit what no invoice has of payments.',
    sql: `select 'student' as "table", s.id::text as id,
                 format('owes %s and has %s in credit; invoices say %s, payments %s', s.balance_due, s.credit_balance, v.owed, y.credit) as what
            from student s
            cross join lateral (select coalesce(sum(owed_on(i)), 0) as owed from invoice i where i.student_id = s.id) v
            cross join lateral (select coalesce(sum(in_credit(p)), 0) as credit from invoice_payment p where p.student_id = s.id) y
           where (s.balance_due, s.credit_balance) is distinct from (v.owed, y.credit)`,
  },
  {
    name: 'open breaks',
    means: 'A comparison shows as many breaks as are not resolved.',
    sql: `select 'reconciliation' as "table", r.id::text as id, format('shows %s, there are %s', r.open_breaks, b.open) as what
            from reconciliation r
            cross join lateral (select count(*) as open from reconciliation_break b
                                 where b.reconciliation_id = r.id and b.state in ('open', 'under_review')) b
           where r.open_breaks <> b.open`,
  },
];
