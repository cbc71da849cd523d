import type { Cents } from '../kernel/money.ts';
import type { RoleLimited } from '../kernel/personal-limits.ts';
import type { Acting } from '../kernel/two-people.ts';
import type { Agent } from './agent/agent.ts';
import type { FloatPart } from './agent/float-part.ts';
import type { FloatStripe } from './agent/float-stripe.ts';
import type { Disbursement } from './disbursement/disbursement.ts';
import type { FloatTopUp } from './float-top-up/float-top-up.ts';
import type { Guarantee } from './guarantee/guarantee.ts';
import type { Incident, IncidentKind } from '../payments/incident/incident.ts';
import type { ReceiptPorts } from '../payments/ports.ts';
import type { ClosedDays } from './loan/closed-days.ts';
import type { LendingLimits } from './limits.ts';
import type { LoanEntry } from './loan/entry.ts';
import type { Instalment } from './loan/instalment.ts';
import type { Loan } from './loan/loan.ts';
import type { LoanProduct } from './product/loan-product.ts';
import type { Repayment } from './repayment/repayment.ts';
import type { ProviderName } from '../payments/channels.ts';
import type { Limited } from '../payments/limits-of-one.ts';
import type { PaymentClock } from '../payments/payment-time.ts';
import type { Wallets } from '../payments/wallet.ts';

/** What lending knows of a member: membership's own record stays membership's. */
type ChangedBy = { readonly by: string; readonly at: Temporal.Instant };

export type Borrower = {
  readonly id: number;
  readonly memberNo: string;
  readonly name: string;
  readonly state: string;
  readonly branchId: number;
  /** The number on the member's record, E.164. */
  readonly phone: string;
  /** Who changed that number last, and when; null where it is the one of the application. */
  readonly phoneChanged: ChangedBy | null;
  /** The account at a bank on the member's record; null where there is none. */
  readonly bankAccount: string | null;
  /** Who entered or changed that account last, and when. */
  readonly bankAccountChanged: ChangedBy | null;
  /** Particulars that the identity check still lacks. */
  readonly missing: readonly string[];
};

/** By whose word a payment came that waited in suspense. */
export type Brought = {
  /** Who has entered it, or asked the payer for it; no one where its provider has notified it. */
  readonly by: readonly string[];
  /** Its provider has notified that it was paid for this loan. */
  readonly isNamed: boolean;
};

