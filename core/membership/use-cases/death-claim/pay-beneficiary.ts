import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import type { Words } from '../../../kernel/step-fields.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import { accountBehind, requirePayoutReference } from '../../../payments/payment-receipt.ts';
import { isSameReceipt, NO_RECEIPT, requireReceipt } from '../../../payments/receipt-registry.ts';
import { ClaimPart, dueTo } from '../../death-claim/claim-part.ts';
import { payeeOf, type DeathClaim } from '../../death-claim/death-claim.ts';
import { membershipRefusals } from '../../refusals.ts';
import {
  bookedNow,
  demandOn,
  findClaim,
  requireAsProposed,
  requireImpartial,
  type DeathClaimPorts,
  type OnClaim,
} from './find-claim.ts';

/** How beneficiaries are paid. */
export const CLAIM_CHANNEL: Words<'cash' | 'bank'> = {
  name: 'ClaimChannel',
  means: 'How a beneficiary is paid.',
  words: { cash: 'Cash at the counter.', bank: 'A transfer from the society’s bank.' },
};

export type PayBeneficiary = OnClaim & {
  readonly beneficiary: number;
  readonly channel: 'cash' | 'bank';
  readonly reference: string | null;
};

/** What a payment to a beneficiary is called in the register of receipts. */
export const CLAIM_PAYOUT = 'death_claim_payout';

/**
 * A beneficiary is paid all that is due, the share of a minor to the guardian: two people do it, and who approves has
 * neither recorded the death nor said who the beneficiaries are. The same payment again is that of before.
 * @throws DomainError invalid_state_transition, nothing_due, payment_not_as_proposed, duplicate_payment_reference, aml_hold,
 *   four_eyes_required (conflict), validation_failed (invalid), not_found; SecondPersonRequired
 */
export async function payBeneficiary(command: PayBeneficiary, ports: DeathClaimPorts): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  const parts = await ports.deathClaims.partsOf(claim.id);
  const { beneficiary: number, channel, reference } = command;
  if (parts.some((part) => isThis(part, command))) return replay(claim);
  claim.requireMay('pay');
  const beneficiary = claim.beneficiary(number, 'beneficiary');
  const payee = payeeOf(beneficiary, ports.today);
  await requireNoComplianceHold(claim, [beneficiary.name, payee], ports);
  requirePayoutReference(channel, reference);
  const amount = dueTo(parts, number);
  if (amount <= 0n) {
    throw refuse(membershipRefusals.nothing_due, `Nothing of claim ${claim.claimNo} is due to ${beneficiary.name}.`, {
      death_claim_id: claim.id,
      beneficiary: number,
    });
  }
  const uuid = ports.newUuid();
  const account = accountBehind(channel);
  const paid = { direction: 'out', amount, paidAt: ports.now, reportedBy: 'caller' } as const;
  const record = { type: CLAIM_PAYOUT, uuid };
  const receipt =
    reference === null || account === null
      ? NO_RECEIPT
      : await requireReceipt(
          { ...paid, account, receiptNo: reference, record, party: `death_claim:${claim.id}:${number}` },
          ports,
        );
  const key = `beneficiary:${number}:${amount}:${payee}`;
  // Proposals are delivered to webhooks, which name no one who is paid after a death: the claim does.
  requireAgreement(
    ports,
    demandOn(claim, `Paying ${amount} to beneficiary ${number} takes two people.`, { paymentKey: key, amount }),
  );
  requireAsProposed(key, ports, () =>
    refuse(
      membershipRefusals.payment_not_as_proposed,
      `Since this payment of claim ${claim.claimNo} was proposed, who is paid or how much is due has changed. Propose it again.`,
      { death_claim_id: claim.id },
    ),
  );
  await requireImpartial(claim, ports);
  const part = claim.nextPart();
  ports.deathClaims.addPart(
    ClaimPart.book({
      ...bookedNow(ports),
      uuid,
      claimId: claim.id,
      number: part,
      kind: 'payout',
      amount,
      beneficiary: number,
      channel,
      reference,
      payee,
    }),
  );
  return outcome(claim, ...receipt.book(), claim.book('pay', { amount, part, channel }));
}

function isThis(
  part: ClaimPart,
  { beneficiary, channel, reference }: { beneficiary: number; channel: string; reference: string | null },
): boolean {
  if (part.kind !== 'payout' || part.state !== 'booked' || part.beneficiary !== beneficiary) return false;
  return part.channel === channel && reference !== null && isSameReceipt(part.reference ?? '', reference);
}

async function requireNoComplianceHold(
  { id, claimNo, memberId }: DeathClaim,
  payees: readonly string[],
  ports: Pick<DeathClaimPorts, 'complianceHolds' | 'screening'>,
): Promise<void> {
  const alertId = (await ports.complianceHolds.on(memberId)) ?? (await ports.screening.holdOn(memberId, payees));
  if (alertId === null) return;
  throw refuse(kernelRefusals.aml_hold, `Money of claim ${claimNo} is held until alert ${alertId} is decided.`, {
    alert_id: alertId,
    death_claim_id: id,
  });
}
