import { actionsOf } from '#core/kernel/steps.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import Type, { type Static } from 'typebox';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import type { StudentDetails } from '#core/education/student/student.ts';
import { defined } from '#core/kernel/defined.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Scope } from '#core/partners/scopes.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import { actionBody } from '../action-body.ts';
import { route } from '../route.ts';
import { requireScopes } from '../scopes.ts';
import { nullable, object, onePath, reference, text } from '../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { PROPOSED } from '../lending/proposals.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull, referencesIn } from './references.ts';
import { oneRoute, presented, subjectOf } from '../resource.ts';
import { OF_SCHOOLS, at, readDate, refuseWithoutAction } from './resource.ts';
import { admissionNo, StudentFields, StudentSchema } from './student-shape.ts';
import { studentTable, students } from './student-steps.ts';

const Names = { first_name: text('First name.', 100), last_name: text('Family name.', 100) };
const ProgrammeReference = reference('A row of GET /api/v1/programmes.');

const StudentPatch = actionBody(
  object(
    {
      ...stepMembers(studentTable),
      action: Type.Optional(Type.Enum(actionsOf(studentTable.steps), { description: 'The step to take.' })),
      admission_no: Type.Optional(admissionNo),
      first_name: Type.Optional(Names.first_name),
      last_name: Type.Optional(Names.last_name),
      programme_id: Type.Optional(ProgrammeReference),
      ...StudentFields,
    },
    { minProperties: 1 },
  ),
  stepVariants(studentTable),
  {
    cycle: studentLifecycle,
    edits: [...Object.keys(Names), 'admission_no', 'programme_id', ...Object.keys(StudentFields)],
  },
);

type Details = Static<ReturnType<typeof object<typeof StudentFields>>>;

const programmeIn = <V extends number | string | undefined>(app: App, caller: Caller, value: V) =>
  referenceOrNull(app, caller, 'programme_id', value, (views) => views.programmes.byUuids);

/**
 * What is written of a student, in the core's words; absent members stay absent.
 * @throws DomainError unknown_reference, validation_failed (invalid)
 */
async function detailsOf(app: App, caller: Caller, body: Details): Promise<Partial<StudentDetails>> {
  const { date_of_birth: born, guardians } = body;
  return defined({
    middleName: body.middle_name,
    gender: body.gender,
    dateOfBirth: typeof born === 'string' ? readDate('date_of_birth', born) : born,
    nationalId: body.national_id,
    birthCertificateNo: body.birth_certificate_no,
    passportNo: body.passport_no,
    phone: body.phone,
    email: body.email,
    county: body.county,
    country: body.country,
    intakeId: await referenceOrNull(app, caller, 'intake_id', body.intake_id, (views) => views.intakes.byUuids),
    yearOfStudy: body.year_of_study,
    studyMode: body.study_mode,
    sponsorshipType: body.sponsorship_type,
    kuccpsRef: body.kuccps_ref,
    kcseIndexNo: body.kcse_index_no,
    kcseYear: body.kcse_year,
    helbRef: body.helb_ref,
    guardians: guardians && (await guardiansOf(app, caller, guardians)),
  });
}

async function guardiansOf(app: App, caller: Caller, guardians: NonNullable<Details['guardians']>) {
  const named = guardians.flatMap(({ member_id: value }, index) =>
    value === null || value === undefined ? [] : [{ field: `guardians.${index}.member_id`, value, index }],
  );
  const memberIds = await referencesIn(app, caller, named, (views) => views.members.byUuids);
  return guardians.map((guardian, index) => ({
    name: guardian.name,
    relationship: guardian.relationship ?? null,
    phone: guardian.phone ?? null,
    email: guardian.email ?? null,
    primary: guardian.primary ?? false,
    memberId: memberIds[named.findIndex((reference) => reference.index === index)] ?? null,
  }));
}

/** Personal data of minors are for clients that are trusted with them, whatever their scopes. @throws DomainError insufficient_scope */
export function requirePersonalData(caller: Caller, what: string, scope: Scope): void {
  if (caller.pii) return;
  throw refuse(partnerRefusals.insufficient_scope, `${what} takes a client with the pii flag.`, {
    required_scopes: [scope],
    granted_scopes: caller.scopes,
    required_flag: 'pii',
  });
}