/** What the use cases of lending need from outside. `lock` reads a row that no other transaction may change until commit. */
export type LendingPorts = ReceiptPorts &
  PaymentClock &
  Acting &
  RoleLimited &
  Limited & {
    /** The business date in the tenant's zone. */
    readonly today: Temporal.PlainDate;
    /** When a business date ends in the tenant's zone. */
    readonly endOfDay: (on: Temporal.PlainDate) => Temporal.Instant;
    readonly newUuid: () => string;
    /** Numbers that providers have confirmed, independent of their range. */
    readonly wallets: Wallets;
    /** Where a school takes money for an invoice: its paybill, where the institution has set it, and the invoice's pay code. */
    readonly schools: {
      payee(invoiceId: number): Promise<{ readonly paybill: string | null; readonly payCode: string | null }>;
    };
    /** Who proposed what another person has approved; null where it took one person. */
    readonly proposedBy: string | null;
    /** What another person has approved, by the key of the demand; null where it took one person. */
    readonly proposedKey: string | null;
    /** The tenant requires that maker and approver differ. */
    readonly fourEyes: boolean;
    /** The tenant requires that loans are paid to the member's own number alone. */
    readonly verifiedNumbersOnly: boolean;
    /** For so many days who changed a member's number does not pay out to it, where two people are required. */
    readonly phoneChangeDays: number;
    readonly limits: LendingLimits;
    /** Whether the bank is paid by a rail that the institution has set up, not by people. */
    readonly bankRail: { isSetUp(): Promise<boolean> };
    readonly borrowers: {
      get(memberId: number): Promise<Borrower | null>;
      /** The same, locked: what the member borrows is decided by one command at a time. */
      lock(memberId: number): Promise<Borrower | null>;
      /** The same, as it stays until commit: the member does not leave meanwhile. */
      share(memberId: number): Promise<Borrower | null>;
    };
    readonly products: {
      get(id: number): Promise<LoanProduct | null>;
      findByCode(code: string): Promise<LoanProduct | null>;
      add(product: LoanProduct): void;
    };
    readonly loans: {
      get(id: number): Promise<Loan | null>;
      /** Those of the ids that there are, in no order. */
      byIds(ids: readonly number[]): Promise<readonly Loan[]>;
      lock(id: number): Promise<Loan | null>;
      /** The loans of a member that are approved or run. */
      ofMember(memberId: number): Promise<readonly Loan[]>;
      findByClientReference(reference: string): Promise<Loan | null>;
      nextNumber(): Promise<string>;
      add(loan: Loan): void;
      /** Adds a loan and gives it its id immediately, for what refers to it in the same command. */
      addNow(loan: Loan): Promise<void>;
    };
    readonly instalments: {
      /** The rows of one version of a loan's schedule, by number. */
      of(loanId: number, scheduleVersion: number): Promise<Instalment[]>;
      addAll(instalments: readonly Instalment[]): void;
    };
    readonly entries: {
      /** Everything that happened to a loan, in the order in which it was booked. */
      of(loanId: number): Promise<LoanEntry[]>;
      /** The same of many loans together; those of each in that order. */
      ofLoans(loanIds: readonly number[]): Promise<readonly LoanEntry[]>;
      add(entry: LoanEntry): void;
    };
    readonly closes: {
      /** The days that closes of business have closed for a loan; null where none was. */
      of(loanId: number): Promise<ClosedDays | null>;
    };
    /** What members keep with the society, shares not counted: money of savings, known by the member's id. */
    readonly deposits: { of(memberId: number): Promise<Cents> };
    readonly guarantees: {
      of(loanId: number): Promise<Guarantee[]>;
      add(guarantee: Guarantee): void;
    };
    readonly agents: {
      /** With all of the float, wherever it lies. */
      lock(id: number): Promise<Agent | null>;
      lockByNumber(agentNo: string): Promise<Agent | null>;
      /** Locked where the float is not split; otherwise only read, and floatFor locks what a payment needs of it. */
      toPay(id: number): Promise<Agent | null>;
      toPayByNumber(agentNo: string): Promise<Agent | null>;
      /** The agent that pays out for a branch. */
      toPayForBranch(branchId: number, provider: ProviderName): Promise<Agent | null>;
      /**
       * One stripe of an agent that was read; null, and nothing is locked, where it is not enough. Neither it nor the agent
       * changes until commit.
       */
      lockStripe(agent: Agent, number: number, isEnough: (stripe: FloatPart) => boolean): Promise<FloatStripe | null>;
      /** The agent with every stripe that there ever was, to be split in another way. */
      lockToSplit(agentNo: string): Promise<Agent | null>;
      addStripes(stripes: readonly FloatStripe[]): void;
    };
    readonly providerCharges: {
      /** What a provider is owed for its charges, in minor units, as it stays until commit: one payment of it at a time. */
      lockOwed(provider: ProviderName): Promise<Cents>;
    };
    readonly floatTopUps: {
      lock(id: number): Promise<FloatTopUp | null>;
      /** By our own name for the request at the provider. */
      lockByOriginator(originatorId: string): Promise<FloatTopUp | null>;
      /** The one of an agent that is not settled. */
      openOf(agentId: number): Promise<FloatTopUp | null>;
      add(topUp: FloatTopUp): void;
    };
    readonly disbursements: {
      lock(id: number): Promise<Disbursement | null>;
      /** By our own name for the request at the provider. */
      lockByOriginator(originatorId: string): Promise<Disbursement | null>;
      /** Disbursements of a loan that are promised, in transit or paid, oldest first. */
      alive(loanId: number): Promise<Disbursement[]>;
      /** What was paid or promised from an agent's float since an instant, in minor units. */
      paidSince(agentId: number, since: Temporal.Instant): Promise<Cents>;
      /** Those of a loan that were paid late, while another one stood in this place. */
      inRecovery(loanId: number, tranche: number): Promise<Disbursement[]>;
      /** The one that a bank confirmed under this reference. */
      findByBankReference(reference: string): Promise<Disbursement | null>;
      /** An id for one that is about to be requested: taken before anything is locked that others wait for. */
      nextId(): Promise<number>;
      add(disbursement: Disbursement): void;
    };
    readonly incidents: {
      lock(id: number): Promise<Incident | null>;
      /** What is open about a disbursement. */
      openOn(disbursementId: number): Promise<Incident[]>;
      /** True where it was ever raised about a disbursement. */
      wasRaised(disbursementId: number, kind: IncidentKind): Promise<boolean>;
      add(incident: Incident): void;
    };
    readonly complianceHolds: {
      /** The oldest undecided alert that holds a member's money; null where none does. */
      on(memberId: number): Promise<number | null>;
    };
    readonly repayments: {
      lock(id: number): Promise<Repayment | null>;
      /** The booked repayments of a loan, oldest first. */
      booked(loanId: number): Promise<Repayment[]>;
      /** What was reversed on a loan since a time and not moved to another one, in minor units. */
      reversedSince(loanId: number, since: Temporal.Instant): Promise<Cents>;
      /** The next receipt number of this tenant. */
      nextReceiptNo(): Promise<string>;
      byUuid(uuid: string): Promise<Repayment | null>;
      /** By whose word the payment came that waited in suspense until it was this repayment; null where it never waited there. */
      broughtBy(uuid: string): Promise<Brought | null>;
      add(repayment: Repayment): void;
    };
  };
