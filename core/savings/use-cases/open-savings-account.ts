import { refuse } from '../../kernel/domain-error.ts';
import { invalidField, unusableReference } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { interestOf } from '../interest.ts';
import type { AtMaturity, MaturityTerms } from '../maturity.ts';
import type { SavingsProduct } from '../product/savings-product.ts';
import { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';

export type OpenSavingsAccount = {
  readonly memberId: number;
  readonly productId: number;
  readonly clientReference?: string | null;
  /** What becomes of a fixed deposit that matures; as its product has it where it is left out. */
  readonly atMaturity?: AtMaturity | null;
  /** The account of the member that it is paid out to then. */
  readonly payoutAccountId?: number | null;
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
  const [saver, product] = await Promise.all([
    ports.savers.get(command.memberId),
    ports.savingsProducts.get(command.productId),
  ]);
  if (!saver) throw unknown('member_id', command.memberId, 'Use the id of one of your members.');
  if (!product || product.state !== 'active') {
    throw unknown('product_id', command.productId, 'Use the id of an active savings product.');
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
      maturity: await maturityOf(command, product, ports),
      openedBy: ports.actor,
      clientReference,
    },
    { today: ports.today, needsApproval: ports.openingNeedsApproval },
  );
  ports.savingsAccounts.add(account);
  return outcome(account, event);
}

/** What is agreed of a fixed deposit. @throws DomainError validation_failed, unknown_reference (invalid) */
async function maturityOf(
  command: OpenSavingsAccount,
  product: SavingsProduct,
  ports: Pick<SavingsPorts, 'savingsAccounts'>,
): Promise<MaturityTerms | null> {
  const { payoutAccountId = null } = command;
  const agreed = command.atMaturity ?? null;
  if (product.kind !== 'fixed_deposit') {
    if (agreed === null && payoutAccountId === null) return null;
    throw invalidField('at_maturity', 'not_a_deposit', 'Leave it out: the product is no fixed deposit.');
  }
  const atMaturity =
    agreed ?? (product.atMaturity === 'pay_out' && payoutAccountId === null ? 'wait' : product.atMaturity);
  if ((atMaturity === 'pay_out') !== (payoutAccountId !== null)) {
    throw invalidField(
      'payout_account_id',
      'required',
      'Name the account to pay out to where, and only where, it is to be paid out.',
    );
  }
  if (payoutAccountId !== null) {
    const payout = await ports.savingsAccounts.get(payoutAccountId);
    if (payout?.memberId !== command.memberId || payout.kind !== 'ordinary') {
      throw unusableReference(
        'payout_account_id',
        'The account to pay out to can’t be used.',
        'Name an ordinary account of the member.',
      );
    }
  }
  return { atMaturity, payoutAccountId, rateAfter: product.rateAfterMaturity, breakCost: product.breakCost };
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
