import type { Cents } from '../kernel/money.ts';
import type { Comparison, Disagreement } from './compare.ts';
import type { Movement, StatementLine } from './movements.ts';

/** What a provider's statement says, beside its lines. Minor units; null where it does not say. */
export type Statement = {
  readonly source: 'statement' | 'pull';
  readonly from: Temporal.PlainDate;
  readonly through: Temporal.PlainDate;
  /** Of its first day, a pulled list has what was collected from then on. */
  readonly collectedFrom?: Temporal.Instant;
  /** A pulled list has what was collected up to then, and nothing that went out. */
  readonly collectedUntil?: Temporal.Instant;
  readonly opening: Cents | null;
  readonly closing: Cents | null;
  /** What identifies the file: the same one again is the same comparison. */
  readonly digest: string;
};

/** One side of a report: opening + in - out - fees = closing. Minor units, none of them negative but the balances. */
export type Side = {
  readonly opening: Cents | null;
  readonly in: Cents;
  readonly out: Cents;
  readonly fees: Cents;
  readonly closing: Cents | null;
};

/** A comparison of a provider's statement with an account of the books, as it was made last. */
export class Reconciliation {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  account!: string;
  subAccount!: string | null;
  source!: 'statement' | 'pull';
  coversFrom!: Temporal.PlainDate;
  coversThrough!: Temporal.PlainDate;
  digest!: string;
  lines!: number;
  matched!: number;
  openingThere!: Cents | null;
  inThere!: Cents;
  outThere!: Cents;
  feesThere!: Cents;
  closingThere!: Cents | null;
  openingHere!: Cents;
  inHere!: Cents;
  outHere!: Cents;
  closingHere!: Cents;
  /** What the statement's own figures lack to foot: 0 where they do. Null where it has no balances. */
  footingGap!: Cents | null;
  /** What is left of the difference between both closings when everything known is taken away. Null without balances. */
  unexplained!: Cents | null;
  inTransit!: Cents;
  comparedAt!: Temporal.Instant;
  comparedBy!: string;

  static begin(fields: Pick<Reconciliation, 'uuid' | 'account' | 'subAccount'>, statement: Statement): Reconciliation {
    return Object.assign(new Reconciliation(), fields, {
      source: statement.source,
      coversFrom: statement.from,
      coversThrough: statement.through,
      digest: statement.digest,
    });
  }

  /** Takes down what a comparison came to. */
  report(
    found: {
      readonly statement: Statement;
      readonly lines: readonly StatementLine[];
      readonly here: Side & { readonly opening: Cents; readonly closing: Cents };
      readonly comparison: Comparison;
    },
    step: { readonly by: string; readonly now: Temporal.Instant },
  ): void {
    const { statement, lines, here, comparison } = found;
    const there = turnover(lines.filter(({ kind }) => kind === 'movement').map(({ amount }) => amount));
    const { opening, closing } = statement;
    const footed = opening === null ? null : opening + there.in - there.out - comparison.fees;
    Object.assign(this, {
      lines: lines.length,
      matched: comparison.matched,
      openingThere: opening,
      inThere: there.in,
      outThere: there.out,
      feesThere: comparison.fees,
      closingThere: closing,
      openingHere: here.opening,
      inHere: here.in,
      outHere: here.out,
      closingHere: here.closing,
      footingGap: footed === null || closing === null ? null : closing - footed,
      unexplained:
        footed === null || opening === null
          ? null
          : footed - here.closing - (opening - here.opening) - explained(this, comparison),
      inTransit: comparison.inTransit,
      comparedAt: step.now,
      comparedBy: step.by,
    });
  }
}

/** What comes in and what goes out of signed amounts. */
export function turnover(amounts: readonly Cents[]): { readonly in: Cents; readonly out: Cents } {
  return {
    in: amounts.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n),
    out: amounts.reduce((sum, amount) => (amount < 0n ? sum - amount : sum), 0n),
  };
}

/** How far both sides drift apart by what the comparison knows. */
function explained(days: Pick<Reconciliation, 'coversFrom' | 'coversThrough'>, found: Comparison): Cents {
  const here = (movement: Movement) =>
    Temporal.PlainDate.compare(days.coversFrom, movement.bookedOn) <= 0 &&
    Temporal.PlainDate.compare(movement.bookedOn, days.coversThrough) <= 0;
  const drift = ({ line, movement }: Disagreement) =>
    (line?.amount ?? 0n) - (movement !== null && here(movement) ? movement.amount : 0n);
  const late = found.disagreements.reduce((sum, each) => sum + drift(each), 0n);
  return late + found.bookedEarlier - found.feesElsewhere - found.inTransit - found.settledEarlier;
}
