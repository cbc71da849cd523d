import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { MAX_CENTS, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { taxOn, type EarlierBalance, type SavingsInterest } from '../interest.ts';
import { interestAfter, keptAfterBreak, type MaturityTerms } from '../maturity.ts';
import { savingsRefusals } from '../refusals.ts';
import type { ShareBylaws } from '../shares.ts';
import { savingsAccountLifecycle, type SavingsAccountAction, type SavingsAccountState } from './lifecycle.ts';

/** The terms that an account is born with and keeps, whatever becomes of its product. */
export type SavingsTerms = {
  readonly kind: 'ordinary' | 'fixed_deposit' | 'shares';
  readonly termMonths: number | null;
  /** What was agreed of a fixed deposit; null for the other kinds. */
  readonly maturity: MaturityTerms | null;
  /** Null: it bears none. */
  readonly interest: SavingsInterest | null;
};

/** What an account has of interest once a movement never was; money in minor units. */
export type Correction = {
  /** What posted interest less tax changes by. */
  readonly credited: Cents;
  readonly accrued: Cents;
  readonly days: bigint;
};

/** What the close of a day leaves in an account; money in minor units. */
export type DayClosed = {
  readonly balance: Cents;
  /** Balance by days since interest was last posted. */
  readonly days: bigint;
  readonly accrued: Cents;
  readonly earlier: readonly EarlierBalance[];
};

/**
 * Money that a member keeps with the society. `balance` is all of it, `held` the part that is promised to something
 * else. Both in minor units, and always 0 <= held <= balance.
 */
export class SavingsAccount {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `SA-` and a zero-padded number, counted per tenant: what a payer types as the account. */
  accountNo!: string;
  memberId!: number;
  productId!: number;
  kind!: SavingsTerms['kind'];
  termMonths!: number | null;
  interest!: SavingsInterest | null;
  state!: SavingsAccountState;
  stateReason!: string | null;
  balance!: Cents;
  held!: Cents;
  /** Balance by days since interest was last posted. */
  interestDays!: bigint;
  /** Interest that was earned and is not posted yet. */
  interestAccrued!: Cents;
  /** What it held at the end of days whose business is not closed yet, in their order. */
  earlierBalances!: readonly EarlierBalance[];
  openedBy!: string;
  approvedBy!: string | null;
  /** From when its interest goes by its present terms; null until it is active. */
  interestSince!: Temporal.PlainDate | null;
  /** When it became active; null until then. */
  openedOn!: Temporal.PlainDate | null;
  maturity!: MaturityTerms | null;
  /** Since when a fixed deposit is not bound any more; null while it is, and for the other kinds. */
  maturedOn!: Temporal.PlainDate | null;
  /** From when a fixed deposit may be paid out. */
  maturesOn!: Temporal.PlainDate | null;
  /** From when share capital may be redeemed; null where no notice was given. */
  redeemableFrom!: Temporal.PlainDate | null;
  /** The business date from which it is dormant; null where it is not. */
  dormantSince!: Temporal.PlainDate | null;
  /** The business date of the last movement, for dormancy. */
  lastMovementOn!: Temporal.PlainDate | null;
  clientReference!: string | null;

  /** @param needsApproval the tenant requires approval of new accounts; otherwise it is active immediately */
  static open(
    fields: Pick<SavingsAccount, 'uuid' | 'accountNo' | 'memberId' | 'productId' | 'openedBy' | 'clientReference'> &
      SavingsTerms,
    { today, needsApproval }: { readonly today: Temporal.PlainDate; readonly needsApproval: boolean },
  ): { account: SavingsAccount; event: DomainEvent } {
    const account = Object.assign(new SavingsAccount(), fields, {
      state: needsApproval ? ('pending_approval' as const) : ('active' as const),
      stateReason: null,
      balance: 0n,
      held: 0n,
      interestDays: 0n,
      interestAccrued: 0n,
      earlierBalances: [],
      approvedBy: null,
      openedOn: null,
      interestSince: null,
      maturesOn: null,
      maturedOn: null,
      lastMovementOn: null,
      redeemableFrom: null,
      dormantSince: null,
    });
    if (!needsApproval) account.begin(today);
    return { account, event: account.emit('open') };
  }

  /**
   * The society accepts the account.
   * @param fourEyes the tenant requires that the approver is not the one who opened it
   * @throws DomainError invalid_state_transition, four_eyes_required (conflict)
   */
  approve(
    by: string,
    { fourEyes, today }: { readonly fourEyes: boolean; readonly today: Temporal.PlainDate },
  ): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, 'approve');
    if (fourEyes && by === this.openedBy) {
      throw refuse(
        kernelRefusals.four_eyes_required,
        `Account ${this.accountNo} was opened by the same client that would approve it; another one has to.`,
        { savings_account_id: this.id, action: 'approve' },
      );
    }
    this.state = state;
    this.approvedBy = by;
    this.begin(today);
    return this.emit('approve');
  }

  /** Steps that need nothing but a reason, where the table asks for one. */
  move(action: Extract<SavingsAccountAction, 'reject' | 'freeze' | 'unfreeze'>, reason: string | null): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, action);
    requireReason(savingsAccountLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
    return this.emit(action);
  }

  /** Close of business found no movement for the tenant's dormancy period. */
  markDormant(on: Temporal.PlainDate): DomainEvent {
    this.state = advance(savingsAccountLifecycle, this.state, 'mark_dormant');
    this.stateReason = null;
    this.dormantSince = on;
    return this.emit('mark_dormant');
  }

  /**
   * The member uses the account again.
   * @param kycConfirmedOn when the member's identity was last confirmed
   * @throws DomainError kyc_incomplete (conflict) where that was before the account became dormant
   */
  reactivate(kycConfirmedOn: Temporal.PlainDate | null, today: Temporal.PlainDate): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, 'reactivate');
    const { dormantSince } = this;
    const isFresh =
      kycConfirmedOn !== null &&
      (dormantSince === null || Temporal.PlainDate.compare(kycConfirmedOn, dormantSince) >= 0);
    if (!isFresh) {
      throw refuse(
        kernelRefusals.kyc_incomplete,
        `Account ${this.accountNo} is dormant since ${dormantSince?.toString() ?? 'long ago'}. Confirm the member’s identity again first.`,
        { member_id: this.memberId, missing: ['kyc'] },
      );
    }
    this.state = state;
    this.stateReason = null;
    this.dormantSince = null;
    this.lastMovementOn = today;
    return this.emit('reactivate');
  }

  /**
   * A member who leaves wants the share capital redeemed.
   * @throws DomainError withdrawal_not_allowed (conflict) for money that is saved, and where notice was given already
   */
  giveNotice(today: Temporal.PlainDate, { noticeDays }: ShareBylaws): DomainEvent {
    requireAllowed(savingsAccountLifecycle, this.state, 'give_notice');
    if (this.kind !== 'shares' || this.redeemableFrom !== null) {
      const why =
        this.kind === 'shares'
          ? `Notice on account ${this.accountNo} was given already; it may be redeemed from ${this.redeemableFrom?.toString() ?? ''}.`
          : `Account ${this.accountNo} holds no shares: it needs no notice.`;
      throw refuse(savingsRefusals.withdrawal_not_allowed, why, { savings_account_id: this.id, kind: this.kind });
    }
    this.redeemableFrom = today.add({ days: noticeDays });
    return this.emit('give_notice');
  }

  /** Ends an empty account. @throws DomainError savings_account_not_empty (conflict) with balance, held */
  close(reason: string | null): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, 'close');
    if (this.balance !== 0n || this.held !== 0n) {
      throw refuse(
        savingsRefusals.savings_account_not_empty,
        `Account ${this.accountNo} holds ${this.balance}, of which ${this.held} is held; pay it out first.`,
        { savings_account_id: this.id, balance: this.balance, held: this.held },
      );
    }
    this.state = state;
    this.stateReason = reason;
    return this.emit('close');
  }

  /**
   * Money comes in.
   * @param on when it was paid @param today the business date on which it counts for interest
   * @throws DomainError account_frozen, savings_account_not_active, validation_failed
   */
  credit(amount: Cents, on: Temporal.PlainDate, today: Temporal.PlainDate = on): void {
    this.requireUsable();
    if (this.balance + amount > MAX_CENTS) {
      throw invalidField(
        'amount',
        'range',
        `Pay in at most ${MAX_CENTS - this.balance}.`,
        `Account ${this.accountNo} can’t hold so much.`,
      );
    }
    this.keepBalance(today);
    this.balance += amount;
    this.movedOn(on);
  }

  /** Money goes out. @throws DomainError account_frozen, savings_account_not_active, insufficient_funds */
  debit(amount: Cents, on: Temporal.PlainDate, today: Temporal.PlainDate = on): void {
    this.requireUsable();
    this.requireAvailable(amount);
    this.keepBalance(today);
    this.balance -= amount;
    this.movedOn(on);
  }

  /** Promises part of the balance to something else. @throws as `debit` */
  hold(amount: Cents): void {
    this.requireUsable();
    this.requireAvailable(amount);
    this.held += amount;
  }

  /** A promise falls. Also while the account is frozen: nothing moves by it. */
  release(amount: Cents): void {
    if (this.held < amount) throw new Error(`Account ${this.accountNo} holds ${this.held}, not ${amount}.`);
    this.held -= amount;
  }

  /** A promise is kept: what was held goes out. @throws DomainError account_frozen, savings_account_not_active */
  capture(amount: Cents, on: Temporal.PlainDate): void {
    this.requireUsable();
    this.release(amount);
    this.keepBalance(on);
    this.balance -= amount;
    this.movedOn(on);
  }

  /**
   * The product, or the by-laws on shares, let this amount out today.
   * @throws DomainError withdrawal_not_allowed (conflict)
   */
  requireWithdrawable(amount: Cents, today: Temporal.PlainDate, bylaws: ShareBylaws): void {
    const why = this.reasonToKeep(amount, today, bylaws);
    if (why === null) return;
    throw refuse(savingsRefusals.withdrawal_not_allowed, why, {
      savings_account_id: this.id,
      kind: this.kind,
      matures_on: this.maturesOn?.toString() ?? null,
      redeemable_from: this.redeemableFrom?.toString() ?? null,
    });
  }

  private reasonToKeep(amount: Cents, today: Temporal.PlainDate, bylaws: ShareBylaws): string | null {
    const isFrom = (day: Temporal.PlainDate | null) => day !== null && Temporal.PlainDate.compare(today, day) >= 0;
    switch (this.kind) {
      case 'ordinary':
        return null;
      case 'fixed_deposit':
        return this.maturedOn !== null || isFrom(this.maturesOn)
          ? null
          : `Account ${this.accountNo} is a fixed deposit that matures on ${this.maturesOn?.toString() ?? 'a later day'}.`;
      case 'shares':
        if (bylaws.buyer === 'member')
          return `Account ${this.accountNo} holds shares. By the by-laws another member takes them over: transfer them.`;
        if (!isFrom(this.redeemableFrom))
          return this.redeemableFrom === null
            ? `Account ${this.accountNo} holds shares. Give notice of ${bylaws.noticeDays} days, then they are redeemed.`
            : `Account ${this.accountNo} holds shares, which are redeemed from ${this.redeemableFrom.toString()}.`;
        return amount === this.balance ? null : `Shares are redeemed whole: withdraw ${this.balance}.`;
    }
  }

  /** @throws DomainError account_frozen with reason, savings_account_not_active with current_state (conflict) */
  requireUsable(): void {
    if (this.state === 'active') return;
    if (this.state === 'frozen') {
      throw refuse(savingsRefusals.account_frozen, `Account ${this.accountNo} is frozen: ${this.stateReason}.`, {
        savings_account_id: this.id,
        reason: this.stateReason,
      });
    }
    throw refuse(savingsRefusals.savings_account_not_active, `Account ${this.accountNo} is ${this.state}.`, {
      savings_account_id: this.id,
      current_state: this.state,
    });
  }

  private requireAvailable(amount: Cents): void {
    const available = availableBalance(this);
    if (available >= amount) return;
    throw refuse(
      savingsRefusals.insufficient_funds,
      `Account ${this.accountNo} has ${available} available; ${amount} was requested.`,
      { savings_account_id: this.id, available_balance: available, requested_amount: amount },
    );
  }

  /**
   * The day before it matures was closed, and its interest posted: what was agreed at opening happens. One that is to be
   * paid out is emptied first and closes; where that can't be, it waits.
   * @param offer the terms that its product has by now; null where it takes no new deposits
   */
  mature(offer: { readonly termMonths: number; readonly interest: SavingsInterest | null } | null): DomainEvent {
    const { maturity, maturesOn, termMonths } = this;
    if (!maturity || !maturesOn || !termMonths) throw new Error(`Account ${this.accountNo} does not mature.`);
    this.interestSince = maturesOn;
    if (maturity.atMaturity === 'roll_over' || maturity.atMaturity === 'roll_over_new_terms') {
      const renewed = maturity.atMaturity === 'roll_over_new_terms' ? offer : null;
      this.termMonths = renewed?.termMonths ?? termMonths;
      if (renewed) this.interest = renewed.interest;
      this.maturesOn = maturesOn.add({ months: this.termMonths });
    } else {
      this.maturedOn = maturesOn;
      this.interest = interestAfter(this.interest, maturity);
      if (maturity.atMaturity === 'pay_out' && this.balance === 0n && this.held === 0n) this.state = 'closed';
    }
    return this.emit('mature');
  }

  /** True on the close of the day before it matures, and of later ones while it has not. */
  maturesAfter(on: Temporal.PlainDate): boolean {
    const { maturedOn, maturesOn, state } = this;
    if (this.kind !== 'fixed_deposit' || maturedOn !== null || maturesOn === null) return false;
    return (
      (state === 'active' || state === 'frozen') && Temporal.PlainDate.compare(maturesOn.subtract({ days: 1 }), on) <= 0
    );
  }

  /**
   * A fixed deposit is broken before its maturity. What it earned is settled: the agreed part of it is forgone.
   * @param posted interest under its present terms that was posted, and the tax withheld of it; minor units
   * @throws DomainError withdrawal_not_allowed (conflict) for other accounts, insufficient_funds
   */
  breakDeposit(
    posted: { readonly interest: Cents; readonly tax: Cents },
    { today, reason }: { readonly today: Temporal.PlainDate; readonly reason: string | null },
  ): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, 'break_deposit');
    requireReason(savingsAccountLifecycle, 'break_deposit', reason);
    const { maturity, interest, interestAccrued: accrued } = this;
    if (!maturity || this.maturedOn !== null) {
      throw refuse(
        savingsRefusals.withdrawal_not_allowed,
        `Account ${this.accountNo} is no fixed deposit that is bound: withdraw from it.`,
        { savings_account_id: this.id, kind: this.kind },
      );
    }
    const kept = keptAfterBreak(posted.interest + accrued, maturity);
    const takenBack = posted.interest - kept;
    const returned = posted.tax - (interest ? taxOn(kept, interest) : 0n);
    this.unbook(0n, today, { credited: returned - takenBack, accrued: 0n, days: 0n });
    this.state = state;
    this.stateReason = reason;
    this.maturedOn = today;
    this.interestSince = today;
    this.interest = interestAfter(interest, maturity);
    return this.emit('break_deposit', {
      interest_taken_back: takenBack,
      tax_returned: returned,
      accrual_taken_back: accrued,
    });
  }

  /**
   * A movement that was wrong never was: its amount goes back, and so does what it earned.
   * @param change what the movement had changed, negative for money that went out
   * @param bookedOn from when it counted
   * @param corrected what the account would have earned without it, against what it has
   * @throws DomainError account_frozen, savings_account_not_active, insufficient_funds (conflict)
   */
  unbook(change: Cents, bookedOn: Temporal.PlainDate, { credited, accrued, days }: Correction): void {
    this.requireUsable();
    const less = change - credited;
    if (less > 0n) this.requireAvailable(less);
    this.balance -= less;
    this.interestAccrued = accrued;
    this.interestDays = days;
    const day = bookedOn.toString();
    this.earlierBalances = this.earlierBalances.map(({ until, balance }) => {
      const corrected = BigInt(balance) + credited - (until >= day ? change : 0n);
      return { until, balance: corrected.toString() };
    });
  }

  /** Takes over the result of closing a day. */
  closeDay({ balance, days, accrued, earlier }: DayClosed): void {
    this.balance = balance;
    this.interestDays = days;
    this.interestAccrued = accrued;
    this.earlierBalances = earlier;
  }

  /** Interest goes by what an account holds at the end of a day: the first movement of a day keeps what it held before. */
  private keepBalance(today: Temporal.PlainDate): void {
    if (this.interest === null) return;
    const until = today.subtract({ days: 1 }).toString();
    const last = this.earlierBalances.at(-1);
    if (last && last.until >= until) return;
    this.earlierBalances = [...this.earlierBalances, { until, balance: this.balance.toString() }];
  }

  private begin(today: Temporal.PlainDate): void {
    this.openedOn = today;
    this.interestSince = today;
    this.maturesOn = this.termMonths === null ? null : today.add({ months: this.termMonths });
    this.lastMovementOn = today;
  }

  private movedOn(day: Temporal.PlainDate): void {
    if (this.lastMovementOn === null || Temporal.PlainDate.compare(day, this.lastMovementOn) > 0)
      this.lastMovementOn = day;
  }

  private emit(action: SavingsAccountAction, internal: DomainEvent['internal'] = {}): DomainEvent {
    const facts = {
      account_no: this.accountNo,
      member_id: this.memberId,
      product_id: this.productId,
      state: this.state,
      ...(this.stateReason === null ? {} : { reason: this.stateReason }),
    };
    return event(savingsAccountLifecycle.verbs[action].emits, 'savings_account', this, facts, internal);
  }
}

/** What a member may take out or promise: all that is not held, in minor units. */
export function availableBalance(account: Pick<SavingsAccount, 'balance' | 'held'>): Cents {
  return account.balance - account.held;
}
