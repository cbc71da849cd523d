import type { Cents } from '../kernel/money.ts';
import type { Movement, StatementLine } from './movements.ts';

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
};

export type Comparison = {
  readonly matched: number;
  readonly disagreements: readonly Disagreement[];
  /** Keys of what agrees now: disagreements of before about them are over. */
  readonly agreed: readonly string[];
  /** Charges of the provider, in minor units, positive. */
  readonly fees: Cents;
  /** Movements of ours that the provider has not settled, in minor units, signed. */
  readonly inTransit: Cents;
  /** What we have now, and the provider had in a statement of before; signed, minor units. */
  readonly settledEarlier: Cents;
  /** What the provider has now, and we had booked before the statement's first day; signed, minor units. */
  readonly bookedEarlier: Cents;
};

const NEAR_MINUTES = 10;

/**
 * Compares a provider's statement with the books: by receipt, then by our own name for the request. What is left is
 * paired by amount, payer and time, but only proposed: two payments of a household look just like that.
 * @param given.movements those of the statement's days, and those of other days that a line names
 * @param given.from given.through the days that the statement covers
 * @param given.isOlder whether a statement of before had this receipt
 * @param given.dayOf the day of an instant where the provider is
 */
export function compare(given: {
  readonly lines: readonly StatementLine[];
  readonly movements: readonly Movement[];
  readonly from: Temporal.PlainDate;
  readonly through: Temporal.PlainDate;
  readonly isOlder: (receiptNo: string) => boolean;
  readonly dayOf: (at: Temporal.Instant) => Temporal.PlainDate;
}): Comparison {
  const found: Disagreement[] = [];
  const agreed: string[] = [];
  const open = new Set(given.movements);
  const keys = lineKeys(given.lines);
  const keyOf = (line: StatementLine) => keys.get(line) ?? '';
  const isBefore = ({ bookedOn }: Movement) => Temporal.PlainDate.compare(bookedOn, given.from) < 0;
  const isWithin = (movement: Movement) =>
    !isBefore(movement) && Temporal.PlainDate.compare(movement.bookedOn, given.through) <= 0;
  let fees = 0n;
  let matched = 0;
  let bookedEarlier = 0n;

  const pair = (line: StatementLine, movement: Movement) => {
    open.delete(movement);
    const both = { line, movement, proposal: null };
    const isLate = Temporal.PlainDate.compare(movement.bookedOn, given.dayOf(line.at)) > 0;
    agreed.push(movementKey(movement));
    if (line.amount !== movement.amount) found.push({ key: keyOf(line), type: 'amount_differs', ...both });
    else if (isLate) found.push({ key: keyOf(line), type: 'late', ...both });
    else {
      agreed.push(keyOf(line));
      if (isBefore(movement)) bookedEarlier += movement.amount;
    }
    matched++;
  };
  const pairBy = (lines: readonly StatementLine[], nameOf: (line: StatementLine) => string | null, names: Index) =>
    lines.filter((line) => {
      const name = nameOf(line);
      const movement = name === null ? undefined : names.take(name, line.amount, open);
      if (movement) pair(line, movement);
      return !movement;
    });

  const charges = given.lines.filter(({ kind }) => kind === 'fee');
  for (const { amount } of charges) fees -= amount;
  const byReceipt = indexed(given.movements, ({ receiptNo }) => receiptNo);
  const byOriginator = indexed(given.movements, ({ originatorId }) => originatorId);
  let lines = given.lines.filter(({ kind }) => kind === 'movement');
  lines = pairBy(lines, ({ receiptNo }) => receiptNo, byReceipt);
  // What undoes a payment has a receipt of its own; ours knows the payment's.
  lines = pairBy(lines, ({ linkedReceiptNo }) => linkedReceiptNo, byReceipt);
  lines = pairBy(lines, ({ originatorId }) => originatorId, byOriginator);

  const left = withoutUndone([...open].filter(isWithin));
  const settled = oneOfEachReceipt(left, given.isOlder);
  const travelling = left.filter((movement) => movement.inTransit && !settled.has(movement));
  const ours = left.filter((movement) => !movement.inTransit && !settled.has(movement));

  const repeated = new Set(
    lines.filter((line) => keyOf(line).includes('#') || byReceipt.has(line.receiptNo, line.amount)),
  );
  for (const line of repeated) {
    found.push({ key: keyOf(line), type: 'duplicate', line, movement: null, proposal: null });
  }
  const seen = new Set(given.lines.filter(({ kind }) => kind === 'movement').map(({ receiptNo }) => receiptNo));
  const twice = new Set(
    ours.filter(({ receiptNo }) => receiptNo !== null && (seen.has(receiptNo) || given.isOlder(receiptNo))),
  );
  for (const movement of twice) {
    found.push({ key: movementKey(movement), type: 'duplicate', line: null, movement, proposal: null });
  }

  const strangers = lines.filter((line) => !repeated.has(line));
  const lonely = ours.filter((movement) => !twice.has(movement));
  const proposed = proposals(strangers, lonely);
  for (const line of strangers) {
    const movement = proposed.get(line) ?? null;
    const proposal = movement && { line: null, movement };
    found.push({ key: keyOf(line), type: 'missing_here', line, movement: null, proposal });
  }
  const lineFor = new Map([...proposed].map(([line, movement]) => [movement, line]));
  for (const movement of lonely) {
    const line = lineFor.get(movement) ?? null;
    const proposal = line && { line, movement: null };
    found.push({ key: movementKey(movement), type: 'missing_there', line: null, movement, proposal });
  }
  return {
    matched,
    disagreements: found,
    agreed: [...agreed, ...[...settled].map(movementKey)],
    fees,
    inTransit: sum(travelling),
    settledEarlier: sum([...settled]),
    bookedEarlier,
  };
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

/** Without records that came to nothing: the provider never moved money for them. */
function withoutUndone(movements: readonly Movement[]): readonly Movement[] {
  const sums = new Map<string, Cents>();
  const of = ({ subject }: Movement) => `${subject.type}:${subject.uuid}`;
  for (const movement of movements) sums.set(of(movement), (sums.get(of(movement)) ?? 0n) + movement.amount);
  return movements.filter((movement) => sums.get(of(movement)) !== 0n);
}

/** A line of another statement accounts for one movement of its receipt in each direction. */
function oneOfEachReceipt(
  movements: readonly Movement[],
  isOlder: (receiptNo: string) => boolean,
): ReadonlySet<Movement> {
  const first = new Map<string, Movement>();
  for (const movement of movements) {
    const { receiptNo, amount } = movement;
    if (receiptNo === null || !isOlder(receiptNo)) continue;
    const name = `${amount > 0n ? 'in' : 'out'} ${receiptNo}`;
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

const sum = (movements: readonly Movement[]) => movements.reduce((total, { amount }) => total + amount, 0n);
