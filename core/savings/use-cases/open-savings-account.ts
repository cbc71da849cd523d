import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { interestOf } from '../interest.ts';
import { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';

export type OpenSavingsAccount = {
  readonly memberId: number;
  readonly productId: number;
  readonly clientReference?: string | null;
};

/**
 * A member opens an account of a product. Whether a person approves it first is the tenant's policy.
 * @throws DomainError unknown_reference (invalid), duplicate_reference, kyc_incomplete, member_not_active (conflict)
 */
export async function openSavingsAccount(
  command: OpenSavingsAccount,
  ports: Pick<
    SavingsPorts,
    'savers' | 'savingsProducts' | 'savingsAccounts' | 'newUuid' | 'actor' | 'today' | 'openingNeedsApproval'
  >,
): Promise<Outcome<SavingsAccount>> {
  const clientReference = command.clientReference ?? null;
  if (clientReference !== null) {
    const earlier = await ports.savingsAccounts.findByClientReference(clientReference);
    if (earlier) {
      throw refuse(
        kernelRefusals.duplicate_reference,
        `The reference ${clientReference} belongs to savings account ${earlier.accountNo}.`,
        { existing_id: earlier.id },
      );
    }
  }
  const saver = await ports.savers.get(command.memberId);
  if (!saver) throw unknown('member_id', command.memberId, 'Use the id of one of your members.');
  const product = await ports.savingsProducts.get(command.productId);
  if (!product || product.state !== 'active') {
    throw unknown('product_id', command.productId, 'Use the id of an active row of /api/v1/savings_products.');
  }
  requireActive(saver);
  const { account, event } = SavingsAccount.open(
    {
      uuid: ports.newUuid(),
      accountNo: await ports.savingsAccounts.nextNumber(),
      memberId: saver.id,
      productId: product.id,
      kind: product.kind,
      termMonths: product.termMonths,
      interest: interestOf(product),
      openedBy: ports.actor,
      clientReference,
    },
    { today: ports.today, needsApproval: ports.openingNeedsApproval },
  );
  ports.savingsAccounts.add(account);
  return outcome(account, event);
}

function requireActive(saver: { id: number; memberNo: string; state: string; missing: readonly string[] }): void {
  if (saver.state === 'active') return;
  const details = { member_id: saver.id, member_state: saver.state, missing: [...saver.missing] };
  if (saver.state === 'pending_kyc' || saver.state === 'kyc_rejected') {
    throw refuse(
      kernelRefusals.kyc_incomplete,
      `The identity of member ${saver.memberNo} is not verified (${saver.state}).`,
      details,
    );
  }
  throw refuse(kernelRefusals.member_not_active, `Member ${saver.memberNo} is ${saver.state}.`, details);
}

function unknown(field: 'member_id' | 'product_id', id: number, detail: string) {
  return unusableReference(field, `${field} ${id} names nothing that can be used here. ${detail}`, detail);
}
