import type { Cents } from '../../kernel/money.ts';

export const TRANSACTION_TYPES = ['collection', 'payout', 'fee', 'refund', 'reversal', 'adjustment', 'topup'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What a line of an account came from. */
export type Source = { readonly type: string; readonly uuid: string };

/** One line of an app's account: written once, with the balance that it left. */
export class AppTransaction {
  id!: number;
  createdAt!: Temporal.Instant;
  uuid!: string;
  appId!: number;
  sandbox!: boolean;
  accountId!: number;
  type!: TransactionType;
  /** Minor units; what went out is negative. */
  amount!: Cents;
  balanceAfter!: Cents;
  sourceType!: string;
  sourceUuid!: string;
  occurredAt!: Temporal.Instant;

  static of(line: Omit<AppTransaction, 'id' | 'createdAt'>): AppTransaction {
    return Object.assign(new AppTransaction(), line);
  }
}
