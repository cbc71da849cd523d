import { event, type DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import type { RepaymentState } from './lifecycle.ts';

/** Where the money of a repayment came from; the ledger debits the matching account. */
export const FUND_SOURCES = ['cash', 'bank', 'mpesa_paybill'] as const;
export type FundSource = (typeof FUND_SOURCES)[number];

/** Where the money of a repayment went, in minor units. The parts sum to the amount. */
export type Allocation = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
  readonly overpayment: Cents;
};

/** Money that a member paid on a loan. */
export class Repayment {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  receiptNo!: string;
  amount!: Cents;
  channel!: FundSource;
  reference!: string | null;
  msisdn!: string | null;
  state!: RepaymentState;
  paidAt!: Temporal.Instant;
  principal!: Cents;
  interest!: Cents;
  fees!: Cents;
  penalties!: Cents;
  overpayment!: Cents;
  receivedBy!: string;

  static book(
    given: Pick<
      Repayment,
      'uuid' | 'loanId' | 'receiptNo' | 'amount' | 'channel' | 'reference' | 'msisdn' | 'paidAt' | 'receivedBy'
    > &
      Allocation,
    newlyEarned: Cents,
  ): { repayment: Repayment; event: DomainEvent } {
    const repayment = Object.assign(new Repayment(), given, { state: 'booked' as const });
    return {
      repayment,
      event: event(
        'repayment.booked',
        'repayment',
        repayment,
        {
          loan_id: given.loanId,
          amount: given.amount,
          channel: given.channel,
          receipt_no: given.receiptNo,
          principal: given.principal,
          interest: given.interest,
          fees: given.fees,
          penalties: given.penalties,
          overpayment: given.overpayment,
        },
        { newly_earned: newlyEarned },
      ),
    };
  }
}
