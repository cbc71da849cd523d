import { STATEMENT_LINES } from '#core/education/statement.ts';
import { expression, orNull, selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

/** Days from and through; a side that is null is open. */
export type Period = { readonly from: Temporal.PlainDate | null; readonly to: Temporal.PlainDate | null };

const { cents, choice, date, id, text } = expression;
const statementLines = selection({
  studentId: id('l.student_id'),
  on: date('l.on_day'),
  type: choice('l.type', STATEMENT_LINES),
  /** The record that the line is about: an invoice, a credit note or a payment. */
  record: { id: id('l.id'), uuid: text('l.uuid') },
  /** Its number, or the payer's reference. */
  reference: orNull(text('l.reference')),
  /** What the student owes more, and less, minor units; one of the two is zero. */
  debit: cents('l.debit'),
  credit: cents('l.credit'),
  /** What was owed after it; less than zero where the school owes. */
  balance: cents('l.balance'),
});
type Line = ReturnType<typeof statementLines.read>;
type StatementLine = Omit<Line, 'studentId'>;

export type Statement = Period & {
  readonly studentId: number;
  readonly opening: bigint;
  readonly lines: readonly StatementLine[];
  readonly closing: bigint;
  /** There are more lines than are shown: request a shorter period. */
  readonly cut: boolean;
};

/** Lines of one statement at most. */
const MOST_LINES = 1_000;

/**
 * Everything that changed what a student owes. What a school holds of a loan's money for the lender never was the
 * student's; a write-off is what is left of the invoice, so that the last balance is what is owed now.
 */
const CHANGES = `
  select v.student_id, v.issue_date as on_day, v.created_at as at, 'invoice' as type, v.id, v.uuid, v.number as reference,
         v.total as debit, 0 as credit
    from invoice v where v.student_id = any($1::bigint[]) and v.issue_date is not null and v.total > 0
  union all
  select v.student_id, (v.voided_at at time zone z.zone)::date, v.voided_at, 'void', v.id, v.uuid, v.number, 0, v.total
    from invoice v, z where v.student_id = any($1::bigint[]) and v.issue_date is not null and v.state = 'void'
  union all
  select v.student_id, (v.written_off_at at time zone z.zone)::date, v.written_off_at, 'write_off', v.id, v.uuid, v.number,
         0, v.total - v.paid - v.credited
    from invoice v, z where v.student_id = any($1::bigint[]) and v.state = 'written_off'
  union all
  select v.student_id, c.issued_on, c.created_at, 'credit_note', c.id, c.uuid, c.number, 0, c.amount
    from credit_note c join invoice v on v.id = c.invoice_id where v.student_id = any($1::bigint[])
  union all
  select p.student_id, (p.paid_at at time zone z.zone)::date, p.paid_at, 'payment', p.id, p.uuid, p.reference,
         0, p.amount - p.surplus
    from invoice_payment p, z where p.student_id = any($1::bigint[])
  union all
  select p.student_id, (p.reversed_at at time zone z.zone)::date, p.reversed_at, 'reversal', p.id, p.uuid, p.reference,
         p.amount - p.surplus, 0
    from invoice_payment p, z where p.student_id = any($1::bigint[]) and p.state = 'reversed'`;

/** What students owed and paid, line by line: one statement for many students. */
export function statementViews({ sql }: ViewContext) {
  return {
    ofStudents: async (ids: readonly number[], { from, to }: Period): Promise<Statement[]> => {
      const rows = await sql(
        `with z as (select time_zone as zone from tenant where id = current_setting('app.tenant')::bigint),
              changes as (${CHANGES}),
              shown as (
                select h.*, sum(h.debit - h.credit) over running as balance,
                       row_number() over (partition by h.student_id, h.on_day >= coalesce($2::date, '-infinity')
                                          order by h.on_day, h.at, h.type, h.id) as place
                  from changes h where $3::date is null or h.on_day <= $3::date
                window running as (partition by h.student_id order by h.on_day, h.at, h.type, h.id))
         select ${statementLines.list} from (
           select * from shown where on_day >= coalesce($2::date, '-infinity') and place <= ${MOST_LINES + 1}
           union all
           select * from (select distinct on (student_id) * from shown where on_day < $2::date
                           order by student_id, on_day desc, at desc, type desc, id desc) before) l
          order by l.student_id, l.on_day, l.at, l.type, l.id`,
        [ids, from?.toString() ?? null, to?.toString() ?? null],
      );
      const ofStudent = Map.groupBy(rows.map(statementLines.read), ({ studentId }) => studentId);
      return ids.map((id) => statementOf(id, ofStudent.get(id) ?? [], { from, to }));
    },
  };
}

function statementOf(studentId: number, rows: readonly Line[], period: Period): Statement {
  const lines: readonly StatementLine[] = rows;
  const isBefore = ({ on }: StatementLine) => period.from !== null && Temporal.PlainDate.compare(on, period.from) < 0;
  const opening = lines.find(isBefore)?.balance ?? 0n;
  const within = lines.filter((line) => !isBefore(line));
  const shown = within.slice(0, MOST_LINES);
  const closing = shown.at(-1)?.balance ?? opening;
  return { studentId, ...period, opening, lines: shown, closing, cut: within.length > shown.length };
}
