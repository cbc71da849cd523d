import { actionList } from '../action-body.ts';
import Type from 'typebox';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import { PAYMENT_METHODS } from '#core/education/payment/payment.ts';
import type { View } from '#platform/app/views.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, instant, nullable, object } from '../shapes.ts';
import type { Resource } from '../resource.ts';
import { actionsIn } from './resource.ts';

const STEPS = { reverse: true };

export const PaymentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    invoice_id: nullable(anyId('The invoice that the payer named.')),
    student_id: anyId('Whose money it is.'),
    amount: cents('Minor units.'),
    method: Type.Enum([...PAYMENT_METHODS]),
    reference: Type.String({ description: 'Receipt of M-Pesa, reference of the bank, uuid of a disbursement.' }),
    paid_at: instant('When it was received.'),
    payer_member_id: nullable(anyId('Where a member of the society paid.')),
    loan_id: nullable(anyId('Where a school-fee loan paid.')),
    disbursement_id: nullable(anyId('The disbursement of that loan.')),
    categories: nullable(Type.Array(Type.Enum([...FEE_CATEGORIES]), { description: 'What the giver meant it for.' })),
    allocations: Type.Array(
      object({ invoice_id: anyId('The invoice.'), line_id: anyId('Its line.'), amount: cents('Minor units.') }),
      { description: 'Where the money is. Those of a reversed payment are unwound.' },
    ),
    allocated: cents('On invoices, minor units.'),
    unapplied: cents('On no invoice: the student’s credit, minor units.'),
    surplus: cents('Of a loan, beyond the invoice: the lender’s, minor units.'),
    state: Type.Enum([...paymentLifecycle.states]),
    recorded_by: Type.String({ description: 'The client that booked it.' }),
    reversed_at: nullable(instant('When it was taken back.')),
    reversal_reason: nullable(Type.String()),
    available_actions: actionList(paymentLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was booked.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'InvoicePayment' },
);

/** A payment as partners see it. */
export function paymentBody(payment: View<'payments'>, ids: Ids) {
  return {
    id: ids(payment),
    uuid: payment.uuid,
    invoice_id: payment.invoice && ids(payment.invoice),
    student_id: ids(payment.student),
    amount: payment.amount,
    method: payment.method,
    reference: payment.reference,
    paid_at: payment.paidAt,
    payer_member_id: payment.payerMember && ids(payment.payerMember),
    loan_id: payment.loan && ids(payment.loan),
    disbursement_id: payment.disbursement && ids(payment.disbursement),
    categories: payment.designatedCategories,
    allocations: payment.allocations.map(({ invoice, line, amount }) => ({
      invoice_id: ids(invoice),
      line_id: ids(line),
      amount,
    })),
    allocated: payment.allocated,
    unapplied: payment.unapplied,
    surplus: payment.surplus,
    state: payment.state,
    recorded_by: payment.recordedBy,
    reversed_at: payment.reversedAt,
    reversal_reason: payment.reversalReason,
    // A loan's payment is taken back with its disbursement.
    available_actions: payment.loan ? [] : actionsIn(paymentLifecycle, payment.state, STEPS),
    version: payment.version,
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
  };
}

export const payments: Resource<View<'payments'>> = {
  noun: 'payment',
  one: (views) => views.payments.one,
  body: paymentBody,
  address: (payment, ids) => `/api/v1/invoices/${payment.invoice ? ids(payment.invoice) : ''}/payments/${ids(payment)}`,
};
