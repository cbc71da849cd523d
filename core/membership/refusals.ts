import { refusals } from '../kernel/domain-error.ts';

export const membershipRefusals = refusals({
  duplicate_member: {
    kind: 'conflict',
    title: 'A member with this national id exists',
    remedy: 'Use the existing member; one person joins a society once.',
  },
  member_erased: {
    kind: 'conflict',
    title: 'The personal data of this member were erased',
    remedy: 'Nothing more can be done with the record; a person who comes back applies again.',
  },
  nominees_final: {
    kind: 'conflict',
    title: 'The nominees of this member are final',
    remedy:
      'They can’t be changed after the member died or left; where the death was recorded by mistake, correct that first.',
  },
  claim_incomplete: {
    kind: 'conflict',
    title: 'The documents of the claim are not complete',
    remedy: 'Add what missing names, then verify the claim.',
  },
  grant_missing: {
    kind: 'conflict',
    title: 'No court has said who receives what is left',
    remedy: 'Add letters of administration or a grant of probate to the claim, then appoint the representative.',
  },
  beneficiaries_named: {
    kind: 'conflict',
    title: 'The member has named who receives what is left',
    remedy: 'Name with in_place_of whose share the representative receives.',
  },
  claim_debts_open: {
    kind: 'conflict',
    title: 'What the member owed comes before what beneficiaries receive',
    remedy: 'Do what obstacles say, then distribute what is left.',
  },
  nothing_to_distribute: {
    kind: 'conflict',
    title: 'Nothing of the member’s money is free to be distributed',
    remedy: 'Release holds, unfreeze accounts, substitute guarantors; an estate without money is closed.',
  },
  nothing_due: {
    kind: 'conflict',
    title: 'Nothing is due to the beneficiary',
    remedy: 'Distribute what is left first; what was paid is paid once.',
  },
  payment_not_as_proposed: {
    kind: 'conflict',
    title: 'Another person or another amount would be paid than was proposed',
    remedy: 'Make the request again: it becomes a new proposal, as the claim is now.',
  },
  distribution_not_as_proposed: {
    kind: 'conflict',
    title: 'Other people or another amount would be part of the distribution than were proposed',
    remedy: 'Make the request again: it becomes a new proposal, as the claim is now.',
  },
  claim_part_in_use: {
    kind: 'conflict',
    title: 'The part of the claim can’t be undone any more',
    remedy: 'Reverse the payments that were made from it first.',
  },
  claim_not_settled: {
    kind: 'conflict',
    title: 'Something of the claim is not settled',
    remedy: 'Do what obstacles say, then close the claim.',
  },
  death_claim_settled: {
    kind: 'conflict',
    title: 'Money was moved because of this death',
    remedy: 'Reverse the parts of the claim that are named, then correct the death.',
  },
  member_has_obligations: {
    kind: 'conflict',
    title: 'The member still owes or is owed something',
    remedy: 'Settle the loans, guarantees, savings and shares that are named, then let the member exit.',
  },
});
