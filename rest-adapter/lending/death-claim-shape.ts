import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { CLAIM_PART_KINDS, CLAIM_PART_STATES, dueTo } from '#core/membership/death-claim/claim-part.ts';
import { CLAIM_DOCUMENT_KINDS } from '#core/membership/death-claim/documents.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import type { App } from '#platform/app/compose.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, date, instant, nullable, object } from '../shapes.ts';
import { NomineeSchema } from './member-shape.ts';

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

export const DeathClaimSchema = object(
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

export const EstateSchema = object(
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
        paid_twice: cents('What came twice when it was paid out: owed, whatever became of the loan.'),
      }),
      { description: 'The loans that are not at their end, or of which money that was paid out twice is owed.' },
    ),
    suspense: Type.Array(
      object({
        receipt_no: Type.String({ description: 'The provider’s receipt.' }),
        amount: cents('Minor units.'),
        may_be_others: Type.Boolean({
          description:
            'Nothing but the number points to the member, and another member has it as well: find out whose it is. It does ' +
            'not keep the claim open.',
        }),
      }),
      {
        description:
          'Payments from the member’s number, or for a loan or an account of the member, that wait in suspense: allocate ' +
          'them, or give them back. At most 50, oldest first.',
      },
    ),
    guarantees: Type.Array(
      object({
        id: anyId('The guarantee.'),
        loan_no: Type.String({ description: 'The loan of another member.' }),
        liable: cents('What of it still binds the estate.'),
      }),
      { description: 'What the member stood for: substitute the guarantor, or discharge the estate.' },
    ),
    retained: cents('What the estate stands for, and what was paid to the member twice: so much is not distributed.'),
    free: cents('What may be distributed once nothing is owed, without interest that is not posted yet.'),
    obstacles: Type.Array(Type.String(), { description: 'What keeps the claim from its end, in sentences.' }),
  },
  { $id: 'Estate' },
);

/** A claim after a death as it is shown. */
export function claimBody(claim: View<'deathClaims'>, ids: Ids) {
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

type ShownEstate = {
  readonly claim: View<'deathClaims'>;
  readonly estate: NonNullable<Awaited<ReturnType<App['deathClaims']['lookAtEstates']>>[number]>;
};

/** What a member left and owes, as it is shown. */
export function estateBody({ claim, estate }: ShownEstate, ids: Ids) {
  return {
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
      paid_twice: loan.paidTwice,
    })),
    suspense: estate.suspense.map(({ receiptNo, amount, mayBeOthers }) => ({
      receipt_no: receiptNo,
      amount,
      may_be_others: mayBeOthers,
    })),
    guarantees: estate.guarantees.map((given) => ({
      id: ids(given),
      loan_no: given.loanNo,
      liable: given.liable,
    })),
    retained: estate.retained,
    free: estate.free,
    obstacles: estate.obstacles,
  };
}
