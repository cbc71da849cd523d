import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { correctedFrom, withMovement } from '../interest.ts';
import type { ShareBylaws } from '../shares.ts';
import {
  afterMaturity,
  hasMatured,
  settlementOfBreak,
  type Offer,
  type PostedInterest,
  type SettlementOfBreak,
} from './fixed-deposit.ts';
import {
  nothingEarned,
  requireAvailable,
  requireConfirmedIdentity,
  requireEmpty,
  requireNoNotice,
  requireRoom,
  requireSettleable,
  requireUnbound,
  requireUsable,
} from './limits.ts';
import { earnedSoFar } from './earned-so-far.ts';
import { savingsAccountLifecycle, type SavingsAccountAction } from './lifecycle.ts';
import {
  NOTHING_SAVED,
  SavingsAccountRecord,
  type SavingsTerms,
  type Correction,
  type DayClosed,
} from './savings-account-record.ts';

/**
 * Money that a member keeps with the society. `balance` is all of it, `held` the part that is promised to something
 * else. Both in minor units, and always 0 <= held <= balance.
 */
export class SavingsAccount extends SavingsAccountRecord {
  /** @param needsApproval the tenant requires approval of new accounts; otherwise it is active immediately */
  static open(
    fields: Pick<SavingsAccount, 'uuid' | 'accountNo' | 'memberId' | 'productId' | 'openedBy' | 'clientReference'> &
      SavingsTerms,
    { today, needsApproval }: { readonly today: Temporal.PlainDate; readonly needsApproval: boolean },
  ): { account: SavingsAccount; event: DomainEvent } {
    const account = Object.assign(new SavingsAccount(), fields, {
      ...NOTHING_SAVED,
      state: needsApproval ? ('pending_approval' as const) : ('active' as const),
    });
    if (!needsApproval) account.begin(today);
    return { account, event: account.emit('open') };
  }

  /** The society accepts the account. @throws DomainError invalid_state_transition (conflict) */
  approve(by: string, today: Temporal.PlainDate): DomainEvent {
    this.state = advance(savingsAccountLifecycle, this.state, 'approve');
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
    requireConfirmedIdentity(this, kycConfirmedOn);
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
    requireNoNotice(this);
    this.redeemableFrom = today.add({ days: noticeDays });
    return this.emit('give_notice');
  }

  /**
   * A member who leaves is paid what the account has earned so far. A deposit that is bound is broken instead, at its cost.
   * @throws DomainError invalid_state_transition, withdrawal_not_allowed, nothing_earned (conflict), validation_failed
   */
  postInterest(reason: string | null): { readonly posted: PostedInterest; readonly event: DomainEvent } {
    requireAllowed(savingsAccountLifecycle, this.state, 'post_interest');
    requireReason(savingsAccountLifecycle, 'post_interest', reason);
    requireUnbound(this);
    const posted = this.postEarned();
    if (posted === null) throw nothingEarned(this);
    this.stateReason = reason;
    return { posted, event: this.emit('post_interest') };
  }

  /** Ends an empty account. @throws DomainError savings_account_not_empty (conflict) with balance, held */
  close(reason: string | null): DomainEvent {
    const state = advance(savingsAccountLifecycle, this.state, 'close');
    requireEmpty(this);
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
    requireUsable(this);
    requireRoom(this, amount);
    this.moveBalance(amount, today);
    this.movedOn(on);
  }

  /** Money goes out. @throws DomainError account_frozen, savings_account_not_active, insufficient_funds */
  debit(amount: Cents, on: Temporal.PlainDate, today: Temporal.PlainDate = on): void {
    requireUsable(this);
    requireAvailable(this, amount);
    this.moveBalance(-amount, today);
    this.movedOn(on);
  }

  /** Promises part of the balance to something else. @throws as `debit` */
  hold(amount: Cents): void {
    requireUsable(this);
    requireAvailable(this, amount);
    this.held += amount;
  }

  /** A promise falls. Also while the account is frozen: nothing moves by it. */
  release(amount: Cents): void {
    if (this.held < amount) throw new Error(`Account ${this.accountNo} holds ${this.held}, not ${amount}.`);
    this.held -= amount;
  }

  /** A promise is fulfilled: what was held goes out. @throws DomainError account_frozen, savings_account_not_active */
  capture(amount: Cents, on: Temporal.PlainDate): void {
    requireUsable(this);
    this.release(amount);
    this.moveBalance(-amount, on);
    this.movedOn(on);
  }

