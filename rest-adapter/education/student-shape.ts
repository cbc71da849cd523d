import Type from 'typebox';
import { PROTECTED_OF_MINORS } from '#core/education/student/privacy.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { SPONSORSHIP_TYPES, STUDY_MODES } from '#core/education/study.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { SEND } from '../sentences.ts';
import { anyId, cents, country, date, instant, nullable, object, phone, reference, text } from '../shapes.ts';
import { actionsIn } from './resource.ts';

const GENDERS = ['female', 'male', 'other', 'undisclosed'] as const;

/** Asterisks are read so that a masked number can be recognized as one; none is ever stored. */
const documentNo = (description: string) =>
  nullable(
    Type.String({
      description,
      pattern: '^[A-Za-z0-9*]([A-Za-z0-9 /._*-]{0,62}[A-Za-z0-9*])?$',
      examples: ['38472915'],
      [SEND]: 'letters and digits, with spaces, slashes, dots and hyphens between them, at most 64 characters',
    }),
  );

const GuardianFields = {
  name: text('Full name.', 200),
  relationship: Type.Optional(nullable(text('Mother, uncle, ...', 60))),
  phone: Type.Optional(nullable(phone('International format.'))),
  email: Type.Optional(nullable(text('An address.', 255, { examples: ['j.otieno@example.com'] }))),
  primary: Type.Optional(Type.Boolean({ description: 'The one to speak to first; at most one.' })),
};

/** What a caller writes of a student beside names and programme. */
export const StudentFields = {
  middle_name: Type.Optional(nullable(text('Middle names.', 100))),
  gender: Type.Optional(Type.Enum([...GENDERS])),
  date_of_birth: Type.Optional(nullable(date('A student is 3 to 100 years old.'))),
  national_id: Type.Optional(documentNo('National id; one student each.')),
  birth_certificate_no: Type.Optional(documentNo('Birth certificate; one student each.')),
  passport_no: Type.Optional(documentNo('Passport; one student each.')),
  phone: Type.Optional(nullable(phone('International format with a leading +.'))),
  email: Type.Optional(nullable(text('An address.', 255, { examples: ['a.wanjiru@example.ac.ke'] }))),
  county: Type.Optional(nullable(text('County.', 64))),
  country: Type.Optional(nullable(country('ISO 3166-1, two letters.'))),
  intake_id: Type.Optional(nullable(reference('A row of GET /api/v1/intakes.'))),
  year_of_study: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  study_mode: Type.Optional(Type.Enum([...STUDY_MODES])),
  sponsorship_type: Type.Optional(Type.Enum([...SPONSORSHIP_TYPES], { description: 'Who carries the fees.' })),
  kuccps_ref: Type.Optional(nullable(text('Reference of the central placement.', 64))),
  kcse_index_no: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[0-9]{11}$',
        description: 'Unique within kcse_year.',
        examples: ['20400001023'],
        [SEND]: '11 digits',
      }),
    ),
  ),
  kcse_year: Type.Optional(nullable(Type.Integer({ minimum: 1989, maximum: 2100 }))),
  helb_ref: Type.Optional(nullable(text('Reference of the student loans board.', 64))),
  guardians: Type.Optional(
    Type.Array(
      object({ ...GuardianFields, member_id: Type.Optional(nullable(reference('Where the guardian is a member.'))) }),
      { maxItems: 10, description: 'Replaced as a whole.' },
    ),
  ),
} as const;

export const admissionNo = Type.String({
  minLength: 3,
  maxLength: 30,
  description: 'Unique, in upper or lower case; made from the institution’s pattern where it is missing.',
  examples: ['BSC-CS/0042/2026'],
});

