import type { Cents } from '../kernel/money.ts';
import type { Acting, Passed } from '../kernel/two-people.ts';
import type { ReceiptPorts } from '../payments/ports.ts';
import type { SavingsAccount } from './account/savings-account.ts';
import type { SavingsProduct } from './product/savings-product.ts';
import type { ShareBylaws } from './shares.ts';
import type { ClosedDays } from './closed-days.ts';
import type { SavingsTransaction } from './transaction/savings-transaction.ts';
import type { Limited } from '../payments/limits-of-one.ts';
import type { PaymentClock } from '../payments/payment-time.ts';

/** What savings knows of a member: membership's own record stays membership's. */
export type Saver = {
  readonly id: number;
  readonly memberNo: string;
  readonly state: string;
  readonly branchId: number;
  /** Particulars that the identity check still lacks. */
  readonly missing: readonly string[];
  /** When the identity was last confirmed; null where it never was. */
  readonly kycConfirmedOn: Temporal.PlainDate | null;
};

/** Money that is on an account because people say so. */
export type Said = {
  readonly channel: string;
  /** Minor units. */
  readonly amount: Cents;
  /** Who has booked it there, or has taken back a withdrawal. */
  readonly enteredBy: string;
  /** Who has entered it in suspense, or asked the payer for it; none where it never stood in suspense. */
  readonly broughtBy: readonly string[];
  /** Its provider has notified that it was paid to this account. */
  readonly isNamed: boolean;
  /** Its provider has notified it. */
  readonly isReported: boolean;
  /** Who has brought a statement that shows it. */
  readonly shownBy: readonly string[];
  /** The movements by which it passed here from a loan or another account, the last one last; none where it did not. */
  readonly passedIn: readonly Passed[];
};

/** What the use cases of savings need from outside. `lock` reads a row that no other transaction may change until commit. */
export type SavingsPorts = ReceiptPorts &
  PaymentClock &
  Acting &
  Limited & {
    /** The business date in the tenant's zone. */
    readonly today: Temporal.PlainDate;
    readonly newUuid: () => string;
    /** The tenant requires that maker and approver differ. */
    readonly fourEyes: boolean;
    /** The tenant requires approval of a new account. */
    readonly openingNeedsApproval: boolean;
    /** For so many days a person does not pay out what came in by that person's word alone. */
    readonly vouchedDays: number;
    /** How share capital is redeemed. */
    readonly shareBylaws: ShareBylaws;
    readonly savers: {
      get(memberId: number): Promise<Saver | null>;
      /** What a member owes or stands for, in sentences; empty for one who is free to leave. */
      debtsOf(memberId: number): Promise<readonly string[]>;
    };
    readonly branches: { exists(id: number): Promise<boolean> };
    readonly savingsProducts: { get(id: number): Promise<SavingsProduct | null> };
    readonly savingsAccounts: {
      get(id: number): Promise<SavingsAccount | null>;
      lock(id: number): Promise<SavingsAccount | null>;
      findByClientReference(reference: string): Promise<SavingsAccount | null>;
      /** The next account number of this tenant. */
      nextNumber(): Promise<string>;
      add(account: SavingsAccount): void;
    };
    readonly savingsTransactions: {
      lock(id: number): Promise<SavingsTransaction | null>;
      byUuid(uuid: string): Promise<SavingsTransaction | null>;
      /** All that ever moved on an account, by the order of booking. */
      of(accountId: number): Promise<readonly SavingsTransaction[]>;
      /** What has come to an account since a time by the word of people, and who else has said so since. */
      saidByPeople(accountId: number, since: Temporal.Instant): Promise<readonly Said[]>;
      /** What was reversed on an account since a time, in minor units. */
      reversedSince(accountId: number, since: Temporal.Instant): Promise<Cents>;
      nextReceiptNo(): Promise<string>;
      add(transaction: SavingsTransaction): void;
    };
    readonly closedDays: {
      /** The first day whose business was closed, and the last that was for this account; null where none was. */
      of(accountId: number): Promise<ClosedDays | null>;
    };
    readonly complianceHolds: {
      /** The alert that stops a member's money, by its id; null where there is none. */
      on(memberId: number): Promise<number | null>;
    };
  };
