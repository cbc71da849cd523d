import type { Actor } from '#core/kernel/two-people.ts';
import type { Limited } from '#core/payments/limits-of-one.ts';
import type { PaymentClock } from '#core/payments/payment-time.ts';
import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { GradingScale, GradingScaleEdition } from '#core/education/grading/scale.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { ResultVersion } from '#core/education/result/result-version.ts';
import { Result } from '#core/education/result/result.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import type { TenantTransaction } from '../database.ts';
import { personalCopiesOf } from '../privacy/forget.ts';
import { nextInSeries } from '../numbers/number-series.ts';
import { moneyPorts } from './money-repository.ts';
import type { Collection } from '../unit-of-work.ts';

type Ports = Omit<
  EducationPorts,
  | keyof PaymentClock
  | keyof Limited
  | keyof Actor
  | 'today'
  | 'newUuid'
  | 'policies'
  | 'pii'
  | 'isLecturer'
  | 'calledBy'
  | 'business'
  | 'retentionYears'
  | 'fourEyes'
  | 'receipts'
  | 'workList'
>;

/** What many commands refer to and few change: it stays as it is until they have ended, and they don't wait for each other. */
const shared = <Item>({ share, addWithId }: Collection<Item>) => ({ get: share, add: addWithId });
/** What `get` returns stays as it is for others until the command has ended. */
const locked = <Item>({ lock, addWithId }: Collection<Item>) => ({ get: lock, add: addWithId });

const DOCUMENTS = {
  nationalId: 'national_id_key',
  birthCertificateNo: 'birth_certificate_no_key',
  passportNo: 'passport_no_key',
} as const;

/** Education's collections, stored in Postgres. */
export function educationPorts(tx: TenantTransaction): Ports {
  return {
    ...catalogue(tx),
    ...people(tx),
    ...moneyPorts(tx),
    numbers: { next: (series) => nextInSeries(tx, series) },
  };
}

function catalogue({ of }: TenantTransaction) {
  const programmes = of(Programme);
  const years = of(AcademicYear);
  const terms = of(Term);
  const units = of(Unit);
  const components = of(FeeComponent);
  const scales = of(GradingScale);
  const editions = of(GradingScaleEdition);
  return {
    programmes: {
      ...shared(programmes),
      lock: programmes.lock,
      byCode: (code) => programmes.first('code_key = identifier_key($1)', [code]),
    },
    academicYears: { ...shared(years), lock: years.lock },
    terms: {
      ...shared(terms),
      lock: terms.lock,
      outside: (yearId, { startDate, endDate }) =>
        terms.first('academic_year_id = $1 and (start_date < $2 or end_date > $3)', [
          yearId,
          startDate.toString(),
          endDate.toString(),
        ]),
    },
    intakes: shared(of(Intake)),
    units: {
      ...shared(units),
      byCode: (programmeId, code) =>
        units.first('code_key = identifier_key($1) and programme_id is not distinct from $2', [code, programmeId]),
      coreOf: (programmeId) => units.find('programme_id = $1 and core order by id', [programmeId]),
    },
    feeStructures: shared(of(FeeStructure)),
    feeComponents: {
      of: (feeStructureId) => components.find('fee_structure_id = $1 order by position', [feeStructureId]),
      add: async (component) => components.add(component),
    },
    gradingScales: {
      ...shared(scales),
      lock: scales.lock,
      byCode: (code) => scales.first('code_key = identifier_key($1)', [code]),
    },
    gradingScaleEditions: {
      get: (scaleId, edition) => editions.first('scale_id = $1 and edition = $2', [scaleId, edition]),
      add: async (edition) => editions.add(edition),
    },
  } satisfies Partial<Ports>;
}

function people(tx: TenantTransaction) {
  const { of, sql, sealing } = tx;
  const students = of(Student);
  const enrolments = of(Enrolment);
  const results = of(Result);
  const sponsorships = of(Sponsorship);
  return {
    students: {
      ...locked(students),
      byUuid: (uuid) => students.first('uuid = $1', [uuid]),
      byAdmissionNo: (form) => students.first('admission_form = $1', [form]),
      byDocument: (kind, number) => students.first(`${DOCUMENTS[kind]} = $1`, [sealing.hashOf('document', number)]),
    },
    enrolments: {
      ...locked(enrolments),
      existing: ({ studentId, programmeId, academicYearId, termId }) =>
        enrolments.first(
          `student_id = $1 and programme_id = $2 and academic_year_id = $3 and term_id is not distinct from $4
             and state <> 'cancelled'`,
          [studentId, programmeId, academicYearId, termId],
        ),
      runningOf: (studentId) =>
        enrolments.lockAll(`student_id = $1 and state in ('pending', 'enrolled', 'deferred') order by id`, [studentId]),
    },
    results: {
      ...locked(results),
      existing: ({ studentId, unitId, termId, attempt }) =>
        results.first(
          `student_id = $1 and unit_id = $2 and term_id is not distinct from $3 and attempt = $4 and state <> 'void'`,
          [studentId, unitId, termId, attempt],
        ),
      publishedOf: (studentId) => results.find(`student_id = $1 and state = 'published' order by id`, [studentId]),
    },
    resultVersions: { add: async (version: ResultVersion) => of(ResultVersion).add(version) },
    personalCopies: personalCopiesOf(tx),
    sponsorships: {
      ...locked(sponsorships),
      runningOf: (studentId) => sponsorships.lockAll('student_id = $1 and ended_on is null order by id', [studentId]),
    },
    members: { exists: async (id) => (await sql('select from member where id = $1', [id])).length > 0 },
  } satisfies Partial<Ports>;
}
