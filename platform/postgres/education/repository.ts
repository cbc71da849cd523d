import { LockMode } from '@mikro-orm/core';
import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { GradingScale, GradingScaleEdition } from '#core/education/grading/scale.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import type { ResultVersion } from '#core/education/result/result-version.ts';
import { Result } from '#core/education/result/result.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import type { TenantTransaction } from '../database.ts';
import { nextInSeries } from '../numbers/number-series.ts';
import { moneyPorts } from './money-repository.ts';
import { collection, LOCKED } from '../collection.ts';

type Ports = Omit<EducationPorts, 'now' | 'today' | 'newUuid' | 'actor' | 'policies'>;

/** What many commands refer to and few change: it stays as it is until they have ended, and they don't wait for each other. */
const SHARED = LockMode.PESSIMISTIC_READ;

const DOCUMENTS = {
  nationalId: 'national_id',
  birthCertificateNo: 'birth_certificate_no',
  passportNo: 'passport_no',
} as const;

/** Education's collections, kept in Postgres. */
export function educationPorts(tx: TenantTransaction): Ports {
  return {
    ...catalogue(tx),
    ...people(tx),
    ...moneyPorts(tx),
    numbers: { next: (series) => nextInSeries(tx, series) },
  };
}

function catalogue(tx: TenantTransaction) {
  const { em } = tx;
  return {
    programmes: {
      ...collection(tx, Programme, 'programme', SHARED),
      lock: (id) => em.findOne(Programme, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }),
      byCode: (code) => em.findOne(Programme, { code }),
    },
    academicYears: collection(tx, AcademicYear, 'academic_year', SHARED),
    terms: collection(tx, Term, 'term', SHARED),
    intakes: collection(tx, Intake, 'intake', SHARED),
    units: {
      ...collection(tx, Unit, 'unit', SHARED),
      byCode: (programmeId, code) => em.findOne(Unit, { programmeId, code }),
      coreOf: (programmeId) => em.find(Unit, { programmeId, core: true }, { orderBy: { id: 'asc' } }),
    },
    feeStructures: collection(tx, FeeStructure, 'fee_structure', SHARED),
    feeComponents: {
      of: (feeStructureId) => em.find(FeeComponent, { feeStructureId }, { orderBy: { position: 'asc' } }),
      add: async (component) => void em.persist(component),
    },
    gradingScales: {
      ...collection(tx, GradingScale, 'grading_scale', SHARED),
      lock: (id) => em.findOne(GradingScale, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }),
      byCode: (code) => em.findOne(GradingScale, { code }),
    },
    gradingScaleEditions: {
      get: (scaleId, edition) => em.findOne(GradingScaleEdition, { scaleId, edition }),
      add: async (edition) => void em.persist(edition),
    },
  } satisfies Partial<Ports>;
}

function people(tx: TenantTransaction) {
  const { em, sql } = tx;
  return {
    students: {
      ...collection(tx, Student, 'student'),
      byAdmissionNo: async (form) => {
        const [row] = await sql<{ id: string }>('select id from student where admission_form = $1', [form]);
        return row ? em.findOne(Student, { id: Number(row.id) }) : null;
      },
      byDocument: async (kind, number) => {
        const [row] = await sql<{ id: string }>(`select id from student where ${DOCUMENTS[kind]} = $1`, [number]);
        return row ? em.findOne(Student, { id: Number(row.id) }) : null;
      },
    },
    enrolments: {
      ...collection(tx, Enrolment, 'enrolment'),
      standing: ({ studentId, programmeId, academicYearId, termId }) =>
        em.findOne(Enrolment, { studentId, programmeId, academicYearId, termId, state: { $ne: 'cancelled' } }),
      runningOf: (studentId) =>
        em.find(
          Enrolment,
          { studentId, state: { $in: ['pending', 'enrolled'] } },
          { ...LOCKED, orderBy: { id: 'asc' } },
        ),
    },
    results: {
      ...collection(tx, Result, 'result'),
      standing: ({ studentId, unitId, termId, attempt }) =>
        em.findOne(Result, { studentId, unitId, termId, attempt, state: { $ne: 'void' } }),
      publishedOf: (studentId) => em.find(Result, { studentId, state: 'published' }, { orderBy: { id: 'asc' } }),
    },
    resultVersions: { add: async (version: ResultVersion) => void em.persist(version) },
    sponsorships: {
      ...collection(tx, Sponsorship, 'sponsorship'),
      runningOf: (studentId) =>
        em.find(Sponsorship, { studentId, endedOn: null }, { ...LOCKED, orderBy: { id: 'asc' } }),
    },
    members: { exists: async (id) => (await sql('select from member where id = $1', [id])).length > 0 },
  } satisfies Partial<Ports>;
}
