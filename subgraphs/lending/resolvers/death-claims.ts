import { availableActions } from '#core/kernel/lifecycle.ts';
import { dueTo } from '#core/membership/death-claim/claim-part.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type Claim = View<'deathClaims'>;
type Beneficiary = Claim['beneficiaries'][number];
type Part = Claim['parts'][number];
type One = { readonly id: string };
type Identified = { readonly uuid: string };

export const deathClaimQuery: TypeResolvers<LendingContext> = {
  deathClaim: (_, { id: uuid }: One, { loaders }) => loaders.deathClaims.load(uuid),
  deathClaims: listed('deathClaims', lendingLists.DeathClaim, (views) => views.deathClaims),
};

/** In the graph a record is known by its uuid alone. */
const id = ({ uuid }: Identified) => uuid;

export const deathClaimRecords: Resolvers<LendingContext> = {
  DeathClaim: {
    __resolveReference: (reference: One, { loaders }) => loaders.deathClaims.load(reference.id),
    id,
    member: ({ memberId }: Claim, _, { loaders }) => loaders.members.byId.load(memberId),
    documents: ({ documents }: Claim) => documents.map((each) => ({ ...each, at: Temporal.Instant.from(each.at) })),
    beneficiaries: ({ beneficiaries, parts }: Claim) =>
      beneficiaries.map((each) => ({ ...each, due: dueTo(parts, each.number) })),
    estate: ({ id: claimId }: Claim, _, { loaders }) => loaders.estateOfClaim.load(claimId),
    availableActions: ({ state }: Claim) => availableActions(deathClaimLifecycle, state),
  },
  Beneficiary: {
    shareBasisPoints: (one: Beneficiary) => one.share_basis_points,
    dateOfBirth: (one: Beneficiary) => (one.date_of_birth === null ? null : Temporal.PlainDate.from(one.date_of_birth)),
    idNumber: (one: Beneficiary) => one.id_number,
    inPlaceOf: (one: Beneficiary) => one.in_place_of,
  },
  DeathClaimPart: {
    id,
    loan: ({ loan }: Part, _, { loaders }) => loan && loaders.loans.byId.load(loan.id),
    savingsAccount: ({ savingsAccount }: Part, _, { loaders }) =>
      savingsAccount && loaders.savingsAccounts.load(savingsAccount.uuid),
    savingsTransactionUuid: ({ movementUuid }: Part) => movementUuid,
  },
  EstateAccount: { id, interestAccrued: ({ accrued }: { readonly accrued: bigint }) => accrued },
  EstateLoan: { id },
  EstateGuarantee: { id },
};
