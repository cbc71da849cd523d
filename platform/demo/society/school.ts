import { changeConsent, sponsorStudent } from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import { completeEnrolment, confirmEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import { issueCreditNote } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { publishResult, submitResult, withholdResult } from '#core/education/use-cases/result/move-result.ts';
import { recordResult } from '#core/education/use-cases/result/record-result.ts';
import { changeStudent } from '#core/education/use-cases/student/change-student.ts';
import { admitStudent } from '#core/education/use-cases/student/move-student.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import { receiveNotifiedPayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { namesOf } from '#core/kernel/names.ts';
import { plantCalendar, plantProgramme } from '../school.ts';
import { PROGRAMMES, type ProgrammeCode } from '../students.ts';
import type { Chance } from './chance.ts';
import { memberIdOf, phoneOf } from './members.ts';
import { personOf } from './names.ts';
import { receiptOf, type Office, type Step } from './office.ts';

/** The terms of the school, by their number over the years: in months from the first day of its first year. */
const TERMS = [
  { from: 0, to: 4 },
  { from: 5, to: 9 },
  { from: 9, to: 12 },
  { from: 12, to: 16 },
  { from: 17, to: 21 },
] as const;
const TERMS_A_YEAR = 3;
const CODES = namesOf(PROGRAMMES);
/** Names of students begin behind those of members. */
const FIRST_NAME = 70;

export type DemoStudent = {
  readonly number: number;
  readonly programme: ProgrammeCode;
  /** The member who sponsors, where one does. */
  readonly sponsor: number | null;
};

type Calendar = { readonly yearId: number; readonly termId: number; readonly structureId: number };

export const programmeOf = (number: number): ProgrammeCode => CODES[number % CODES.length] ?? 'BSC-CS';

/** The terms of two years, of which the first begins then. */
export const termsFrom = (opens: Temporal.PlainDate) =>
  TERMS.map(({ from, to }, term) => ({ term, begins: opens.add({ months: from }), ends: opens.add({ months: to }) }));

/** The school comes: two years with their terms, programmes, units and fees. */
export function openingSchool(day: number, first: Temporal.PlainDate): Step {
  return {
    day,
    minute: 8 * 60,
    by: 'administrator',
    command: 'openSchool',
    take: async ({ did, education }) => {
      const on = () => education;
      const year = await plantCalendar(first, on, did);
      const next = await plantCalendar(first.add({ years: 1 }), on, did);
      for (const code of CODES) {
        const { id: programmeId } = await plantProgramme(code, year, education, did);
        const { name, fees } = PROGRAMMES[code];
        const components = fees.map(([feeCategory, description, amount]) => {
          return { code: null, description, feeCategory, amount, priority: null };
        });
        const structure = { name: `${name}, second year`, programmeId, academicYearId: next.yearId, components };
        await did(drawFeeStructure(structure, education));
      }
    },
  };
}

/** Students are registered and admitted; some have a sponsor among the members. */
export function admitting(students: readonly DemoStudent[], day: number, chance: Chance): Step {
  const ages = students.map(() => chance.between(18, 26));
  return {
    day,
    minute: 9 * 60,
    by: 'bursar',
    command: 'registerStudents',
    take: async (office) => {
      const { did, education, context, row } = office;
      for (const [index, { number, programme, sponsor }] of students.entries()) {
        const { name, home } = personOf(FIRST_NAME + number);
        const [firstName = '', lastName = ''] = name.split(' ');
        const student = await did(
          registerStudent(
            {
              firstName,
              lastName,
              gender: number % 2 === 0 ? 'female' : 'male',
              nationalId: String(37_000_000 + number * 911),
              dateOfBirth: context.today.subtract({ years: ages[index] ?? 20, months: number % 12, days: number }),
              phone: `+2547130${String(number).padStart(5, '0')}`,
              county: home.county,
              country: 'KE',
              programmeId: CODES.indexOf(programme) + 1,
              intakeId: Number((await row<{ id: string }>('select min(id) as id from intake', [])).id),
            },
            education,
          ),
        );
        await did(admitStudent({ studentId: student.id }, education));
        if (sponsor === null) continue;
        const sponsorship = { memberId: await memberIdOf(office, sponsor), studentId: student.id };
        const relationship = number % 3 === 0 ? 'mother' : 'guardian';
        const { id: sponsorshipId } = await did(sponsorStudent({ ...sponsorship, relationship }, education));
        await did(changeConsent({ sponsorshipId, consent: number % 2 === 0 ? 'marks' : 'balance' }, education));
      }
    },
  };
}

/** Students of a programme are enrolled for a term, and charged its fees. */
export function enrolling(students: readonly DemoStudent[], programme: ProgrammeCode, term: number, day: number): Step {
  return {
    day,
    minute: 9 * 60 + 30 + 10 * CODES.indexOf(programme),
    by: 'bursar',
    command: 'enrolStudents',
    take: async (office) => {
      const { did, education, context, tx } = office;
      const programmeId = CODES.indexOf(programme) + 1;
      const {
        yearId: academicYearId,
        termId,
        structureId: feeStructureId,
      } = await calendarOf(office, programmeId, term);
      const units = await tx.sql<{ id: string }>('select id from unit where programme_id = $1 order by id', [
        programmeId,
      ]);
      const yearOfStudy = term < TERMS_A_YEAR ? 1 : 2;
      for (const { number: studentId } of students) {
        if (term === TERMS_A_YEAR) await did(changeStudent({ studentId, changes: { yearOfStudy } }, education));
        const enrolment = await did(
          enrolStudent(
            {
              studentId,
              programmeId,
              academicYearId,
              termId,
              intakeId: null,
              yearOfStudy,
              units: units.map(({ id }) => ({ unitId: Number(id), status: 'registered' as const })),
              enrolledOn: context.today,
              boarding: studentId % 4 === 0,
            },
            education,
          ),
        );
        await did(confirmEnrolment({ enrolmentId: enrolment.id }, education));
        const dueDate = context.today.add({ weeks: 4 });
        const invoice = { studentId, enrolmentId: enrolment.id, termId, dueDate, feeStructureId, issue: true };
        await did(draftInvoice(invoice, education));
      }
    },
  };
}

async function calendarOf({ row }: Office, programmeId: number, term: number): Promise<Calendar> {
  const found = await row<{ term: string; year: string; structure: string }>(
    `select t.id as term, t.academic_year_id as year,
            (select f.id from fee_structure f where f.programme_id = $1 and f.academic_year_id = t.academic_year_id
              order by f.id limit 1) as structure
       from term t order by t.start_date, t.id offset $2 limit 1`,
    [programmeId, term],
  );
  return { yearId: Number(found.year), termId: Number(found.term), structureId: Number(found.structure) };
}

/** Fees that come by mobile money under the number of the student: so many hundredths of what is owed. */
export function payingFees(student: DemoStudent, percent: bigint, day: number, receipt: number): Step {
  return {
    day,
    minute: 16 * 60 + (student.number % 50),
    by: 'bursar',
    command: 'receivePayment',
    take: async ({ did, money, row, context }) => {
      const { admission_no: accountReference, owed } = await row<{ admission_no: string; owed: string }>(
        `select s.admission_no, coalesce((select sum(v.total - v.paid - v.credited) from invoice v
                 where v.student_id = s.id and v.state in ('issued', 'partially_paid')), 0) as owed
           from student s where s.id = $1`,
        [student.number],
      );
      const amount = ((BigInt(owed) * percent) / 10_000n) * 100n;
      if (amount <= 0n) return;
      const payment = { receiptNo: receiptOf(receipt), amount, msisdn: phoneOf(student.number), accountReference };
      await did(receiveNotifiedPayment({ ...payment, paidAt: context.now }, money));
    },
  };
}

type Marks = { readonly cat: string; readonly exam: string | null };

/** The marks of a term: of one that is over they are published, of the present one they are drafts. */
export function marking(
  { number, programme }: DemoStudent,
  term: number,
  day: number,
  { chance, stage }: { readonly chance: Chance; readonly stage: 'published' | 'draft' },
): Step {
  const units = PROGRAMMES[programme].units.length;
  const ability = chance.between(45, 88);
  const marks: Marks[] = Array.from({ length: units }, () => {
    const mark = (outOf: number) => String(Math.round((outOf * Math.min(98, ability + chance.between(-12, 12))) / 100));
    return { cat: mark(30), exam: stage === 'draft' ? null : mark(70) };
  });
  const withheld = stage === 'published' && number % 9 === 4;
  return {
    day,
    minute: 11 * 60 + (number % 60),
    by: 'lecturer',
    command: 'recordResults',
    take: async (office) => {
      const { did, education, row, tx } = office;
      const { id: enrolmentId, programme_id: programmeId } = await row<{ id: string; programme_id: string }>(
        `select e.id, e.programme_id from enrolment e
          where e.student_id = $1 and e.term_id = (select t.id from term t order by t.start_date, t.id offset $2 limit 1)`,
        [number, term],
      );
      const offered = await tx.sql<{ id: string }>('select id from unit where programme_id = $1 order by id', [
        programmeId,
      ]);
      for (const [index, { cat, exam }] of marks.entries()) {
        const unitId = Number(offered[index]?.id);
        const components = [
          { kind: 'cat', label: 'CAT 1', maxScore: '30', score: cat, weightBp: 3_000 },
          { kind: 'exam', label: 'Final examination', maxScore: '70', score: exam, weightBp: 7_000 },
        ] as const;
        const { id: resultId } = await did(
          recordResult({ enrolmentId: Number(enrolmentId), unitId, components }, education),
        );
        if (stage === 'draft') continue;
        await did(submitResult({ resultId }, education));
        await did(publishResult({ resultId }, education));
        if (withheld) await did(withholdResult({ resultId, reason: 'fees' }, education));
      }
      if (stage === 'published') await did(completeEnrolment({ enrolmentId: Number(enrolmentId) }, education));
    },
  };
}

/** A part of a fee is given back to a student. */
export function crediting({ number }: DemoStudent, day: number): Step {
  return {
    day,
    minute: 14 * 60,
    by: 'bursar',
    command: 'issueCreditNote',
    take: async ({ did, education, row }) => {
      const { id } = await row<{ id: string }>('select max(id) as id from invoice where student_id = $1', [number]);
      const note = { invoiceId: Number(id), amount: 150_000n, reason: 'Laboratory closed for three weeks' };
      await did(issueCreditNote(note, education));
    },
  };
}
