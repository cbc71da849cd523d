import type { EnrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import type { ResultComponent } from '#core/education/result/marks.ts';
import type { RegisterStudent } from '#core/education/use-cases/student/register-student.ts';
import type { TestApp } from './test-app.ts';

/** A school in a test app, committed by the real use cases. */
export type TestSchool = {
  readonly scaleId: number;
  readonly programmeId: number;
  /** Two core units: CSC101, CSC102. */
  readonly unitIds: readonly number[];
  readonly yearId: number;
  readonly termId: number;
  /** An applicant. */
  newStudent(details?: Partial<RegisterStudent>): Promise<number>;
  /** A student who is enrolled in the term, and so active. */
  enrolled(details?: Partial<RegisterStudent>): Promise<{ readonly studentId: number; readonly enrolmentId: number }>;
  enrolment(studentId: number, differing?: Partial<EnrolStudent>): EnrolStudent;
  /** An issued invoice of one tuition line, due in so many days. */
  issued(studentId: number, amount: bigint, dueInDays?: number): Promise<number>;
  draft(studentId: number, amount: bigint, dueInDays?: number): Promise<number>;
  /** A published result in the first unit unless said otherwise. */
  published(enrolmentId: number, unitId?: number): Promise<number>;
};

export const tuition = (amount: bigint): Charge => ({
  code: null,
  description: 'Tuition',
  feeCategory: 'tuition',
  amount,
  discount: { cents: 0n },
  priority: null,
});

export const CAT_AND_EXAM: readonly ResultComponent[] = [
  { kind: 'cat', label: 'CAT 1', maxScore: '30', score: '24', weightBp: 3000 },
  { kind: 'exam', label: 'Exam', maxScore: '70', score: '52', weightBp: 7000 },
];

/** Opens a school: the scale KE_UNI8, the programme BSC-CS with two core units, this academic year and its term. */
export async function openTestSchool(testApp: TestApp): Promise<TestSchool> {
  const { education } = testApp.app;
  const today = testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const year = { startDate: today.subtract({ days: 90 }), endDate: today.add({ days: 240 }) };
  const scale = await testApp.done(education.adoptPreset, { code: 'KE_UNI8' });
  const programme = await testApp.done(education.defineProgramme, {
    code: 'BSC-CS',
    name: 'Computer Science',
    level: 'bachelors',
    department: null,
    mode: 'full_time',
    durationTerms: 8,
    gradingScaleId: scale.id,
    kuccpsCode: null,
  });
  const { id: yearId } = await testApp.done(education.openAcademicYear, { name: '2025/2026', ...year });
  const { id: termId } = await testApp.done(education.openTerm, {
    academicYearId: yearId,
    name: 'Semester 1',
    kind: 'semester',
    startDate: today.subtract({ days: 60 }),
    endDate: today.add({ days: 60 }),
  });
  const unitIds: number[] = [];
  for (const code of ['CSC101', 'CSC102']) {
    const unit = {
      programmeId: programme.id,
      code,
      title: `Unit ${code}`,
      creditHours: '3',
      yearOfStudy: 1,
      core: true,
    };
    unitIds.push((await testApp.done(education.offerUnit, unit)).id);
  }

  const newStudent: TestSchool['newStudent'] = async (details = {}) => {
    const registered = { firstName: 'Amina', lastName: 'Wanjiru', programmeId: programme.id, ...details };
    return (await testApp.done(education.registerStudent, registered)).id;
  };
  const enrolment: TestSchool['enrolment'] = (studentId, differing = {}) => ({
    studentId,
    programmeId: programme.id,
    academicYearId: yearId,
    termId,
    yearOfStudy: 1,
    enrolledOn: today,
    ...differing,
  });
  const invoice = async (studentId: number, amount: bigint, dueInDays: number, issue: boolean) => {
    const command = { studentId, dueDate: today.add({ days: dueInDays }), lines: [tuition(amount)], issue };
    return (await testApp.done(education.draftInvoice, command)).id;
  };
  return {
    scaleId: scale.id,
    programmeId: programme.id,
    unitIds,
    yearId,
    termId,
    newStudent,
    enrolment,
    enrolled: async (details) => {
      const studentId = await newStudent(details);
      await testApp.done(education.admitStudent, { studentId });
      const { id: enrolmentId } = await testApp.done(education.enrolStudent, enrolment(studentId));
      await testApp.done(education.confirmEnrolment, { enrolmentId });
      return { studentId, enrolmentId };
    },
    issued: (studentId, amount, dueInDays = 30) => invoice(studentId, amount, dueInDays, true),
    draft: (studentId, amount, dueInDays = 30) => invoice(studentId, amount, dueInDays, false),
    published: async (enrolmentId, unitId = unitIds[0] ?? 0) => {
      const recorded = { enrolmentId, unitId, components: CAT_AND_EXAM };
      const { id: resultId } = await testApp.done(education.recordResult, recorded);
      await testApp.done(education.submitResult, { resultId });
      await testApp.done(education.publishResult, { resultId });
      return resultId;
    },
  };
}
