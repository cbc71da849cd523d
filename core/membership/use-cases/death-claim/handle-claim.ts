import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import type { ClaimDocumentKind } from '../../death-claim/documents.ts';
import { obstaclesOf } from '../../estate.ts';
import { findClaim, screenPayees, type DeathClaimPorts, type OnClaim } from './find-claim.ts';

/** A document of the claim. @throws DomainError invalid_state_transition (conflict), validation_failed, not_found */
export async function addClaimDocument(
  command: OnClaim & { readonly documentKind: ClaimDocumentKind; readonly documentReference: string },
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'actor' | 'now'>,
): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  const { documentKind: kind, documentReference: reference } = command;
  const added = claim.addDocument({ kind, reference, by: ports.actor, at: ports.now.toString() });
  return added ? outcome(claim, added) : replay(claim);
}

export type AppointRepresentative = OnClaim & {
  readonly name: string;
  readonly relationship: string;
  readonly idNumber: string | null;
  readonly phone: string | null;
  readonly inPlaceOf: number | null;
};

/**
 * A court says who receives what is left, or one share of it.
 * @throws DomainError invalid_state_transition, grant_missing, beneficiaries_named (conflict), validation_failed, not_found
 */
export async function appointRepresentative(
  command: AppointRepresentative,
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'screening' | 'actor'>,
): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  const { name, relationship, idNumber, phone, inPlaceOf } = command;
  const appointed = claim.appoint({ name, relationship, id_number: idNumber, phone }, inPlaceOf, ports.actor);
  return outcome(claim, appointed, ...(await screenPayees(claim, ports)));
}

/** The documents are complete. @throws DomainError invalid_state_transition, claim_incomplete (conflict), not_found */
export async function verifyDeathClaim(
  command: OnClaim,
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'actor'>,
): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  return outcome(claim, claim.verify(ports.actor));
}

/** Nothing is owed and nothing is left. @throws DomainError invalid_state_transition, claim_not_settled (conflict), not_found */
export async function closeDeathClaim(
  command: OnClaim,
  ports: Pick<DeathClaimPorts, 'deathClaims' | 'estate' | 'today'>,
): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  claim.requireMay('close');
  return outcome(claim, claim.close(obstaclesOf(await ports.estate.lock(claim.memberId)), ports.today));
}
