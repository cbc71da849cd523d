import type { STATEMENT_LINES } from '#core/education/statement.ts';
import type { Row } from '../../database.ts';
import type { ViewContext } from '../../views/view.ts';
import { column } from './collection.ts';

/** Days from and through; a side that is null is open. */
export type Period = { readonly from: Temporal.PlainDate | null; readonly to: Temporal.PlainDate | null };

export type StatementLine = {
  readonly on: Temporal.PlainDate;
  readonly type: (typeof STATEMENT_LINES)[number];
  /** The record that the line tells of: an invoice, a credit note or a payment. */
  readonly record: { readonly id: number; readonly uuid: string };
  /** Its number, or the payer's reference. */
  readonly reference: string | null;
  /** What the student owes more, and less, minor units; one of the two is zero. */
  readonly debit: bigint;
  readonly credit: bigint;
  /** What was owed after it; less than zero where the school owes. */
  readonly balance: bigint;
};

export type Statement = Period & {
  readonly studentId: number;
  readonly opening: bigint;
  readonly lines: readonly StatementLine[];
  readonly closing: bigint;
  /** There are more lines than are shown: ask for a shorter period. */
  readonly cut: boolean;
};

/** Lines of one statement at most. */
const MOST_LINES = 1_000;

/**
 * Everything that changed what a student owes. What a school keeps of a loan's money for the lender never was the
 * student's; a write-off is what is left of the invoice, so that the last balance is what is owed now.
 */
const HAPPENED = `
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
              happened as (${HAPPENED}),
              told as (
                select h.*, sum(h.debit - h.credit) over course as balance,
                       row_number() over (partition by h.student_id, h.on_day >= coalesce($2::date, '-infinity')
                                          order by h.on_day, h.at, h.type, h.id) as place
                  from happened h where $3::date is null or h.on_day <= $3::date
                window course as (partition by h.student_id order by h.on_day, h.at, h.type, h.id))
         select * from told where on_day >= coalesce($2::date, '-infinity') and place <= ${MOST_LINES + 1}
         union all
         select * from (select distinct on (student_id) * from told where on_day < $2::date
                         order by student_id, on_day desc, at desc, type desc, id desc) before
          order by student_id, on_day, at, type, id`,
        [ids, from?.toString() ?? null, to?.toString() ?? null],
      );
      const ofStudent = Map.groupBy(rows, (row) => column.id(row, 'student_id'));
      return ids.map((id) => statementOf(id, ofStudent.get(id) ?? [], { from, to }));
    },
  };
}

function statementOf(studentId: number, rows: readonly Row[], period: Period): Statement {
  const lines = rows.map(lineOf);
  const isBefore = ({ on }: StatementLine) => period.from !== null && Temporal.PlainDate.compare(on, period.from) < 0;
  const opening = lines.find(isBefore)?.balance ?? 0n;
  const within = lines.filter((line) => !isBefore(line));
  const shown = within.slice(0, MOST_LINES);
  const closing = shown.at(-1)?.balance ?? opening;
  return { studentId, ...period, opening, lines: shown, closing, cut: within.length > shown.length };
}

function lineOf(row: Row): StatementLine {
  return {
    on: column.date(row, 'on_day'),
    type: row['type'] as StatementLine['type'],
    record: { id: column.id(row), uuid: column.text(row, 'uuid') },
    reference: column.textOrNull(row, 'reference'),
    debit: column.cents(row, 'debit'),
    credit: column.cents(row, 'credit'),
    balance: column.cents(row, 'balance'),
  };
}
