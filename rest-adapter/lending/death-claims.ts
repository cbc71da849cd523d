import Type, { type Static } from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { CLAIM_PART_KINDS, CLAIM_PART_STATES, dueTo } from '#core/membership/death-claim/claim-part.ts';
import { CLAIM_DOCUMENT_KINDS } from '#core/membership/death-claim/documents.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/handle-claim.ts';
import { CLAIM_CHANNELS } from '#core/membership/use-cases/death-claim/pay-beneficiary.ts';
import type { App } from '#platform/app/compose.ts';
import { lists } from '#platform/app/lists.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import type { View, Views } from '#platform/app/views.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { actionBody, actionList, eachTaking } from '../action-body.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn, refuseBesideAction, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import {
  anyId,
  cents,
  date,
  documentNo,
  instant,
  nullable,
  object,
  onePath,
  phone,
  positiveCents,
  readInstant,
  reference,
  reversalCause,
  text,
} from '../shapes.ts';
import { NomineeSchema } from './members.ts';
import { PROPOSED } from './proposals.ts';

const BeneficiarySchema = object(
  {
    ...NomineeSchema.properties,
    number: Type.Integer({ description: 'Its place in the claim, from 1.' }),
    in_place_of: nullable(Type.String({ description: 'The nominee whose share it is.' })),
    due: cents('What was distributed to the beneficiary and is not paid yet, minor units.'),
  },
  { $id: 'Beneficiary' },
);

const PartSchema = object(
  {
    number: Type.Integer({ description: 'Its place in the claim, from 1: reverse_part names it.' }),
    uuid: Type.String({ format: 'uuid' }),
    kind: Type.Enum(CLAIM_PART_KINDS, {
      description:
        'insurance: the insurer paid on a loan. set_off: savings paid on a loan. taken: money left an account to be ' +
        'distributed. share: it is due to a beneficiary. payout: a beneficiary was paid.',
    }),
    state: Type.Enum([...CLAIM_PART_STATES]),
    amount: cents('Minor units.'),
    round: nullable(Type.Integer({ description: 'The distribution that it belongs to.' })),
    beneficiary: nullable(Type.Integer({ description: 'The number of the beneficiary.' })),
    loan_id: nullable(anyId('The loan that was settled.')),
    savings_account_id: nullable(anyId('The account that the money left.')),
    repayment_uuid: nullable(Type.String({ format: 'uuid', description: 'The repayment on the loan.' })),
    savings_transaction_uuid: nullable(Type.String({ format: 'uuid', description: 'The movement on the account.' })),
    channel: nullable(Type.String({ description: 'How money came or went.' })),
    reference: nullable(Type.String({ description: 'The receipt of the bank.' })),
    payee: nullable(Type.String({ description: 'Who was paid: the guardian, where the beneficiary is a minor.' })),
    booked_on: date('The business date of its booking.'),
    booked_by: Type.String({ description: 'Who approved it.' }),
    proposed_by: nullable(Type.String({ description: 'Who proposed it.' })),
    reversed_on: nullable(date('When it was undone.')),
    reversed_by: nullable(Type.String({ description: 'Who approved that.' })),
    state_reason: nullable(Type.String({ description: 'Why it was undone.' })),
  },
  { $id: 'DeathClaimPart' },
);

const DeathClaimSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    claim_no: Type.String({
      pattern: '^DC-[0-9]+$',
      description: 'The number that people use.',
      examples: ['DC-000001'],
    }),
    member_id: anyId('The member who died.'),
    died_on: date('The day of the death.'),
    state: Type.Enum([...deathClaimLifecycle.states]),
    state_reason: nullable(Type.String()),
    documents: Type.Array(
      object({
        kind: Type.Enum(CLAIM_DOCUMENT_KINDS),
        reference: Type.String({ description: 'Its number, and where it is found.' }),
        by: Type.String({ description: 'Who recorded it.' }),
        at: instant('When it was recorded.'),
      }),
      { description: 'What the claim is proven by.' },
    ),
    beneficiaries: Type.Array(BeneficiarySchema, {
      description: 'The nominees at the moment of death, and who a court has put in their place.',
    }),
    parts: Type.Array(PartSchema, { description: 'What was booked for the claim, in its order.' }),
    distributed: cents('What was shared out among the beneficiaries, minor units.'),
    paid: cents('What they were paid of it, minor units.'),
    opened_by: Type.String({ description: 'Who recorded the death.' }),
    verified_by: nullable(Type.String({ description: 'Who found the documents complete.' })),
    settled_on: nullable(date('When nothing was owed and nothing left.')),
    available_actions: actionList(deathClaimLifecycle.personal),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When the death was recorded.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'DeathClaim' },
);

const EstateSchema = object(
  {
    death_claim_id: anyId('The claim.'),
    accounts: Type.Array(
      object({
        id: anyId('The account.'),
        account_no: Type.String(),
        kind: Type.String({ description: 'ordinary, fixed_deposit or shares.' }),
        state: Type.String(),
        balance: cents('Minor units.'),
        held: cents('What of it is promised to something else: release it first.'),
        interest_accrued: cents('Interest that was earned and is posted when the estate is distributed.'),
      }),
      { description: 'What the member saved, and the shares.' },
    ),
    loans: Type.Array(
      object({
        id: anyId('The loan.'),
        loan_no: Type.String(),
        state: Type.String(),
        owed: cents('What is owed by the books, minor units; what settles it on a day its settlement quote says.'),
        overpaid: cents('What was paid too much.'),
      }),
      { description: 'The loans that are not at their end.' },
    ),
    guarantees: Type.Array(
      object({
        id: anyId('The guarantee.'),
        loan_no: Type.String({ description: 'The loan of another member.' }),
        liable: cents('What of it still binds the estate.'),
      }),
      { description: 'What the member stood for: substitute the guarantor, or discharge the estate.' },
    ),
    retained: cents('What the estate stands for: so much is not distributed.'),
    free: cents('What may be distributed once nothing is owed, without interest that is not posted yet.'),
    obstacles: Type.Array(Type.String(), { description: 'What keeps the claim from its end, in sentences.' }),
  },
  { $id: 'Estate' },
);

const theClaim = subjectAt('death_claim', (views) => views.deathClaims.one);

function claimBody(claim: View<'deathClaims'>, ids: Ids) {
  return {
    id: ids(claim),
    uuid: claim.uuid,
    claim_no: claim.claimNo,
    member_id: ids({ id: claim.memberId, uuid: claim.memberUuid }),
    died_on: claim.diedOn,
    state: claim.state,
    state_reason: claim.stateReason,
    documents: claim.documents.map((each) => ({ ...each, at: Temporal.Instant.from(each.at) })),
    beneficiaries: claim.beneficiaries.map((each) => ({ ...each, due: dueTo(claim.parts, each.number) })),
    parts: claim.parts.map((part) => ({
      number: part.number,
      uuid: part.uuid,
      kind: part.kind,
      state: part.state,
      amount: part.amount,
      round: part.round,
      beneficiary: part.beneficiary,
      loan_id: part.loan && ids(part.loan),
      savings_account_id: part.savingsAccount && ids(part.savingsAccount),
      repayment_uuid: part.repaymentUuid,
      savings_transaction_uuid: part.movementUuid,
      channel: part.channel,
      reference: part.reference,
      payee: part.payee,
      booked_on: part.bookedOn,
      booked_by: part.bookedBy,
      proposed_by: part.proposedBy,
      reversed_on: part.reversedOn,
      reversed_by: part.reversedBy,
      state_reason: part.stateReason,
    })),
    distributed: claim.distributed,
    paid: claim.paid,
    opened_by: claim.openedBy,
    verified_by: claim.verifiedBy,
    settled_on: claim.settledOn,
    available_actions: availableActions(deathClaimLifecycle, claim.state),
    version: claim.version,
    created_at: claim.createdAt,
    updated_at: claim.updatedAt,
  };
}

