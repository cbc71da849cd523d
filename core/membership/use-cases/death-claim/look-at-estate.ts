import { obstaclesOf, retained, takeable, type Estate } from '../../estate.ts';
import { most, sum, type Cents } from '../../../kernel/money.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import type { DeathClaimPorts } from './find-claim.ts';

/** What a member left as it stands now; money in minor units. */
export type EstateNow = Estate & {
  /** What the member stands for, or was paid twice: it is not distributed before that is settled. */
  readonly retained: Cents;
  /** What may be distributed once nothing is owed; interest that is not posted yet comes on top. */
  readonly free: Cents;
  /** What keeps the claim from its end, in sentences. */
  readonly obstacles: readonly string[];
};

/** Shows what members left and owe, by the claims after their deaths, in their order; null where there is no such claim. */
export async function lookAtEstates(
  claimIds: readonly number[],
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'estate'>,
): Promise<readonly (EstateNow | null)[]> {
  const claims = new Map((await ports.deathClaims.byIds(claimIds)).map((claim) => [claim.id, claim]));
  const estates = await ports.estate.ofMembers([...new Set([...claims.values()].map(({ memberId }) => memberId))]);
  return claimIds.map((id) => {
    const claim = claims.get(id);
    const estate = claim && estates.get(claim.memberId);
    return claim && estate ? estateNow(claim, estate) : null;
  });
}

function estateNow({ distributed, paid }: DeathClaim, estate: Estate): EstateNow {
  const standsFor = retained(estate);
  const free = most(sum(estate.accounts.map(takeable)) - standsFor, 0n);
  const unpaid = distributed - paid;
  const owed = unpaid > 0n ? [`beneficiaries are owed ${unpaid}`] : [];
  return { ...estate, retained: standsFor, free, obstacles: [...obstaclesOf(estate), ...owed] };
}
