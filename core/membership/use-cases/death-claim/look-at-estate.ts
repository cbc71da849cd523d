import { obstaclesOf, retained, takeable, type Estate } from '../../estate.ts';
import { most, sum, type Cents } from '../../../kernel/money.ts';
import type { DeathClaimPorts, OnClaim } from './find-claim.ts';

/** What a member left as it stands now; money in minor units. */
export type EstateNow = Estate & {
  /** What the member stands for, or was paid twice: it is not distributed before that is settled. */
  readonly retained: Cents;
  /** What may be distributed once nothing is owed; interest that is not posted yet comes on top. */
  readonly free: Cents;
  /** What keeps the claim from its end, in sentences. */
  readonly obstacles: readonly string[];
};

/** Shows what a member left and owes; null where there is no such claim. */
export async function lookAtEstate(
  { deathClaimId }: Pick<OnClaim, 'deathClaimId'>,
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'estate'>,
): Promise<EstateNow | null> {
  const claim = await ports.deathClaims.get(deathClaimId);
  if (!claim) return null;
  const estate = await ports.estate.of(claim.memberId);
  const standsFor = retained(estate);
  const free = most(sum(estate.accounts.map(takeable)) - standsFor, 0n);
  const unpaid = claim.distributed - claim.paid;
  const owed = unpaid > 0n ? [`beneficiaries are owed ${unpaid}`] : [];
  return { ...estate, retained: standsFor, free, obstacles: [...obstaclesOf(estate), ...owed] };
}
