import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { CreditNote } from '#core/education/invoice/credit-note.ts';
import { InvoiceReservation } from '#core/education/invoice/reservation.ts';
import { InvoicePayment, PaymentAllocation, unappliedOf } from '#core/education/payment/payment.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { instantText } from '../../runtime/wire.ts';
import type { TenantTransaction } from '../database.ts';

type MoneyPorts = Pick<
  EducationPorts,
  'invoices' | 'invoiceLines' | 'creditNotes' | 'reservations' | 'payments' | 'allocations' | 'accountReferences'
>;

const OPEN = `state in ('issued', 'partially_paid')`;

/**
 * Invoices and payments, stored in Postgres. Every transaction that changes one locks its row, so its lines, allocations
 * and reservations need no lock.
 */
export function moneyPorts(tx: TenantTransaction): MoneyPorts {
  const invoices = tx.of(Invoice);
  const lines = tx.of(InvoiceLine);
  const reservations = tx.of(InvoiceReservation);
  const payments = tx.of(InvoicePayment);
  const allocations = tx.of(PaymentAllocation);
  return {
    invoices: {
      get: invoices.lock,
      add: invoices.addWithId,
      openOf: (studentId) => invoices.lockAll(`student_id = $1 and ${OPEN} order by due_date, id`, [studentId]),
      overdueUnmarked: (today, limit) =>
        invoices.lockAll(`due_date < $1 and overdue_notified_on is null and ${OPEN} order by due_date, id limit $2`, [
          today.toString(),
          limit,
        ]),
      remove: async (invoice) => {
        for (const line of await lines.find('invoice_id = $1', [invoice.id])) lines.remove(line);
        // The database leaves a tombstone of every invoice that it deletes.
        invoices.remove(invoice);
      },
    },
    invoiceLines: {
      of: async (invoiceId) => {
        const written = await lines.find('invoice_id = $1', [invoiceId]);
        const added = lines.added().filter((line) => line.invoiceId === invoiceId);
        return [...written, ...added].toSorted((a, b) => a.position - b.position);
      },
      // Payments name a line by its id, perhaps in the same command.
      add: lines.addWithId,
      remove: async (line) => lines.remove(line),
    },
    creditNotes: { add: async (note) => tx.of(CreditNote).add(note) },
    reservations: {
      liveOn: (invoiceId, now) =>
        reservations.find(`invoice_id = $1 and state = 'held' and expires_at > $2 order by id`, [
          invoiceId,
          instantText(now),
        ]),
      promisedOn: (invoiceId) => reservations.find(`invoice_id = $1 and state = 'promised' order by id`, [invoiceId]),
      promisedBy: (disbursementUuid) => reservations.lockFirst('disbursement_uuid = $1', [disbursementUuid]),
      heldBy: (loanUuid) => reservations.lockFirst(`loan_uuid = $1 and state = 'held'`, [loanUuid]),
      add: async (reservation) => reservations.add(reservation),
    },
    payments: {
      get: payments.lock,
      add: payments.addWithId,
      byKey: (key) => payments.lockFirst('key = $1', [key]),
      byUuid: (uuid) => payments.lockFirst('uuid = $1', [uuid]),
      withCredit: async (studentId) => {
        const unspent = await payments.lockAll(
          `student_id = $1 and state in ('received', 'partly_allocated') order by paid_at, id`,
          [studentId],
        );
        return unspent.filter((payment) => unappliedOf(payment) > 0n);
      },
    },
    allocations: {
      of: (paymentId) => allocations.find('payment_id = $1 and unwound_at is null order by id', [paymentId]),
      add: async (allocation) => allocations.add(allocation),
    },
    accountReferences: { candidates: (key) => candidates(tx, key) },
  };
}

async function candidates({ sql }: TenantTransaction, key: string) {
  const students = await sql<{ id: string; pay_code: string; admission_no: string }>(
    `select id, pay_code, admission_no from student where pay_code = $1
      union select id, pay_code, admission_no from student where admission_key = $1 order by id limit 10`,
    [key],
  );
  const invoices = await sql<{ id: string; student_id: string; pay_code: string | null; number: string | null }>(
    `select id, student_id, pay_code, number from invoice where pay_code = $1
      union select id, student_id, pay_code, number from invoice where number_key = $1 order by id limit 10`,
    [key],
  );
  return {
    students: students.map((row) => ({ id: Number(row.id), payCode: row.pay_code, admissionNo: row.admission_no })),
    invoices: invoices.map((row) => ({
      id: Number(row.id),
      studentId: Number(row.student_id),
      payCode: row.pay_code,
      number: row.number,
    })),
  };
}
