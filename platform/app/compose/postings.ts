import type { ProposedMovement } from '#core/aml/use-cases/screen.ts';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { outcome } from '#core/kernel/outcome.ts';
import {
  createPostings,
  type CreatePostings,
  type PostingPorts,
  type Postings,
} from '#core/payments/postings/create-postings.ts';
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
     * Books the rows, all or none. Compliance looks first at what each member is about to deposit. A dry run looks at
     * everything that booking looks at, but for that, and leaves nothing.
     */
    createPostings: async (request: CommandRequest<Postings>, command: CreatePostings): Promise<Handled> => {
      const { dryRun } = command;
      if (!dryRun) await screenAll(request.caller, (tx) => depositsIn(command, tx));
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

/** What members are about to deposit, row by row: compliance looks at all rows of a member together, and at each of them. */
async function depositsIn({ rows }: CreatePostings, tx: TenantTransaction): Promise<readonly ProposedMovement[]> {
  const paidIn = rows.flatMap((row) =>
    row instanceof DomainError || row.type !== 'savings_account' || row.amount <= 0n ? [] : [row],
  );
  const named = paidIn.map((row) => ({ ...row, savingsAccountId: row.id }));
  const deposits = await notRepeated(tx, 'in', named);
  if (deposits.length === 0) return [];
  const ids = [...new Set(deposits.map(({ id }) => id))];
  const accounts = await tx.of(SavingsAccount).find(`id = any($1) and state = 'active' order by id`, [ids]);
  const memberOf = new Map(accounts.map(({ id, memberId }) => [id, memberId]));
  return deposits.flatMap(({ id, channel, amount }) => {
    const memberId = memberOf.get(id);
    return memberId === undefined ? [] : [{ memberId, channel, amount, direction: 'in' as const }];
  });
}
