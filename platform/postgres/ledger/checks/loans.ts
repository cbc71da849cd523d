import { agrees, SIGNED, type Check } from './check.ts';

/** Loans that the books carry: once a loss is taken, they carry nothing of it. */
const CARRIED = "l.charged_off_on is null and l.state <> 'written_off'";
const PARTS = ['principal', 'interest', 'fees', 'penalties'] as const;

/** A loan that refinances another shares its journals; both are looked at as one. */
const families = `family as (
  select l.id, l.id as root from loan l where l.refinances is null
  union all
  select l.id, f.root from loan l join family f on l.refinances = f.id)`;

/** A loan's own part of an account of the ledger: what its disbursements and repayments, and it itself, booked there. */
const perLoan = (account: string, means: string, expected: string): Check => ({
  name: `loans: ${account}`,
  means,
  sql: `with recursive ${families},
        booked as (
          select coalesce(d.loan_id, r.loan_id, case j.subject_type when 'loan' then j.subject_id end) as loan_id, ${SIGNED} as amount
            from journal_line l join journal j on j.id = l.journal_id
            left join disbursement d on j.subject_type = 'disbursement' and d.id = j.subject_id
            left join repayment r on j.subject_type = 'repayment' and r.id = j.subject_id
           where l.account = '${account}'),
        sides as (
          select f.root, sum(b.amount) as held, 0::numeric as owed from booked b join family f on f.id = b.loan_id group by f.root
          union all
          select f.root, 0, sum(${expected}) from loan l join family f on f.id = l.id group by f.root)
        select 'loan' as "table", root::text as id,
               format('its journals come to %s, the loan to %s', sum(held), sum(owed)) as what
          from sides group by root having sum(held) <> sum(owed)`,
});

/** What rows of a schedule were paid, against what the loan’s booked repayments brought, with `more` that came otherwise. */
const paidAgrees = (what: string, onRows: string, onRepayments: string, more: string, condition: string): string => `
  select 'loan' as "table", x.id::text as id,
         format('%s: its rows were paid ${what} of %s, its repayments come to %s', x.loan_no, x.paid, x.brought) as what
    from (select l.id, l.loan_no, sum(${onRows}) as paid,
                 (select coalesce(sum(${onRepayments}), 0) from repayment x where x.loan_id = l.id and x.state = 'booked')
                   + ${more} as brought
            from loan l join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
           where ${condition}
           group by l.tenant_id, l.id) x
   where x.paid <> x.brought`;

/** What the successor of a loan settled it with: no repayment brought it. */
const REFINANCED = `(select coalesce(sum(e.amount), 0) from loan_entry e join loan s on s.refinances = l.id and s.uuid = e.source
                      where e.loan_id = l.id and e.kind = 'settlement' and not e.reversed)`;

/**
 * Loans whose payments count for what they counted for when they came. Where the schedule follows the payments, a later
 * one may change that; so may a settlement, for which interest that was paid ahead and is not owed counts as principal.
 */
const PARTS_STAY = `coalesce(l.conditions->'prepayment', 'null') = 'null'
     and not exists (select from loan_entry e where e.loan_id = l.id and e.kind = 'settlement' and not e.reversed)`;

/**
 * At most so much has overdue principal borne by the last close that no row asks for yet, where the schedule follows the payments:
 * all that is owed of it, from the oldest due date, at the rate of the loan. Three days for months that are counted as thirty, and
 * cents of rounding.
 */
const MOST_BORNE = `case when (l.conditions->'prepayment'->>'lateAccrues')::boolean then coalesce((
    select ceil(l.principal_outstanding * l.annual_rate::numeric * (max(c.business_date) - l.next_due_date + 3) / 36000) + 60
      from close_of_business c where c.business_date > l.next_due_date), 0) else 0 end`;

/** What rows were paid, against what the loan counts as paid; the books carry the rest as receivable. */
const countedAsPaid = (part: Exclude<(typeof PARTS)[number], 'principal'>): string => `
  select 'loan', l.id::text,
         format('%s: its rows were paid ${part} of %s, it counts %s', l.loan_no, sum(i.paid_${part}), l.${part}_paid)
    from loan l join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
   group by l.tenant_id, l.id having sum(i.paid_${part}) <> l.${part}_paid`;

