import Type, { type Static } from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { MOST_NOMINEES, type Nominee } from '#core/membership/nominees.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { lists } from '#platform/app/lists.ts';
import type { RecordId, View, Views } from '#platform/app/views.ts';
import { actionBody, actionList, type ActionFields } from '../action-body.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn, refuseBesideAction, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { PROPOSED } from './proposals.ts';
import {
  anyId,
  country,
  date,
  documentNo,
  instant,
  nullable,
  object,
  onePath,
  phone,
  reference,
  text,
} from '../shapes.ts';

const KycSchema = object(
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

const MemberSchema = object(
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
    available_actions: actionList(memberLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the person applied.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Member' },
);

/** The member that a path names. */
const theMember = subjectAt('member', (views) => views.members.one);

/** A member as partners see it. */
function memberBody(member: View<'members'>, ids: Ids) {
  return {
    id: ids(member),
    uuid: member.uuid,
    member_no: member.memberNo,
    name: member.name,
    national_id: member.nationalId,
    phone: member.phone,
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
    available_actions: availableActions(memberLifecycle, member.state),
    version: member.version,
    created_at: member.createdAt,
    updated_at: member.updatedAt,
  };
}

/** The reply to a write on a member, read in the transaction of the write itself. */
function presentMember(ids: Ids, status: 200 | 201) {
  return async ({ id }: { id: number }, views: Views) => {
    const member = await views.members.one(id);
    if (!member) throw new Error(`Member ${id} is gone in its own transaction.`);
    return recordResponse(
      status,
      member,
      memberBody(member, ids),
      status === 201 ? `/api/v1/members/${ids(member)}` : undefined,
    );
  };
}

const branchBy = (views: Views) => async (id: RecordId) => (await views.branches.byUuids([String(id)]))[0] ?? null;

type KycBody = { id_type: string; id_number: string; date_of_birth: string; address?: object | null };
const kycOf = <K extends KycBody>(kyc: K | null | undefined) =>
  kyc ? { ...kyc, address: (kyc.address ?? null) as { city: string; county: string; country: string } | null } : null;

/** What a step takes beside its name and a reason. */
const OWN_FIELDS: { readonly [action: string]: ActionFields } = {
  resubmit_kyc: { takes: ['kyc'] },
  renew_kyc: { needs: ['kyc'] },
  reactivate: { needs: ['kyc'] },
  record_death: { needs: ['died_on', 'document_reference'] },
};
/** What each step takes. */
const MEMBER_ACTIONS = Object.fromEntries(
  actionsOf(memberSteps).map((action) => {
    const { needs = [], takes = [] } = OWN_FIELDS[action] ?? {};
    return [action, { needs, takes: [...takes, 'reason'] }];
  }),
);

type NomineeBody = Static<typeof NomineeSchema>;
const nomineeOf = ({ name, relationship, guardian, ...body }: NomineeBody): Nominee => ({
  name,
  relationship,
  share_basis_points: body.share_basis_points,
  date_of_birth: body.date_of_birth ?? null,
  id_number: body.id_number ?? null,
  phone: body.phone ?? null,
  guardian: guardian ? { name: guardian.name, phone: guardian.phone ?? null } : null,
});

const fields = {
  name: text('Full name.', 200),
  phone: phone('International format with a leading +.'),
  branch_id: reference('The branch that the member joins.'),
};

export const memberRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/members',
    surface: 'lending',
    operation: 'createMember',
    summary: 'Apply for membership',
    description: 'The member starts as pending_kyc; the identity check follows automatically.',
    tag: 'Members',
    scope: 'members:write',
    bucket: 'B.write',
    body: object({
      ...fields,
      national_id: documentNo('National id; one member each, however it is written.', 32),
      kyc: Type.Optional(nullable(KycSchema)),
      client_reference: Type.Optional(nullable(text('Your own reference, unique for ever.', 128))),
    }),
    example: {
      name: 'Amina Wanjiku',
      national_id: '29384756',
      phone: '+254712345678',
      branch_id: 1,
      kyc: {
        id_type: 'national_id',
        id_number: '29384756',
        date_of_birth: '1991-04-12',
        address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
      },
    },
    reply: { status: 201, schema: MemberSchema, describe: 'The member, in state pending_kyc.' },
    refusals: ['duplicate_member', 'duplicate_reference', 'unknown_reference'],
    handle: async (app, { caller, ids, body, request }) =>
      app.membership.createMember(request(presentMember(ids, 201)), {
        name: body.name,
        nationalId: body.national_id,
        phone: body.phone,
        branchId: await referenceIn(app, caller, 'branch_id', body.branch_id, branchBy),
        kyc: kycOf(body.kyc),
        clientReference: body.client_reference ?? null,
      }),
  }),
  listRoute({
    path: '/api/v1/members',
    surface: 'lending',
    operation: 'listMembers',
    summary: 'Members, newest first',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    list: lists.members,
    schema: MemberSchema,
    read: (views, query) => views.members.list(query),
    show: memberBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/members/{id}',
    surface: 'lending',
    operation: 'getMember',
    summary: 'One member',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    params: onePath('member'),
    subject: theMember,
    reply: { status: 200, schema: MemberSchema, describe: 'The member.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const member = await app.read(caller, (views) => found('member', params.id, views.members.one));
      return showRecord(member, memberBody(member, ids));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/members/{id}',
    surface: 'lending',
    operation: 'changeMember',
    summary: 'Take a step in a member’s life, or change particulars',
    description:
      'Send {action} with reason where the step needs one; resubmit_kyc takes corrected kyc, renew_kyc and reactivate need ' +
      'fresh kyc, record_death needs died_on and document_reference; correct_death takes two people. ' +
      'Without an action, the fields that are sent are changed. The national id never changes.',
    tag: 'Members',
    scope: 'members:write',
    bucket: 'B.write',
    params: onePath('member'),
    subject: theMember,
    body: actionBody(
      object(
        {
          action: Type.Optional(Type.Enum(actionsOf(memberSteps), { description: 'The step to take.' })),
          reason: Type.Optional(
            nullable(text('Why; required by reject_kyc, suspend, blacklist and correct_death.', 500)),
          ),
          name: Type.Optional(fields.name),
          phone: Type.Optional(fields.phone),
          branch_id: Type.Optional(fields.branch_id),
          kyc: Type.Optional(KycSchema),
          nominees: Type.Optional(
            Type.Array(NomineeSchema, {
              maxItems: MOST_NOMINEES,
              description: 'Who receives what the member leaves: all of them, in the place of those of before.',
            }),
          ),
          died_on: Type.Optional(date('The day of the death, with record_death.')),
          document_reference: Type.Optional(text('What proves it: the number of a certificate or permit.', 128)),
        },
        { minProperties: 1 },
      ),
      MEMBER_ACTIONS,
      { cycle: memberLifecycle, edits: ['name', 'phone', 'branch_id', 'kyc', 'nominees'] },
    ),
    example: { action: 'suspend', reason: 'Documents are being checked again.' },
    reply: { status: 200, schema: MemberSchema, describe: 'The member after the step or change.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'kyc_incomplete',
      'aml_hold',
      'nominees_final',
      'four_eyes_required',
      'member_has_obligations',
      'unknown_reference',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const memberId = await subjectId();
      const response = request(presentMember(ids, 200));
      const { action, reason, name, phone: number, branch_id: branch, kyc, nominees } = body;
      if (action !== undefined) {
        refuseBesideAction(Object.keys(body), [
          'action',
          ...(MEMBER_ACTIONS[action]?.needs ?? []),
          ...(MEMBER_ACTIONS[action]?.takes ?? []),
        ]);
        return app.membership[memberSteps[action]](response, {
          memberId,
          version,
          reason: reason ?? null,
          kyc: kycOf(kyc),
          diedOn: body.died_on === undefined ? null : Temporal.PlainDate.from(body.died_on),
          document: body.document_reference ?? null,
        });
      }
      const branchId = branch === undefined ? undefined : await referenceIn(app, caller, 'branch_id', branch, branchBy);
      const corrected = kycOf(kyc);
      return app.membership.changeMember(response, {
        memberId,
        version,
        changes: {
          ...(name === undefined ? {} : { name }),
          ...(number === undefined ? {} : { phone: number }),
          ...(branchId === undefined ? {} : { branchId }),
          ...(corrected === null ? {} : { kyc: corrected }),
          ...(nominees === undefined ? {} : { nominees: nominees.map(nomineeOf) }),
        },
      });
    },
  }),
];
