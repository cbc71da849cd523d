import { least, type Cents } from '../../kernel/money.ts';
import { rational, round } from '../../kernel/rational.ts';
import { levelInstalment, roundedTo } from './level-instalment.ts';
import type { Period } from './periods.ts';
import type { ScheduleTerms } from './terms.ts';
import { added, multiplied, type Fraction } from './year-fraction.ts';

/** What a method asks of each row. It is cut again where a disbursement or a prepayment changes the balance. */
export type Plan = {
  /** Works the rows from `row` on out anew. `interest` is what that row will bear if nothing else happens. */
  cut(row: number, balance: Cents, interest: Cents, agreed: Cents | null): void;
  /** The principal that a row asks for, before the last row absorbs what is left. */
  asks(row: number, interest: Cents): Cents;
  /** The level instalment now in force; null where the method has none. */
  level(): Cents | null;
  /** Flat interest is charged on what was lent, not on what is owed; null where interest accrues on the balance. */
  readonly flat: FlatInterest | null;
};

export type FlatInterest = {
  /** More was lent during a row, with `part` of its period still to run. */
  lend(row: number, amount: Cents, part: Fraction): void;
  /** What a row bears, never more than what is left of the whole. */
  charge(row: number): Cents;
  /** A row bore this much. */
  book(interest: Cents): void;
  /** All that is still to be charged: the row that ends the loan takes it. */
  left(): Cents;
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

/** The plan of the terms' method. */
export function planOf(basis: Basis): Plan {
  switch (basis.terms.method) {
    case 'flat':
      return flatPlan(basis);
    case 'declining_equal_instalments':
    case 'fixed_instalment':
      return levelPlan(basis);
    case 'declining_equal_principal':
      return equalPrincipalPlan(basis);
    case 'interest_only':
      return { cut: () => {}, asks: () => 0n, level: () => null, flat: null };
  }
}

function levelPlan({ terms, periods, graceOnPrincipal }: Basis): Plan {
  let level = 0n;

  function cut(row: number, balance: Cents, interest: Cents, agreed: Cents | null): void {
    const first = Math.min(Math.max(row, graceOnPrincipal), periods.length - 1);
    const kept = agreed ?? (terms.method === 'fixed_instalment' ? level : null);
    if (kept !== null) {
      level = kept;
      return;
    }
    const repaying = periods.slice(first);
    level = roundedLevel(
      terms,
      levelInstalment(
        balance,
        repaying.map((period) => period.levelFactor),
      ),
    );
    if (terms.progressiveAdjustment) adjust(first, balance, first === row ? interest : null);
  }

  /** Shifts the level by its share of the last row's difference, as long as that narrows the difference. */
  function adjust(first: number, balance: Cents, interest: Cents | null): void {
    const count = periods.length - first;
    const tolerated = BigInt(Math.floor(count / 2));
    let gap = gapAtTheEnd(level, first, balance, interest);
    for (let tries = 0; tries < 3 && tolerated > 0n && magnitude(gap) > tolerated; tries++) {
      const shifted = roundedLevel(terms, { num: level * BigInt(count) + gap, den: BigInt(count) });
      const narrower = gapAtTheEnd(shifted, first, balance, interest);
      if (shifted === level || magnitude(narrower) >= magnitude(gap)) return;
      [level, gap] = [shifted, narrower];
    }
  }

  /** By how much the last row would exceed the one before it. */
  function gapAtTheEnd(candidate: Cents, first: number, balance: Cents, interest: Cents | null): Cents {
    let left = balance;
    for (let k = first; k < periods.length - 1; k++)
      left -= candidate - interestOf(k, left, k === first ? interest : null);
    return left + interestOf(periods.length - 1, left, null) - candidate;
  }

  function interestOf(row: number, balance: Cents, known: Cents | null): Cents {
    const { num, den } = periods[row]!.factor;
    return known ?? roundedAmount(terms, { num: balance * num, den });
  }

  return {
    cut,
    asks: (row, interest) => (row < graceOnPrincipal || interest >= level ? 0n : level - interest),
    level: () => level,
    flat: null,
  };
}

function equalPrincipalPlan({ terms, periods, graceOnPrincipal }: Basis): Plan {
  let share = 0n;
  return {
    cut(row, balance) {
      const rows = periods.length - Math.max(row, graceOnPrincipal);
      share = roundedAmount(terms, { num: balance, den: BigInt(Math.max(rows, 1)) });
    },
    asks: (row) => (row < graceOnPrincipal ? 0n : share),
    level: () => null,
    flat: null,
  };
}

/**
 * Flat: the interest of the whole term on what was lent, principal x rate x time, spread evenly over the rows;
 * instalment = round((principal + interest) / rows). A row of another rate bears its share at that rate.
 */
function flatPlan({ terms, periods, flatPrincipal, graceOnPrincipal }: Basis): Plan {
  const rows = BigInt(periods.length);
  const term = reduced(periods.reduce((sum, period) => added(sum, period.share), { num: 0n, den: 1n }));
  const evenShare: Fraction = { num: term.num, den: term.den * rows };
  const units = periods.map((period) => reduced(multiplied(period.rate, evenShare)));
  const charges = units.map((unit) => ({ num: flatPrincipal * unit.num, den: unit.den }));
  let [level, charged, total] = [0n, 0n, roundedAmount(terms, sumOf(charges))];
  return {
    cut(row, balance, _interest, agreed) {
      const first = Math.max(row, graceOnPrincipal);
      const sum = added({ num: balance, den: 1n }, sumOf(charges.slice(first)));
      level =
        agreed ?? roundedLevel(terms, { num: sum.num, den: sum.den * BigInt(Math.max(periods.length - first, 1)) });
    },
    asks: (row, interest) => (row < graceOnPrincipal || interest >= level ? 0n : level - interest),
    level: () => level,
    flat: {
      lend(row, amount, part) {
        for (let k = row; k < charges.length; k++) {
          const more = { num: amount * units[k]!.num, den: units[k]!.den };
          charges[k] = added(charges[k]!, k === row ? multiplied(more, part) : more);
        }
        total = roundedAmount(terms, sumOf(charges));
      },
      charge: (row) => least(roundedAmount(terms, charges[row]!), total - charged),
      book(interest) {
        charged += interest;
      },
      left: () => total - charged,
    },
  };
}

function sumOf(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(added, { num: 0n, den: 1n });
}

function reduced({ num, den }: Fraction): Fraction {
  return rational(num, den);
}

function magnitude(amount: Cents): Cents {
  return amount < 0n ? -amount : amount;
}
