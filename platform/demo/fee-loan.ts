import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan } from '#core/lending/use-cases/decide-loan.ts';
import { payInternally } from '#core/lending/use-cases/disbursing/internal-transfer.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import type { Internals } from '../app/internals.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { schoolFeesOf } from '../app/processes/school-fee/school-fees.ts';
import type { CommandContext } from '../app/transact.ts';
import type { PlantedLender } from './lender.ts';

/** Half of the invoice: the family pays the rest. */
const PRINCIPAL = 960_000n;

/**
 * Plants what only a lender with schools has: a mother borrows for her son's fees, and is paid out today, in the lender's
 * own books. The school reacts as to any other loan, from the outbox, as soon as workers run.
 */
export async function plantFeeLoan(
  { ports }: Pick<Internals, 'ports'>,
  tx: TenantTransaction,
  context: CommandContext,
  { memberIds }: PlantedLender,
): Promise<Outcome<null>> {
  const [memberId] = memberIds;
  const [fees] = await tx.sql<{ invoice_id: string; product_id: string }>(
    `select v.id as invoice_id, (select p.id from loan_product p where p.code = 'FEES') as product_id
       from invoice v join sponsorship s on s.student_id = v.student_id and s.relationship = 'mother'
      where s.member_id = $1 and v.state = 'issued' and v.paid = 0 order by v.due_date desc, v.id limit 1`,
    [memberId],
  );
  if (memberId === undefined || !fees) throw new Error('The demo has no invoice to borrow for.');
  const schoolFees = schoolFeesOf(ports);
  const lending = { ...ports.lending(tx, context), fourEyes: false };
  const events: DomainEvent[] = [];
  const record = async (emitted: readonly DomainEvent[]) => {
    events.push(...emitted);
    await tx.flush();
  };
  const applied = await applyForLoan(
    {
      memberId,
      productId: Number(fees.product_id),
      principal: PRINCIPAL,
      termMonths: 6,
      purpose: 'School fees',
      invoiceId: Number(fees.invoice_id),
    },
    lending,
  );
  await record(applied.events);
  const loan = applied.result;
  await record(await schoolFees.hold(loan, tx, context));
  await record((await approveLoan({ loanId: loan.id }, lending)).events);
  const requested = await requestDisbursement({ loanId: loan.id, amount: PRINCIPAL, channel: 'internal' }, lending);
  await record(requested.events);
  await record(await schoolFees.beforeMoneyLeaves(requested.result, tx, context));
  await record(await payInternally(requested.result, lending));
  return { result: null, events };
}