/** What has to be true of loans, and of the ledger's accounts of them. */
export const loanChecks: readonly Check[] = [
  {
    name: 'loans: next due date',
    means: 'The next due date of a loan is that of its oldest instalment that is not paid in full.',
    sql: `select 'loan' as "table", l.id::text as id,
                 format('%s has %s, its instalments %s', l.loan_no, l.next_due_date, next.due_date) as what
            from loan l left join lateral (
              select i.due_date from loan_instalment i
               where i.loan_id = l.id and i.schedule_version = l.schedule_version and i.paid_on is null
               order by i.number limit 1) next on true
           where l.next_due_date is distinct from next.due_date`,
  },
  agrees(
    'loan_portfolio',
    'The portfolio is the principal that is outstanding.',
    `select coalesce(sum(l.principal_outstanding), 0) from loan l where ${CARRIED}`,
  ),
  perLoan(
    'loan_portfolio',
    'What was booked of a loan in the portfolio is what is outstanding of it.',
    `case when ${CARRIED} then l.principal_outstanding else 0 end`,
  ),
  ...(
    [
      ['interest_receivable', 'interest'],
      ['fee_receivable', 'fees'],
      ['penalty_receivable', 'penalties'],
    ] as const
  ).map(([account, part]) =>
    agrees(
      account,
      `What was recognised of ${part} and not paid yet is receivable.`,
      `select coalesce(sum(l.${part}_accrued - l.${part}_paid), 0) from loan l where ${CARRIED}`,
    ),
  ),
  agrees(
    'loan_overpayments',
    'What members paid too much is owed to them.',
    'select -coalesce(sum(l.overpaid), 0) from loan l',
  ),
  agrees(
    'loan_loss_allowance',
    'What is set aside is the sum of the loans’ provisions.',
    'select -coalesce(sum(s.provision), 0) from loan_classification s',
  ),
  agrees(
    'disbursements_in_transit',
    'What is in transit is what was sent and is not settled.',
    // In review also what came back and waits to be taken off its loan: that is negative.
    `select coalesce(sum(case d.state when 'review' then d.in_transit else d.amount - d.netted end), 0)
       from disbursement d where d.state in ('sent', 'unknown', 'review')`,
  ),
  agrees(
    'duplicate_payments',
    'What recipients were paid twice and owe back is what is in recovery.',
    `select coalesce(sum(d.amount - d.netted - d.returned), 0) from disbursement d where d.state = 'in_recovery'`,
  ),
  {
    name: 'income',
    means:
      'No more is recognised of a loan than it asks for, and what overdue principal may have borne since; and never less than was paid.',
    sql: PARTS.filter((part) => part !== 'principal')
      .map(
        (part) => `select 'loan' as "table", l.id::text as id,
                 format('${part}: %s recognised, %s paid, %s still asked for', l.${part}_accrued, l.${part}_paid, l.${part}_outstanding) as what
            from loan l
           where ${CARRIED} and (l.${part}_accrued < l.${part}_paid
                or l.${part}_accrued > l.${part}_paid + l.${part}_outstanding${part === 'interest' ? ` + ${MOST_BORNE}` : ''})`,
      )
      .join(' union all '),
  },
  {
    name: 'schedules',
    means: 'The principal of a schedule is what was disbursed.',
    sql: `select 'loan' as "table", l.id::text as id,
                 format('%s: its schedule asks for %s, %s was disbursed', l.loan_no, sum(i.principal), l.disbursed_principal) as what
            from loan l join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
           group by l.tenant_id, l.id having sum(i.principal) <> l.disbursed_principal`,
  },
  ...PARTS.map((part): Check => ({
    name: `schedules: ${part} open`,
    means: `What the rows of a schedule leave open of ${part} is what the loan owes.`,
    sql: `select 'loan' as "table", l.id::text as id,
                   format('%s: its rows leave ${part} of %s open, it owes %s', l.loan_no, sum(i.${part} - i.paid_${part}), l.${part}_outstanding) as what
              from loan l join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
             where l.state <> 'written_off'
             group by l.tenant_id, l.id having sum(i.${part} - i.paid_${part}) <> l.${part}_outstanding`,
  })),
  ...PARTS.map((part): Check => ({
    name: `schedules: ${part} paid`,
    means: `What the rows of a schedule were paid of ${part} is what the repayments brought and the loan counts as paid.`,
    sql: [
      paidAgrees(part, `i.paid_${part}`, `x.${part}`, '0', PARTS_STAY),
      // Of principal, what is outstanding is the count.
      ...(part === 'principal' ? [] : [countedAsPaid(part)]),
    ].join(' union all '),
  })),
  {
    name: 'schedules: paid',
    means: 'What the rows of a schedule were paid is what the repayments brought, and the loan that paid this one off.',
    sql: paidAgrees(
      'all',
      PARTS.map((part) => `i.paid_${part}`).join(' + '),
      PARTS.map((part) => `x.${part}`).join(' + '),
      REFINANCED,
      'true',
    ),
  },
  {
    name: 'rows of schedules',
    means: 'No row of a schedule was paid more than it asks for, and one that is paid has its day.',
    // A row that asks for nothing, in a grace, is paid from the beginning or when the one after it is.
    sql: `select 'loan_instalment' as "table", i.id::text as id, 'it was paid more than it asks for, or lacks the day' as what
            from loan_instalment i
           where i.paid_principal not between 0 and i.principal or i.paid_interest not between 0 and i.interest
              or i.paid_fees not between 0 and i.fees or i.paid_penalties not between 0 and i.penalties
              or i.principal + i.interest + i.fees + i.penalties > 0
                 and (i.paid_on is null) <> (i.principal + i.interest + i.fees + i.penalties
                       > i.paid_principal + i.paid_interest + i.paid_fees + i.paid_penalties)`,
  },
  {
    name: 'allocations',
    means: 'The parts of a repayment sum to it.',
    sql: `select 'repayment' as "table", r.id::text as id,
                 format('%s: its parts come to %s of %s', r.receipt_no,
                        r.principal + r.interest + r.fees + r.penalties + r.overpayment + r.recovered, r.amount) as what
            from repayment r
           where r.principal + r.interest + r.fees + r.penalties + r.overpayment + r.recovered <> r.amount`,
  },
  {
    name: 'money that moved is booked',
    means: 'Every repayment and every confirmed disbursement has one journal.',
    sql: `select 'repayment' as "table", r.id::text as id, format('%s journals book it', count(j.id)) as what
            from repayment r left join journal j
              on j.subject_type = 'repayment' and j.subject_id = r.id and j.event_type = 'repayment.booked'
           group by r.tenant_id, r.id having count(j.id) <> 1
          union all
          select 'disbursement', d.id::text, format('%s journals book it', count(j.id))
            from disbursement d left join journal j
              on j.subject_type = 'disbursement' and j.subject_id = d.id and j.event_type = 'disbursement.confirmed'
           where d.state = 'confirmed' group by d.tenant_id, d.id having count(j.id) <> 1`,
  },
  {
    name: 'refinanced loans',
    means: 'A loan that another one paid off names it and is named by it, is closed and owes nothing.',
    sql: `select 'loan' as "table", l.id::text as id, format('%s: refinanced by %s, which refinances %s', l.loan_no, l.refinanced_by, s.refinances) as what
            from loan l join loan s on s.id = l.refinanced_by
           where s.refinances is distinct from l.id or l.state <> 'closed' or l.overpaid <> 0 or l.principal_outstanding
                 + l.interest_outstanding + l.fees_outstanding + l.penalties_outstanding <> 0
          union all
          select 'loan', s.id::text, format('%s: it refinances %s, which another one has paid off', s.loan_no, s.refinances)
            from loan s join loan l on l.id = s.refinances where l.refinanced_by is distinct from s.id`,
  },
  {
    name: 'days of payments',
    means: 'No payment counts for a day before the money that it repays was lent.',
    sql: `select 'loan_entry' as "table", e.id::text as id,
                 format('%s: a %s counts for %s, the loan was lent on %s', l.loan_no, e.kind, e.booked_for, l.disbursed_on) as what
            from loan_entry e join loan l on l.id = e.loan_id
           where e.kind in ('repayment', 'settlement') and not e.reversed and e.booked_for < l.disbursed_on`,
  },
  {
    name: 'closes of business',
    means: 'Every day since the first that was closed is closed once, in order, and what it booked is in the ledger.',
    sql: `select 'close_of_business' as "table", x.id::text as id, format('%s does not follow %s', x.business_date, x.before) as what
            from (select c.id, c.business_date, lag(c.business_date) over (order by c.business_date) as before
                    from close_of_business c) x
           where x.business_date <> x.before + 1
          union all
          select 'close_of_business', c.id::text,
                 format('%s: it counts income of %s and provisions of %s, its journals come to %s and %s', c.business_date,
                        c.interest + c.fees, c.provisioned, b.income, b.provisioned)
            from close_of_business c
            cross join lateral (
              select coalesce(sum(case when l.account in ('interest_income', 'fee_income') then -(${SIGNED}) else 0 end), 0) as income,
                     coalesce(sum(case when l.account = 'provision' then ${SIGNED} else 0 end), 0) as provisioned
                from journal j join journal_line l on l.journal_id = j.id
               where j.subject_type = 'close_of_business' and j.subject_id = c.id) b
           where c.interest + c.fees <> b.income or c.provisioned <> b.provisioned`,
  },
];