const common = { surface: 'education', tag: 'Students', scope: 'students:write', bucket: 'C.write' } as const;

export const studentRoutes = [
  offsetList({
    path: '/api/v1/students',
    operation: 'listStudents',
    summary: 'Students',
    description:
      'Identity documents, date of birth and guardians of minors are masked for clients without the pii flag.',
    tag: 'Students',
    scope: 'students:read',
    schema: StudentSchema,
    list: schoolLists.students,
    of: (views) => views.students,
    show: students.body,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/students',
    operation: 'createStudent',
    summary: 'Register a student',
    description: 'The student starts as applicant.',
    body: object({
      ...Names,
      programme_id: ProgrammeReference,
      admission_no: Type.Optional(nullable(admissionNo)),
      ...StudentFields,
    }),
    example: {
      first_name: 'Achieng',
      last_name: 'Otieno',
      programme_id: 1,
      gender: 'female',
      date_of_birth: '2006-05-14',
      phone: '+254712345678',
      county: 'Kisumu',
      country: 'KE',
      guardians: [{ name: 'Joseph Otieno', relationship: 'father', phone: '+254722000111', primary: true }],
    },
    reply: { status: 201, schema: StudentSchema, describe: 'The student, in state applicant.' },
    refusals: ['unknown_reference', 'duplicate_admission_no', 'duplicate_student'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      return app.education.registerStudent(request(presented(students, call, 201)), {
        ...(await detailsOf(app, caller, body)),
        firstName: body.first_name,
        lastName: body.last_name,
        programmeId: await programmeIn(app, caller, body.programme_id),
        admissionNo: body.admission_no ?? null,
      });
    },
  }),
  oneRoute(students, {
    ...OF_SCHOOLS,
    path: '/api/v1/students/{id}',
    operation: 'getStudent',
    summary: 'One student',
    tag: 'Students',
    scope: 'students:read',
    schema: StudentSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/students/{id}',
    operation: 'changeStudent',
    summary: 'Take a step in a student’s life, or change particulars',
    description:
      'Send {action} for a step. Without an action the body is a merge patch: what is missing stays, null clears. What ' +
      'was masked and comes back as it was shown stays too. erase clears the personal particulars for good: it takes ' +
      'the pii flag and the scope privacy:write, and two people where the institution has four eyes. It is refused with ' +
      'the date while anything is open or the law keeps the data.',
    params: onePath('student'),
    subject: subjectOf(students),
    body: StudentPatch,
    example: { action: 'admit' },
    reply: { status: 200, schema: StudentSchema, describe: 'The student after the step or change.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'unknown_reference',
      'duplicate_admission_no',
      'duplicate_student',
      'programme_fixed',
      'student_erased',
      'personal_data_kept',
      'request_names_person',
      'four_eyes_required',
      'already_proposed',
      'units_outstanding',
      'balance_outstanding',
    ],
    handle: async (app, call) => {
      const { caller, version, subjectId, request } = call;
      const response = request(presented(students, call, 200));
      const { action } = call.body;
      if (action !== undefined) {
        if (action === 'erase') {
          requireScopes(caller, 'Erasing a student', ['privacy:write']);
          requirePersonalData(caller, 'Erasing a student', 'students:write');
        }
        const on = { studentId: await subjectId(), version };
        const calling = { app, caller, bound: app.education, on, request: response };
        return takeStep(studentTable, { ...call.body, action }, calling);
      }
      refuseWithoutAction(Object.keys(call.body), ['reason', 'until', 'override_reason']);
      const { body } = call;
      return app.education.changeStudent(response, {
        studentId: await subjectId(),
        ...at(version),
        changes: {
          ...(await detailsOf(app, caller, body)),
          ...defined({
            firstName: body.first_name,
            lastName: body.last_name,
            admissionNo: body.admission_no,
            programmeId: await programmeIn(app, caller, body.programme_id),
          }),
        },
      });
    },
  }),
];
