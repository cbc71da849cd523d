import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Passed, Word } from '../../kernel/two-people.ts';
import type { FundSource, PayoutSource } from '../fund-source.ts';
import { savedIn, type Owner } from '../shares.ts';
import {
  savingsTransactionLifecycle,
  type SavingsTransactionAction,
  type SavingsTransactionState,
} from './lifecycle.ts';

export const SAVINGS_TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'interest',
  'withholding_tax',
  'fee',
  'dividend',
  'hold',
] as const;
export type SavingsTransactionType = (typeof SAVINGS_TRANSACTION_TYPES)[number];

/** The types that members and partners ask for. */
export const MOVEMENT_TYPES = ['deposit', 'withdrawal'] as const satisfies readonly SavingsTransactionType[];
export type MovementType = (typeof MOVEMENT_TYPES)[number];

const NOTHING_TAKEN_BACK = { interestTakenBack: 0n, taxReturned: 0n } as const;

/** A word as it is stored, its amounts as text. */
type Stored<Part extends { amount: Cents }> = Omit<Part, 'amount'> & { readonly amount: string };
type StoredWord = Omit<Stored<Word>, 'passedIn'> & { readonly passed_in?: readonly Stored<Passed>[] };
const inText = <Part extends { amount: Cents }>(part: Part): Stored<Part> => ({ ...part, amount: String(part.amount) });
const stored = ({ passedIn, ...word }: Word): StoredWord => ({
  ...inText(word),
  ...(passedIn.length > 0 && { passed_in: passedIn.map(inText) }),
});
const NOTHING_EARNED = { interest: 0n, tax: 0n, accrued: 0n } as const;

/** One movement on a savings account, or a promise of one. */
export class SavingsTransaction {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  accountId!: number;
  type!: SavingsTransactionType;
  /** Minor units, positive; the type says which way it goes. */
  amount!: Cents;
  /** Where the money came from or went; null while nothing has moved. */
  channel!: FundSource | null;
  /** The payer's or provider's reference; unique for its channel. */
  reference!: string | null;
  msisdn!: string | null;
  /** The branch at whose counter it happened. */
  branchId!: number | null;
  receiptNo!: string | null;
  state!: SavingsTransactionState;
  /** Why it was held, reversed or released. */
  stateReason!: string | null;
  /** When the money was paid. */
  paidAt!: Temporal.Instant;
  /** The business date of its booking, from which it counts for interest; null while nothing has moved. */
  bookedOn!: Temporal.PlainDate | null;
  /** Posted interest that went with it when it was reversed, and the tax on that; negative where they came back. */
  interestTakenBack!: Cents;
  taxReturned!: Cents;
  /** What the account held after it, minor units; null where it did not move the balance. */
  balanceAfter!: Cents | null;
  /** Until when a hold stands; null: until it is released or captured. */
  expiresAt!: Temporal.Instant | null;
  recordedBy!: string;
  /** By whose word the money came that has passed here from a loan or another account. */
  saidBy!: readonly StoredWord[];

  /** A movement that is done. */
  static post(
    fields: Pick<
      SavingsTransaction,
      | 'uuid'
      | 'accountId'
      | 'amount'
      | 'reference'
      | 'msisdn'
      | 'branchId'
      | 'receiptNo'
      | 'paidAt'
      | 'bookedOn'
      | 'balanceAfter'
      | 'recordedBy'
    > & { type: MovementType | 'transfer_in' | 'transfer_out' | 'fee'; channel: FundSource | null },
    owner: Owner,
    internal: DomainEvent['internal'] = {},
    words: readonly Word[] = [],
  ): { transaction: SavingsTransaction; event: DomainEvent } {
    const transaction = Object.assign(new SavingsTransaction(), fields, {
      ...NOTHING_TAKEN_BACK,
      saidBy: words.map(stored),
      state: 'posted' as const,
      stateReason: null,
      expiresAt: null,
    });
    return { transaction, event: transaction.emit('post', owner, internal) };
  }

