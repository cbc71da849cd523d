/** Time that goes by in a story, and what clients learn outside of the system. */
export type Time = {
  /** The test clock of the institution goes ahead by so many hours: its days end, and are closed. */
  readonly later: (hours: number) => Promise<void>;
  /** So much of the world's own time goes by, on which deliveries wait. */
  readonly wait: (hours: number) => Promise<void>;
  /** The receipt that the payer's phone shows of the latest prompt of this amount, before the provider has said so. */
  readonly shown: (amount: number) => Promise<string>;
};
