import type { Draft } from './draft.ts';
import { feeLoan, type DemoLoan } from './loans.ts';
import type { Step } from './office.ts';
import { repayments, untidy } from './plan-loans.ts';
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

const STUDENTS = 18;
/** The first members stand by the first students. */
const SPONSORS = 8;
/** Students whose fees of a term are paid with a loan of their sponsor. */
const WITH_FEE_LOAN: readonly (readonly [student: number, term: number])[] = [
  [1, 1],
  [4, 2],
  [2, 3],
  [5, 4],
  [7, 4],
  [3, 0],
];

/** The school: its terms, fees and marks. */
export function schooling(draft: Draft): Step[] {
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
  // Sponsors are members by then; enrolments are three days behind the beginning of a term.
  const sponsored = draft.joined.slice(0, SPONSORS).reduce((last, day) => Math.max(last, day), 0);
  const comes = Math.max(sponsored + 1, first.begins - 9);
  const students = Array.from({ length: STUDENTS }, (_, index): DemoStudent => {
    const number = index + 1;
    return { number, programme: programmeOf(number), sponsor: number <= SPONSORS ? number : null };
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
