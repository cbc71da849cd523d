import type { Chance } from './chance.ts';
import { WHOLE, type Draft } from './draft.ts';
import { FIRST_FLOAT, morningFloat, type ProductCode } from './institution.ts';
import {
  applying,
  approving,
  disbursing,
  payingCash,
  recovering,
  refinancing,
  repaying,
  restructuring,
  reversing,
  settling,
  writingOff,
  type DemoLoan,
  type Payment,
} from './loans.ts';
import { PURPOSES } from './names.ts';
import type { Step } from './office.ts';

/** How a loan is repaid: the payment of each instalment so many days after its due date; null: none. */
type Habit = (instalment: number, chance: Chance) => number | null;
const prompt: Habit = (_, chance) => chance.between(-1, 0);
/** Pays when there is money, a few days after it is due. */
export const untidy: Habit = (_, chance) => chance.between(0, 11);
const late: Habit = (_, chance) => chance.between(6, 44);
const stopsAfter =
  (paid: number): Habit =>
  (instalment, chance) =>
    instalment <= paid ? chance.between(-1, 4) : null;
/** Pays nothing for some instalments, then all of it. */
const recovers: Habit = (instalment, chance) => (instalment === 3 || instalment === 4 ? null : chance.between(0, 6));

type Lent = {
  readonly product: ProductCode;
  readonly principal: bigint;
  readonly termMonths: number;
  readonly daysAgo: number;
  readonly habit: Habit;
};

const dev = (daysAgo: number, principal: bigint, termMonths: number, habit: Habit): Lent => ({
  product: 'DEV',
  principal,
  termMonths,
  daysAgo,
  habit,
});
const biz = (daysAgo: number, principal: bigint, termMonths: number, habit: Habit): Lent => ({
  ...dev(daysAgo, principal, termMonths, habit),
  product: 'BIZ',
});

/** Loans that have to be there, each for the state in which it ends; so many days before the end. */
export const NAMED = {
  writtenOff: dev(525, 6_000_000n, 12, stopsAfter(1)),
  loss: dev(500, 3_000_000n, 18, stopsAfter(2)),
  proposed: dev(478, 4_500_000n, 12, stopsAfter(2)),
  refinanced: dev(430, 12_000_000n, 24, prompt),
  restructured: dev(420, 15_000_000n, 18, stopsAfter(4)),
  settled: dev(390, 8_000_000n, 18, prompt),
  doubtful: dev(335, 5_000_000n, 12, stopsAfter(3)),
  doubtfulToo: dev(300, 3_000_000n, 10, stopsAfter(2)),
  substandard: dev(262, 6_500_000n, 12, stopsAfter(4)),
  reversed: dev(240, 5_000_000n, 12, untidy),
  substandardToo: dev(172, 6_500_000n, 12, stopsAfter(3)),
  watch: dev(132, 5_500_000n, 12, stopsAfter(3)),
  failedOnce: dev(118, 4_000_000n, 6, prompt),
  recovering: dev(280, 6_000_000n, 12, recovers),
  weekly: biz(75, 2_000_000n, 3, prompt),
  weeklyLate: biz(36, 1_500_000n, 3, stopsAfter(2)),
  weeklyToo: biz(30, 1_000_000n, 2, untidy),
} as const;
type Named = keyof typeof NAMED;

/** Loans and what becomes of them. */
export function lending(draft: Draft): Step[] {
  const { days, chance, joined } = draft;
  const loans: (Lent & { readonly name: Named | null })[] = [];
  // What the table is made of.
  for (const name of Object.keys(NAMED) as Named[]) loans.push({ ...NAMED[name], name });
  const usual = 6 + Math.floor((42 * Math.min(days, WHOLE)) / WHOLE);
  for (let count = 0; count < usual; count++) {
    const daysAgo = Math.floor(((days - 16) * (usual - count)) / usual) + chance.between(0, 3);
    const product = chance.pick(['DEV', 'DEV', 'EMG', 'EMG', 'BIZ'] as const);
    const principal = BigInt(chance.between(product === 'DEV' ? 40 : 5, product === 'DEV' ? 240 : 40)) * 100_000n;
    const termMonths = product === 'DEV' ? chance.pick([6, 9, 12, 18]) : product === 'EMG' ? chance.pick([2, 3, 6]) : 3;
    const habit = chance.pick([prompt, prompt, prompt, prompt, untidy, untidy, late]);
    loans.push({ product, principal, termMonths, daysAgo, habit, name: null });
  }
  const steps: Step[] = [];
  for (let day = FIRST_FLOAT; day < days; day += 3) steps.push(morningFloat(day));
  for (const [index, { name, daysAgo, habit, ...terms }] of loans.entries()) {
    const day = days - daysAgo;
    const borrowers = joined.flatMap((joinedOn, place) => (joinedOn + 5 <= day ? [place + 1] : []));
    const member = borrowers[(index * 5 + 2) % Math.max(1, borrowers.length)];
    if (day < FIRST_FLOAT || member === undefined) continue;
    const loan: DemoLoan = { ...terms, number: index + 1, member, day, purpose: chance.pick(PURPOSES) };
    steps.push(...lifeOf(loan, habit, draft), ...(name === null ? [] : afterwards(name, loan, draft)));
  }
  return [...steps, ...applications(draft, loans.length), ...unclear(draft, loans.length + 5)];
}

