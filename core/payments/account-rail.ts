import type { Cents } from '../kernel/money.ts';

/** What an account of ours is for: paying people, collecting, or the provider's charges, which it takes from there. */
export type AccountRole = 'paying' | 'collecting' | 'charges';

/** One of the accounts that a provider names, in minor units. */
export type AccountBalance = { readonly role: AccountRole; readonly name: string; readonly balance: Cents };

/** Where a provider notifies a balance: of the account that pays, or of a paybill with an account of its own. */
export type BalanceCallback = 'balance' | 'paybill_balance';

/** What a provider says that it holds for an institution, in minor units. */
export type ProviderBalance = {
  /** It says so of the account of the paybill alone; the others are left as they are. */
  readonly of?: 'paybill';
  /** In the accounts that pay and collect. */
  readonly held: Cents;
  /** Each account that is compared with accounts of the ledger; none where the provider has one for everything. */
  readonly accounts?: readonly AccountBalance[];
  /** What payments to people are taken from. */
  readonly available: Cents;
  /** Null where the provider does not say when. */
  readonly at: Temporal.Instant | null;
};

type DayRange = { readonly from: Temporal.PlainDate; readonly through: Temporal.PlainDate };

/** What a provider says that it moved on an account. */
type ListedMovement = {
  /** The name under which its books have it: the receipt, the bank's own reference. */
  readonly receiptNo: string;
  /** Minor units: what came in is positive, what went out negative. */
  readonly amount: Cents;
  readonly at: Temporal.Instant;
  /** Our own name for the request, where the provider repeats it. */
  readonly originatorId: string | null;
};

/** A provider declines to say what an account holds, and why. */
export class BalanceDeclined extends Error {
  readonly of: BalanceCallback;

  constructor(why: string, of: BalanceCallback = 'balance') {
    super(why);
    this.of = of;
  }
}

/** What a provider says of a receipt; `not_paid` also where the payment was taken back meanwhile. */
export type ReceiptVerdict = {
  readonly kind: 'paid' | 'not_paid';
  readonly receiptNo: string | null;
  /** Minor units. */
  readonly amount: Cents | null;
  /** When the provider says that it was made. */
  readonly finalisedAt: Temporal.Instant | null;
  /** Whether it went to an account of the institution: a receipt of what it paid out is as good a receipt. */
  readonly isToUs: boolean;
};

/**
 * Below this, in minor units, no provider is asked whether a payment came, and none of its settings are read: of a paybill’s
 * notifications nearly all are lower, and they are booked whatever can be said of its rails.
 */
export const LEAST_LOOKED_AT: Cents = 10_000_000n;

/** A provider whose notifications are unsigned is asked whether a high payment came that nothing of ours precedes. */
export type SecondLook = {
  /** From this amount on, in minor units. */
  readonly from: Cents;
  /** Whether it can be asked about payments to a shortcode. */
  readonly covers: (shortcode: string) => boolean;
  /** Its provider refuses our credential, or does not answer: each further request makes it worse, or waits in vain. */
  readonly isHeldBack: () => Promise<boolean>;
  /** The answer is notified later. @param shortcode null where it is not known any more: that of its paybill */
  readonly request: (
    payment: { readonly uuid: string; readonly receiptNo: string },
    shortcode: string | null,
    deadline: AbortSignal,
  ) => Promise<void>;
  /** What a notification says; null where it settles nothing. */
  readonly read: (text: string) => ReceiptVerdict | null;
};

/** An institution's own account at a provider. */
export type AccountRail = {
  /** Whether what is collected lies in the same account. */
  readonly collects: boolean;
  readonly secondLook?: SecondLook;
  /** The balance of a paybill with an account of its own is requested as well, and notified apart. */
  readonly requestsPaybill?: boolean;
  /** Null where the balance is notified later, at the callback endpoint `balance`. @throws BalanceDeclined */
  readonly requestBalance: (deadline: AbortSignal) => Promise<ProviderBalance | null>;
  /** What a notification says; null where it says nothing. The rail learns from it: a filled account pays again. */
  readonly receiveBalance: (callback: BalanceCallback, text: string) => Promise<ProviderBalance | null>;
  /**
   * What the provider moved on the account in these days, both included, as its own books have it; null where it gives
   * no list that can be compared.
   */
  readonly list: (days: DayRange, deadline: AbortSignal) => Promise<readonly ListedMovement[] | null>;
};
