import type { ViewContext } from './view.ts';

/** Records that refusals name by their ids. */
export type NamedTable =
  | 'disbursement'
  | 'enrolment'
  | 'guarantee'
  | 'float_top_up'
  | 'grading_scale'
  | 'invoice'
  | 'invoice_payment'
  | 'loan'
  | 'loan_product'
  | 'member'
  | 'mobile_money_transaction'
  | 'programme'
  | 'repayment'
  | 'result'
  | 'savings_account'
  | 'savings_transaction'
  | 'student'
  | 'term'
  | 'unit';

/** The uuid of a record of which only the id is at hand; null where there is none. For the rare case: a refusal. */
export function uuidViews({ sql }: ViewContext) {
  return {
    of: async (table: NamedTable, id: number): Promise<string | null> => {
      const [row] = await sql<{ uuid: string }>(`select uuid from ${table} where id = $1`, [id]);
      return row?.uuid ?? null;
    },
  };
}
