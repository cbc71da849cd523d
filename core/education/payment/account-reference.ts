import { accountKey } from '../account-key.ts';

/** Records that an account reference might mean. The keys are compared in the form of `accountKey`. */
export type ReferenceCandidates = {
  readonly students: readonly { readonly id: number; readonly payCode: string; readonly admissionNo: string }[];
  readonly invoices: readonly {
    readonly id: number;
    readonly studentId: number;
    readonly payCode: string | null;
    readonly number: string | null;
  }[];
};

export type ReferenceMatch =
  | {
      readonly matched: true;
      readonly by: 'pay_code' | 'invoice_number' | 'admission_no';
      readonly studentId: number;
      /** The invoice that was named, where one was. */
      readonly invoiceId: number | null;
    }
  | { readonly matched: false; readonly why: 'unknown' | 'ambiguous' };

/**
 * Whom a payer means by the account reference of a paybill payment. Tried in this order: pay code, invoice
 * number, admission number. Only a unique match is taken; two candidates at one step send the money to
 * suspense, for a person to work, rather than to the next step.
 */
export function matchAccountReference(reference: string, candidates: ReferenceCandidates): ReferenceMatch {
  const key = accountKey(reference);
  if (key === '') return { matched: false, why: 'unknown' };
  const same = (text: string | null) => text !== null && accountKey(text) === key;
  const steps = [
    {
      by: 'pay_code',
      hits: [
        ...candidates.students.filter((student) => same(student.payCode)).map(ofStudent),
        ...candidates.invoices.filter((invoice) => same(invoice.payCode)).map(ofInvoice),
      ],
    },
    { by: 'invoice_number', hits: candidates.invoices.filter((invoice) => same(invoice.number)).map(ofInvoice) },
    { by: 'admission_no', hits: candidates.students.filter((student) => same(student.admissionNo)).map(ofStudent) },
  ] as const;
  for (const { by, hits } of steps) {
    const [hit] = hits;
    if (hits.length > 1) return { matched: false, why: 'ambiguous' };
    if (hit) return { matched: true, by, ...hit };
  }
  return { matched: false, why: 'unknown' };
}

function ofStudent(student: { id: number }): { studentId: number; invoiceId: number | null } {
  return { studentId: student.id, invoiceId: null };
}

function ofInvoice(invoice: { id: number; studentId: number }): { studentId: number; invoiceId: number | null } {
  return { studentId: invoice.studentId, invoiceId: invoice.id };
}
