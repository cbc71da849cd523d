import type { Cents } from '../kernel/money.ts';

/** What a provider says that it holds for an institution, in minor units. */
export type ProviderBalance = {
  /** In all the accounts that the books compare as one. */
  readonly held: Cents;
  /** What payments to people are taken from. */
  readonly available: Cents;
  /** Null where the provider does not say when. */
  readonly at: Temporal.Instant | null;
};

/** An institution's own account at a provider. */
export type AccountRail = {
  /** Whether what is collected lies in the same account. */
  readonly collects: boolean;
  /** Null where the balance is notified later, at the callback endpoint `balance`. */
  readonly requestBalance: (deadline: AbortSignal) => Promise<ProviderBalance | null>;
  /** What a notification says; null where it says nothing. The rail learns from it: a filled account pays again. */
  readonly receiveBalance: (text: string) => Promise<ProviderBalance | null>;
  /** Sends payments again, after a person has repaired what had stopped them. */
  readonly resume: () => Promise<void>;
};
