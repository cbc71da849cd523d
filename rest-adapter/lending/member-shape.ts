import Type, { type Static } from 'typebox';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import type { Kyc } from '#core/membership/member/member-record.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, country, date, documentNo, instant, nullable, object, phone, text } from '../shapes.ts';

export const KycSchema = object(
  {
    id_type: Type.Enum(['national_id'], { description: 'Kind of document.' }),
    id_number: documentNo('Number of the document; it has to agree with national_id.', 32),
    date_of_birth: date('Birth date of the applicant, who has to be at least 18.'),
    address: Type.Optional(
      nullable(
        object({
          city: text('Town or city.', 100),
          county: text('County.', 100),
          country: country('Two letters, ISO 3166-1.'),
        }),
      ),
    ),
  },
  { $id: 'Kyc' },
);

export type KycBody = Static<typeof KycSchema>;

/** Particulars of identity as use cases take them. */
export const kycOf = (kyc: KycBody): Kyc => ({ ...kyc, address: kyc.address ?? null });

export const NomineeSchema = object(
  {
    name: text('Full name.', 200),
    relationship: text('What the nominee is to the member: daughter, brother, friend.', 50),
    share_basis_points: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'The share of what the member leaves, in hundredths of a per cent; all of them sum to 10000.',
    }),
    date_of_birth: Type.Optional(nullable(date('Birth date; under 18 a guardian is needed.'))),
    id_number: Type.Optional(nullable(documentNo('Number of a document of identity.', 32))),
    phone: Type.Optional(nullable(phone('International format with a leading +.'))),
    guardian: Type.Optional(
      nullable(
        object({
          name: text('Full name of the guardian of a minor.', 200),
          phone: Type.Optional(nullable(phone('International format with a leading +.'))),
        }),
      ),
    ),
  },
  { $id: 'Nominee' },
);

export const MemberSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    member_no: Type.String({
      pattern: '^M-[0-9]+$',
      description: 'The number that people use.',
      examples: ['M-000001'],
    }),
    name: Type.String({ description: 'Full name.' }),
    national_id: Type.String(),
    phone: Type.String({ description: 'International format.' }),
    bank_account: nullable(
      Type.String({ description: 'The member’s bank and account: loans that are paid by bank go to it.' }),
    ),
    branch_id: anyId('The branch that the member belongs to.'),
    kyc: nullable(KycSchema),
    state: Type.Enum([...memberLifecycle.states]),
    state_reason: nullable(Type.String()),
    client_reference: nullable(Type.String()),
    kyc_confirmed_on: nullable(date('When the identity was last confirmed.')),
    nominees: Type.Array(NomineeSchema, { description: 'Who receives what the member leaves.' }),
    died_on: nullable(date('The day of the member’s death.')),
    death_document: nullable(Type.String({ description: 'The reference of the document that proves it.' })),
    enhanced_due_diligence: Type.Boolean({
      description: 'The member is, or is close to, a politically exposed person: more care is due.',
    }),
    erased: Type.Boolean({ description: 'Personal data were cleared for good; the ids and the books stay.' }),
    available_actions: actionList(memberLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the person applied.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Member' },
);

/** A member as partners see it. */
export function memberBody(member: View<'members'>, ids: Ids) {
  return {
    id: ids(member),
    uuid: member.uuid,
    member_no: member.memberNo,
    name: member.name,
    national_id: member.nationalId,
    phone: member.phone,
    bank_account: member.bankAccount,
    branch_id: ids({ id: member.branchId, uuid: member.branchUuid }),
    kyc: member.kyc,
    state: member.state,
    state_reason: member.stateReason,
    client_reference: member.clientReference,
    kyc_confirmed_on: member.kycConfirmedOn,
    nominees: member.nominees,
    died_on: member.diedOn,
    death_document: member.deathDocument,
    enhanced_due_diligence: member.enhancedDueDiligence,
    erased: member.erased,
    available_actions: member.erased ? [] : availableActions(memberLifecycle, member.state),
    version: member.version,
    created_at: member.createdAt,
    updated_at: member.updatedAt,
  };
}
