import type { Cents } from '../kernel/money.ts';
import type { Booked, Movement, StatementLine } from './movements.ts';
import { withoutUndone } from './undone.ts';

/**
 * What two sets of books disagree on. `missing_here`: only the provider has it. `missing_there`: only we have it.
 * `amount_differs`: both have it, with other amounts. `duplicate`: one of the two has it once too often. `late`: we
 * booked it on a later day than the one on which the provider completed it.
 */
export const BREAK_TYPES = ['missing_here', 'missing_there', 'amount_differs', 'duplicate', 'late'] as const;
export type BreakType = (typeof BREAK_TYPES)[number];

/** One disagreement. Amounts are in minor units, signed as in the statement; null where a side has none. */
export type Disagreement = {
  /** The same disagreement has the same key in every run over the same account. */
  readonly key: string;
  readonly type: BreakType;
  readonly line: StatementLine | null;
  readonly movement: Movement | null;
  /**
   * What of the other side it may belong to: same amount, same payer, at most ten minutes apart. A guess, for a person.
   */
  readonly proposal: { readonly line: StatementLine | null; readonly movement: Movement | null } | null;
  /** The record that has its receipt, which was booked on another account or outside of the books. */
  readonly registered?: Booked | null;
};

export type Comparison = {
  readonly matched: number;
  readonly disagreements: readonly Disagreement[];
  /** Keys of what agrees now: disagreements of before about them are over. */
  readonly agreed: readonly string[];
  /** Charges of the provider, in minor units, positive. */
  readonly fees: Cents;
  /** Those of them that the account's books do not have in the statement's days: owed elsewhere, or booked later. */
  readonly feesElsewhere: Cents;
  /** Movements of ours that the provider has not settled, in minor units, signed. */
  readonly inTransit: Cents;
  /** What we have now, and the provider had in a statement of before; signed, minor units. */
  readonly settledEarlier: Cents;
  /** What the provider has now, and we had booked before the statement's first day; signed, minor units. */
  readonly bookedEarlier: Cents;
};

export type Charges = 'booked' | 'owed';

const NEAR_MINUTES = 10;

/** A statement and the books of its days. */
type Compared = {
  readonly lines: readonly StatementLine[];
  /** Those of the statement's days, and those of other days that a line names. */
  readonly movements: readonly Movement[];
  /** The first and the last day that the statement covers. */
  readonly from: Temporal.PlainDate;
  readonly through: Temporal.PlainDate;
  /** `booked`: each charge is a movement of the account; `owed`: it was booked as owed, with the payment that it is for. */
  readonly charges: Charges;
  /** Whether a former statement had this receipt. */
  readonly isOlder: (receiptNo: string) => boolean;
  /** Whether a former statement had the charge of this name. */
  readonly isOlderCharge: (name: string) => boolean;
  /** The record in which money of this receipt stands, on whichever account. */
  readonly registered: (receiptNo: string) => Booked | null;
  /** The day of an instant where the provider is. */
  readonly dayOf: (at: Temporal.Instant) => Temporal.PlainDate;
};

type Pair = { readonly line: StatementLine; readonly movement: Movement };

/**
 * Compares a provider's statement with the books: by receipt, then by our own name for the request. What is left is
 * paired by amount, payer and time, but only proposed: two payments of a household look just like that.
 */
export function compare(compared: Compared): Comparison {
  const keys = lineKeys(compared.lines);
  const keyOf = (line: StatementLine) => keys.get(line) ?? '';
  const { pairs, strangers, open, byReceipt } = pairsOf(compared);
  const differences = new Map(pairs.map((pair) => [pair, differenceOf(pair, keyOf(pair.line), compared.dayOf)]));
  const equal = pairs.filter((pair) => !differences.get(pair));

  const left = withoutUndone([...open].filter((movement) => isWithin(movement, compared)));
  const settled = settledBefore(left, compared);
  const ours = left.filter((movement) => !movement.inTransit && !settled.has(movement));

  const isRepeated = (line: StatementLine) => keyOf(line).includes('#') || byReceipt.has(line.receiptNo, line.amount);
  const seen = new Set(movementLines(compared.lines).map(({ receiptNo }) => receiptNo));
  const isTwice = ({ receiptNo }: Movement) =>
    receiptNo !== null && (seen.has(receiptNo) || compared.isOlder(receiptNo));
  return {
    matched: pairs.length,
    disagreements: [
      ...[...differences.values()].filter((difference) => difference !== null),
      ...strangers.filter(isRepeated).map((line) => duplicate({ key: keyOf(line), line, movement: null })),
      ...ours.filter(isTwice).map((movement) => duplicate({ key: movementKey(movement), line: null, movement })),
      ...missing(
        strangers.filter((line) => !isRepeated(line)),
        ours.filter((movement) => !isTwice(movement)),
        { keyOf, registered: compared.registered },
      ),
    ],
    agreed: [
      ...pairs.flatMap((pair) => [
        movementKey(pair.movement),
        ...(differences.get(pair) === null ? [keyOf(pair.line)] : []),
      ]),
      ...[...settled].map(movementKey),
    ],
    fees: -sum(feeLines(compared.lines)),
    feesElsewhere:
      compared.charges === 'owed'
        ? -sum(feeLines(compared.lines))
        : -sum(
            equal
              .filter((pair) => pair.line.kind === 'fee' && isAfter(pair.movement, compared))
              .map(({ line }) => line),
          ),
    inTransit: sum(left.filter((movement) => movement.inTransit && !settled.has(movement))),
    settledEarlier: sum([...settled]),
    bookedEarlier: sum(equal.map(({ movement }) => movement).filter((movement) => isBefore(movement, compared))),
  };
}

