import type { PayoutRail } from '#core/lending/ports.ts';
import type { AwaitedPayout, PayoutDoor, PayoutNews } from './daraja/payout-notification.ts';

/**
 * A way to pay people, whole: it sends and is asked (the port that the core knows), and it understands what its
 * provider tells at our callback addresses. It speaks to the outside, so it is only called between two transactions.
 */
export type Rail = PayoutRail & {
  /**
   * What a callback says of the payment that its address belongs to. The rail itself learns from it too, for instance
   * that its credential is locked.
   */
  readonly hear: (door: PayoutDoor, text: string, awaited: AwaitedPayout) => Promise<PayoutNews>;
  /** Seconds until new payments are worth asking for; null where they are now. */
  readonly closedFor: () => Promise<number | null>;
};

/** The way of paying of one tenant: the sandbox's simulation, or a provider. */
export type RailOf = (tenantId: number, mode: 'sandbox' | 'live') => Rail;
