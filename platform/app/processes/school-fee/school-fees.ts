import type { EducationPorts } from '#core/education/ports.ts';
import { paymentKey } from '#core/education/payment/payment.ts';
import {
  payInvoiceFromLoan,
  returnLoanSurplus,
  reverseLoanPayment,
} from '#core/education/use-cases/loan/pay-invoice-from-loan.ts';
import { promiseInvoice, withdrawPromise } from '#core/education/use-cases/loan/promise-invoice.ts';
import {
  releaseReservation,
  requireInvoicePayable,
  reserveInvoice,
} from '#core/education/use-cases/loan/reserve-invoice.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { conditionsFrom } from '#core/lending/agreement.ts';
import { isMobile } from '#core/lending/disbursement/channel.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { FEE_HOLD, reachesSchool } from '#core/lending/use-cases/school-fee.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { takeBackSurplus } from '#core/lending/use-cases/record-repayment.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { CommandContext } from '../../transact.ts';
import type { PortsOf } from '../../compose/bindings.ts';

type Ports = { readonly lending: PortsOf<LendingPorts>; readonly education: PortsOf<EducationPorts> };

/** An event of lending or education. */
type EmittedEvent = { readonly subjectId: number; readonly data: { readonly [member: string]: unknown } };
type React = (event: EmittedEvent, tx: TenantTransaction, context: CommandContext) => Promise<Outcome<null>>;

/**
 * Where lending and education meet: neither knows the other. What a member waits for (may this invoice be paid?) is
 * checked in the transaction of the loan's own step; what follows from money that moved comes through the outbox, as
 * reactions that are carried out once, however often they are tried.
 */
export function schoolFeesOf(allPorts: Ports) {
  return {
    /**
     * Holds what the school will get of the loan, or renews the hold. A loan for no invoice holds nothing.
     * @throws DomainError invoice_not_payable (conflict), unknown_reference (invalid)
     */
    hold: async (loan: Loan, tx: TenantTransaction, context: CommandContext): Promise<readonly DomainEvent[]> => {
      if (loan.invoiceId === null) return [];
      const amount = reachesSchool(loan, loan.approvedPrincipal ?? loan.principal, context.today);
      const { events } = await reserveInvoice(
        { invoiceId: loan.invoiceId, loanUuid: loan.uuid, amount, expiresAt: context.now.add(FEE_HOLD) },
        allPorts.education(tx, context),
      );
      return events;
    },

    /** The loan will not pay: what it held is free. */
    release: async (loan: Loan, tx: TenantTransaction, context: CommandContext): Promise<readonly DomainEvent[]> => {
      if (loan.invoiceId === null) return [];
      return (await releaseReservation({ loanUuid: loan.uuid }, allPorts.education(tx, context))).events;
    },

    /**
     * Checks invoice and balance again before a loan's money leaves, and reserves them for it on its way.
     * @throws DomainError invoice_not_payable (conflict): nothing may be sent then
     */
    beforeMoneyLeaves: async (
      disbursement: Disbursement,
      tx: TenantTransaction,
      context: CommandContext,
    ): Promise<readonly DomainEvent[]> => {
      const loan = await allPorts.lending(tx, context).loans.get(disbursement.loanId);
      if (!loan || loan.invoiceId === null) return [];
      const reservation = { invoiceId: loan.invoiceId, loanUuid: loan.uuid, amount: disbursement.payout() };
      const education = allPorts.education(tx, context);
      await requireInvoicePayable(reservation, education);
      return (await reserveInvoice({ ...reservation, expiresAt: context.now.add(FEE_HOLD) }, education)).events;
    },

    ...reactionsOf(allPorts),
  };
}

export type SchoolFees = ReturnType<typeof schoolFeesOf>;

/** What follows from money that moved. */
function reactionsOf(allPorts: Ports) {
  return {
    /** A disbursement of a school-fee loan is confirmed: the school books it, or is promised it where it went to a phone. */
    pay: (async ({ data }, tx, context) => {
      const uuid = String(data['disbursement_uuid']);
      const disbursement = await tx.of(Disbursement).first('uuid = $1', [uuid]);
      const loan = disbursement && (await tx.of(Loan).get(disbursement.loanId));
      if (!disbursement || !loan) throw new Error(`The disbursement ${uuid} of an event is gone.`);
      if (loan.invoiceId === null) return outcome(null);
      const education = allPorts.education(tx, context);
      if (isMobile(disbursement.channel)) {
        const { uuid: disbursementUuid } = disbursement;
        const promised = {
          invoiceId: loan.invoiceId,
          amount: disbursement.payout(),
          disbursementUuid,
          loanUuid: loan.uuid,
        };
        return outcome(null, ...(await promiseInvoice(promised, education)).events);
      }
      const { events } = await payInvoiceFromLoan(
        {
          invoiceId: loan.invoiceId,
          amount: disbursement.payout(),
          disbursementUuid: disbursement.uuid,
          disbursementId: disbursement.id,
          loanUuid: loan.uuid,
          loanId: loan.id,
          memberId: loan.memberId,
          paidAt: disbursement.settledAt ?? context.now,
          surplus: conditionsFrom(loan.conditions).policies.feeSurplus,
        },
        education,
      );
      return outcome(null, ...events);
    }) satisfies React,

    /** A disbursement was taken back: so is its payment. It waits for the payment where that is not booked yet. */
    reverse: (async ({ data }, tx, context) => {
      const disbursementUuid = String(data['disbursement_uuid']);
      const reason = String(data['reason'] ?? 'The disbursement was reversed.');
      const education = allPorts.education(tx, context);
      const { result: promised, events: withdrawn } = await withdrawPromise({ disbursementUuid }, education);
      if (promised !== null) return outcome(null, ...withdrawn);
      const { events } = await reverseLoanPayment({ disbursementUuid, reason }, education);
      return outcome(null, ...events);
    }) satisfies React,

    /** The school holds more than the invoice took: the loan is prepaid with it. */
    returnSurplus: (async ({ data }, tx, context) => {
      const disbursementUuid = String(data['disbursement_uuid']);
      const education = allPorts.education(tx, context);
      const payment = await education.payments.byKey(paymentKey('loan', disbursementUuid));
      if (!payment || payment.loanId === null || payment.state === 'reversed' || payment.surplusReturnedAt !== null) {
        return outcome(null);
      }
      // It came back whole meanwhile: what the school has of it goes back with it, and is no repayment.
      const disbursement = await tx.of(Disbursement).lockFirst('uuid = $1', [disbursementUuid]);
      if (disbursement?.state !== 'confirmed') return outcome(null);
      const repaid = await takeBackSurplus(
        { loanId: payment.loanId, amount: payment.surplus, disbursementUuid },
        allPorts.lending(tx, context),
      );
      const returned = await returnLoanSurplus({ disbursementUuid }, education);
      return outcome(null, ...repaid.events, ...returned.events);
    }) satisfies React,
  };
}
