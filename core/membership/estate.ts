import type { DomainEvent } from '../kernel/event.ts';
import { sum, type Cents } from '../kernel/money.ts';
import type { ReversalCause } from '../payments/payment-receipt.ts';
import type { ClaimPart } from './death-claim/claim-part.ts';

/** What a member holds and owes in other contexts, as far as a claim is about it. Money in minor units. */
export type Estate = {
  /** The accounts that are neither closed nor rejected: shares last, which are redeemed last. */
  readonly accounts: readonly {
    readonly id: number;
    readonly uuid: string;
    readonly accountNo: string;
    readonly kind: string;
    readonly state: string;
    readonly balance: Cents;
    readonly held: Cents;
    /** Interest that was earned and is not posted yet. */
    readonly accrued: Cents;
  }[];
  /** The loans that are not at their end, or of which money that was paid out twice is owed. */
  readonly loans: readonly {
    readonly id: number;
    readonly uuid: string;
    readonly loanNo: string;
    readonly state: string;
    /** What is owed by the books, or is still to be recovered of what was written off. */
    readonly owed: Cents;
    readonly overpaid: Cents;
    /** What came twice when it was paid out: owed, whatever became of the loan. */
    readonly paidTwice: Cents;
  }[];
  /**
   * Payments from the member's number, or for a loan or an account of the member, that wait in suspense: at most 50, oldest
   * first. `mayBeOthers`: nothing but the number points to the member, and another member has it as well.
   */
  readonly suspense: readonly { readonly receiptNo: string; readonly amount: Cents; readonly mayBeOthers: boolean }[];
  /** What the member stands for: of loans of others that still run. */
  readonly guarantees: readonly {
    readonly id: number;
    readonly uuid: string;
    readonly loanNo: string;
    readonly liable: Cents;
  }[];
};

/** Money that left an account or came onto a loan. */
type Booked = { readonly uuid: string; readonly amount: Cents; readonly events: readonly DomainEvent[] };

/** How a loan is settled: with money of the insurer, or with what the member saved. */
export type LoanSettlement = {
  readonly deathClaimId: number;
  readonly memberId: number;
  readonly loanId: number;
  /** Minor units; null for all that is owed, as far as the account has it. */
  readonly amount: Cents | null;
} & (
  | {
      readonly method: 'insurance';
      readonly reference: string;
      readonly paidAt: Temporal.Instant | null;
      /** Before it no insurer pays. */
      readonly diedOn: Temporal.PlainDate;
    }
  | { readonly method: 'set_off'; readonly savingsAccountId: number }
);

/** The contexts that hold what a member left: lending and savings, in the transaction of the claim. */
export type EstatePort = {
  /** What each of these members left, each named once. */
  ofMembers(memberIds: readonly number[]): Promise<ReadonlyMap<number, Estate>>;
  /** The same of one; nothing of it changes until commit. */
  lock(memberId: number): Promise<Estate>;
  /** `isReplay`: the same payment was booked for this claim before. */
  settleLoan(settlement: LoanSettlement): Promise<{
    readonly repayment: Omit<Booked, 'events'>;
    /** What left the account for it. */
    readonly movementUuid: string | null;
    readonly events: readonly DomainEvent[];
    readonly isReplay: boolean;
  }>;
  /** Posts what an account has earned and is not posted yet; returns what it is, less tax. */
  postInterest(savingsAccountId: number): Promise<Pick<Booked, 'amount' | 'events'>>;
  /** Money leaves an account for the beneficiaries. */
  take(savingsAccountId: number, amount: Cents): Promise<Booked>;
  /** What a settlement or distribution booked is undone. */
  undo(
    part: ClaimPart,
    why: { readonly reason: string; readonly cause: ReversalCause },
  ): Promise<readonly DomainEvent[]>;
};

const PENDING: ReadonlySet<string> = new Set(['draft', 'ready_to_disburse']);

/** What may leave an account: nothing of one that is frozen or not open yet, and nothing that is held. */
export function takeable({ state, balance, held }: Estate['accounts'][number]): Cents {
  return state === 'active' || state === 'dormant' ? balance - held : 0n;
}

/** What the estate stands for, and what came to the member twice: as much of it stays on the accounts. */
export function retained({ guarantees, loans }: Estate): Cents {
  return sum([...guarantees.map(({ liable }) => liable), ...loans.map(({ paidTwice }) => paidTwice)]);
}

/** What has to be settled before anything is distributed, in sentences. */
export function debtsOf({ loans }: Estate): string[] {
  return loans.flatMap(({ loanNo, state, owed, overpaid }) => [
    ...(state === 'ready_to_disburse' ? [`loan ${loanNo} waits for its disbursement: withdraw it`] : []),
    ...(owed > 0n && !PENDING.has(state) ? [`loan ${loanNo} is owed ${owed}: settle it`] : []),
    ...(overpaid > 0n ? [`loan ${loanNo} was overpaid by ${overpaid}: transfer it to an account of the member`] : []),
  ]);
}

/** Everything that keeps a claim from its end, in sentences. What is written off and finds no money any more does not. */
export function obstaclesOf(estate: Estate): string[] {
  const { accounts, loans, guarantees, suspense } = estate;
  const left = accounts.filter(({ balance, accrued }) => balance > 0n || accrued > 0n);
  const isLost = left.every(({ balance }) => balance === 0n);
  const isGivenUp = (state: string) => isLost && state === 'written_off';
  const debts = { ...estate, loans: loans.map((loan) => (isGivenUp(loan.state) ? { ...loan, owed: 0n } : loan)) };
  return [
    ...debtsOf(debts),
    ...loans
      .filter(({ state }) => state === 'draft')
      .map(({ loanNo }) => `loan ${loanNo} is an application: withdraw it`),
    ...loans
      .filter(({ paidTwice }) => paidTwice > 0n)
      .map(
        ({ loanNo, paidTwice }) => `loan ${loanNo} was paid out twice: have ${paidTwice} that came twice given back`,
      ),
    ...suspense
      .filter(({ mayBeOthers }) => !mayBeOthers)
      .slice(0, 10)
      .map(
        ({ receiptNo, amount }) => `payment ${receiptNo} of ${amount} waits in suspense: allocate it, or give it back`,
      ),
    ...guarantees.map(
      ({ loanNo, liable }) =>
        `the member stands for ${liable} of loan ${loanNo}: substitute the guarantor, or discharge the estate`,
    ),
    ...left.map(({ accountNo, state, balance, held, accrued }) => {
      const what = accrued > 0n ? `${balance} and ${accrued} of interest` : String(balance);
      const also = held > 0n ? `, of which ${held} is held: release it` : state === 'frozen' ? ', and is frozen' : '';
      return `account ${accountNo} has ${what}${also}`;
    }),
  ];
}
