import { refuse, type DomainError } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireAnotherPerson, type Actor, type Demand } from '../../../kernel/two-people.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import type { ClaimPart } from '../../death-claim/claim-part.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import type { EstatePort } from '../../estate.ts';
import type { MembershipPorts } from '../../ports.ts';

export type OnClaim = { readonly deathClaimId: number; readonly version?: number | undefined };

/** Those who receive what a member left, as far as compliance looks at them. */
export type Screening = {
  /** Looks for people on the lists of sanctions and of exposed persons. What is found is an alert. */
  screen(memberId: number, people: readonly Screened[]): Promise<readonly DomainEvent[]>;
  /** The alert that stops payments to any of these, by its id; null where there is none. */
  holdOn(memberId: number, names: readonly string[]): Promise<number | null>;
};
type Screened = { readonly name: string; readonly born: string | null; readonly idNumber: string | null };

/** What the use cases of claims need from outside. */
export type DeathClaimPorts = MembershipPorts &
  ReceiptPorts & {
    readonly estate: EstatePort;
    readonly screening: Screening;
    /** Which payment another person agreed to, by its key; null where one person acts. */
    readonly proposedKey: string | null;
  };

/** The claim that a command is about, locked. @throws DomainError not_found, precondition_failed */
export async function findClaim(command: OnClaim, ports: Pick<DeathClaimPorts, 'deathClaims'>): Promise<DeathClaim> {
  const claim = await ports.deathClaims.lock(command.deathClaimId);
  if (!claim) {
    throw refuse(kernelRefusals.not_found, `There is no death claim ${command.deathClaimId}.`, {
      resource: 'death_claim',
      id: String(command.deathClaimId),
    });
  }
  requireVersion(claim, command.version);
  return claim;
}

/** What two people agree on about a claim. */
export function demandOn(
  { id, uuid }: DeathClaim,
  rule: string,
  what: Pick<Demand, 'amount' | 'paymentKey' | 'settled'>,
): Demand {
  return { subject: { type: 'death_claim', id, uuid }, rule, ...what };
}

/**
 * What two people agree on is what is carried out: between proposal and approval a representative may have taken a
 * beneficiary's place, or money may have come or gone.
 * @param key what is carried out now, as the demand names it
 */
export function requireAsProposed(
  key: string,
  { proposedKey }: Pick<DeathClaimPorts, 'proposedKey'>,
  refusal: () => DomainError,
): void {
  if (proposedKey !== null && proposedKey !== key) throw refusal();
}

/**
 * Who lets money go to beneficiaries has neither recorded the death nor said who they are.
 * @throws DomainError four_eyes_required (conflict)
 */
export async function requireImpartial(claim: DeathClaim, ports: Actor): Promise<void> {
  const step = { death_claim_id: claim.id };
  for (const person of [claim.openedBy, ...claim.beneficiariesSetBy]) await requireAnotherPerson(person, ports, step);
}

/** Looks for all whom the claim may pay on the lists: beneficiaries, who took their place, and guardians of minors. */
export function screenPayees(
  { memberId, beneficiaries }: DeathClaim,
  { screening }: Pick<DeathClaimPorts, 'screening'>,
): Promise<readonly DomainEvent[]> {
  const people = beneficiaries.flatMap(({ name, date_of_birth: born, id_number: idNumber, guardian }) => [
    { name, born, idNumber },
    ...(guardian === null ? [] : [{ name: guardian.name, born: null, idNumber: null }]),
  ]);
  return screening.screen(memberId, people);
}

/** Who carries a part out, and when. */
export function bookedNow({
  today,
  actor,
  proposedBy,
}: Pick<MembershipPorts, 'today' | 'actor' | 'proposedBy'>): Pick<ClaimPart, 'bookedOn' | 'bookedBy' | 'proposedBy'> {
  return { bookedOn: today, bookedBy: actor, proposedBy };
}