/** A payment of which the provider says that it paid another amount: it is in review. */
function unclear({ days }: Draft, number: number): Step[] {
  const terms = { product: 'DEV', principal: 2_500_000n, termMonths: 6, purpose: 'Water tank' } as const;
  const loan: DemoLoan = { ...terms, number, member: 6, day: days - 4 };
  const paidOut = loan.day + 1;
  return [applying(loan), approving(loan), morningFloat(paidOut), ...disbursing(loan, paidOut, 'differs')];
}

/** Applied for, approved, paid out and repaid as it is the habit. */
function lifeOf(loan: DemoLoan, habit: Habit, { chance, days, span, nextReceipt }: Draft): Step[] {
  const paidOut = loan.day + 1;
  const steps = [applying(loan), approving(loan), morningFloat(paidOut), ...disbursing(loan, paidOut)];
  return [...steps, ...repayments(loan, paidOut, habit, { chance, days, span, nextReceipt })];
}

/** The payments of a loan, as it is the habit of who borrows. */
export function repayments(
  { number, member, product, termMonths }: DemoLoan,
  paidOut: number,
  habit: Habit,
  { chance, days, span, nextReceipt }: Omit<Draft, 'joined'>,
): Step[] {
  const lentOn = span.firstDay.add({ days: paidOut });
  const instalments = product === 'BIZ' ? Math.ceil((termMonths * 52) / 12) : termMonths;
  const steps: Step[] = [];
  for (let instalment = 1; instalment <= instalments; instalment++) {
    const dueOn = lentOn.add(product === 'BIZ' ? { weeks: instalment } : { months: instalment });
    const due = span.firstDay.until(dueOn, { largestUnit: 'days' }).days;
    if (due > days + 2) break;
    const after = habit(instalment, chance);
    const channel = chance.pick(['mpesa', 'mpesa', 'mpesa', 'mpesa', 'cash', 'bank'] as const);
    const minute = 8 * 60 + chance.between(0, channel === 'mpesa' ? 780 : 480);
    const payment: Payment = { number, member, day: due + (after ?? 0), minute, receipt: nextReceipt(), channel };
    if (after !== null) steps.push(repaying(payment));
  }
  return steps;
}

/** What became of a loan that is named, beside its repayments. */
function afterwards(name: Named, loan: DemoLoan, { days, nextReceipt }: Draft): Step[] {
  const { number, member, day } = loan;
  switch (name) {
    case 'writtenOff':
      return [writingOff(number, days - 150), recovering(number, days - 62, 450_000n, nextReceipt())];
    case 'refinanced':
      return [refinancing(number, days - 205, 18)];
    case 'restructured':
      return [
        restructuring(number, days - 215),
        ...[180, 150, 120, 90, 60, 30].map((ago) =>
          repaying({ number, member, day: days - ago, minute: 12 * 60, receipt: nextReceipt() }),
        ),
      ];
    case 'settled':
      return [settling(number, day + 160, nextReceipt())];
    case 'reversed':
      return [payingCash(number, day + 45, 200_000n), reversing(number, day + 47)];
    case 'failedOnce':
      return disbursing(loan, day + 1, 'fails').map((step) => ({ ...step, minute: step.minute - 40 }));
    default:
      return [];
  }
}

/** Applications of the last days that wait for a decision, and one that is approved and not paid out. */
function applications({ days, chance, joined }: Draft, before: number): Step[] {
  return [1, 2, 3, 4].flatMap((place) => {
    const member = ((place * 3) % Math.min(12, joined.length)) + 1;
    const principal = BigInt(chance.between(20, 90)) * 100_000n;
    const purpose = chance.pick(PURPOSES);
    const terms = { product: 'DEV', principal, termMonths: 12, purpose } as const;
    const loan: DemoLoan = { ...terms, number: before + place, member, day: days - 1 - (place % 3) };
    return place === 4 ? [applying(loan), approving(loan)] : [applying(loan)];
  });
}
