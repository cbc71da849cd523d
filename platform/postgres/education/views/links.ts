import { expression, selection } from '../../views/columns.ts';
import { AS_FAR_AS_COUNTED } from '../../views/count.ts';
import type { List } from '../../views/list.ts';
import { keysOf, orderOf } from '../../views/order.ts';
import { directionOf, within, type Placed, type Slice, type Tally } from '../../views/slice.ts';
import { whereAfter, type ViewContext } from '../../views/view.ts';

const { id, integer, text } = expression;

/** That a record belongs to another one. The record itself is read by its id, with all that are needed at the time. */
const links = selection({ parentId: id('parent.id'), id: id('l.id'), uuid: text('l.uuid') });
export type Link = ReturnType<typeof links.read>;
const tallies = selection({ id: id('parent.id'), count: integer('count(*)') });

/** Children of a parent that no column of theirs names: a statement for the ids and uuids of those of `parent.id`. */
type Linked = { readonly table: string; readonly children: string };

/** Payments that named the invoice or were put on it. */
const paymentsOfInvoice: Linked = {
  table: 'invoice_payment',
  children: `select p.id, p.uuid from invoice_payment p where p.id in (
      select n.id from invoice_payment n where n.invoice_id = parent.id
      union
      select a.payment_id from payment_allocation a where a.invoice_id = parent.id and a.unwound_at is null)`,
};

/** What a sponsor may see: invoices of students who let the member see balances now. A draft is not owed. */
const invoicesOfSponsor: Linked = {
  table: 'invoice',
  children: `select v.id, v.uuid from invoice v where v.state <> 'draft' and v.student_id in (
      select sp.student_id from sponsorship sp
       where sp.member_id = parent.id and sp.ended_on is null and sp.consent in ('balance', 'marks'))`,
};

/** School-fee loans that paid the invoice, or hold it now. */
const loansOfInvoice = `
  select p.loan_id as id from payment_allocation a join invoice_payment p on p.id = a.payment_id
   where a.invoice_id = parent.id and a.unwound_at is null and p.loan_id is not null
  union
  select l.id from invoice_reservation r join loan l on l.uuid = r.loan_uuid
   where r.invoice_id = parent.id and r.state = 'held' and r.expires_at > business_now()`;

/** The same for any of the student's invoices, with money that is still the student's credit. */
const loansOfStudent = `
  select p.loan_id as id from invoice_payment p
   where p.student_id = parent.id and p.loan_id is not null and p.state <> 'reversed'
  union
  select l.id from invoice v join invoice_reservation r on r.invoice_id = v.id join loan l on l.uuid = r.loan_uuid
   where v.student_id = parent.id and r.state = 'held' and r.expires_at > business_now()`;

/** What belongs to what across tables and contexts: one statement for many parents. */
export function linkViews({ sql }: ViewContext) {
  const parents = 'unnest($1::bigint[]) as parent(id)';
  const slice = async ({ table, children }: Linked, parentIds: readonly number[], part: Slice) => {
    const list: List = { table, order: 'newest_first', fields: {} };
    const { clause, params } = whereAfter([parentIds], ...within(list, { sort: [] }, part));
    const cut = `${orderOf(keysOf(list, { sort: [] }, directionOf(part)))} limit ${Math.trunc(part.limit)}`;
    const page = `select l.id, l.uuid from (${children}) l ${clause} ${cut}`;
    const rows = await sql(
      `select ${links.list} from ${parents} cross join lateral (${page}) l order by l.id desc`,
      params,
    );
    return rows.map((row): Placed<Link> => {
      const link = links.read(row);
      return { record: link, place: { values: [String(link.id)], asOf: null } };
    });
  };
  const count = async ({ children }: Linked, parentIds: readonly number[]): Promise<Tally[]> => {
    const from = `${parents} cross join lateral (select from (${children}) c ${AS_FAR_AS_COUNTED}) l`;
    return (await sql(`select ${tallies.list} from ${from} group by parent.id`, [parentIds])).map(tallies.read);
  };
  const loans = async (loansOfParent: string, parentIds: readonly number[]): Promise<Link[]> => {
    const from = `${parents} cross join lateral (${loansOfParent}) y join loan l on l.id = y.id`;
    return (await sql(`select ${links.list} from ${from} order by l.id desc`, [parentIds])).map(links.read);
  };
  return {
    paymentsOfInvoices: (ids: readonly number[], part: Slice) => slice(paymentsOfInvoice, ids, part),
    paymentCountOfInvoices: (ids: readonly number[]) => count(paymentsOfInvoice, ids),
    invoicesOfSponsors: (ids: readonly number[], part: Slice) => slice(invoicesOfSponsor, ids, part),
    invoiceCountOfSponsors: (ids: readonly number[]) => count(invoicesOfSponsor, ids),
    loansOfInvoices: (ids: readonly number[]) => loans(loansOfInvoice, ids),
    loansOfStudents: (ids: readonly number[]) => loans(loansOfStudent, ids),
  };
}
