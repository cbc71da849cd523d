import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { InvoiceReservation } from '#core/education/invoice/reservation.ts';
import { InvoicePayment, PaymentAllocation, unappliedOf } from '#core/education/payment/payment.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { collection, LOCKED } from '../collection.ts';

type MoneyPorts = Pick<
  EducationPorts,
  'invoices' | 'invoiceLines' | 'creditNotes' | 'reservations' | 'payments' | 'allocations' | 'accountReferences'
>;

const OPEN = { state: { $in: ['issued', 'partially_paid'] } } as const;

/**
 * Invoices and payments, kept in Postgres. A parent's row is locked by whoever works on it, so its lines, allocations and
 * reservations needn't be.
 */
export function moneyPorts(tx: TenantTransaction): MoneyPorts {
  const { em } = tx;
  return {
    invoices: {
      ...collection(tx, Invoice, 'invoice'),
      openOf: (studentId) =>
        em.find(Invoice, { studentId, ...OPEN } as never, { ...LOCKED, orderBy: { dueDate: 'asc', id: 'asc' } }),
      overdueUntold: (today, limit) =>
        em.find(Invoice, { dueDate: { $lt: today }, overdueToldOn: null, ...OPEN } as never, {
          ...LOCKED,
          orderBy: { dueDate: 'asc', id: 'asc' },
          limit,
        }),
      remove: async (invoice) => {
        for (const line of await em.find(InvoiceLine, { invoiceId: invoice.id })) em.remove(line);
        // The database leaves a tombstone of every invoice that it deletes.
        em.remove(invoice);
      },
    },
    invoiceLines: {
      of: (invoiceId) => linesOf(tx, invoiceId),
      // Payments name a line by its id, perhaps in the same command.
      add: collection(tx, InvoiceLine, 'invoice_line').add,
      remove: async (line) => void em.remove(line),
    },
    creditNotes: { add: async (note) => void em.persist(note) },
    reservations: {
      liveOn: (invoiceId, now) =>
        em.find(InvoiceReservation, { invoiceId, state: 'held', expiresAt: { $gt: now } } as never, {
          orderBy: { id: 'asc' },
        }),
      heldBy: (loanUuid) => em.findOne(InvoiceReservation, { loanUuid, state: 'held' }, LOCKED),
      add: async (reservation) => void em.persist(reservation),
    },
    payments: {
      ...collection(tx, InvoicePayment, 'invoice_payment'),
      byKey: (key) => em.findOne(InvoicePayment, { key }, LOCKED),
      withCredit: async (studentId) => {
        const unspent = await em.find(
          InvoicePayment,
          { studentId, state: { $in: ['received', 'partly_allocated'] } },
          { ...LOCKED, orderBy: { paidAt: 'asc', id: 'asc' } },
        );
        return unspent.filter((payment) => unappliedOf(payment) > 0n);
      },
    },
    allocations: {
      of: (paymentId) => em.find(PaymentAllocation, { paymentId, unwoundAt: null }, { orderBy: { id: 'asc' } }),
      add: async (allocation) => void em.persist(allocation),
    },
    accountReferences: { candidates: (key) => candidates(tx, key) },
  };
}

/** The lines of an invoice as this command leaves them: those that it has just written are not in the database yet. */
async function linesOf({ em }: TenantTransaction, invoiceId: number): Promise<InvoiceLine[]> {
  const unitOfWork = em.getUnitOfWork();
  const kept = await em.find(InvoiceLine, { invoiceId });
  const written = [...unitOfWork.getPersistStack()].filter(
    (entity): entity is InvoiceLine => entity instanceof InvoiceLine && entity.invoiceId === invoiceId,
  );
  return [...new Set([...kept, ...written])]
    .filter((line) => !unitOfWork.getRemoveStack().has(line))
    .toSorted((a, b) => a.position - b.position);
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
