import Type, { type Static } from 'typebox';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { MOST_NOMINEES, type Nominee } from '#core/membership/nominees.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { lists } from '#platform/app/lists.ts';
import type { RecordId, View, Views } from '#platform/app/views.ts';
import { actionBody } from '../action-body.ts';
import { requireScopes } from '../scopes.ts';
import { showRecord } from '../responses.ts';
import { presented, subjectOf, type Resource } from '../resource.ts';
import { embedded, includeQuery, includesIn, withIncluded } from '../included.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn } from '../records.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { memberIncludes } from './includes.ts';
import { KycSchema, kycOf, memberBody, MemberSchema, NomineeSchema } from './member-shape.ts';
import { PROPOSED } from './proposals.ts';
import { documentNo, nullable, object, onePath, phone, reference, text } from '../shapes.ts';

/** The member that a path names. */

const members: Resource<View<'members'>> = {
  noun: 'member',
  one: (views) => views.members.one,
  body: memberBody,
  address: (view, ids) => `/api/v1/members/${ids(view)}`,
};

const theMember = subjectOf(members);

const branchBy = (views: Views) => async (id: RecordId) => (await views.branches.byUuids([String(id)]))[0] ?? null;

const memberTable = { steps: memberSteps, cycle: memberLifecycle };

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
      app.membership.createMember(request(presented(members, { caller, ids }, 201)), {
        name: body.name,
        nationalId: body.national_id,
        phone: body.phone,
        branchId: await referenceIn(app, caller, 'branch_id', body.branch_id, branchBy),
        kyc: body.kyc ? kycOf(body.kyc) : null,
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
    includes: memberIncludes,
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
    query: includeQuery(memberIncludes),
    reply: { status: 200, schema: withIncluded(MemberSchema, memberIncludes), describe: 'The member.' },
    refusals: [],
    handle: async (app, { caller, ids, params, query }) => {
      const wanted = includesIn(query.include, memberIncludes, caller);
      return app.read(caller, async (views) => {
        const member = await found('member', params.id, views.members.one);
        return showRecord(member, { ...memberBody(member, ids), ...(await embedded(views, member, wanted, ids)) });
      });
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
      'erase clears the personal data for good: it takes the scope privacy:write, too, and two people where the institution ' +
      'has four eyes. ' +
      'Without an action, the fields that are sent are changed. The national id never changes.',
    tag: 'Members',
    scope: 'members:write',
    bucket: 'B.write',
    params: onePath('member'),
    subject: theMember,
    body: actionBody(
      object(
        {
          ...stepMembers(memberTable),
          action: Type.Optional(Type.Enum(actionsOf(memberSteps), { description: 'The step to take.' })),
          name: Type.Optional(fields.name),
          phone: Type.Optional(fields.phone),
          bank_account: Type.Optional(
            nullable(text('The member’s bank and account, as the bank needs them; null takes it off the record.', 100)),
          ),
          branch_id: Type.Optional(fields.branch_id),
          kyc: Type.Optional(KycSchema),
          nominees: Type.Optional(
            Type.Array(NomineeSchema, {
              maxItems: MOST_NOMINEES,
              description: 'Who receives what the member leaves: all of them, in the place of those of before.',
            }),
          ),
        },
        { minProperties: 1 },
      ),
      stepVariants(memberTable),
      { cycle: memberLifecycle, edits: ['name', 'phone', 'bank_account', 'branch_id', 'kyc', 'nominees'] },
    ),
    example: { action: 'suspend', reason: 'Documents are being checked again.' },
    reply: { status: 200, schema: MemberSchema, describe: 'The member after the step or change.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'kyc_incomplete',
      'aml_hold',
      'nominees_final',
      'member_erased',
      'personal_data_kept',
      'request_names_person',
      'four_eyes_required',
      'member_has_obligations',
      'unknown_reference',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const memberId = await subjectId();
      const response = request(presented(members, { caller, ids }, 200));
      if (body.action === 'erase') requireScopes(caller, 'Erasing a member', ['privacy:write']);
      const { action, name, phone: number, branch_id: branch, kyc, nominees } = body;
      if (action !== undefined) {
        const on = { memberId, version };
        return takeStep(
          memberTable,
          { ...body, action },
          { app, caller, bound: app.membership, on, request: response },
        );
      }
      const branchId = branch === undefined ? undefined : await referenceIn(app, caller, 'branch_id', branch, branchBy);
      return app.membership.changeMember(response, {
        memberId,
        version,
        changes: {
          ...(name === undefined ? {} : { name }),
          ...(number === undefined ? {} : { phone: number }),
          ...(body.bank_account === undefined ? {} : { bankAccount: body.bank_account }),
          ...(branchId === undefined ? {} : { branchId }),
          ...(kyc ? { kyc: kycOf(kyc) } : {}),
          ...(nominees === undefined ? {} : { nominees: nominees.map(nomineeOf) }),
        },
      });
    },
  }),
];
