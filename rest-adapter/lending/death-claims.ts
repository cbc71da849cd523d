import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/steps.ts';
import type { View } from '#platform/app/views.ts';
import { lists } from '#platform/app/lists.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { found } from '../records.ts';
import { route } from '../route.ts';
import { onePath } from '../shapes.ts';
import { claimBody, DeathClaimSchema, estateBody, EstateSchema } from './death-claim-shape.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { PROPOSED } from './proposals.ts';

const claims: Resource<View<'deathClaims'>> = {
  noun: 'death_claim',
  one: (views) => views.deathClaims.one,
  body: claimBody,
};

const theClaim = subjectOf(claims);

const claimTable = { steps: deathClaimSteps, cycle: deathClaimLifecycle };

/** Claims after the deaths of members. */
export const deathClaimRoutes = [
  listRoute({
    path: '/api/v1/death_claims',
    surface: 'lending',
    operation: 'listDeathClaims',
    summary: 'Claims after deaths, newest first',
    description: 'Recording the death of a member opens one.',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    list: lists.deathClaims,
    schema: DeathClaimSchema,
    read: (views, query) => views.deathClaims.list(query),
    show: claimBody,
  }),
  oneRoute(claims, {
    path: '/api/v1/death_claims/{id}',
    surface: 'lending',
    operation: 'getDeathClaim',
    summary: 'One claim after a death',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    schema: DeathClaimSchema,
    describe: 'The claim.',
  }),
  route({
    method: 'GET',
    path: '/api/v1/death_claims/{id}/estate',
    surface: 'lending',
    operation: 'getEstate',
    summary: 'What a member who died left and owes, as it stands now',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    params: onePath('death claim'),
    subject: theClaim,
    reply: {
      status: 200,
      schema: EstateSchema,
      describe: 'Accounts, loans, guarantees, money in suspense, and what is in the way.',
    },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const claim = await app.read(caller, (views) => found('death_claim', params.id, views.deathClaims.one));
      const [estate] = await app.deathClaims.lookAtEstates(caller, [claim.id]);
      if (!estate) throw new Error(`Death claim ${claim.uuid} is gone.`);
      return { body: estateBody({ claim, estate }, ids) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/death_claims/{id}',
    surface: 'lending',
    operation: 'changeDeathClaim',
    summary: 'Take a step in a claim after a death',
    description:
      'Add documents, verify them, settle each loan by insurance or set-off, distribute what is left, pay each beneficiary, ' +
      'close. A member without nominees has a representative appointed by a court. settle_loan, distribute, pay and ' +
      'reverse_part always take two people; who approves distribute or pay has neither recorded the death nor said who the ' +
      'beneficiaries are. Shares go by largest remainder, exact to the cent. Money that arrives later is distributed again.',
    tag: 'Members',
    scope: 'members:write',
    bucket: 'B.money',
    params: onePath('death claim'),
    subject: theClaim,
    body: stepBody(claimTable),
    example: { action: 'add_document', document_kind: 'death_certificate', document_reference: 'Cert 0931/2026' },
    reply: { status: 200, schema: DeathClaimSchema, describe: 'The claim after the step.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'claim_incomplete',
      'grant_missing',
      'beneficiaries_named',
      'claim_debts_open',
      'nothing_to_distribute',
      'nothing_due',
      'claim_part_in_use',
      'claim_not_settled',
      'unknown_reference',
      'loan_not_repayable',
      'repayment_exceeds_outstanding',
      'repayment_not_reversible',
      'loan_refinanced',
      'duplicate_payment_reference',
      'payment_time_out_of_range',
      'insufficient_funds',
      'account_frozen',
      'savings_account_not_active',
      'aml_hold',
      'already_proposed',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(claimTable, body, {
        app,
        caller,
        bound: app.deathClaims,
        on: { deathClaimId: await subjectId(), version },
        request: request(presented(claims, { caller, ids }, 200)),
      }),
  }),
];
