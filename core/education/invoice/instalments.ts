import { sum, type Cents } from '../../kernel/money.ts';
import { rational, round } from '../../kernel/rational.ts';
import type { FeeCategory } from '../fee-category.ts';

/**
 * When an institution wants a term's fees: so much of them by so many weeks after the term began, and some
 * charges in full on the first day. Cumulative shares in basis points, rising, the last one 10000.
 */
export type InstalmentPolicy = {
  readonly stages: readonly { readonly byWeek: number; readonly cumulativeBp: number }[];
  readonly upFront: readonly FeeCategory[];
};

/** An example: half by the third week, the rest by the eighth, accommodation immediately. */
export const HALF_BY_WEEK_3: InstalmentPolicy = {
  stages: [
    { byWeek: 3, cumulativeBp: 5000 },
    { byWeek: 8, cumulativeBp: 10_000 },
  ],
  upFront: ['accommodation'],
};

export type Instalment = { readonly dueOn: Temporal.PlainDate; readonly amount: Cents };

type Charged = { readonly feeCategory: FeeCategory; readonly amount: Cents; readonly discount: Cents };

/**
 * The dates and amounts in which an invoice's charges fall due. Each cumulative share is rounded half up to
 * the minor unit, the amounts are their differences, so they sum to the charges exactly.
 * @returns instalments above zero, earliest first
 */
export function instalmentsOf(
  lines: readonly Charged[],
  policy: InstalmentPolicy,
  termStart: Temporal.PlainDate,
): readonly Instalment[] {
  const net = (line: Charged) => line.amount - line.discount;
  const atOnce = sum(lines.filter((line) => policy.upFront.includes(line.feeCategory)).map(net));
  const staged = sum(lines.map(net)) - atOnce;
  const instalments: Instalment[] = [{ dueOn: termStart, amount: atOnce }];
  let billed = 0n;
  for (const { byWeek, cumulativeBp } of policy.stages) {
    const cumulative = round(rational(staged * BigInt(cumulativeBp), 10_000n), 'half_up');
    instalments.push({ dueOn: termStart.add({ weeks: byWeek }), amount: cumulative - billed });
    billed = cumulative;
  }
  return instalments.filter((instalment) => instalment.amount > 0n);
}

/** How much less than the policy asks was settled by the end of a day, in minor units; zero when on course. */
export function behindBy(instalments: readonly Instalment[], settled: Cents, day: Temporal.PlainDate): Cents {
  const due = instalments.filter((instalment) => Temporal.PlainDate.compare(instalment.dueOn, day) < 0);
  const missing = sum(due.map((instalment) => instalment.amount)) - settled;
  return missing > 0n ? missing : 0n;
}
