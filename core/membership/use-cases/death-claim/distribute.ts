import { refuse } from '../../../kernel/domain-error.ts';
import { least, sum, type Cents } from '../../../kernel/money.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import { ClaimPart } from '../../death-claim/claim-part.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import { shareOut } from '../../death-claim/shares.ts';
import { debtsOf, retained, takeable, type Estate } from '../../estate.ts';
import { membershipRefusals } from '../../refusals.ts';
import {
  bookedNow,
  demandOn,
  findClaim,
  requireAsProposed,
  requireImpartial,
  screenPayees,
  type DeathClaimPorts,
  type OnClaim,
} from './find-claim.ts';

/**
 * All that is free of what the member left leaves the accounts and is owed to the beneficiaries by their shares. What the
 * member stands for stays, until guarantors are substituted; what arrives later is distributed by the same command again.
 * Interest that was earned is posted first.
 * @throws DomainError invalid_state_transition, claim_debts_open, nothing_to_distribute, distribution_not_as_proposed,
 *   aml_hold, four_eyes_required (conflict), not_found; SecondPersonRequired
 */
export async function distributeEstate(command: OnClaim, ports: DeathClaimPorts): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  claim.requireMay('distribute');
  const estate = await ports.estate.lock(claim.memberId);
  requireNoDebts(claim, estate);
  const { events: posted, available } = await withInterest(estate, ports);
  const free = sum(available.map(({ amount }) => amount)) - retained(estate);
  if (free <= 0n) throw nothingFree(claim, estate);
  const round = claim.lastRound + 1;
  const part = { ...bookedNow(ports), claimId: claim.id, round };
  const add = (fields: Omit<Parameters<typeof ClaimPart.book>[0], keyof typeof part | 'uuid' | 'number'>) =>
    ports.deathClaims.addPart(ClaimPart.book({ ...part, ...fields, uuid: ports.newUuid(), number: claim.nextPart() }));
  const events = [...posted];
  let left = free;
  for (const { id, amount } of available) {
    const taking = least(amount, left);
    if (taking === 0n) continue;
    const taken = await ports.estate.take(id, taking);
    add({ kind: 'taken', amount: taking, savingsAccountId: id, movementUuid: taken.uuid });
    events.push(...taken.events);
    left -= taking;
  }
  const key = distributionOf(claim, estate);
  requireAgreement(
    ports,
    demandOn(claim, `Distributing ${free} to the beneficiaries takes two people.`, { paymentKey: key, amount: free }),
  );
  requireAsProposed(key, ports, () =>
    refuse(
      membershipRefusals.distribution_not_as_proposed,
      `Since this distribution of claim ${claim.claimNo} was proposed, who the beneficiaries are or what is free has changed. Propose it again.`,
      { death_claim_id: claim.id },
    ),
  );
  await requireImpartial(claim, ports);
  events.push(...(await screenPayees(claim, ports)));
  const weights = claim.beneficiaries.map(({ share_basis_points: share }) => BigInt(share));
  for (const [index, amount] of shareOut(free, weights).entries()) {
    const { number } = claim.beneficiaries[index]!;
    if (amount > 0n) add({ kind: 'share', amount, beneficiary: number });
  }
  return outcome(claim, ...events, claim.book('distribute', { amount: free, part: claim.lastPart, channel: null }));
}

/** What is distributed, and to whom. Interest that is earned from one day to the next changes neither. */
function distributionOf({ beneficiaries }: DeathClaim, estate: Estate): string {
  const free = sum(estate.accounts.map(takeable)) - retained(estate);
  const heirs = beneficiaries.map(({ number, name, share_basis_points: share }) => `${number}:${share}:${name}`);
  return `distribution:${free}:${heirs.join(';')}`;
}

function requireNoDebts({ id, claimNo }: DeathClaim, estate: Estate): void {
  const debts = debtsOf(estate);
  if (debts.length === 0) return;
  throw refuse(
    membershipRefusals.claim_debts_open,
    `Nothing of claim ${claimNo} is distributed yet: ${debts.join('; ')}.`,
    { death_claim_id: id, obstacles: debts },
  );
}

function nothingFree({ id, claimNo }: DeathClaim, estate: Estate) {
  const held = retained(estate);
  const why =
    held > 0n ? ` ${held} stays on the accounts: the member stands for loans of others, or was paid a loan twice.` : '';
  const message = `Nothing of claim ${claimNo} is free to be distributed.${why}`;
  return refuse(membershipRefusals.nothing_to_distribute, message, { death_claim_id: id, retained: held });
}

/** What each account has free once its interest is posted. */
async function withInterest(estate: Estate, ports: DeathClaimPorts) {
  const events: DomainEvent[] = [];
  const available: { readonly id: number; readonly amount: Cents }[] = [];
  for (const account of estate.accounts) {
    const isTakeable = account.state === 'active' || account.state === 'dormant';
    const posted = isTakeable && account.accrued > 0n ? await ports.estate.postInterest(account.id) : null;
    if (posted) events.push(...posted.events);
    available.push({ id: account.id, amount: takeable(account) + (posted?.amount ?? 0n) });
  }
  return { events, available };
}