/** Lines and movements of one receipt or one request; lines without a movement, and movements without a line. */
function pairsOf({ lines, movements, charges }: Compared): {
  readonly pairs: readonly Pair[];
  readonly strangers: readonly StatementLine[];
  readonly open: ReadonlySet<Movement>;
  readonly byReceipt: Index;
} {
  const pairs: Pair[] = [];
  const open = new Set(movements);
  // What was corrected never moved: a line under its receipt is another payment, which may be missing here.
  const moved = movements.filter(({ corrected }) => !corrected);
  const byReceipt = indexed(moved, ({ receiptNo }) => receiptNo);
  const byOriginator = indexed(moved, ({ originatorId }) => originatorId);
  const withoutPair = (name: string | null, line: StatementLine, names: Index) => {
    const movement = name === null ? undefined : names.take(name, line.amount, open);
    if (!movement) return true;
    open.delete(movement);
    pairs.push({ line, movement });
    return false;
  };
  const strangers = movementLines(lines)
    .filter((line) => withoutPair(line.receiptNo, line, byReceipt))
    // What undoes a payment has a receipt of its own; ours knows the payment's.
    .filter((line) => withoutPair(line.linkedReceiptNo, line, byReceipt))
    .filter((line) => withoutPair(line.originatorId, line, byOriginator));
  if (charges === 'owed') return { pairs, strangers, open, byReceipt };
  // A charge repeats the receipt of its payment: it is known by our name for it alone.
  const unbooked = feeLines(lines).filter((line) => withoutPair(line.originatorId, line, byOriginator));
  return { pairs, strangers: [...strangers, ...unbooked], open, byReceipt };
}

const movementLines = (lines: readonly StatementLine[]) => lines.filter(({ kind }) => kind === 'movement');
const feeLines = (lines: readonly StatementLine[]) => lines.filter(({ kind }) => kind === 'fee');

const isBefore = ({ bookedOn }: Movement, { from }: Compared) => Temporal.PlainDate.compare(bookedOn, from) < 0;

const isAfter = ({ bookedOn }: Movement, { through }: Compared) => Temporal.PlainDate.compare(bookedOn, through) > 0;

const isWithin = (movement: Movement, compared: Compared) =>
  !isBefore(movement, compared) && !isAfter(movement, compared);

/** How a pair differs: in the amount, or in the day where we booked later; null where both agree. No charge is known before its statement. */
function differenceOf(pair: Pair, key: string, dayOf: Compared['dayOf']): Disagreement | null {
  const { line, movement } = pair;
  if (line.amount !== movement.amount) return { key, type: 'amount_differs', ...pair, proposal: null };
  const isLate = line.kind === 'movement' && Temporal.PlainDate.compare(movement.bookedOn, dayOf(line.at)) > 0;
  return isLate ? { key, type: 'late', ...pair, proposal: null } : null;
}

function duplicate(one: Pick<Disagreement, 'key' | 'line' | 'movement'>): Disagreement {
  return { ...one, type: 'duplicate', proposal: null };
}

/** What only one side has, with what of the other side it may belong to. */
function missing(
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  { keyOf, registered }: Pick<Compared, 'registered'> & { readonly keyOf: (line: StatementLine) => string },
): Disagreement[] {
  const proposed = proposals(lines, movements);
  const lineFor = new Map([...proposed].map(([line, movement]) => [movement, line]));
  return [
    ...lines.map((line): Disagreement => {
      const movement = proposed.get(line) ?? null;
      const proposal = movement && { line: null, movement };
      const known = line.receiptNo === null ? null : registered(line.receiptNo);
      return { key: keyOf(line), type: 'missing_here', line, movement: null, proposal, registered: known };
    }),
    ...movements.map((movement): Disagreement => {
      const line = lineFor.get(movement) ?? null;
      const proposal = line && { line, movement: null };
      return { key: movementKey(movement), type: 'missing_there', line: null, movement, proposal };
    }),
  ];
}

