import type { Business } from '#core/kernel/personal-data.ts';
import { UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import { readDate } from '../mapping/types.ts';
import type { TenantTransaction } from '../database.ts';

/** What keeps a member's data: business that is open, in sentences, and the day of the last business. */
export async function businessOf({ sql }: TenantTransaction, memberId: number, timeZone: string) {
  return business(await sql<Open>(OPEN, [memberId, UNDECIDED]), await sql<Last>(LAST, [memberId, timeZone]));
}

/** The same of a student. */
export async function businessOfStudent({ sql }: TenantTransaction, studentId: number, timeZone: string) {
  return business(
    await sql<Open>(OPEN_OF_STUDENT, [studentId]),
    await sql<Last>(LAST_OF_STUDENT, [studentId, timeZone]),
  );
}

type Open = { readonly what: string };
type Last = { readonly last: string | null };

function business(open: readonly Open[], [row]: readonly Last[]): Business {
  const last = row?.last ?? null;
  return { open: open.map(({ what }) => what), lastOn: last === null ? null : readDate(last) };
}

/** Ten of a kind at most. */
const OPEN = `
  (select format('loan %s is %s', l.loan_no, replace(l.state, '_', ' ')) as what from loan l
    where l.member_id = $1 and l.state not in ('closed', 'rejected', 'withdrawn')
      and not (l.state = 'written_off' and l.recovered >= l.written_off) order by l.id limit 10)
  union all
  (select format('account %s is %s', a.account_no, replace(a.state, '_', ' ')) from savings_account a
    where a.member_id = $1 and a.state not in ('closed', 'rejected') order by a.id limit 10)
  union all
  (select format('the member stands for loan %s', l.loan_no) from guarantee g join loan l on l.id = g.loan_id
    where g.member_id = $1 and g.state = 'live' order by g.id limit 10)
  union all
  (select format('alert %s is not decided', x.id) from aml_alert x
    where x.member_id = $1 and x.state = any($2::text[]) order by x.id limit 10)
  union all
  (select format('death claim %s is %s', c.claim_no, c.state) from death_claim c
    where c.member_id = $1 and c.state in ('open', 'documented') order by c.id limit 10)
  union all
  (select format('disbursement %s of loan %s is under way', d.id, l.loan_no) from disbursement d join loan l on l.id = d.loan_id
    where l.member_id = $1 and d.state in ('pending', 'sending', 'sent', 'unknown', 'review', 'in_recovery') order by d.id limit 10)`;

/** The last business with a person who was a customer; null for an applicant who never was. */
const LAST = `
  select (greatest(max(m.updated_at), max(l.at), max(a.at), max(c.at)) at time zone $2)::date::text as last
    from member m
    left join lateral (select max(greatest(o.updated_at, (select max(r.updated_at) from repayment r where r.loan_id = o.id))) as at
                         from loan o where o.member_id = m.id) l on true
    left join lateral (select max(greatest(o.updated_at, (select max(t.updated_at) from savings_transaction t where t.account_id = o.id))) as at
                         from savings_account o where o.member_id = m.id) a on true
    left join lateral (select max(o.updated_at) as at from death_claim o where o.member_id = m.id) c on true
   where m.id = $1 and (m.kyc_confirmed_on is not null or l.at is not null or a.at is not null)`;

/** Ten of a kind at most. What a school owes a student is open as well: credit, and what a loan paid too much. */
const OPEN_OF_STUDENT = `
  (select format('enrolment %s is %s', e.id, e.state) as what from enrolment e
    where e.student_id = $1 and e.state in ('pending', 'enrolled', 'deferred') order by e.id limit 10)
  union all
  (select format('invoice %s is %s', coalesce(i.number, i.id::text), replace(i.state, '_', ' ')) from invoice i
    where i.student_id = $1 and i.state in ('draft', 'issued', 'partially_paid') order by i.id limit 10)
  union all
  (select format('invoice %s waits for the money of a loan', coalesce(i.number, i.id::text))
     from invoice i join invoice_reservation r on r.invoice_id = i.id
    where i.student_id = $1 and r.state = 'promised' order by r.id limit 10)
  union all
  (select format('payment %s has money that no invoice has taken', p.id) from invoice_payment p
    where p.student_id = $1 and p.state <> 'reversed'
      and (p.allocated + p.surplus < p.amount or (p.surplus > 0 and p.surplus_returned_at is null)) order by p.id limit 10)
  union all
  (select format('result %s is %s', r.id, r.state) from result r
    where r.student_id = $1 and r.state in ('draft', 'submitted') order by r.id limit 10)`;

/** The last business with a person who studied or paid; null for an applicant who never did. */
const LAST_OF_STUDENT = `
  select (greatest(max(s.updated_at), max(e.at), max(i.at), max(p.at), max(r.at)) at time zone $2)::date::text as last
    from student s
    left join lateral (select max(o.updated_at) as at from enrolment o where o.student_id = s.id) e on true
    left join lateral (select max(o.updated_at) as at from invoice o where o.student_id = s.id) i on true
    left join lateral (select max(o.updated_at) as at from invoice_payment o where o.student_id = s.id) p on true
    left join lateral (select max(o.updated_at) as at from result o where o.student_id = s.id) r on true
   where s.id = $1 and (s.admitted_on is not null or e.at is not null or i.at is not null or p.at is not null or r.at is not null)`;
