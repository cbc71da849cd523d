import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import type { LoanConditions, NamedConditions, Method } from '../agreement.ts';
import type { ArrearsPause } from '../arrears.ts';
import { recognised, type Earned, type Recognised } from './income.ts';
import type { LoanState } from './lifecycle.ts';
import { NO_PARTS, totalOf, type Parts } from '../parts.ts';

/** Terms that a loan has from its application on; later changes of the product don't reach it. */
export type LoanTerms = {
  readonly method: Method;
  readonly annualRate: AnnualRate;
  readonly instalmentAmount: Cents | null;
  readonly conditions: LoanConditions;
};

/** What the account of a loan comes to, in minor units. */
export type Figures = {
  readonly owed: Parts;
  readonly paid: Parts;
  readonly overpaid: Cents;
  readonly disbursed: Cents;
  readonly disbursedOn: Temporal.PlainDate | null;
  readonly maturityDate: Temporal.PlainDate | null;
  /** When the oldest row falls due, or fell due, that is not paid in full; null where there is none. */
  readonly nextDueDate: Temporal.PlainDate | null;
  readonly scheduleVersion: number;
  /** The income that the loan's history comes to, where something late was booked on its day. */
  readonly income?: { readonly [Part in keyof Earned]: Recognised };
};

/** The record of a loan, and how its figures follow from its account. What may be done with it is in `Loan`. */
export class LoanRecord {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `L-` and a zero-padded number, counted per tenant. */
  loanNo!: string;
  memberId!: number;
  productId!: number;
  state!: LoanState;
  stateReason!: string | null;
  /** What the member applied for, in minor units. */
  principal!: Cents;
  /** What was granted; null until then. */
  approvedPrincipal!: Cents | null;
  termMonths!: number;
  purpose!: string | null;
  method!: Method;
  annualRate!: AnnualRate;
  /** The level instalment where it was agreed instead of calculated. */
  instalmentAmount!: Cents | null;
  /** All other terms of the application. */
  conditions!: NamedConditions;
  createdBy!: string;
  /** Who has changed the application since; each once. */
  editedBy!: readonly string[];
  approvedBy!: string | null;
  clientReference!: string | null;
  /** Confirmed disbursements, in minor units. */
  disbursedPrincipal!: Cents;
  disbursedOn!: Temporal.PlainDate | null;
  maturityDate!: Temporal.PlainDate | null;
  /** When its oldest instalment falls due, or fell due, that is not paid in full: lateness is counted from it. */
  nextDueDate!: Temporal.PlainDate | null;
  /** Which version of the schedule is in force; 0 before the first disbursement. */
  scheduleVersion!: number;
  principalOutstanding!: Cents;
  interestOutstanding!: Cents;
  feesOutstanding!: Cents;
  penaltiesOutstanding!: Cents;
  /** Interest that the ledger has recognised as income so far. */
  interestAccrued!: Cents;
  /** Interest that was paid so far. */
  interestPaid!: Cents;
  /** The part of the recognised interest that was recognised because it was paid before it was accrued. */
  interestEarnedEarly!: Cents;
  feesAccrued!: Cents;
  feesPaid!: Cents;
  feesEarnedEarly!: Cents;
  penaltiesAccrued!: Cents;
  penaltiesPaid!: Cents;
  /** Money received beyond what was owed; it belongs to the member. */
  overpaid!: Cents;
  /** Since when the books carry nothing of it, though the member still owes. */
  chargedOffOn!: Temporal.PlainDate | null;
  writtenOffOn!: Temporal.PlainDate | null;
  /** What was written off, in minor units. */
  writtenOff!: Cents;
  /** What came in on it since. */
  recovered!: Cents;
  closeReason!: 'repaid' | 'settled' | 'waived' | 'refunded' | 'transferred' | 'refinanced' | null;
  /** The loan that this one paid off. */
  refinances!: number | null;
  /** The loan that paid this one off, and takes what still arrives for it. For ever. */
  refinancedBy!: number | null;
  /** The invoice that a school-fee loan pays, in the school's books; null for every other loan. */
  invoiceId!: number | null;
  /** Days on which its lateness was not counted, in their order. */
  arrearsPauses!: readonly ArrearsPause[];

