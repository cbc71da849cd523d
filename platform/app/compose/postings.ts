import type { ProposedMovement } from '#core/aml/use-cases/screen.ts';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { outcome } from '#core/kernel/outcome.ts';
import {
  createPostings,
  type CreatePostings,
  type PostingPorts,
  type Postings,
} from '#core/payments/postings/create-postings.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import type { Posting, PostingTarget } from '#core/payments/postings/posting.ts';
import { paymentRefusals } from '#core/payments/refusals.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { inOrder } from '../execution.ts';
import { bookingRows, type RowPorts } from '../processes/postings/book-rows.ts';
import { notRepeated } from '../processes/receipts/not-repeated.ts';
import type { ScreenAll } from '../processes/screening.ts';
import type { CommandRequest, Handled, Transact } from '../transact.ts';
import type { PortsOf } from './bindings.ts';

type AllPorts = { readonly [Context in keyof RowPorts]: PortsOf<RowPorts[Context]> };

/** Many payments of many members in one command, bound. */
export function bindPostings(transact: Transact, allPorts: AllPorts, screenAll: ScreenAll) {
  return {
    /**
     * Books the rows, all or none. Compliance looks first at what each member is about to deposit, and to repay beside it. A dry run looks at
     * everything that booking looks at, but for that, and leaves nothing.
     */
    createPostings: async (request: CommandRequest<Postings>, command: CreatePostings): Promise<Handled> => {
      const { dryRun } = command;
      if (!dryRun) await screenAll(request, (tx) => movementsIn(command, tx));
      return transact.handle('createPostings', request, async (tx, context) => {
        const ports = { lending: allPorts.lending(tx, context), savings: allPorts.savings(tx, context) };
        const done = await createPostings(command, { begin: bookingRows(tx, ports, { dryRun }), asSeen: seenIn(tx) });
        if (!dryRun) return done;
        await tx.requireSeen();
        tx.forget();
        return outcome(done.result);
      });
    },
  };
}

/** The refusals of rows as a limited person gets each of them alone: one look at all of them where nothing is hidden. */
function seenIn(tx: TenantTransaction): PostingPorts['asSeen'] {
  const seenAs = async (refusal: DomainError) => {
    const seen = await tx.asSeen(refusal);
    if (seen.code !== refusal.code) throw seen;
    return seen;
  };
  return async (refusals) => {
    const all = refuse(paymentRefusals.postings_refused, '', { rows: refusals.map(({ details }) => details) });
    if (refusals.length === 0 || (await seenAs(all)) === all) return refusals;
    return inOrder(refusals, seenAs);
  };
}

/**
 * What members are about to deposit, row by row, and what they repay beside it: compliance looks at all rows of a member together,
 * and at each of them.
 */
async function movementsIn({ rows }: CreatePostings, tx: TenantTransaction): Promise<readonly ProposedMovement[]> {
  const paidIn = rows.flatMap((row) => (row instanceof DomainError || row.amount <= 0n ? [] : [row]));
  const moving = await notRepeated(tx, 'in', paidIn);
  const ofType = (wanted: PostingTarget) => moving.filter(({ type }) => type === wanted);
  const deposited = ofType('savings_account');
  if (deposited.length === 0) return [];
  const ids = [...new Set(deposited.map(({ id }) => id))];
  const accounts = await tx.of(SavingsAccount).find(`id = any($1) and state = 'active' order by id`, [ids]);
  const deposits = ownedBy(new Map(accounts.map(({ id, memberId }) => [id, memberId])), deposited);
  return [...deposits, ...(await repaidBeside(deposits, ofType('loan'), tx))];
}

type PaidIn = Pick<Posting, 'id' | 'amount'> & { readonly channel: string };

/**
 * What members repay by the command by which they deposit. A repayment is never held: it is taken, and counts for what comes after
 * it. So it counts for the deposits that come with it.
 */
export async function repaidBeside(
  deposits: readonly ProposedMovement[],
  repayments: readonly PaidIn[],
  tx: TenantTransaction,
): Promise<readonly ProposedMovement[]> {
  const members = [...new Set(deposits.map(({ memberId }) => memberId))];
  const ids = [...new Set(repayments.map(({ id }) => id))];
  if (members.length === 0 || ids.length === 0) return [];
  const loans = await tx.of(Loan).find('id = any($1) and member_id = any($2) order by id', [ids, members]);
  return ownedBy(new Map(loans.map(({ id, memberId }) => [id, memberId])), repayments);
}

const ownedBy = (owners: ReadonlyMap<number, number>, paidIn: readonly PaidIn[]): readonly ProposedMovement[] =>
  paidIn.flatMap(({ id, channel, amount }) => {
    const memberId = owners.get(id);
    return memberId === undefined ? [] : [{ memberId, channel, amount, direction: 'in' as const }];
  });
