import type { Cents } from '../kernel/money.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Limited } from '../payments/limits-of-one.ts';
import type { BankCharge } from './bank-charge/bank-charge.ts';
import type { ReconciliationBreak } from './break/reconciliation-break.ts';
import type { Booked, Movement, StatementLine } from './movements.ts';
import type { Reconciliation } from './reconciliation.ts';

/** An account of the books that a provider keeps as well. `subAccount` null: all of it. */
export type ReconciledAccount = { readonly account: string; readonly subAccount: string | null };

/** A payment that a provider's statement has and the books lack. */
export type MissingPayment = {
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly msisdn: string;
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
  /** Who has brought the statement that shows it; null where the provider itself has listed it. */
  readonly shownBy: string | null;
  /** The record that a person has made of it before it came; null where there is none. */
  readonly recordedAs: Booked | null;
};

/** What the use cases of reconciliation need from outside. `lock` reads a row that no other transaction may change until commit. */
export type ReconciliationPorts = Limited & {
  readonly now: Temporal.Instant;
  readonly newUuid: () => string;
  /** Who gives the command: an api client's key, an operator, or the name of a job. */
  readonly actor: string;
  /** The day of an instant where the provider is. */
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly books: {
    /** What the account held at the end of a day, minor units, a debit being positive. */
    balanceOn(of: ReconciledAccount, day: Temporal.PlainDate): Promise<Cents>;
    /** What was booked on it in these days. */
    movements(
      of: ReconciledAccount,
      from: Temporal.PlainDate,
      through: Temporal.PlainDate,
    ): Promise<readonly Movement[]>;
    /** What was booked on it on any day under these receipts or originator ids. */
    named(
      of: ReconciledAccount,
      names: { readonly receipts: readonly string[]; readonly originators: readonly string[] },
    ): Promise<readonly Movement[]>;
  };
  readonly reconciliations: {
    get(id: number): Promise<Reconciliation | null>;
    lockByDigest(of: ReconciledAccount, digest: string): Promise<Reconciliation | null>;
    /** Adds it and gives it its id immediately: lines and breaks refer to it. */
    add(reconciliation: Reconciliation): Promise<void>;
    /** Keeps the lines of its statement; those of a comparison of before are theirs already. */
    keepLines(reconciliation: Reconciliation, lines: readonly StatementLine[]): Promise<void>;
    /** Which of these receipts other statements of the account had, and which of these charges, by our names for them. */
    known(
      of: ReconciledAccount,
      exceptDigest: string,
      names: { readonly receipts: readonly string[]; readonly charges: readonly string[] },
    ): Promise<{ readonly receipts: ReadonlySet<string>; readonly charges: ReadonlySet<string> }>;
  };
  readonly breaks: {
    lock(id: number): Promise<ReconciliationBreak | null>;
    /** Those of the account with these keys. */
    lockByKeys(of: ReconciledAccount, keys: readonly string[]): Promise<readonly ReconciliationBreak[]>;
    add(...found: readonly ReconciliationBreak[]): Promise<void>;
  };
  readonly bankCharges: {
    /** The charge of a line, or the one that it gives back. */
    lockByLine(lineId: number): Promise<BankCharge | null>;
    /** The last one of this amount that stands and was charged between the two. */
    lockLast(of: {
      readonly amount: Cents;
      readonly since: Temporal.PlainDate;
      readonly until: Temporal.Instant;
    }): Promise<BankCharge | null>;
    add(charge: BankCharge): void;
  };
  readonly institution: { readonly id: number; readonly uuid: string };
  /**
   * The records in which money of these receipts stands, on whichever account and as whatever it was booked; a receipt
   * may be written in any way.
   */
  readonly registered: (receipts: readonly string[]) => Promise<ReadonlyMap<string, Booked>>;
  /** Books a payment that is missing here: another context's counter. */
  readonly bookPayment: (
    payment: MissingPayment,
  ) => Promise<{ readonly booked: Booked; readonly events: readonly DomainEvent[] }>;
};
