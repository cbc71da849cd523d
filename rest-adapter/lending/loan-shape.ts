import Type from 'typebox';
import { FEE_SURPLUS } from '#core/lending/agreement.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, date, instant, nullable, object } from '../shapes.ts';
import { productTermsBody, ProductTermsOut } from './terms/product-terms.ts';

const Parts = {
  principal: cents('Principal, minor units.'),
  interest: cents('Interest, minor units.'),
  fees: cents('Fees, minor units.'),
  penalties: cents('Penalties, minor units.'),
};

/** A loan as it is shown. */
export const LoanSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_no: Type.String({ description: 'The number that people use, L- and digits.' }),
    member_id: anyId('The borrower.'),
    product_id: anyId('The product that the loan was made from.'),
    principal: cents('What was requested, minor units.'),
    approved_principal: nullable(cents('What was granted, minor units; null until then.')),
    term_months: Type.Integer({ minimum: 1 }),
    purpose: nullable(Type.String()),
    state: Type.Enum([...loanLifecycle.states]),
    state_reason: nullable(Type.String()),
    interest_rate: Type.String({ description: 'Percent a year, a decimal string.' }),
    method: Type.String({ description: 'How interest spreads over the instalments.' }),
    disbursed_at: nullable(date('Value date of the first disbursement.')),
    maturity_date: nullable(date('Due date of the last instalment.')),
    outstanding: object({ ...Parts, total: cents('All of it, minor units.') }),
    overpaid: cents('Received beyond what was owed, minor units; it belongs to the member.'),
    arrears: object({
      days_past_due: Type.Integer({ minimum: 0 }),
      amount: cents('Overdue and unpaid, minor units.'),
      classification: Type.String({ description: 'Class of risk, by the tenant’s bands.' }),
      paused_from: nullable(date('Since when days of lateness are not counted; null where they are.')),
      paused_until: nullable(date('The last day on which they are not, where it is known.')),
    }),
    next_instalment: nullable(
      object({
        number: Type.Integer(),
        due_date: date('When it falls due.'),
        amount: cents('What is still open of it.'),
      }),
    ),
    instalment_amount: nullable(cents('The level instalment where it was agreed instead of worked out, minor units.')),
    charged_off_on: nullable(date('Since when the books carry nothing of it; the member still owes.')),
    written_off_on: nullable(date('When the debt was written off.')),
    written_off: cents('What was written off, minor units.'),
    recovered: cents('What came in on it since, minor units.'),
    close_reason: nullable(
      Type.String({ description: 'repaid, settled, waived, refunded, transferred or refinanced.' }),
    ),
    refinances: nullable(anyId('The loan that this one paid off.')),
    refinanced_by: nullable(anyId('The loan that paid this one off, and takes what still arrives for it.')),
    school_fee: nullable(
      object(
        {
          invoice_id: anyId('The invoice that the loan pays.'),
          invoice_uuid: Type.String({ format: 'uuid' }),
          surplus: Type.Enum([...FEE_SURPLUS], {
            description: 'What becomes of money that the invoice does not take.',
          }),
          held_until: nullable(instant('Until when the invoice is held for the loan, or was; null where it is not.')),
        },
        { description: 'Of a school-fee loan.' },
      ),
    ),
    client_reference: nullable(Type.String()),
    terms: ProductTermsOut,
    available_actions: actionList(loanLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the application was made.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Loan' },
);

/** A loan as partners see it. */
export function loanBody(loan: View<'loans'>, ids: Ids) {
  return {
    id: ids(loan),
    uuid: loan.uuid,
    loan_no: loan.loanNo,
    member_id: ids({ id: loan.memberId, uuid: loan.memberUuid }),
    product_id: ids({ id: loan.productId, uuid: loan.productUuid }),
    principal: loan.principal,
    approved_principal: loan.approvedPrincipal,
    term_months: loan.termMonths,
    purpose: loan.purpose,
    state: loan.state,
    state_reason: loan.stateReason,
    interest_rate: loan.interestRate,
    method: loan.method,
    disbursed_at: loan.disbursedAt,
    maturity_date: loan.maturityDate,
    outstanding: loan.outstanding,
    overpaid: loan.overpaid,
    arrears: {
      days_past_due: loan.arrears.daysPastDue,
      amount: loan.arrears.amount,
      classification: loan.arrears.classification,
      paused_from: loan.arrears.pausedFrom,
      paused_until: loan.arrears.pausedUntil,
    },
    next_instalment: loan.nextInstalment && {
      number: loan.nextInstalment.number,
      due_date: loan.nextInstalment.dueDate,
      amount: loan.nextInstalment.amount,
    },
    instalment_amount: loan.instalmentAmount,
    charged_off_on: loan.chargedOffOn,
    written_off_on: loan.writtenOffOn,
    written_off: loan.writtenOff,
    recovered: loan.recovered,
    close_reason: loan.closeReason,
    refinances: loan.refinances && ids(loan.refinances),
    refinanced_by: loan.refinancedBy && ids(loan.refinancedBy),
    school_fee: loan.schoolFee && {
      invoice_id: ids(loan.schoolFee.invoice),
      invoice_uuid: loan.schoolFee.invoice.uuid,
      surplus: loan.schoolFee.surplus,
      held_until: loan.schoolFee.heldUntil,
    },
    client_reference: loan.clientReference,
    terms: productTermsBody(loan.conditions),
    available_actions: loan.availableActions,
    version: loan.version,
    created_at: loan.createdAt,
    updated_at: loan.updatedAt,
  };
}
