import type { ProposedMovement } from '#core/aml/use-cases/screen.ts';
import { reversePayment } from '#core/education/use-cases/payment/reverse-payment.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Cents } from '#core/kernel/money.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { isSubset, type Scope } from '#core/partners/scopes.ts';
import type { PartType, ReceiptSplit, SplitPart } from '#core/payments/split/receipt-split.ts';
import { reverseSplit, type ReverseSplit, type ReverseSplitPorts } from '#core/payments/split/reverse-split.ts';
import { splitReceipt, type SplitReceipt } from '#core/payments/split/split-receipt.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { reverseSavingsTransaction } from '#core/savings/use-cases/reverse-savings.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { splitsIn } from '../../postgres/payments/splits.ts';
import { beginSplitting, type PartPorts } from '../processes/receipts/split-ports.ts';
import { notRepeated } from '../processes/receipts/not-repeated.ts';
import type { Requested, ScreenAll } from '../processes/screening.ts';
import type { CommandContext, CommandRequest, Handled, Transact } from '../transact.ts';
import type { PortsOf } from './bindings.ts';
import { bindPostings, repaidBeside } from './postings.ts';

type AllPorts = { readonly [Context in keyof PartPorts]: PortsOf<PartPorts[Context]> };

/** What a caller needs for a part of each type: what its own command needs. */
const SCOPES_OF: { readonly [T in PartType]: readonly Scope[] } = {
  loan: ['repayments:write'],
  savings_account: ['savings_accounts:write'],
  invoice: ['payments:write', 'invoices:write'],
  student: ['payments:write', 'invoices:write'],
};

const partPorts = (allPorts: AllPorts, tx: TenantTransaction, context: CommandContext): PartPorts => ({
  lending: allPorts.lending(tx, context),
  savings: allPorts.savings(tx, context),
  education: allPorts.education(tx, context),
  mobileMoney: allPorts.mobileMoney(tx, context),
});

/**
 * Takes all of a split receipt back. Mobile money goes back into suspense, in the same transaction. Who agrees to the whole
 * agrees to its parts; where a part takes two people, the whole does.
 */
export function splitReversal(allPorts: AllPorts) {
  return (command: ReverseSplit, tx: TenantTransaction, context: CommandContext): Promise<Outcome<ReceiptSplit>> => {
    const parts = partPorts(allPorts, tx, context);
    const reverse: ReverseSplitPorts['reverse'] = (part, why) => undo(part, why, parts);
    return reverseSplit(command, { ...allPorts.lending(tx, context), splits: splitsIn(tx), reverse });
  };
}

/** The caller may take back each part of it. @throws DomainError insufficient_scope (forbidden) */
export function requireSplitScopes(transact: Transact) {
  return ({ caller }: Requested, { splitId }: Pick<ReverseSplit, 'splitId'>): Promise<void> =>
    transact.look(caller, async (tx) => requireScopesOf((await splitsIn(tx).get(splitId))?.parts ?? [], caller));
}

/** The use cases that are about one payment in several records, and about many payments, bound. */
export function bindReceipts(transact: Transact, allPorts: AllPorts, screenAll: ScreenAll) {
  return {
    ...bindPostings(transact, allPorts, screenAll),
    /** Books one payment in several records. Compliance looks first at what each member is about to deposit by it. */
    splitReceipt: async (request: CommandRequest<ReceiptSplit>, command: SplitReceipt): Promise<Handled> => {
      const { caller } = request;
      requireScopesOf(command.parts, caller);
      const isDeposited = command.parts.some(({ type }) => type === 'savings_account');
      if (isDeposited) await screenAll(request, (tx) => movementsOf(command, tx));
      return transact.handle('splitReceipt', request, (tx, context) => {
        const ports = partPorts(allPorts, tx, context);
        return splitReceipt(command, { ...ports.lending, splits: splitsIn(tx), begin: beginSplitting(ports) });
      });
    },
  };
}

/**
 * What each member is about to deposit, in all accounts together, and what is repaid beside it: parts of one payment are no way
 * below a threshold.
 */
async function movementsOf(
  { channel, receiptNo, parts }: Pick<SplitReceipt, 'channel' | 'receiptNo' | 'parts'>,
  tx: TenantTransaction,
): Promise<readonly ProposedMovement[]> {
  const moving = await notRepeated(
    tx,
    'in',
    parts.map((part) => ({ ...part, channel, reference: receiptNo })),
  );
  const ofType = (wanted: PartType) => moving.filter(({ type }) => type === wanted);
  const deposited = new Map(ofType('savings_account').map((part) => [part.id, part.amount]));
  const accounts = await tx
    .of(SavingsAccount)
    .find(`id = any($1) and state = 'active' order by id`, [[...deposited.keys()]]);
  const byMember = new Map<number, Cents>();
  for (const { id, memberId } of accounts) {
    byMember.set(memberId, (byMember.get(memberId) ?? 0n) + (deposited.get(id) ?? 0n));
  }
  const deposits = [...byMember].flatMap(([memberId, amount]) =>
    amount > 0n ? [{ memberId, amount, direction: 'in' as const, channel }] : [],
  );
  return [...deposits, ...(await repaidBeside(deposits, ofType('loan'), tx))];
}

function requireScopesOf(parts: readonly { readonly type: PartType }[], { scopes }: Caller): void {
  const required = [...new Set(parts.flatMap(({ type }) => SCOPES_OF[type]))];
  if (isSubset(required, scopes)) return;
  throw refuse(partnerRefusals.insufficient_scope, `These parts need the scopes ${required.join(', ')}.`, {
    required_scopes: required,
    granted_scopes: scopes,
  });
}

const undo: (
  ...args: [...Parameters<ReverseSplitPorts['reverse']>, PartPorts]
) => Promise<readonly DomainEvent[]> = async (part, why, ports) => {
  const { events: undone } = await undoBooking(part, why, ports);
  const { reason, cause } = why;
  const returned = await returnToSuspense({ bookedUuid: part.bookedUuid, reason, cause, undone }, ports.mobileMoney);
  return returned.events;
};

async function undoBooking(
  { bookedType, bookedUuid: uuid }: SplitPart,
  why: Omit<ReverseSplit, 'splitId'>,
  { lending, savings, education }: PartPorts,
): Promise<{ readonly events: readonly DomainEvent[] }> {
  const repayment = bookedType === 'repayment' ? await lending.repayments.byUuid(uuid) : null;
  if (repayment) return reverseRepayment({ loanId: repayment.loanId, repaymentId: repayment.id, ...why }, lending);
  const movement = bookedType === 'savings_transaction' ? await savings.savingsTransactions.byUuid(uuid) : null;
  if (movement) return reverseSavingsTransaction({ savingsTransactionId: movement.id, ...why }, savings);
  const payment = bookedType === 'payment' ? await education.payments.byUuid(uuid) : null;
  if (payment) return reversePayment({ paymentId: payment.id, ...why }, education);
  throw new Error(`The ${bookedType} ${uuid} of a receipt is gone.`);
}