const presentClaim =
  (ids: Ids) =>
  async ({ uuid }: { readonly uuid: string }, views: Views) => {
    const claim = await views.deathClaims.one(uuid);
    if (!claim) throw new Error(`Death claim ${uuid} is gone in its own transaction.`);
    return recordResponse(200, claim, claimBody(claim, ids));
  };

const METHODS = ['insurance', 'set_off'] as const;
const PatchSchema = object({
  action: Type.Enum(actionsOf(deathClaimSteps), { description: 'The step to take.' }),
  document_kind: Type.Optional(Type.Enum(CLAIM_DOCUMENT_KINDS, { description: 'add_document: what it is.' })),
  document_reference: Type.Optional(text('add_document: its number, and where it is found.', 128)),
  name: Type.Optional(text('appoint: the full name of who a court names.', 200)),
  relationship: Type.Optional(text('appoint: administrator, executor.', 50)),
  id_number: Type.Optional(nullable(documentNo('appoint: number of a document of identity.', 32))),
  phone: Type.Optional(nullable(phone('appoint: international format with a leading +.'))),
  in_place_of: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 20, description: 'appoint: the number of the beneficiary.' })),
  ),
  loan_id: Type.Optional(reference('settle_loan: the loan of the member.')),
  method: Type.Optional(
    Type.Enum([...METHODS], {
      description: 'settle_loan: insurance is money that came into the bank, set_off takes it from an account.',
    }),
  ),
  savings_account_id: Type.Optional(reference('settle_loan by set_off: the account of the member.')),
  amount: Type.Optional(
    positiveCents('settle_loan: minor units; by set_off all that is owed by default, as far as the account has it.'),
  ),
  paid_at: Type.Optional(nullable(instant('settle_loan by insurance: when it was paid; now by default.'))),
  beneficiary: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'pay: the number.' })),
  channel: Type.Optional(Type.Enum([...CLAIM_CHANNELS], { description: 'pay: how.' })),
  reference: Type.Optional(text('settle_loan by insurance and pay by bank: the receipt of the bank.', 64)),
  part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'reverse_part: its number.' })),
  reason: Type.Optional(text('reverse_part: why.', 500)),
  cause: Type.Optional(reversalCause),
});
type Patch = Static<typeof PatchSchema>;

/** What a step takes beside its name. */
const TAKES = {
  add_document: ['document_kind', 'document_reference'],
  appoint: ['name', 'relationship', 'id_number', 'phone', 'in_place_of'],
  verify: [],
  settle_loan: ['loan_id', 'method', 'savings_account_id', 'amount', 'paid_at', 'reference'],
  distribute: [],
  pay: ['beneficiary', 'channel', 'reference'],
  reverse_part: ['part', 'reason', 'cause'],
  close: [],
} as const satisfies { readonly [Action in keyof typeof deathClaimSteps]: readonly (keyof Patch)[] };

/** @throws DomainError validation_failed (invalid) */
function required<Field extends keyof Patch>(body: Patch, field: Field): NonNullable<Patch[Field]> {
  const value = body[field];
  if (value !== undefined && value !== null) return value;
  throw invalidField(field, 'required', `The step ${body.action} takes ${field}.`);
}

type Step = {
  readonly app: App;
  readonly caller: Caller;
  readonly body: Patch;
  readonly on: { readonly deathClaimId: number; readonly version: number | undefined };
  readonly request: ProposableRequest<{ readonly uuid: string }>;
};