  /** What the books carry of the loan: principal, and the income recognised that was not paid yet. */
  carried(): Parts {
    if (this.chargedOffOn !== null) return NO_PARTS;
    return {
      principal: this.principalOutstanding,
      interest: this.interestAccrued - this.interestPaid,
      fees: this.feesAccrued - this.feesPaid,
      penalties: this.penaltiesAccrued - this.penaltiesPaid,
    };
  }

  /**
   * Takes over the figures of the account. Returns the income that follows: what was paid before it was accrued is
   * earned now; what was accrued and is no longer owed is taken back.
   */
  protected take(figures: Figures): Earned {
    const { owed, paid } = figures;
    this.owe(owed);
    this.overpaid = figures.overpaid;
    this.disbursedPrincipal = figures.disbursed;
    this.disbursedOn = figures.disbursedOn;
    this.maturityDate = figures.maturityDate;
    this.nextDueDate = figures.nextDueDate;
    this.scheduleVersion = figures.scheduleVersion;
    const next = (part: keyof Earned, before: Recognised) =>
      recognised(figures.income?.[part] ?? before, {
        paid: paid[part],
        owed: owed[part],
        off: this.chargedOffOn !== null,
      });
    const interest = next('interest', { accrued: this.interestAccrued, early: this.interestEarnedEarly });
    const fees = next('fees', { accrued: this.feesAccrued, early: this.feesEarnedEarly });
    const penalties = next('penalties', { accrued: this.penaltiesAccrued, early: 0n });
    const earned = {
      interest: interest.accrued - this.interestAccrued,
      fees: fees.accrued - this.feesAccrued,
      penalties: penalties.accrued - this.penaltiesAccrued,
    };
    this.interestAccrued = interest.accrued;
    this.interestEarnedEarly = interest.early;
    this.interestPaid = paid.interest;
    this.feesAccrued = fees.accrued;
    this.feesEarnedEarly = fees.early;
    this.feesPaid = paid.fees;
    this.penaltiesAccrued = penalties.accrued;
    this.penaltiesPaid = paid.penalties;
    return earned;
  }

  protected owe(parts: Parts): void {
    for (const amount of Object.values(parts))
      if (amount < 0n) throw new Error(`Loan ${this.loanNo} can't owe ${amount}.`);
    this.principalOutstanding = parts.principal;
    this.interestOutstanding = parts.interest;
    this.feesOutstanding = parts.fees;
    this.penaltiesOutstanding = parts.penalties;
  }
}

/** A loan before anything was decided or lent. */
export const NOTHING_LENT = {
  state: 'draft' as const,
  stateReason: null,
  approvedPrincipal: null,
  approvedBy: null,
  disbursedPrincipal: 0n,
  disbursedOn: null,
  maturityDate: null,
  nextDueDate: null,
  scheduleVersion: 0,
  principalOutstanding: 0n,
  interestOutstanding: 0n,
  feesOutstanding: 0n,
  penaltiesOutstanding: 0n,
  interestAccrued: 0n,
  interestPaid: 0n,
  interestEarnedEarly: 0n,
  feesAccrued: 0n,
  feesPaid: 0n,
  feesEarnedEarly: 0n,
  penaltiesAccrued: 0n,
  penaltiesPaid: 0n,
  overpaid: 0n,
  chargedOffOn: null,
  writtenOffOn: null,
  writtenOff: 0n,
  recovered: 0n,
  closeReason: null,
  refinances: null,
  refinancedBy: null,
  arrearsPauses: [],
};

/** What a loan owes, in minor units. */
export function outstandingOf(loan: LoanRecord): Parts & { readonly total: Cents } {
  const parts = {
    principal: loan.principalOutstanding,
    interest: loan.interestOutstanding,
    fees: loan.feesOutstanding,
    penalties: loan.penaltiesOutstanding,
  };
  return { ...parts, total: totalOf(parts) };
}

/** What came in on a debt since it was written off and stands, on the debt and beyond it; minor units. */
export const broughtIn = ({ recovered, overpaid }: Pick<LoanRecord, 'recovered' | 'overpaid'>): Cents =>
  recovered + overpaid;

/** The state of a loan that money was lent on: closed when nothing is owed, overpaid when the member is owed. */
export function stateAfter({ owed, overpaid }: Figures): 'active' | 'closed' | 'overpaid' {
  if (totalOf(owed) > 0n) return 'active';
  return overpaid > 0n ? 'overpaid' : 'closed';
}
