import type { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { FundSource, Repayment } from '#core/lending/repayment/repayment.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import type { App } from '#platform/app/compose.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { named } from '../../../change.ts';
import { check, text, wholeNumber } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { rescheduleIn, type RescheduleInput } from '../../terms.ts';
import { change } from './change.ts';

type OnLoan = { readonly loanId: string; readonly reason?: string | null };
type Found = { readonly loanId: number; readonly version: number | undefined; readonly reason: string | null };

const rules = {
  reason: text(500),
  reversalReceiptNo: text(64),
  reference: text(128),
  instalment: wholeNumber(1, 1200),
  termMonths: wholeNumber(1, 600),
};

const showLoan = async (uuid: string, { loaders }: LendingContext) => ({ loan: await loaders.loans.byUuid.load(uuid) });

/** A step on one loan, whose payload shows a loan. */
const step = <Input extends OnLoan>(
  carryOut: (
    lending: App['lending'],
    on: Found,
    input: Input,
    request: ProposableRequest<Loan>,
    context: LendingContext,
  ) => Promise<Handled>,
) =>
  change<Input, Loan>({
    show: showLoan,
    run: async ({ input, version, context }, request) => {
      check(input, rules);
      const loan = await named('loanId', input.loanId, 'loan', context.loaders.loans.byUuid);
      const on = { loanId: loan.id, version, reason: input.reason ?? null };
      return carryOut(context.app.lending, on, input, request(), context);
    },
  });

type Charge = OnLoan & {
  readonly part: 'fees' | 'penalties';
  readonly amount: bigint;
  readonly instalment?: number | null;
};
type Waive = OnLoan & {
  readonly part: 'interest' | 'fees' | 'penalties';
  readonly amount?: bigint | null;
  readonly instalment?: number | null;
};
type Refinance = OnLoan & {
  readonly productId: string;
  readonly termMonths: number;
  readonly topUp?: bigint | null;
};
type ReverseRepayment = {
  readonly repaymentId: string;
  readonly reason: string;
  readonly cause?: ReversalCause | null;
};
type ReallocateRepayment = { readonly repaymentId: string; readonly toLoanId: string; readonly reason: string };
type Undo = OnLoan & { readonly reversalReceiptNo: string; readonly disbursementId?: string | null };
type Refund = OnLoan & { readonly channel: 'cash' | 'bank'; readonly reference?: string | null };

type Settle = {
  readonly loanId: string;
  readonly amount: bigint;
  readonly channel: FundSource;
  readonly paidAt?: Temporal.Instant | null;
  readonly reference?: string | null;
  readonly msisdn?: string | null;
};

const showRepayment = async (uuid: string, { loaders }: LendingContext) => ({
  repayment: await loaders.repayments.load(uuid),
});
const showGuarantee = async (uuid: string, { loaders }: LendingContext) => ({
  guarantee: await loaders.guarantees.load(uuid),
});

export const loanServiceMutations = {
  undoLoanDisbursement: step<Undo>(async (lending, on, { reversalReceiptNo, disbursementId }, request, { loaders }) => {
    const disbursement =
      disbursementId == null
        ? null
        : await named('disbursementId', disbursementId, 'disbursement', loaders.disbursements);
    return lending.undoDisbursement(request, { ...on, reversalReceiptNo, disbursementId: disbursement?.id ?? null });
  }),
  chargeLoan: step<Charge>((lending, on, { part, amount, instalment }, request) =>
    lending.chargeLoan(request, { ...on, part, amount, instalment: instalment ?? null }),
  ),
  waiveLoanCharge: step<Waive>((lending, on, { part, amount, instalment }, request) =>
    lending.waiveCharge(request, { ...on, part, amount: amount ?? null, instalment: instalment ?? null }),
  ),
  rescheduleLoan: step<OnLoan & { readonly change: RescheduleInput }>((lending, on, input, request) =>
    lending.rescheduleLoan(request, { ...on, change: rescheduleIn(input.change) }),
  ),
  refinanceLoan: step<Refinance>(async (lending, on, input, request, { loaders }) => {
    const product = await named('productId', input.productId, 'loan product', loaders.products.byUuid);
    const { termMonths, topUp } = input;
    return lending.refinanceLoan(request, { ...on, productId: product.id, termMonths, topUp: topUp ?? null });
  }),
  chargeOffLoan: step<OnLoan>((lending, on, _, request) => lending.chargeOffLoan(request, on)),
  writeOffLoan: step<OnLoan>((lending, on, _, request) => lending.writeOffLoan(request, on)),
  undoLoanWriteOff: step<OnLoan>((lending, on, _, request) => lending.undoWriteOff(request, on)),
  refundLoanOverpayment: step<Refund>((lending, on, { channel, reference }, request) =>
    lending.refundOverpayment(request, { ...on, channel, reference: reference ?? null }),
  ),

  transferLoanOverpayment: step<OnLoan & { readonly savingsAccountId: string }>(
    async (lending, on, { savingsAccountId }, request, { loaders }) => {
      const account = await named('savingsAccountId', savingsAccountId, 'savings account', loaders.savingsAccounts);
      return lending.transferToSavings(request, { ...on, savingsAccount: account });
    },
  ),
  pauseLoanArrears: step<OnLoan & { readonly until?: Temporal.PlainDate | null }>((lending, on, { until }, request) =>
    lending.pauseArrears(request, { ...on, until: until ?? null }),
  ),
  resumeLoanArrears: step<OnLoan>((lending, on, _, request) => lending.resumeArrears(request, on)),

  settleLoan: change<Settle, Repayment>({
    show: showRepayment,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const loan = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
      return app.lending.settleLoan(request(), {
        loanId: loan.id,
        version,
        amount: input.amount,
        channel: input.channel,
        paidAt: input.paidAt ?? null,
        reference: input.reference ?? null,
        msisdn: input.msisdn ?? null,
      });
    },
  }),
  reverseRepayment: change<ReverseRepayment, Repayment>({
    show: showRepayment,
    run: async ({ input, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id, loanId } = await named('repaymentId', input.repaymentId, 'repayment', loaders.repayments);
      const { reason, cause } = input;
      return app.lending.reverseRepayment(request(), { loanId, repaymentId: id, reason, cause: cause ?? undefined });
    },
  }),
  reallocateRepayment: change<ReallocateRepayment, Repayment>({
    show: showRepayment,
    run: async ({ input, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id: repaymentId, loanId } = await named(
        'repaymentId',
        input.repaymentId,
        'repayment',
        loaders.repayments,
      );
      const { id: toLoanId } = await named('toLoanId', input.toLoanId, 'loan', loaders.loans.byUuid);
      return app.lending.reallocateRepayment(request(), { loanId, repaymentId, toLoanId, reason: input.reason });
    },
  }),
  pledgeGuarantee: change<{ readonly loanId: string; readonly memberId: string; readonly amount: bigint }, Guarantee>({
    show: showGuarantee,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      const [loan, member] = await Promise.all([
        named('loanId', input.loanId, 'loan', loaders.loans.byUuid),
        named('memberId', input.memberId, 'member', loaders.members.byUuid),
      ]);
      return app.lending.pledgeGuarantee(request(), {
        loanId: loan.id,
        version,
        memberId: member.id,
        amount: input.amount,
      });
    },
  }),
  substituteGuarantor: change<{ readonly guaranteeId: string; readonly memberId: string }, Guarantee>({
    show: showGuarantee,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      const { id, loanId } = await named('guaranteeId', input.guaranteeId, 'guarantee', loaders.guarantees);
      const { id: memberId } = await named('memberId', input.memberId, 'member', loaders.members.byUuid);
      return app.lending.substituteGuarantor(request(), { loanId, guaranteeId: id, memberId, version });
    },
  }),
  dischargeGuarantor: change<{ readonly guaranteeId: string; readonly reason: string }, Guarantee>({
    show: showGuarantee,
    run: async ({ input, context: { app, loaders } }, request) => {
      check({ reason: input.reason }, { reason: text(500) });
      const { id, loanId } = await named('guaranteeId', input.guaranteeId, 'guarantee', loaders.guarantees);
      return app.lending.dischargeGuarantor(request(), { loanId, guaranteeId: id, reason: input.reason });
    },
  }),
  withdrawGuarantee: change<{ readonly guaranteeId: string }, Guarantee>({
    show: showGuarantee,
    run: async ({ input, context: { app, loaders } }, request) => {
      const { id, loanId } = await named('guaranteeId', input.guaranteeId, 'guarantee', loaders.guarantees);
      return app.lending.withdrawGuarantee(request(), { loanId, guaranteeId: id });
    },
  }),
};
