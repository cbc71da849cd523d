import Type, { type Static } from 'typebox';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import { PAYER_TYPES } from '#core/education/invoice/invoice.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, date, decimalText, instant, nullable, object, reference, text } from '../shapes.ts';
import { actionsIn, invalidMember } from './resource.ts';

/** More than any charge ever is; far enough from 2^53 that sums of many still travel exactly. */
export const GREATEST_CHARGE = 100_000_000_000;

export const InvoiceSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    number: nullable(
      Type.String({ description: 'Without gaps within a year; null in draft.', examples: ['INV-2026-000123'] }),
    ),
    pay_code: nullable(Type.String({ description: 'What a payer types as the account; null in draft.' })),
    student_id: anyId('Who owes it.'),
    admission_no: Type.String({ description: 'The student’s.' }),
    enrolment_id: nullable(anyId('The period that it is for.')),
    term_id: nullable(anyId('The term that it is for.')),
    fee_structure_id: nullable(anyId('Where its lines were taken from.')),
    issue_date: nullable(date('Null in draft.')),
    due_date: date('The last day to pay.'),
    currency: Type.String({ examples: ['KES'] }),
    payer: object({ type: Type.Enum([...PAYER_TYPES]), ref: nullable(Type.String()) }),
    lines: Type.Array(
      object({
        id: anyId('Stable id.'),
        code: nullable(Type.String()),
        description: Type.String(),
        fee_category: Type.Enum([...FEE_CATEGORIES]),
        amount: cents('Minor units.'),
        discount: cents('Minor units.'),
        priority: Type.Integer({ description: 'Lowest takes money first.' }),
        paid: cents('What payments have put on the line, minor units.'),
      }),
    ),
    subtotal: cents('Sum of the amounts, minor units.'),
    discount_total: cents('Sum of the discounts, minor units.'),
    total: cents('subtotal - discount_total, minor units.'),
    paid: cents('Minor units.'),
    credited: cents('Taken off by credit notes, minor units.'),
    balance: cents('total - paid - credited, minor units.'),
    promised: cents(
      'Of the balance, minor units: money of loans that went to a phone. It is owed until the school has it.',
    ),
    overdue: Type.Boolean({ description: 'Due before today, and something is owed. It turns without a new version.' }),
    state: Type.Enum([...invoiceLifecycle.states]),
    voided_at: nullable(instant('When it was declared a mistake.')),
    void_reason: nullable(Type.String()),
    written_off_at: nullable(instant('When the rest was written off.')),
    write_off_reason: nullable(Type.String()),
    available_actions: actionList(invoiceLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was drafted.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Invoice' },
);

/** An invoice as partners see it. @param steps the actions that PATCH offers */
export function invoiceBody(invoice: View<'invoices'>, ids: Ids, steps: object) {
  return {
    id: ids(invoice),
    uuid: invoice.uuid,
    number: invoice.number,
    pay_code: invoice.payCode,
    student_id: ids(invoice.student),
    admission_no: invoice.student.admissionNo,
    enrolment_id: invoice.enrolment && ids(invoice.enrolment),
    term_id: invoice.term && ids(invoice.term),
    fee_structure_id: invoice.feeStructure && ids(invoice.feeStructure),
    issue_date: invoice.issueDate,
    due_date: invoice.dueDate,
    currency: invoice.currency,
    payer: { type: invoice.payer.type, ref: invoice.payer.ref },
    lines: invoice.lines.map((line) => ({
      id: ids(line),
      code: line.code,
      description: line.description,
      fee_category: line.feeCategory,
      amount: line.amount,
      discount: line.discount,
      priority: line.priority,
      paid: line.paid,
    })),
    subtotal: invoice.subtotal,
    discount_total: invoice.discountTotal,
    total: invoice.total,
    paid: invoice.paid,
    credited: invoice.credited,
    balance: invoice.balance,
    promised: invoice.promised,
    overdue: invoice.overdue,
    state: invoice.state,
    voided_at: invoice.voidedAt,
    void_reason: invoice.voidReason,
    written_off_at: invoice.writtenOffAt,
    write_off_reason: invoice.writeOffReason,
    available_actions: actionsIn(invoiceLifecycle, invoice.state, steps),
    version: invoice.version,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  };
}

/** What a draft says beside its due date and lines. */
export const InvoiceTerms = {
  enrolment_id: Type.Optional(nullable(reference('An enrolment of the student.'))),
  term_id: Type.Optional(nullable(reference('A row of GET /api/v1/terms.'))),
  fee_structure_id: Type.Optional(nullable(reference('A row of GET /api/v1/fee_structures.'))),
  payer: Type.Optional(
    object({
      type: Type.Enum([...PAYER_TYPES]),
      ref: Type.Optional(nullable(text('The payer’s own reference.', 128))),
    }),
  ),
};

const Line = object({
  code: Type.Optional(nullable(text('Your own code.', 40))),
  description: text('What is charged.', 200),
  fee_category: Type.Enum([...FEE_CATEGORIES]),
  amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_CHARGE }),
  discount: Type.Optional(cents('Minor units, at most the amount.', { minimum: 0, maximum: GREATEST_CHARGE })),
  discount_percent: Type.Optional(
    decimalText('Instead of discount: a decimal string from 0 to 100, worked out once, half up.', 3, 4, '12.5'),
  ),
  priority: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'Lowest takes money first; by category if missing.' }),
    ),
  ),
});
export const Lines = Type.Array(Line, { minItems: 1, maxItems: 200 });

/** @throws DomainError validation_failed (invalid) where a line has both kinds of discount */
export function chargesIn(lines: Static<typeof Lines>): Charge[] {
  return lines.map((line, index) => {
    const { discount, discount_percent: percent } = line;
    if (discount !== undefined && percent !== undefined) {
      throw invalidMember(
        `lines.${index}.discount_percent`,
        'ambiguous',
        'Send discount or discount_percent, not both.',
      );
    }
    return {
      code: line.code ?? null,
      description: line.description,
      feeCategory: line.fee_category,
      amount: BigInt(line.amount),
      discount: percent === undefined ? { cents: BigInt(discount ?? 0) } : { percent },
      priority: line.priority ?? null,
    };
  });
}
