import { chanceOf, type Chance } from './chance.ts';
import { morningFloat, opening as openingDay, type ProductCode } from './institution.ts';
import {
  applying,
  approving,
  disbursing,
  feeLoan,
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
import { counterDeposit, joining, opening, paybillDeposit, withdrawal } from './members.ts';
import { PURPOSES } from './names.ts';
import type { Step } from './office.ts';
import {
  admitting,
  crediting,
  enrolling,
  marking,
  openingSchool,
  payingFees,
  programmeOf,
  termsFrom,
  type DemoStudent,
} from './school.ts';
import { awaiting, contradiction, placing, reconciling, reviewing, strayPayment } from './troubles.ts';

/** The days of a history: the last one is yesterday's successor, on which nothing is planted any more. */
export type Span = { readonly firstDay: Temporal.PlainDate; readonly lastDay: Temporal.PlainDate };

const SEED = 20_240_522;
/** A life of this length has everything that there is. */
const WHOLE = 540;

/** What the parts of the plan share. */
type Draft = {
  readonly span: Span;
  /** Days of the history. */
  readonly days: number;
  readonly chance: Chance;
  readonly nextReceipt: () => number;
  readonly joined: readonly number[];
};

/**
 * Everything that happens in the society, in its order: the same each time for the same days. Ids follow from the order, so
 * what is added goes behind what there is.
 */
export function planOf(span: Span): readonly Step[] {
  const days = span.firstDay.until(span.lastDay, { largestUnit: 'days' }).days;
  const chance = chanceOf(SEED);
  let receipts = 0;
  const members = 14 + Math.floor((42 * Math.min(days, WHOLE)) / WHOLE);
  const joined = Array.from({ length: members }, (_, index) =>
    index < 14 ? Math.floor(index / 3) : 6 + Math.floor(((days * 0.85 - 6) * (index - 13)) / (members - 13)),
  );
  const draft: Draft = { span, days, chance, nextReceipt: () => (receipts += 1), joined };
  const steps = [openingDay, ...saving(draft), ...lending(draft), ...schooling(draft), ...troubles(draft)];
  return steps
    .filter(({ day }) => day >= 0 && day < days)
    .map((step, place) => ({ step, place }))
    .sort(
      (one, other) => one.step.day - other.step.day || one.step.minute - other.step.minute || one.place - other.place,
    )
    .map(({ step }) => step);
}

function saving({ joined, days, chance, nextReceipt }: Draft): Step[] {
  return joined.flatMap((day, index) => {
    const number = index + 1;
    const steps = [joining(number, day, chance)];
    const usual = BigInt(chance.between(10, 90)) * 10_000n;
    if (number % 3 === 1) {
      const amount = BigInt(chance.between(5, 20)) * 100_000n;
      steps.push(opening(number, 'SHARES', day + 3, amount, nextReceipt()));
    }
    if (number % 8 === 2) {
      const amount = BigInt(chance.between(5, 20)) * 1_000_000n;
      steps.push(opening(number, 'FIX6', day + 4, amount, nextReceipt()));
    }
    for (let on = day + 5 + chance.between(0, 9); on < days; on += 28 + chance.between(0, 5)) {
      if (!chance.in100(82)) continue;
      const amount = usual + BigInt(chance.between(0, 20)) * 5_000n;
      const minute = 9 * 60 + chance.between(0, 540);
      if (chance.in100(72)) steps.push(paybillDeposit({ number, amount, receipt: nextReceipt() }, on, minute));
      else steps.push(counterDeposit({ number, amount }, on, Math.min(minute, 16 * 60)));
      if (chance.in100(9)) steps.push(withdrawal(number, BigInt(chance.between(15, 45)), on + 9, 11 * 60 + 30));
    }
    return steps;
  });
}

/** How a loan is repaid: the payment of each instalment so many days after its due date; null: none. */
type Habit = (instalment: number, chance: Chance) => number | null;
const prompt: Habit = (_, chance) => chance.between(-1, 0);
const untidy: Habit = (_, chance) => chance.between(0, 11);
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
const NAMED = {
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

function lending(draft: Draft): Step[] {
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
  for (let day = 0; day < days; day += 3) steps.push(morningFloat(day));
  for (const [index, { name, daysAgo, habit, ...terms }] of loans.entries()) {
    const day = days - daysAgo;
    const borrowers = joined.flatMap((joinedOn, place) => (joinedOn + 5 <= day ? [place + 1] : []));
    const member = borrowers[(index * 5 + 2) % Math.max(1, borrowers.length)];
    if (day < 6 || member === undefined) continue;
    const loan: DemoLoan = { ...terms, number: index + 1, member, day, purpose: chance.pick(PURPOSES) };
    steps.push(...lifeOf(loan, habit, draft), ...(name === null ? [] : afterwards(name, loan, draft)));
  }
  return [...steps, ...applications(draft, loans.length)];
}

/** Applied for, approved, paid out and repaid as it is the habit. */
function lifeOf(loan: DemoLoan, habit: Habit, { chance, days, span, nextReceipt }: Draft): Step[] {
  const paidOut = loan.day + 1;
  const steps = [applying(loan), approving(loan), morningFloat(paidOut), ...disbursing(loan, paidOut)];
  return [...steps, ...repayments(loan, paidOut, habit, { chance, days, span, nextReceipt })];
}

function repayments(
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

const STUDENTS = 18;
/** Students whose fees of a term are paid with a loan of their sponsor. */
const WITH_FEE_LOAN: readonly (readonly [student: number, term: number])[] = [
  [1, 1],
  [4, 2],
  [2, 3],
  [5, 4],
  [7, 4],
  [3, 0],
];

function schooling(draft: Draft): Step[] {
  const { span, days, chance } = draft;
  const dayOf = (date: Temporal.PlainDate) => span.firstDay.until(date, { largestUnit: 'days' }).days;
  // The present term began a month or two ago; of a short life it is the first one.
  const opens =
    days < 200
      ? span.firstDay.with({ day: 1 }).add({ months: 1 })
      : span.lastDay.with({ day: 1 }).subtract({ months: 18 });
  const terms = termsFrom(opens)
    .map(({ term, begins, ends }) => ({ term, begins: dayOf(begins), ends: dayOf(ends) }))
    .filter(({ begins }) => begins >= 1 && begins + 4 < days);
  const first = terms[0];
  if (!first) return [];
  const comes = Math.max(1, first.begins - 9);
  const students = Array.from({ length: STUDENTS }, (_, index): DemoStudent => {
    const number = index + 1;
    return { number, programme: programmeOf(number), sponsor: number <= 8 ? number : null };
  });
  const steps = [openingSchool(comes, opens), admitting(students, comes, chance)];
  for (const { term, begins, ends } of terms) {
    for (const programme of new Set(students.map((student) => student.programme))) {
      const group = students.filter((student) => student.programme === programme);
      steps.push(enrolling(group, programme, term, begins + 3));
    }
    for (const student of students) steps.push(...termOf(student, { term, begins, ends }, draft));
  }
  return steps;
}

type TermDays = { readonly term: number; readonly begins: number; readonly ends: number };

/** Fees and marks of a student in a term. */
function termOf(student: DemoStudent, { term, begins, ends }: TermDays, draft: Draft): Step[] {
  const { days, chance, nextReceipt } = draft;
  const steps: Step[] = [];
  const loans = WITH_FEE_LOAN.findIndex(([who, when]) => who === student.number && when === term);
  const enrolled = begins + 3;
  if (loans >= 0 && student.sponsor !== null) {
    const terms = { product: 'FEES', principal: 0n, termMonths: 6, purpose: 'School fees' } as const;
    const loan: DemoLoan = { ...terms, number: 500 + loans, member: student.sponsor, day: enrolled + 2 };
    steps.push(feeLoan(loan, student.number), ...repayments(loan, loan.day, untidy, draft));
  }
  const pays = chance.pick([100n, 100n, 60n, 50n, 40n, 0n]);
  steps.push(payingFees(student, pays, enrolled + chance.between(5, 24), nextReceipt()));
  if (chance.in100(60)) steps.push(payingFees(student, 100n, enrolled + chance.between(50, 75), nextReceipt()));
  const marked = ends + 7;
  if (marked < days) steps.push(marking(student, term, marked, { chance, stage: 'published' }));
  else if (student.number % 3 !== 0) steps.push(marking(student, term, begins + 27, { chance, stage: 'draft' }));
  if (student.number === 6 && term === 3) steps.push(crediting(student, enrolled + 1));
  return steps;
}

function troubles(draft: Draft): Step[] {
  const { days, nextReceipt } = draft;
  const stray = (daysAgo: number, typed: string, amount: bigint) => {
    const receipt = nextReceipt();
    return { receipt, step: strayPayment(days - daysAgo, receipt, typed, amount) };
  };
  const found = stray(250, 'SAVINGS', 300_000n);
  const names = Object.keys(NAMED);
  // Of a short life, the trader who has stopped paying.
  const lost = days - NAMED.proposed.daysAgo >= 6 ? 'proposed' : 'weeklyLate';
  const steps = [
    found.step,
    placing(days - 247, found.receipt, 4),
    stray(121, 'JOHN LOAN', 450_000n).step,
    stray(12, 'FEES TERM 2', 1_200_000n).step,
    stray(3, '00000', 75_000n).step,
    contradiction(days - 20),
    reconciling(days - 13, nextReceipt()),
    reviewing(days - 290, 'mark_false_positive'),
    reviewing(days - 203, 'close'),
    reviewing(days - 22, 'escalate'),
    reviewing(days - 5, 'assign'),
  ];
  if (days - NAMED[lost].daysAgo >= 6) steps.push(awaiting(names.indexOf(lost) + 1, days - 1));
  return [...steps, ...suspicious(draft)];
}

/** What compliance looks into: round sums of cash, and money that leaves as fast as it came. */
function suspicious({ days, joined }: Draft): Step[] {
  const isMember = (member: number, day: number) => (joined[member - 1] ?? days) + 2 <= day;
  const round = (member: number, daysAgo: number): Step[] =>
    [0, 4, 8, 12, 16].map((later) =>
      counterDeposit({ number: member, amount: 10_000_000n }, days - daysAgo + later, 12 * 60 + 5),
    );
  const rapid = (member: number, daysAgo: number): Step[] => [
    counterDeposit({ number: member, amount: 48_000_000n }, days - daysAgo, 10 * 60 + 5),
    withdrawal(member, 90n, days - daysAgo + 1, 15 * 60 + 5),
  ];
  const cases = [
    { member: 5, daysAgo: 310, of: round },
    { member: 7, daysAgo: 206, of: rapid },
    { member: 11, daysAgo: 32, of: round },
    { member: 3, daysAgo: 9, of: rapid },
    { member: 10, daysAgo: 4, of: rapid },
  ];
  return cases.flatMap(({ member, daysAgo, of }) => (isMember(member, days - daysAgo) ? of(member, daysAgo) : []));
}
