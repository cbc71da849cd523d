import type { CreditNote } from '#core/education/invoice/credit-note.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import type { Invoice, Payer } from '#core/education/invoice/invoice.ts';
import type { FeeCategory } from '#core/education/fee-category.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import type { Credited } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { about, named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';
import { idNamed } from './ids.ts';

type LineInput = {
  readonly code?: string | null;
  readonly description: string;
  readonly feeCategory: FeeCategory;
  readonly amount: bigint;
  readonly discount?: bigint | null;
  readonly discountPercent?: string | null;
  readonly priority?: number | null;
};
type Particulars = {
  readonly enrolmentId?: string | null;
  readonly termId?: string | null;
  readonly feeStructureId?: string | null;
  readonly payer?: { readonly type: Payer['type']; readonly ref?: string | null } | null;
  readonly lines?: readonly LineInput[] | null;
};
type DraftInvoice = Particulars & {
  readonly studentId: string;
  readonly dueDate: Temporal.PlainDate;
  readonly issue: boolean;
};
type OnInvoice = { readonly invoiceId: string; readonly reason?: string | null };
type ChangeInvoice = OnInvoice & Particulars & { readonly dueDate?: Temporal.PlainDate | null };
type IssueCreditNote = { readonly invoiceId: string; readonly amount: bigint; readonly reason: string };

const show = async (uuid: string, { loaders }: EducationContext) => ({
  invoice: await loaders.invoices.byUuid.load(uuid),
});

/** Charges are checked by the use case. */
const rules = { 'payer.ref': text(100), lines: storable, reason: text(500) };

/** What drafts and changes of them have in common, with the ids of records in place of their uuids. */
async function particularsOf({ payer, lines, ...ids }: Particulars, { loaders }: EducationContext) {
  const [enrolmentId, termId, feeStructureId] = await Promise.all([
    idNamed('enrolmentId', ids.enrolmentId, 'enrolment', loaders.enrolments.byUuid),
    idNamed('termId', ids.termId, 'term', loaders.terms.byUuid),
    idNamed('feeStructureId', ids.feeStructureId, 'fee structure', loaders.feeStructures.byUuid),
  ]);
  return {
    ...defined({ enrolmentId, termId, feeStructureId }),
    ...filled({ payer: payer && { type: payer.type, ref: payer.ref ?? null }, lines: lines?.map(chargeOf) }),
  };
}

function chargeOf(line: LineInput, index: number): Charge {
  const { description, feeCategory, amount, discount, discountPercent } = line;
  if (discount != null && discountPercent != null) {
    const detail = 'Send the discount as an amount or as a percentage, not both.';
    throw invalidField(`lines.${index}.discount`, 'ambiguous', detail);
  }
  const code = line.code ?? null;
  if (code !== null && [...code].length > 40) {
    throw invalidField(`lines.${index}.code`, 'length', 'Send at most 40 characters.');
  }
  return {
    code,
    description,
    feeCategory,
    amount,
    discount: discountPercent == null ? { cents: discount ?? 0n } : { percent: discountPercent },
    priority: line.priority ?? null,
  };
}

const draftInvoice = change<DraftInvoice, Invoice>({
  show,
  run: async ({ input, context }, request) => {
    check(input, rules);
    const [student, particulars] = await Promise.all([
      named('studentId', input.studentId, 'student', context.loaders.students.byUuid),
      particularsOf(input, context),
    ]);
    const { dueDate, issue } = input;
    return context.app.education.draftInvoice(request(), { studentId: student.id, dueDate, issue, ...particulars });
  },
});

const changeInvoice = change<ChangeInvoice, Invoice>({
  show,
  run: async ({ input, version, context }, request) => {
    check(input, rules);
    const [invoice, particulars] = await Promise.all([
      named('invoiceId', input.invoiceId, 'invoice', context.loaders.invoices.byUuid),
      particularsOf(input, context),
    ]);
    return context.app.education.changeInvoice(request(), {
      invoiceId: invoice.id,
      ...defined({ version }),
      changes: { ...particulars, ...filled({ dueDate: input.dueDate }) },
    });
  },
});

const issueCreditNote = change<IssueCreditNote, CreditNote>({
  show: async (uuid, { loaders }) => ({ creditNote: await loaders.creditNotes.byUuid.load(uuid) }),
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const { id: invoiceId } = await named('invoiceId', input.invoiceId, 'invoice', loaders.invoices.byUuid);
    const { amount, reason } = input;
    const crediting = about(request(), ({ creditNote }: Credited) => creditNote);
    return app.education.issueCreditNote(crediting, { invoiceId, ...defined({ version }), amount, reason });
  },
});

const discardInvoice = change<OnInvoice, Invoice>({
  show: async (uuid) => ({ discardedInvoiceId: uuid }),
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { id: invoiceId } = await named('invoiceId', input.invoiceId, 'invoice', loaders.invoices.byUuid);
    return app.education.discardInvoice(request(), { invoiceId, ...defined({ version }) });
  },
});

export const invoiceMutations = { draftInvoice, changeInvoice, discardInvoice, issueCreditNote };
