import { least, most, type Cents } from '../../../kernel/money.ts';
import { rational, round } from '../../../kernel/rational.ts';
import type { EpochDay } from '../due-dates.ts';
import type { Period } from '../periods.ts';
import type { ScheduleTerms } from '../terms.ts';
import { added, multiplied, NO_FRACTION, type Fraction } from '../year-fraction.ts';
import { levelInstalment, roundedTo } from './level-instalment.ts';

/** What a method asks of the rows to come. It is cut again where the balance changes other than by its rows. */
export type Plan = {
  /** The level instalment in force, in minor units; null where the method has none. */
  readonly level: Cents | null;
  /** The principal of a row where rows ask for equal parts. */
  readonly share: Cents;
  /** Flat interest is charged on what was lent, not on what is owed; null where interest accrues on the balance. */
  readonly flat: FlatInterest | null;
};

export type FlatInterest = {
  /** What a unit of principal bears in each row. */
  readonly units: readonly Fraction[];
  /** What each row bears. */
  readonly charges: readonly Fraction[];
  /** All rows together, rounded. */
  readonly total: Cents;
};

/** Where a plan is cut: the row that runs, the balance, the interest that the row will bear, an agreed instalment. */
type Cut = {
  readonly index: number;
  readonly balance: Cents;
  readonly interest: Cents;
  readonly agreed: Cents | null;
};

/** What the rows of a plan start from. */
export type Basis = {
  readonly terms: ScheduleTerms;
  readonly periods: readonly Period[];
  readonly flatPrincipal: Cents;
  readonly graceOnPrincipal: number;
};

/** Rounds to what may be paid: cents, or the multiple that every amount is rounded to. */
export function roundedAmount(terms: ScheduleTerms, { num, den }: Fraction): Cents {
  if (terms.amountMultiple === 1) return round({ num, den }, terms.rounding);
  const multiple = BigInt(terms.amountMultiple);
  return round({ num, den: den * multiple }, terms.rounding) * multiple;
}

function roundedLevel(terms: ScheduleTerms, amount: Fraction): Cents {
  return roundedTo(BigInt(Math.max(terms.instalmentMultiple, terms.amountMultiple)), amount, terms.rounding);
}

/** The plan of the terms' method before its first cut. */
export function planOf(basis: Basis): Plan {
  const { method } = basis.terms;
  const hasLevel = method !== 'declining_equal_principal' && method !== 'interest_only';
  return { level: hasLevel ? 0n : null, share: 0n, flat: method === 'flat' ? flatInterestOf(basis) : null };
}

/** The plan of the rows from one on. */
export function cutPlan(basis: Basis, plan: Plan, cut: Cut): Plan {
  switch (basis.terms.method) {
    case 'flat':
      return { ...plan, level: cut.agreed ?? flatLevel(basis, plan.flat!, cut) };
    case 'declining_equal_instalments':
      return { ...plan, level: cut.agreed ?? levelOf(basis, cut) };
    case 'fixed_instalment':
      return { ...plan, level: cut.agreed ?? plan.level };
    case 'declining_equal_principal':
      return { ...plan, share: equalShare(basis, cut) };
    case 'interest_only':
      return plan;
  }
}

/** The principal that a row asks for by the plan, before the last row absorbs what is left. */
export function plannedPrincipal({ graceOnPrincipal }: Basis, plan: Plan, index: number, interest: Cents): Cents {
  if (index < graceOnPrincipal) return 0n;
  return plan.level === null ? plan.share : most(plan.level - interest, 0n);
}

/** The plan after a further disbursement: flat interest of the rest of the running period and of the rows to come grows. */
export function withDrawdown(
  { terms, periods }: Basis,
  plan: Plan,
  { index, day, amount }: { readonly index: number; readonly day: EpochDay; readonly amount: Cents },
): Plan {
  if (plan.flat === null) return plan;
  const { units } = plan.flat;
  const { start, due } = periods[index]!;
  const rest: Fraction = { num: BigInt(due - day), den: BigInt(due - start) };
  const charges = plan.flat.charges.map((charge, row) => {
    if (row < index) return charge;
    const more = { num: amount * units[row]!.num, den: units[row]!.den };
    return added(charge, row === index ? multiplied(more, rest) : more);
  });
  return { ...plan, flat: { units, charges, total: roundedAmount(terms, sumOf(charges)) } };
}

