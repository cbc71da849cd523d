import type { Cents } from '../../kernel/money.ts';
import type { App } from '../app.ts';
import type { Metadata } from '../app.ts';

/** The most payouts that one batch has. */
export const MOST_ROWS = 1_000;

export type NewBatch = Pick<
  PayoutBatch,
  'uuid' | 'reference' | 'currency' | 'size' | 'amount' | 'fee' | 'metadata' | 'requestedBy'
> & { readonly app: App };

/**
 * Payouts that were requested together. The money of all is held when it is taken on; they leave one by one, and each
 * has a state of its own, so a batch has none: it is over when all of them are.
 */
export class PayoutBatch {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  /** The app's own name for it: unique for ever. */
  reference!: string;
  currency!: string;
  size!: number;
  /** What the recipients get in all, in minor units. */
  amount!: Cents;
  /** What the app is charged if all succeed, in minor units. */
  fee!: Cents;
  metadata!: Metadata;
  requestedBy!: string;

  static create({ app, ...facts }: NewBatch): PayoutBatch {
    return Object.assign(new PayoutBatch(), facts, { appId: app.id, sandbox: app.sandbox });
  }
}
