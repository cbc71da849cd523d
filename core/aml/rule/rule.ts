import type { Cents } from '../../kernel/money.ts';

export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type Direction = 'in' | 'out';

/**
 * What makes money suspicious, as data: changing a rule is writing its next version, not a program. The threshold is in
 * the currency in which the law states it.
 */
export type AmlRule = {
  readonly id: string;
  readonly version: number;
  readonly severity: Severity;
  /** Minor units of `currency`. */
  readonly threshold: { readonly amount: Cents; readonly currency: string };
  /** Business days that are looked at together, from the first of them. */
  readonly windowDays: number;
  /** Channels that count; null for all. */
  readonly channels: readonly string[] | null;
  readonly directions: readonly Direction[];
  /** While its alert is undecided, the member's money does not move. Such a rule is also asked before money moves. */
  readonly holds: boolean;
} & Pattern;

type Pattern =
  /** All of it together reaches the threshold. */
  | { readonly kind: 'aggregate' }
  /** At least `least` amounts just below the threshold, which together pass it. */
  | { readonly kind: 'structuring'; readonly least: number; readonly fromPercent: number; readonly toPercent: number };

/** One movement of money of a subject, wherever it happened. */
export type Fact = {
  /** What it is: `savings_transaction:<uuid>`. */
  readonly ref: string;
  /** The business date. */
  readonly on: Temporal.PlainDate;
  /** Minor units of the tenant's currency. */
  readonly amount: Cents;
  readonly direction: Direction;
  readonly channel: string;
};

/** Business dates from the first to the last, both included. */
export type Window = { readonly start: Temporal.PlainDate; readonly end: Temporal.PlainDate };

/** What a rule found. */
export type Hit = { readonly window: Window; readonly facts: readonly Fact[]; readonly amount: Cents };