/** The flat interest of a row, never more than what is left of the whole. @param charged by the rows before it */
export function flatCharge(terms: ScheduleTerms, flat: FlatInterest, index: number, charged: Cents): Cents {
  return least(roundedAmount(terms, flat.charges[index]!), flatRest(flat, charged));
}

/** All flat interest that is still to be charged: the row that ends the loan takes it. */
export function flatRest({ total }: FlatInterest, charged: Cents): Cents {
  return total - charged;
}

/** The instalment that repays the balance, the same in every row (see `levelInstalment`), rounded as the terms say. */
function levelOf(basis: Basis, { index, balance, interest }: Cut): Cents {
  const { terms, periods, graceOnPrincipal } = basis;
  const first = Math.min(Math.max(index, graceOnPrincipal), periods.length - 1);
  const factors = periods.slice(first).map((period) => period.levelFactor);
  const level = roundedLevel(terms, levelInstalment(balance, factors));
  return terms.progressiveAdjustment
    ? adjusted(basis, level, { first, balance, interest: first === index ? interest : null })
    : level;
}

/** The rows that a level instalment repays. */
type Repaying = { readonly first: number; readonly balance: Cents; readonly interest: Cents | null };

/** Shifts the level by its share of the last row's difference, as long as that narrows the difference. */
function adjusted(basis: Basis, calculated: Cents, repaying: Repaying): Cents {
  const count = basis.periods.length - repaying.first;
  const tolerated = BigInt(Math.floor(count / 2));
  let [level, gap] = [calculated, gapAtTheEnd(basis, calculated, repaying)];
  for (let tries = 0; tries < 3 && tolerated > 0n && magnitude(gap) > tolerated; tries++) {
    const shifted = roundedLevel(basis.terms, { num: level * BigInt(count) + gap, den: BigInt(count) });
    const narrower = gapAtTheEnd(basis, shifted, repaying);
    if (shifted === level || magnitude(narrower) >= magnitude(gap)) return level;
    [level, gap] = [shifted, narrower];
  }
  return level;
}

/** By how much the last row would exceed the one before it. */
function gapAtTheEnd({ terms, periods }: Basis, level: Cents, { first, balance, interest }: Repaying): Cents {
  const interestOf = (row: number, owed: Cents) => {
    const { num, den } = periods[row]!.factor;
    return roundedAmount(terms, { num: owed * num, den });
  };
  let left = balance;
  for (let k = first; k < periods.length - 1; k++) {
    left -= level - (k === first && interest !== null ? interest : interestOf(k, left));
  }
  return left + interestOf(periods.length - 1, left) - level;
}

function equalShare({ terms, periods, graceOnPrincipal }: Basis, { index, balance }: Cut): Cents {
  const rows = periods.length - Math.max(index, graceOnPrincipal);
  return roundedAmount(terms, { num: balance, den: BigInt(Math.max(rows, 1)) });
}

/**
 * Flat: the interest of the whole term on what was lent, principal x rate x time, spread evenly over the rows.
 * A row of another rate bears its share at that rate.
 */
function flatInterestOf({ terms, periods, flatPrincipal }: Basis): FlatInterest {
  const term = reduced(periods.reduce((sum, period) => added(sum, period.share), NO_FRACTION));
  const evenShare: Fraction = { num: term.num, den: term.den * BigInt(periods.length) };
  const units = periods.map((period) => reduced(multiplied(period.rate, evenShare)));
  const charges = units.map((unit) => ({ num: flatPrincipal * unit.num, den: unit.den }));
  return { units, charges, total: roundedAmount(terms, sumOf(charges)) };
}

/** instalment = round((principal + flat interest) / rows), over the rows that repay. */
function flatLevel({ terms, periods, graceOnPrincipal }: Basis, flat: FlatInterest, { index, balance }: Cut): Cents {
  const first = Math.max(index, graceOnPrincipal);
  const { num, den } = added({ num: balance, den: 1n }, sumOf(flat.charges.slice(first)));
  return roundedLevel(terms, { num, den: den * BigInt(Math.max(periods.length - first, 1)) });
}

function sumOf(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(added, NO_FRACTION);
}

function reduced({ num, den }: Fraction): Fraction {
  return rational(num, den);
}

function magnitude(amount: Cents): Cents {
  return amount < 0n ? -amount : amount;
}
