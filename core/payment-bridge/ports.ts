import type { DomainEvent } from '../kernel/event.ts';
import type { Cents } from '../kernel/money.ts';
import type { PaymentClock } from '../payments/payment-time.ts';
import type { Acting } from '../kernel/two-people.ts';
import type { AppAccount } from './account/app-account.ts';
import type { AppTransaction } from './account/app-transaction.ts';
import type { PayoutBatch } from './batch/payout-batch.ts';
import type { Collection } from './collection/collection.ts';
import type { Payees } from './payee.ts';
import type { Payout } from './payout/payout.ts';
import type { ReceiptPorts } from '../payments/ports.ts';
import type { Refund } from './refund/refund.ts';
import type { Topup } from './topup/topup.ts';
import type { Tariff } from '../payments/tariff.ts';
import type { Wallets } from '../payments/wallet.ts';

/**
 * The collections and values that the use cases of the payment bridge need. `lock` reads a row that no other
 * transaction may change until commit. What belongs to another app is not there.
 */
export type BridgePorts = ReceiptPorts &
  PaymentClock &
  Acting & {
    readonly newUuid: () => string;
    /** Two people, where one would do. */
    readonly fourEyes: boolean;
    readonly institution: { readonly id: number; readonly uuid: string };
    /** Whom apps pay, as far as compliance looks at them. */
    readonly payees: Payees;
    /** Numbers that providers have confirmed, independent of their range. */
    readonly wallets: Wallets;
    /** The institution's currency: the one that its apps have accounts in. */
    readonly currency: string;
    /** What an app is charged for a payment that it requests now. */
    readonly tariffOf: (appId: number) => Promise<Tariff>;
    readonly accounts: {
      lock(appId: number, currency: string): Promise<AppAccount | null>;
      /** Adds an account and gives it its id immediately: its first line refers to it. */
      addNow(account: AppAccount): Promise<void>;
    };
    readonly transactions: { add(...lines: readonly AppTransaction[]): void };
    readonly payouts: {
      lock(appId: number, id: number): Promise<Payout | null>;
      /** By our own name for the request at the provider. */
      lockByOriginator(originatorId: string): Promise<Payout | null>;
      findByReference(appId: number, reference: string): Promise<Payout | null>;
      /** An id for one that is about to be requested: taken before the account is locked, which others wait for. */
      nextId(): Promise<number>;
      add(payout: Payout): void;
      /** Which of these references the app has used before, with the uuids of those payouts. */
      usedReferences(appId: number, references: readonly string[]): Promise<ReadonlyMap<string, string>>;
      /** Adds a payout and gives it its id immediately, for what refers to it in the same command. */
      addNow(payout: Payout): Promise<void>;
    };
    readonly batches: {
      findByReference(appId: number, reference: string): Promise<PayoutBatch | null>;
      /** Adds a batch and gives it its id immediately: its payouts refer to it. */
      addNow(batch: PayoutBatch): Promise<void>;
    };
    readonly refunds: {
      lockByPayout(payoutId: number): Promise<Refund | null>;
      /**
       * What refunds of a collection come to that are pending or have arrived, but for one of them: of those that have, what was
       * really paid, as this transaction leaves them. Minor units.
       */
      amountBesides(collection: Pick<Collection, 'appId' | 'id'>, besides: number): Promise<Cents>;
      findByReference(appId: number, reference: string): Promise<Refund | null>;
      add(refund: Refund): void;
    };
    readonly topups: {
      lockByBankReference(bankReference: string): Promise<Topup | null>;
      findByReference(appId: number, reference: string): Promise<Topup | null>;
      add(topup: Topup): void;
    };
    /** What the paybill received: a paid prompt is notified at two callback endpoints, its own and the paybill's. */
    readonly arrivals: {
      /** Another notification of this receipt waits until commit. */
      hold(receiptNo: string): Promise<void>;
      /** A payment by the terms of a prompt that is being taken in, or is about to be, waits until commit. Before the collection. */
      holdTerms(originatorId: string): Promise<void>;
      /** What waits in suspense since the prompt and may be what came of it: oldest first, two at the most. */
      waitingFor(prompt: Collection): Promise<readonly { readonly receiptNo: string }[]>;
      /** Whether money in suspense may be what came of a prompt: its account, and its payer as far as he is shown. */
      isOf(
        mobileMoneyUuid: string,
        prompt: { readonly accountReference: string; readonly msisdn: string },
      ): Promise<boolean>;
      /** The collection of this uuid, under the terms of another one, whose receipt was found by them alone; null for none. */
      lockFoundByTerms(uuid: string, terms: Collection): Promise<Collection | null>;
      /** The oldest one under the same terms that is booked without a receipt, and was open when this was paid. */
      lockLackingReceipt(terms: Collection, paidAt: Temporal.Instant): Promise<Collection | null>;
      /** Money that the institution has taken into suspense is the app's: it leaves the suspense. */
      giveUp(mobileMoneyUuid: string): Promise<readonly DomainEvent[]>;
    };
    readonly collections: {
      lock(appId: number, id: number): Promise<Collection | null>;
      lockByOriginator(originatorId: string): Promise<Collection | null>;
      findByReference(appId: number, reference: string): Promise<Collection | null>;
      add(collection: Collection): void;
    };
  };
