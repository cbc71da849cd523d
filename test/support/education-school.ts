import { expect } from 'vitest';
import type { Enrolment } from '#core/education/enrolment/enrolment.ts';
import type { FeeCategory } from '#core/education/fee-category.ts';
import type { PresetCode } from '#core/education/grading/presets.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import type { Invoice } from '#core/education/invoice/invoice.ts';
import type { Programme } from '#core/education/programme/programme.ts';
import type { Unit } from '#core/education/programme/unit.ts';
import type { Student } from '#core/education/student/student.ts';
import { adoptPreset } from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import { defineProgramme } from '#core/education/use-cases/catalogue/define-programme.ts';
import { offerUnit } from '#core/education/use-cases/catalogue/offer-unit.ts';
import { openAcademicYear, openTerm } from '#core/education/use-cases/catalogue/open-period.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import { confirmEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { admitStudent } from '#core/education/use-cases/student/move-student.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import type { TestPorts } from './education-ports.ts';

export const day = (iso: string) => Temporal.PlainDate.from(iso);
export const instant = (iso: string) => Temporal.Instant.from(iso);

export type School = {
  readonly programme: Programme;
  readonly units: readonly Unit[];
  readonly yearId: number;
  readonly termId: number;
};

/** A school with one programme (BSC-CS), two core units, the year 2025/2026 and its second semester. */
export async function openSchool(ports: TestPorts, scale: PresetCode = 'KE_UNI5'): Promise<School> {
  const { result: grading } = await adoptPreset({ code: scale }, ports);
  const programme = await anotherProgramme(ports, 'BSC-CS', grading.id);
  const year = await openAcademicYear(
    { name: '2025/2026', startDate: day('2025-09-01'), endDate: day('2026-08-31') },
    ports,
  );
  const term = await openTerm(
    {
      academicYearId: year.result.id,
      name: 'Semester 2',
      kind: 'semester',
      startDate: day('2026-01-05'),
      endDate: day('2026-04-24'),
      registrationDeadline: day('2026-02-06'),
    },
    ports,
  );
  const units: Unit[] = [];
  for (const code of ['CSC101', 'CSC102']) {
    const offered = await offerUnit(
      { programmeId: programme.id, code, title: `Unit ${code}`, creditHours: '3', yearOfStudy: 1, core: true },
      ports,
    );
    units.push(offered.result);
  }
  return { programme, units, yearId: year.result.id, termId: term.result.id };
}

export async function anotherProgramme(ports: TestPorts, code: string, gradingScaleId = 1): Promise<Programme> {
  const { result } = await defineProgramme(
    {
      code,
      name: `Programme ${code}`,
      level: 'bachelors',
      department: null,
      mode: 'full_time',
      durationTerms: 8,
      gradingScaleId,
      kuccpsCode: null,
    },
    ports,
  );
  return result;
}

export async function anApplicant(ports: TestPorts, school: School, lastName = 'Wanjiru'): Promise<Student> {
  const { result } = await registerStudent({ firstName: 'Amina', lastName, programmeId: school.programme.id }, ports);
  return result;
}

/** A student who is enrolled in the school's term, and so active. */
export async function anActiveStudent(
  ports: TestPorts,
  school: School,
): Promise<{ readonly student: Student; readonly enrolment: Enrolment }> {
  const student = await anApplicant(ports, school);
  await admitStudent({ studentId: student.id }, ports);
  const { result: enrolment } = await enrolStudent(
    {
      studentId: student.id,
      programmeId: school.programme.id,
      academicYearId: school.yearId,
      termId: school.termId,
      yearOfStudy: 1,
      enrolledOn: day('2026-01-20'),
    },
    ports,
  );
  await confirmEnrolment({ enrolmentId: enrolment.id }, ports);
  return { student, enrolment };
}

export function charge(amount: bigint, feeCategory: FeeCategory = 'tuition', rest: Partial<Charge> = {}): Charge {
  return {
    code: null,
    description: `Fee for ${feeCategory}`,
    feeCategory,
    amount,
    discount: { cents: 0n },
    priority: null,
    ...rest,
  };
}

/** An issued invoice of one tuition line, or of the given lines. */
export async function anIssuedInvoice(
  ports: TestPorts,
  student: Student,
  dueDate: string,
  lines: bigint | readonly Charge[],
): Promise<Invoice> {
  const { result } = await draftInvoice(
    {
      studentId: student.id,
      dueDate: day(dueDate),
      lines: typeof lines === 'bigint' ? [charge(lines)] : lines,
      issue: true,
    },
    ports,
  );
  return result;
}

/** Expects a command to be refused with this code, and these details where they matter. */
export async function refused(command: Promise<unknown>, code: string, details: object = {}): Promise<void> {
  await expect(command).rejects.toMatchObject({ name: 'DomainError', code, details });
}

/** Expects a command to be refused for one field of its body. */
export async function refusedField(command: Promise<unknown>, field: string, code?: string): Promise<void> {
  const error = expect.objectContaining(code === undefined ? { field } : { field, code });
  await refused(command, 'validation_failed', { errors: expect.arrayContaining([error]) });
}
