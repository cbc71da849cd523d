import type { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { FundSource, Repayment } from '#core/lending/repayment/repayment.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { rescheduleIn, type RescheduleInput } from '../../terms.ts';
import { change } from './change.ts';

type Reschedule = { readonly loanId: string; readonly reason: string; readonly change: RescheduleInput };

const rules = { reason: text(500), reference: text(128) };

const showLoan = async (uuid: string, { loaders }: LendingContext) => ({ loan: await loaders.loans.byUuid.load(uuid) });

type ReverseRepayment = {
  readonly repaymentId: string;
  readonly reason: string;
  readonly cause?: ReversalCause | null;
};
type ReallocateRepayment = { readonly repaymentId: string; readonly toLoanId: string; readonly reason: string };
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
  rescheduleLoan: change<Reschedule, Loan>({
    show: showLoan,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id: loanId } = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
      const { reason } = input;
      return app.lending.rescheduleLoan(request(), { loanId, version, reason, change: rescheduleIn(input.change) });
    },
  }),
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
