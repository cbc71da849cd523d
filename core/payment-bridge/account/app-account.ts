import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { App } from '../app.ts';
import { AppTransaction, type Source, type TransactionType } from './app-transaction.ts';

/** What a sandbox app begins with, in minor units. */
export const SANDBOX_FLOAT: Cents = 10_000_000n;
/** An app is notified (`balance.low`) when less than this is left to pay with, in minor units. */
const LOW_BALANCE: Cents = 1_000_000n;

/**
 * An app's money in one currency, in minor units. `balance` is what it owns: it changes when money has arrived or has
 * been paid, with a line for each change. Of that, `held` is promised to payments that have not left, and `inTransit`
 * has left and is not known to have arrived. The rest is available.
 */
export class AppAccount {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  currency!: string;
  balance!: Cents;
  held!: Cents;
  inTransit!: Cents;

  static open(app: App, facts: { uuid: string; currency: string }): AppAccount {
    const nothing = { balance: 0n, held: 0n, inTransit: 0n };
    return Object.assign(new AppAccount(), { ...facts, appId: app.id, sandbox: app.sandbox }, nothing);
  }

  /** Play money, so that an app in a sandbox can pay immediately. */
  endow(line: { uuid: string; at: Temporal.Instant }): { line: AppTransaction; event: DomainEvent } {
    if (!this.sandbox) throw new Error(`Account ${this.uuid} is a live app's: it gets no play money.`);
    const endowment = { app_id: this.appId, amount: SANDBOX_FLOAT };
    return {
      line: this.book('topup', SANDBOX_FLOAT, { type: 'app_account', uuid: this.uuid }, line),
      event: event('app_account.endowed', 'app_account', this, {}, endowment),
    };
  }

  /**
   * Promises money to a payment.
   * @throws DomainError insufficient_balance with agent_id (the app), available_float, requested_amount
   * @returns balance.low, where little is left from now on
   */
  hold(amount: Cents): readonly DomainEvent[] {
    const before = availableOf(this);
    if (before < amount) {
      throw refuse(
        kernelRefusals.insufficient_balance,
        `The app has ${before} available in ${this.currency}; ${amount} is requested. Top up, or pay less.`,
        { agent_id: String(this.appId), available_float: before, requested_amount: amount, currency: this.currency },
      );
    }
    this.held += amount;
    return this.lowSince(before);
  }

  /**
   * Money that had come is taken back by who carries it. It is gone, so that less than nothing may be left: the app owes it.
   * @returns the line, and balance.low where little is left from now on
   */
  giveBack(
    amount: Cents,
    source: Source,
    line: { uuid: string; at: Temporal.Instant },
  ): { readonly line: AppTransaction; readonly low: readonly DomainEvent[] } {
    const before = availableOf(this);
    return { line: this.book('reversal', -amount, source, line), low: this.lowSince(before) };
  }

  private lowSince(before: Cents): readonly DomainEvent[] {
    const left = availableOf(this);
    if (before < LOW_BALANCE || left >= LOW_BALANCE) return [];
    const facts = { currency: this.currency, available: left, threshold: LOW_BALANCE };
    return [event('balance.low', 'balance', this, facts, { app_id: this.appId })];
  }

  /** A promise falls: nothing was sent. */
  release(amount: Cents): void {
    if (this.held < amount) throw new Error(`Account ${this.uuid} holds ${this.held}, not ${amount}.`);
    this.held -= amount;
  }

  /** The provider took a payment, or may have: the hold becomes money in transit. */
  send(amount: Cents): void {
    this.release(amount);
    this.inTransit += amount;
  }

  /** Money in transit has arrived, or comes back. */
  arrive(amount: Cents): void {
    if (this.inTransit < amount)
      throw new Error(`Account ${this.uuid} has ${this.inTransit} in transit, not ${amount}.`);
    this.inTransit -= amount;
  }

  /**
   * Changes the balance by a signed amount, and says why. It may fall below zero: where a provider turns out to have
   * paid what it had declined, the money is gone, and the app owes it.
   */
  book(
    type: TransactionType,
    amount: Cents,
    source: Source,
    line: { uuid: string; at: Temporal.Instant },
  ): AppTransaction {
    this.balance += amount;
    return AppTransaction.of({
      uuid: line.uuid,
      appId: this.appId,
      sandbox: this.sandbox,
      accountId: this.id,
      type,
      amount,
      balanceAfter: this.balance,
      sourceType: source.type,
      sourceUuid: source.uuid,
      occurredAt: line.at,
    });
  }
}

/** What can be paid out now, in minor units. */
export function availableOf({ balance, held, inTransit }: Pick<AppAccount, 'balance' | 'held' | 'inTransit'>): Cents {
  return balance - held - inTransit;
}