async function settlementIn({ app, caller, body }: Pick<Step, 'app' | 'caller' | 'body'>) {
  const loanId = await referenceIn(app, caller, 'loan_id', required(body, 'loan_id'), (views) => views.loans.one);
  if (required(body, 'method') === 'insurance') {
    refuseBesideAction(Object.keys(body), ['action', 'loan_id', 'method', 'amount', 'paid_at', 'reference']);
    const paidAt = body.paid_at == null ? null : readInstant('paid_at', body.paid_at);
    const paid = { amount: BigInt(required(body, 'amount')), reference: required(body, 'reference'), paidAt };
    return { method: 'insurance', loanId, ...paid } as const;
  }
  refuseBesideAction(Object.keys(body), ['action', 'loan_id', 'method', 'amount', 'savings_account_id']);
  const account = required(body, 'savings_account_id');
  return {
    method: 'set_off',
    loanId,
    savingsAccountId: await referenceIn(
      app,
      caller,
      'savings_account_id',
      account,
      (views) => views.savingsAccounts.one,
    ),
    amount: body.amount === undefined ? null : BigInt(body.amount),
  } as const;
}

/** Carries out the step that a body names. */
async function take(step: Step) {
  const { app, body, on, request } = step;
  refuseBesideAction(Object.keys(body), ['action', ...TAKES[body.action]]);
  const { deathClaims } = app;
  switch (body.action) {
    case 'add_document': {
      const document = { kind: required(body, 'document_kind'), document: required(body, 'document_reference') };
      return deathClaims.addClaimDocument(request, { ...on, ...document });
    }
    case 'appoint': {
      const { id_number: number = null, phone: called = null, in_place_of: inPlaceOf = null } = body;
      const who = { name: required(body, 'name'), relationship: required(body, 'relationship') };
      return deathClaims.appointRepresentative(request, {
        ...on,
        person: { ...who, id_number: number, phone: called },
        inPlaceOf,
      });
    }
    case 'settle_loan':
      return deathClaims.settleClaimLoan(request, { ...on, settlement: await settlementIn(step) });
    case 'pay':
      return deathClaims.payBeneficiary(request, {
        ...on,
        beneficiary: required(body, 'beneficiary'),
        channel: required(body, 'channel'),
        reference: body.reference ?? null,
      });
    case 'reverse_part': {
      const { reason = null, cause } = body;
      return deathClaims.reverseClaimPart(request, { ...on, part: required(body, 'part'), reason, cause });
    }
    case 'verify':
    case 'distribute':
    case 'close':
      return deathClaims[deathClaimSteps[body.action]](request, on);
  }
}

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
  route({
    method: 'GET',
    path: '/api/v1/death_claims/{id}',
    surface: 'lending',
    operation: 'getDeathClaim',
    summary: 'One claim after a death',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    params: onePath('death claim'),
    subject: theClaim,
    reply: { status: 200, schema: DeathClaimSchema, describe: 'The claim.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const claim = await app.read(caller, (views) => found('death_claim', params.id, views.deathClaims.one));
      return showRecord(claim, claimBody(claim, ids));
    },
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
    reply: { status: 200, schema: EstateSchema, describe: 'Accounts, loans, guarantees, and what is in the way.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const claim = await app.read(caller, (views) => found('death_claim', params.id, views.deathClaims.one));
      const estate = await app.deathClaims.lookAtEstate(caller, claim.id);
      if (!estate) throw new Error(`Death claim ${claim.uuid} is gone.`);
      return {
        body: {
          death_claim_id: ids(claim),
          accounts: estate.accounts.map((account) => ({
            id: ids(account),
            account_no: account.accountNo,
            kind: account.kind,
            state: account.state,
            balance: account.balance,
            held: account.held,
            interest_accrued: account.accrued,
          })),
          loans: estate.loans.map((loan) => ({
            id: ids(loan),
            loan_no: loan.loanNo,
            state: loan.state,
            owed: loan.owed,
            overpaid: loan.overpaid,
          })),
          guarantees: estate.guarantees.map((given) => ({
            id: ids(given),
            loan_no: given.loanNo,
            liable: given.liable,
          })),
          retained: estate.retained,
          free: estate.free,
          obstacles: estate.obstacles,
        },
      };
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
    body: actionBody(PatchSchema, eachTaking(TAKES)),
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
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const on = { deathClaimId: await subjectId(), version };
      return take({ app, caller, body, on, request: request(presentClaim(ids)) });
    },
  }),
];