/** Movements by a name of theirs; each is taken once. */
type Index = {
  /** One of this name in this direction that is still open; of several, the one with the same amount. */
  readonly take: (name: string, amount: Cents, open: ReadonlySet<Movement>) => Movement | undefined;
  readonly has: (name: string | null, amount: Cents) => boolean;
};

function indexed(movements: readonly Movement[], nameOf: (movement: Movement) => string | null): Index {
  const byName = new Map<string, Movement[]>();
  for (const movement of movements) {
    const name = nameOf(movement);
    if (name !== null) byName.set(name, [...(byName.get(name) ?? []), movement]);
  }
  const inDirection = (name: string, amount: Cents) =>
    (byName.get(name) ?? []).filter((movement) => movement.amount > 0n === amount > 0n);
  return {
    take: (name, amount, open) => {
      const candidates = inDirection(name, amount).filter((movement) => open.has(movement));
      return candidates.find((movement) => movement.amount === amount) ?? candidates[0];
    },
    has: (name, amount) => name !== null && inDirection(name, amount).length > 0,
  };
}

/** A line of another statement accounts for one movement of its receipt, or for one charge, in each direction. */
function settledBefore(
  movements: readonly Movement[],
  { isOlder, isOlderCharge }: Pick<Compared, 'isOlder' | 'isOlderCharge'>,
): ReadonlySet<Movement> {
  const first = new Map<string, Movement>();
  for (const movement of movements) {
    const { receiptNo, amount, kind, originatorId, corrected } = movement;
    const known = kind === 'fee' ? originatorId : corrected ? null : receiptNo;
    if (known === null || !(kind === 'fee' ? isOlderCharge : isOlder)(known)) continue;
    const name = `${amount > 0n ? 'in' : 'out'} ${known}`;
    if (!first.has(name)) first.set(name, movement);
  }
  return new Set(first.values());
}

function proposals(lines: readonly StatementLine[], movements: readonly Movement[]): Map<StatementLine, Movement> {
  const byAmount = new Map<Cents, Movement[]>();
  for (const movement of movements) {
    byAmount.set(movement.amount, [...(byAmount.get(movement.amount) ?? []), movement]);
  }
  const taken = new Set<Movement>();
  const proposed = new Map<StatementLine, Movement>();
  for (const line of lines) {
    const apart = ({ at }: Movement) => Math.abs(line.at.until(at).total('minutes'));
    const [nearest] = (byAmount.get(line.amount) ?? [])
      .filter((movement) => !taken.has(movement) && samePayer(line.msisdn, movement.msisdn))
      .filter((movement) => apart(movement) <= NEAR_MINUTES)
      .toSorted((a, b) => apart(a) - apart(b));
    if (!nearest) continue;
    taken.add(nearest);
    proposed.set(line, nearest);
  }
  return proposed;
}

/** Whether two numbers may be one; asterisks stand for digits that the provider hides. */
function samePayer(there: string | null, here: string | null): boolean {
  if (there === null || here === null) return false;
  return fits(shown(there), shown(here)) || fits(shown(here), shown(there));
}

/** No number is longer; what pretends to be is not compared. */
const MOST_DIGITS = 20;
const shown = (msisdn: string) => msisdn.replaceAll(/[^\d*]/g, '').replace(/^0(?=\d|\*)/, '254');
const fits = (pattern: string, number: string) =>
  /\d/.test(pattern) &&
  pattern.length <= MOST_DIGITS &&
  new RegExp(`^${pattern.replaceAll(/\*+/g, '[\\d*]+')}$`).test(number);

/** A line's key: its receipt and direction; a line that comes again is counted. */
function lineKeys(lines: readonly StatementLine[]): ReadonlyMap<StatementLine, string> {
  const times = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const name = line.receiptNo ?? `${line.at.toString()} ${line.amount}`;
      const base = `there:${line.kind}:${line.amount > 0n ? 'in' : 'out'}:${name}`;
      const time = (times.get(base) ?? 0) + 1;
      times.set(base, time);
      return [line, time === 1 ? base : `${base}#${time}`];
    }),
  );
}

const movementKey = ({ journal }: Movement) => `here:${journal}`;

const sum = (moved: readonly { readonly amount: Cents }[]) => moved.reduce((total, { amount }) => total + amount, 0n);
