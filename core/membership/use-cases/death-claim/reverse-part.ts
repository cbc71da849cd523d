import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { requireReason } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import type { ReversalCause } from '../../../payments/payment-receipt.ts';
import { endUses } from '../../../payments/receipt-registry.ts';
import { bookedOf, dueTo, type ClaimPart } from '../../death-claim/claim-part.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import { deathClaimLifecycle } from '../../death-claim/lifecycle.ts';
import { membershipRefusals } from '../../refusals.ts';
import { demandOn, findClaim, type DeathClaimPorts, type OnClaim } from './find-claim.ts';
import { CLAIM_PAYOUT } from './pay-beneficiary.ts';

export type ReverseClaimPart = OnClaim & {
  /** Its number in the claim. */
  readonly part: number;
  readonly reason: string | null;
  readonly cause?: ReversalCause | null;
};

/**
 * A part of a claim that was wrong is undone, by two people: the loan is owed again, the money is in the account again, or
 * is due to the beneficiary again. A distribution is undone whole, as long as nothing was paid of it.
 * @throws DomainError invalid_state_transition, claim_part_in_use, those of reversing repayments (conflict),
 *   validation_failed (invalid), not_found; SecondPersonRequired
 */
export async function reverseClaimPart(
  command: ReverseClaimPart,
  ports: DeathClaimPorts,
): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  claim.requireMay('reverse_part');
  requireReason(deathClaimLifecycle, 'reverse_part', command.reason);
  const parts = await ports.deathClaims.partsOf(claim.id);
  const part = partToReverse(claim, parts, command.part);
  const together = part.round === null ? [part] : parts.filter((each) => isStanding(each) && each.round === part.round);
  requireUnpaid(claim, parts, together);
  const reason = command.reason ?? '';
  const undone: DomainEvent[] = [];
  for (const each of together)
    undone.push(...(await undo(each, { reason, cause: command.cause ?? 'corrected' }, ports)));
  const whole = part.round === null ? part.amount : bookedOf(together, 'share');
  const rule = `Undoing part ${part.number} of a claim takes two people.`;
  requireAgreement(ports, demandOn(claim, rule, { paymentKey: `part:${part.number}`, amount: whole }));
  const reversed = claim.unbook(part, whole, command.reason);
  for (const each of together) each.reverse(ports.actor, ports.today, command.reason);
  return outcome(claim, ...undone, reversed);
}

const isStanding = ({ state }: ClaimPart) => state === 'booked';

function partToReverse({ claimNo }: DeathClaim, parts: readonly ClaimPart[], number: number): ClaimPart {
  const part = parts.find((each) => each.number === number);
  if (part && isStanding(part)) return part;
  const why = part
    ? `Part ${number} of claim ${claimNo} was reversed before.`
    : `Claim ${claimNo} has no part ${number}.`;
  throw invalidField('part', part ? 'reversed' : 'unknown', why);
}

/** Beneficiaries were not paid from what is undone. */
function requireUnpaid({ id, claimNo }: DeathClaim, parts: readonly ClaimPart[], undone: readonly ClaimPart[]): void {
  const short = undone.find(
    ({ kind, beneficiary, amount }) => kind === 'share' && beneficiary !== null && dueTo(parts, beneficiary) < amount,
  );
  if (!short) return;
  throw refuse(
    membershipRefusals.claim_part_in_use,
    `Beneficiary ${short.beneficiary} of claim ${claimNo} was paid from it. Reverse that payment first.`,
    { death_claim_id: id, beneficiary: short.beneficiary },
  );
}

async function undo(
  part: ClaimPart,
  { reason, cause }: { readonly reason: string; readonly cause: ReversalCause },
  ports: DeathClaimPorts,
): Promise<readonly DomainEvent[]> {
  if (part.kind === 'share') return [];
  if (part.kind !== 'payout') return ports.estate.undo(part, { reason, cause });
  await endUses({ type: CLAIM_PAYOUT, uuid: part.uuid, direction: 'out' }, cause, ports);
  return [];
}