  /**
   * The day before it matures was closed, and its interest posted: what was agreed at opening happens. One that is to be
   * paid out is emptied first and closes; where that can't be, it waits.
   * @param offer the terms that its product has by now; null where it takes no new deposits
   */
  mature(offer: Offer | null): DomainEvent {
    Object.assign(this, afterMaturity(this, offer));
    return this.emit('mature');
  }

  /** True on the close of the day before it matures, and of later ones while it has not. */
  maturesAfter(on: Temporal.PlainDate): boolean {
    return hasMatured(this, on);
  }

  /**
   * A fixed deposit is broken before its maturity. What it earned is settled: the agreed part of it is forgone.
   * @param before interest under its present terms that was posted, and the tax withheld of it; minor units
   * @returns what was settled, which its transactions have to show
   * @throws DomainError withdrawal_not_allowed (conflict) for other accounts, insufficient_funds
   */
  breakDeposit(
    before: PostedInterest,
    { today, reason }: { readonly today: Temporal.PlainDate; readonly reason: string | null },
  ): { readonly settled: SettlementOfBreak; readonly event: DomainEvent } {
    const state = advance(savingsAccountLifecycle, this.state, 'break_deposit');
    requireReason(savingsAccountLifecycle, 'break_deposit', reason);
    const settled = settlementOfBreak(this, before);
    const { posted, takenBack } = settled;
    const credited = posted.interest - posted.tax - takenBack.interest + takenBack.tax;
    this.unbook(0n, today, { credited, accrued: 0n, days: 0n });
    this.state = state;
    this.stateReason = reason;
    this.maturedOn = today;
    this.interestSince = today;
    this.interest = settled.interest;
    return { settled, event: this.emit('break_deposit', { accrual_taken_back: settled.forgone }) };
  }

  /**
   * A movement that was wrong never was: its amount goes back, and so does what it earned.
   * @param change what the movement had changed, negative for money that went out
   * @param bookedOn from when it counted
   * @param corrected what the account would have earned without it, against what it has
   * @throws DomainError account_frozen, savings_account_not_active, insufficient_funds (conflict)
   */
  unbook(change: Cents, bookedOn: Temporal.PlainDate, correction: Correction): void {
    requireUsable(this);
    this.correct(change, bookedOn, correction);
  }

  /**
   * Money of a member who died goes to a loan or to beneficiaries: also from a dormant account, and from deposits that are
   * bound and shares without notice, which end with the member.
   * @throws DomainError account_frozen, savings_account_not_active, insufficient_funds (conflict)
   */
  takeForEstate(amount: Cents, today: Temporal.PlainDate): void {
    requireSettleable(this);
    requireAvailable(this, amount);
    this.moveBalance(-amount, today);
    this.movedOn(today);
  }

  /** What was taken so by mistake comes back, as if it had never left. @throws as `takeForEstate` */
  returnFromEstate(change: Cents, bookedOn: Temporal.PlainDate, correction: Correction): void {
    requireSettleable(this);
    this.correct(change, bookedOn, correction);
  }

  /**
   * What it has earned is posted before its time, because the account is settled.
   * @returns what was posted, minor units; null where nothing was earned
   */
  postEarned(): PostedInterest | null {
    requireSettleable(this);
    const settled = earnedSoFar(this);
    if (settled !== null) Object.assign(this, settled.after);
    return settled?.posted ?? null;
  }

  private correct(change: Cents, bookedOn: Temporal.PlainDate, { credited, accrued, days }: Correction): void {
    const less = change - credited;
    if (less > 0n) requireAvailable(this, less);
    this.balance -= less;
    this.interestAccrued = accrued;
    this.interestDays = days;
    this.earlierBalances = correctedFrom(bookedOn, this.earlierBalances, { change, credited });
  }

  /** Takes over the result of closing a day. */
  closeDay({ balance, days, accrued, earlier }: DayClosed): void {
    Object.assign(this, { balance, interestDays: days, interestAccrued: accrued, earlierBalances: earlier });
  }

  /** The balance changes from a day on; what it was at the end of days that are not closed stays known, where it bears interest. */
  private moveBalance(change: Cents, from: Temporal.PlainDate): void {
    const { balance } = this;
    if (this.interest !== null) this.earlierBalances = withMovement(this.earlierBalances, from, { balance, change });
    this.balance += change;
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
