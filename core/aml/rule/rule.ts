import type { Cents } from '../../kernel/money.ts';

export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type Direction = 'in' | 'out';

/**
 * The patterns that a rule can look for, and the whole numbers that each is set by. This is the one list of them: what
 * is read from a tenant's rule is checked against it, and what each pattern means stands in the file of its name.
 */
export const PATTERNS = {
  aggregate: [],
  structuring: ['least', 'fromPercent', 'toPercent'],
  round_amounts: ['least', 'multipleOf'],
  new_account: ['newForDays'],
  rapid_in_out: ['hours', 'outPercent'],
  dormant_then_large: ['quietDays'],
  velocity: ['baselineDays', 'leastDays', 'percent'],
  third_party_early: ['earlyDays', 'fromPercent'],
  shared_number: ['least'],
  agent_float: ['baselineDays', 'leastDays', 'percent'],
} as const;
export type PatternKind = keyof typeof PATTERNS;

type Pattern = {
  readonly [Kind in PatternKind]: { readonly kind: Kind } & {
    readonly [Parameter in (typeof PATTERNS)[Kind][number]]: number;
  };
}[PatternKind];

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
  /** While its alert is undecided, the member's money does not move. Such a rule is evaluated before money moves, too. */
  readonly holds: boolean;
} & Pattern;

/** A rule that looks for a pattern of one kind. */
export type RuleOf<Kind extends PatternKind> = Extract<AmlRule, { readonly kind: Kind }>;

/** One movement of money of a subject, wherever it happened. */
export type Fact = {
  /** What it is: `savings_transaction:<uuid>`. */
  readonly ref: string;
  /** The business date. */
  readonly on: Temporal.PlainDate;
  /** When it was paid. */
  readonly at: Temporal.Instant;
  /** Minor units of the tenant's currency. */
  readonly amount: Cents;
  readonly direction: Direction;
  readonly channel: string;
  /** When the savings account that it moved was opened; null for money of loans and money that is not booked yet. */
  readonly accountOpenedOn: Temporal.PlainDate | null;
  /** Whose account it moved; null where it is not booked yet. */
  readonly memberId: number | null;
  /** What it paid of a loan, where it is a repayment. */
  readonly repays: Repays | null;
};

/** What a repayment paid of its loan. */
type Repays = {
  /** From a number that is not the borrower's. Money without a number has none that is another's. */
  readonly fromAnother: boolean;
  /** Minor units. */
  readonly principal: Cents;
  /** What was lent, minor units. */
  readonly lent: Cents;
  /** Days until the loan would have ended; negative after that. */
  readonly daysEarly: number;
};

/** What a subject moved on one business date altogether, minor units. */
export type DayTotal = { readonly on: Temporal.PlainDate; readonly in: Cents; readonly out: Cents };

/** What the rules look at: the movements of the days around one, and the totals of the days before, with the last before those. */
export type Activity = { readonly facts: readonly Fact[]; readonly history: readonly DayTotal[] };

/** Business dates from the first to the last, both included. */
export type Window = { readonly start: Temporal.PlainDate; readonly end: Temporal.PlainDate };

/** What a rule found. */
export type Hit = { readonly window: Window; readonly facts: readonly Fact[]; readonly amount: Cents };

/** Business days before the window that a rule has to know of. */
export function lookback(rule: AmlRule): number {
  if (rule.kind === 'dormant_then_large') return rule.quietDays;
  return rule.kind === 'velocity' || rule.kind === 'agent_float' ? rule.baselineDays : 0;
}

/** Whose movements a rule looks at: the owner of the money, the phone number that it came by, or the agent whose float it left. */
export function aboutOf({ kind }: AmlRule): 'owner' | 'number' | 'agent' {
  if (kind === 'shared_number') return 'number';
  return kind === 'agent_float' ? 'agent' : 'owner';
}