export const StudentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    admission_no: Type.String({ examples: ['BSC-CS/0042/2026'] }),
    pay_code: Type.String({ description: 'What a payer types as the account of a paybill payment.' }),
    first_name: Type.String(),
    middle_name: nullable(Type.String()),
    last_name: Type.String(),
    gender: Type.Enum([...GENDERS]),
    date_of_birth: nullable(date('Masked of minors.')),
    national_id: nullable(Type.String({ description: 'Masked of minors.' })),
    birth_certificate_no: nullable(Type.String({ description: 'Masked of minors.' })),
    passport_no: nullable(Type.String({ description: 'Masked of minors.' })),
    phone: nullable(Type.String()),
    email: nullable(Type.String()),
    county: nullable(Type.String()),
    country: nullable(Type.String()),
    programme: object({ id: anyId('Id.'), code: Type.String(), name: Type.String() }),
    intake_id: nullable(anyId('The group that the student began with.')),
    year_of_study: Type.Integer(),
    study_mode: Type.Enum([...STUDY_MODES]),
    sponsorship_type: Type.Enum([...SPONSORSHIP_TYPES]),
    kuccps_ref: nullable(Type.String()),
    kcse_index_no: nullable(Type.String()),
    kcse_year: nullable(Type.Integer()),
    helb_ref: nullable(Type.String()),
    guardians: Type.Array(
      object({
        name: Type.String(),
        relationship: nullable(Type.String()),
        phone: nullable(Type.String()),
        email: nullable(Type.String()),
        primary: Type.Boolean(),
        member_id: nullable(anyId('Where the guardian is a member.')),
      }),
      { description: 'Masked of minors.' },
    ),
    state: Type.Enum([...studentLifecycle.states]),
    state_reason: nullable(Type.String()),
    deferred_until: nullable(date('While the studies rest.')),
    admitted_on: nullable(date('When the place was taken.')),
    completed_on: nullable(date('When every required unit was passed.')),
    erased: Type.Boolean({ description: 'The personal particulars were cleared; the id stays.' }),
    balance_due: cents(
      'Owed on open invoices, minor units. Follows from invoices, without a new version of the student.',
    ),
    credit_balance: cents('Paid and on no invoice, minor units. Follows from payments.'),
    masked: Type.Array(Type.Enum([...PROTECTED_OF_MINORS]), {
      description: 'What of a minor is not shown, because the client has no pii flag.',
    }),
    available_actions: actionList(studentLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the student was registered.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Student' },
);

/** A student as partners see them. @param steps the actions that PATCH offers */
export function studentBody(student: View<'students'>, ids: Ids, steps: object) {
  return {
    id: ids(student),
    uuid: student.uuid,
    admission_no: student.admissionNo,
    pay_code: student.payCode,
    first_name: student.firstName,
    middle_name: student.middleName,
    last_name: student.lastName,
    gender: student.gender,
    date_of_birth: student.dateOfBirth,
    national_id: student.nationalId,
    birth_certificate_no: student.birthCertificateNo,
    passport_no: student.passportNo,
    phone: student.phone,
    email: student.email,
    county: student.county,
    country: student.country,
    programme: { id: ids(student.programme), code: student.programme.code, name: student.programme.name },
    intake_id: student.intake && ids(student.intake),
    year_of_study: student.yearOfStudy,
    study_mode: student.studyMode,
    sponsorship_type: student.sponsorshipType,
    kuccps_ref: student.kuccpsRef,
    kcse_index_no: student.kcseIndexNo,
    kcse_year: student.kcseYear,
    helb_ref: student.helbRef,
    guardians: student.guardians.map((guardian) => ({
      name: guardian.name,
      relationship: guardian.relationship,
      phone: guardian.phone,
      email: guardian.email,
      primary: guardian.primary,
      member_id: guardian.member && ids(guardian.member),
    })),
    state: student.state,
    state_reason: student.stateReason,
    deferred_until: student.deferredUntil,
    admitted_on: student.admittedOn,
    completed_on: student.completedOn,
    erased: student.erased,
    balance_due: student.balanceDue,
    credit_balance: student.creditBalance,
    masked: student.masked,
    available_actions: student.erased ? [] : actionsIn(studentLifecycle, student.state, steps),
    version: student.version,
    created_at: student.createdAt,
    updated_at: student.updatedAt,
  };
}
