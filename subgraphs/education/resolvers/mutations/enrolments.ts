import type { EnrolledUnit, Enrolment, UnitStatus } from '#core/education/enrolment/enrolment.ts';
import type { Transfer } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { about, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';
import { allNamed, idNamed } from './ids.ts';

type UnitInput = { readonly unitId: string; readonly status?: UnitStatus | null };
type EnrolStudent = {
  readonly studentId: string;
  readonly programmeId: string;
  readonly academicYearId: string;
  readonly termId?: string | null;
  readonly intakeId?: string | null;
  readonly yearOfStudy: number;
  readonly units?: readonly UnitInput[] | null;
  readonly enrolledOn: Temporal.PlainDate;
  readonly boarding: boolean;
};
type OnEnrolment = { readonly enrolmentId: string; readonly reason?: string | null };
type ChangeEnrolment = OnEnrolment & {
  readonly units?: readonly UnitInput[] | null;
  readonly boarding?: boolean | null;
};

const show = async (uuid: string, { loaders }: EducationContext) => ({
  enrolment: await loaders.enrolments.byUuid.load(uuid),
});

async function unitsOf(units: readonly UnitInput[], { loaders }: EducationContext): Promise<EnrolledUnit[]> {
  const of = units.map(({ unitId }, index) => ({ field: `units.${index}.unitId`, id: unitId }));
  const known = await allNamed(of, 'unit', loaders.units.byUuid);
  return known.map(({ id }, index) => ({ unitId: id, status: units[index]?.status ?? 'registered' }));
}

const enrolStudent = change<EnrolStudent, Enrolment>({
  show,
  run: async ({ input, context }, request) => {
    const { students, programmes, academicYears, terms, intakes } = context.loaders;
    const [student, programme, year, termId, intakeId, units] = await Promise.all([
      named('studentId', input.studentId, 'student', students.byUuid),
      named('programmeId', input.programmeId, 'programme', programmes.byUuid),
      named('academicYearId', input.academicYearId, 'academic year', academicYears.byUuid),
      idNamed('termId', input.termId, 'term', terms.byUuid),
      idNamed('intakeId', input.intakeId, 'intake', intakes.byUuid),
      unitsOf(input.units ?? [], context),
    ]);
    return context.app.education.enrolStudent(request(), {
      studentId: student.id,
      programmeId: programme.id,
      academicYearId: year.id,
      termId: termId ?? null,
      intakeId: intakeId ?? null,
      yearOfStudy: input.yearOfStudy,
      units,
      enrolledOn: input.enrolledOn,
      boarding: input.boarding,
    });
  },
});

const changeEnrolment = change<ChangeEnrolment, Enrolment>({
  show,
  run: async ({ input, version, context }, request) => {
    const [enrolment, units] = await Promise.all([
      named('enrolmentId', input.enrolmentId, 'enrolment', context.loaders.enrolments.byUuid),
      input.units == null ? null : unitsOf(input.units, context),
    ]);
    return context.app.education.changeEnrolment(request(), {
      enrolmentId: enrolment.id,
      ...defined({ version }),
      ...filled({ units, boarding: input.boarding }),
    });
  },
});

const transferEnrolment = change<OnEnrolment & { readonly programmeId: string }, Enrolment>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, { reason: text(500) });
    const [enrolment, programme] = await Promise.all([
      named('enrolmentId', input.enrolmentId, 'enrolment', loaders.enrolments.byUuid),
      named('programmeId', input.programmeId, 'programme', loaders.programmes.byUuid),
    ]);
    return app.education.transferEnrolment(
      about(request(), ({ to }: Transfer) => to),
      {
        enrolmentId: enrolment.id,
        programmeId: programme.id,
        ...defined({ version }),
        reason: input.reason ?? null,
      },
    );
  },
});

export const enrolmentMutations = { enrolStudent, changeEnrolment, transferEnrolment };