  /** Interest that the close of a day credits, or the tax that it withholds of it. */
  static postAtClose(
    fields: Pick<
      SavingsTransaction,
      'uuid' | 'accountId' | 'amount' | 'paidAt' | 'bookedOn' | 'balanceAfter' | 'recordedBy'
    > & {
      type: 'interest' | 'withholding_tax';
    },
  ): SavingsTransaction {
    const nothing = { channel: null, reference: null, msisdn: null, branchId: null, receiptNo: null };
    const rest = {
      ...nothing,
      ...NOTHING_TAKEN_BACK,
      saidBy: [],
      state: 'posted' as const,
      stateReason: null,
      expiresAt: null,
    };
    return Object.assign(new SavingsTransaction(), fields, rest);
  }

  /** The event of interest or tax that was posted before the end of its period. */
  postedEarly(owner: Owner): DomainEvent {
    return this.emit(this.type === 'interest' ? 'post_interest' : 'withhold_tax', owner);
  }

  /** A promise of part of the balance. */
  static hold(
    fields: Pick<SavingsTransaction, 'uuid' | 'accountId' | 'amount' | 'paidAt' | 'expiresAt' | 'recordedBy'> & {
      stateReason: string;
    },
    owner: Owner,
  ): { transaction: SavingsTransaction; event: DomainEvent } {
    const transaction = Object.assign(new SavingsTransaction(), fields, {
      type: 'hold' as const,
      state: 'held' as const,
      channel: null,
      reference: null,
      msisdn: null,
      branchId: null,
      receiptNo: null,
      balanceAfter: null,
      bookedOn: null,
      ...NOTHING_TAKEN_BACK,
      saidBy: [],
    });
    return { transaction, event: transaction.emit('hold', owner) };
  }

  /** A hold ends without money having moved. */
  end(action: 'release' | 'expire', owner: Owner, reason: string | null): DomainEvent {
    this.state = advance(savingsTransactionLifecycle, this.state, action);
    this.stateReason = reason ?? this.stateReason;
    return this.emit(action, owner);
  }

  /** What was held goes out. */
  capture(
    paid: {
      channel: PayoutSource;
      reference: string | null;
      receiptNo: string;
      balanceAfter: Cents;
      paidAt: Temporal.Instant;
      bookedOn: Temporal.PlainDate;
    },
    owner: Owner,
  ): DomainEvent {
    this.state = advance(savingsTransactionLifecycle, this.state, 'capture');
    Object.assign(this, paid);
    return this.emit('capture', owner);
  }

  /**
   * The movement is undone. Its line stays, and a journal with the sides swapped follows it.
   * @param corrected what is taken back with it: interest and tax that were posted, and what was accrued; minor units
   */
  reverse(
    owner: Owner,
    reason: string | null,
    corrected: { readonly interest: Cents; readonly tax: Cents; readonly accrued: Cents } = NOTHING_EARNED,
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const wentOut = this.state === 'captured';
    const state = advance(savingsTransactionLifecycle, this.state, 'reverse');
    requireReason(savingsTransactionLifecycle, 'reverse', reason);
    this.state = state;
    this.stateReason = reason;
    this.interestTakenBack = corrected.interest;
    this.taxReturned = corrected.tax;
    return this.emit('reverse', owner, {
      ...internal,
      reverses: savingsTransactionLifecycle.verbs[wentOut ? 'capture' : 'post'].emits,
      interest_taken_back: corrected.interest,
      tax_returned: corrected.tax,
      accrual_taken_back: corrected.accrued,
    });
  }

  private emit(action: SavingsTransactionAction, owner: Owner, internal: DomainEvent['internal'] = {}): DomainEvent {
    return event(
      savingsTransactionLifecycle.verbs[action].emits,
      'savings_transaction',
      this,
      {
        savings_account_id: this.accountId,
        member_id: owner.memberId,
        type: this.type,
        amount: this.amount,
        channel: this.channel,
        receipt_no: this.receiptNo,
        balance_after: this.balanceAfter,
        state: this.state,
        ...(this.stateReason === null ? {} : { reason: this.stateReason }),
      },
      { saved_in: savedIn(owner), ...internal },
    );
  }
}
