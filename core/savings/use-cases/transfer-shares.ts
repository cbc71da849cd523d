import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { requireWithinRole } from '../../kernel/personal-limits.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsRefusals } from '../refusals.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';
import { requireNoComplianceHold, requireNoDebts } from './move-savings.ts';
import { postTransfer } from './post-transfer.ts';
import { requireSeenByAnother, wordsPassedOn, type Vouching } from './said-by-one.ts';

export type TransferShares = OnSavingsAccount & {
  /** The share account of the member who takes them over. */
  readonly toSavingsAccountId: number;
  /** Minor units. */
  readonly amount: Cents;
};

type Ports = Vouching &
  Pick<
    SavingsPorts,
    'savingsAccounts' | 'savingsTransactions' | 'savers' | 'complianceHolds' | 'newUuid' | 'personalLimits' | 'today'
  >;

/**
 * Shares pass from one member to another. The capital of the society stays as it is, and what the members pay each other
 * for them is theirs.
 * @returns the movement out of the account
 * @throws DomainError not_share_accounts, member_not_active, member_owes, insufficient_funds, account_frozen,
 * savings_account_not_active, aml_hold, four_eyes_required (conflict), role_limit_exceeded (forbidden), validation_failed (invalid), not_found, precondition_failed
 */
export async function transferShares(command: TransferShares, ports: Ports): Promise<Outcome<SavingsTransaction>> {
  const amount = requirePositive(command.amount, 'amount');
  const { from, to } = await bothAccounts(command, ports);
  requireWithinRole('disburse', amount, ports);
  for (const account of [from, to]) {
    await requireActiveMember(account, ports);
    await requireNoComplianceHold(account, ports);
  }
  await requireNoDebts(from, ports);
  await requireSeenByAnother(from, { amount, channel: null, action: 'transfer' }, ports);
  const words = await wordsPassedOn(from, amount, ports);
  from.debit(amount, ports.today);
  to.credit(amount, ports.today);
  // Each side is a journal of its own; between them the shares stand in an account that is empty afterwards.
  const shares = { amount, counterpart: 'share_transfers' } as const;
  const out = await postTransfer({ ...shares, type: 'transfer_out', account: from }, ports);
  const into = await postTransfer({ ...shares, type: 'transfer_in', account: to, words }, ports);
  return outcome(out.transaction, out.event, into.event);
}

/** Both accounts, locked in the order of their ids: two transfers in opposite directions wait, and don't deadlock. */
async function bothAccounts(command: TransferShares, ports: Pick<SavingsPorts, 'savingsAccounts'>) {
  const { savingsAccountId: fromId, toSavingsAccountId: toId, version } = command;
  if (fromId !== toId) await ports.savingsAccounts.lock(Math.min(fromId, toId));
  const from = await findSavingsAccount({ savingsAccountId: fromId, version }, ports);
  const to = await findSavingsAccount({ savingsAccountId: toId }, ports);
  const areShares = from.kind === 'shares' && to.kind === 'shares' && from.productId === to.productId;
  if (!areShares || from.memberId === to.memberId) {
    throw refuse(
      savingsRefusals.not_share_accounts,
      `Shares can’t pass from account ${from.accountNo} to ${to.accountNo}: they are not share accounts of one product and two members.`,
      { savings_account_id: from.id, to_savings_account_id: to.id },
    );
  }
  return { from, to };
}

async function requireActiveMember(account: SavingsAccount, ports: Pick<SavingsPorts, 'savers'>): Promise<void> {
  const saver = await ports.savers.get(account.memberId);
  if (saver?.state === 'active') return;
  const state = saver?.state ?? 'unknown';
  throw refuse(
    kernelRefusals.member_not_active,
    `The member of account ${account.accountNo} is ${state}; shares pass between active members.`,
    { member_id: account.memberId, member_state: state },
  );
}
