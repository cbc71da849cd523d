import type { FeeCategory } from '#core/education/fee-category.ts';
import { unknownReference } from '#core/education/field-errors.ts';
import type { WantedPortion } from '#core/education/payment/allocation.ts';
import type { InvoicePayment, PaymentMethod } from '#core/education/payment/payment.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import { named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';
import { allNamed, idNamed } from './ids.ts';

type AllocationInput = { readonly invoiceId: string; readonly lineId?: string | null; readonly amount: bigint };
type RecordInvoicePayment = {
  readonly studentId?: string | null;
  readonly invoiceId?: string | null;
  readonly amount: bigint;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly paidAt?: Temporal.Instant | null;
  readonly payerMemberId?: string | null;
  readonly allocations?: readonly AllocationInput[] | null;
  readonly categories?: readonly FeeCategory[] | null;
  readonly allowCredit: boolean;
};
type ReverseInvoicePayment = {
  readonly paymentId: string;
  readonly reason: string;
  readonly cause?: ReversalCause | null;
};

const show = async (uuid: string, { loaders }: EducationContext) => ({
  invoicePayment: await loaders.payments.byUuid.load(uuid),
});

async function portionsOf(
  allocations: readonly AllocationInput[],
  { loaders }: EducationContext,
): Promise<WantedPortion[]> {
  const of = allocations.map(({ invoiceId }, index) => ({ field: `allocations.${index}.invoiceId`, id: invoiceId }));
  const invoices = await allNamed(of, 'invoice', loaders.invoices.byUuid);
  return allocations.map(({ lineId, amount }, index) => {
    const line = invoices[index]?.lines.find(({ uuid }) => uuid === lineId?.toLowerCase());
    if (lineId != null && line === undefined) throw unknownReference(`allocations.${index}.line_id`, lineId);
    return { invoiceId: invoices[index]?.id ?? 0, lineId: line?.id ?? null, amount };
  });
}

const recordInvoicePayment = change<RecordInvoicePayment, InvoicePayment>({
  show,
  run: async ({ input, context }, request) => {
    check(input, { reference: storable });
    const { app, loaders } = context;
    const [studentId, invoiceId, payerMemberId, allocations] = await Promise.all([
      idNamed('studentId', input.studentId, 'student', loaders.students.byUuid),
      idNamed('invoiceId', input.invoiceId, 'invoice', loaders.invoices.byUuid),
      idNamed('payerMemberId', input.payerMemberId, 'member', loaders.members),
      input.allocations == null ? null : portionsOf(input.allocations, context),
    ]);
    return app.education.recordPayment(request(), {
      studentId: studentId ?? null,
      invoiceId: invoiceId ?? null,
      amount: input.amount,
      method: input.method,
      reference: input.reference,
      paidAt: input.paidAt ?? (await app.now(context.caller)),
      payerMemberId: payerMemberId ?? null,
      ...filled({ allocations }),
      categories: input.categories ?? null,
      allowCredit: input.allowCredit,
    });
  },
});

const reverseInvoicePayment = change<ReverseInvoicePayment, InvoicePayment>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, { reason: text(500) });
    const { id: paymentId } = await named('paymentId', input.paymentId, 'payment', loaders.payments.byUuid);
    const { reason, cause } = input;
    return app.education.reversePayment(request(), {
      paymentId,
      ...defined({ version }),
      reason,
      cause: cause ?? undefined,
    });
  },
});

const returnLoanCredit = change<{ readonly paymentId: string }, InvoicePayment>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { id: paymentId } = await named('paymentId', input.paymentId, 'payment', loaders.payments.byUuid);
    return app.education.returnLoanCredit(request(), { paymentId, ...defined({ version }) });
  },
});

export const paymentMutations = { recordInvoicePayment, reverseInvoicePayment, returnLoanCredit };
