import type { SavingsPorts } from '#core/savings/ports.ts';
import { Member } from '#core/membership/member/member.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { TenantTransaction } from '../database.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import { lendingPorts } from '../lending/repository.ts';
import { debtsOf, membershipPorts } from '../membership/repository.ts';
import { nextNumber } from '../numbers/numbers.ts';
import { formsOfReference } from '../privacy/covered-reference.ts';
import { closedDaysOf } from './closed-days.ts';

type Ports = Pick<
  SavingsPorts,
  | 'savers'
  | 'branches'
  | 'savingsProducts'
  | 'savingsAccounts'
  | 'savingsTransactions'
  | 'closedDays'
  | 'complianceHolds'
>;

/**
 * Deposits on an account ($1) since a time ($2), by who says so. Of money out of suspense two may: who has entered it there, and
 * who has said whose it is. That money came a statement shows, unless the same person has brought it; whose it is, none does.
 */
const SAID_BY_PEOPLE = `
  with said as (
    select t.recorded_by as entered_by, m.recorded_by as brought_by, t.channel, t.amount,
           array(select r.compared_by from statement_line s join reconciliation r on r.id = s.reconciliation_id
                  where s.receipt_no = t.reference and s.kind = 'movement' and s.amount >= t.amount) as shown_by
      from savings_transaction t left join mobile_money_transaction m on m.booked_uuid = t.uuid
     where t.account_id = $1 and t.created_at >= $2 and t.type = 'deposit' and t.state = 'posted')
  select by, channel, sum(amount)::text as amount from (
    select entered_by as by, channel, amount from said
     where brought_by is not null or not exists (select from unnest(shown_by) as one where one <> entered_by)
     union all
    select brought_by, channel, amount from said
     where brought_by <> entered_by and not exists (select from unnest(shown_by) as one where one <> brought_by)) each_one
   group by by, channel`;

/** Savings' collections, stored in Postgres. */
export function savingsPorts(tx: TenantTransaction): Ports {
  const { sql } = tx;
  const accounts = tx.of(SavingsAccount);
  const transactions = tx.of(SavingsTransaction);
  return {
    // A saver is to savings what a borrower is to lending.
    savers: {
      get: async (memberId) => {
        const borrower = await lendingPorts(tx).borrowers.get(memberId);
        const member = borrower && (await tx.of(Member).get(memberId));
        return member ? { ...borrower, kycConfirmedOn: member.kycConfirmedOn } : null;
      },
      debtsOf: (memberId) => debtsOf(tx, memberId),
    },
    branches: membershipPorts(tx).branches,
    savingsProducts: { get: tx.of(SavingsProduct).get },
    savingsAccounts: {
      get: accounts.get,
      lock: accounts.lock,
      findByClientReference: (clientReference) =>
        accounts.first('client_reference_key = any($1)', [formsOfReference(tx.sealing, clientReference)]),
      nextNumber: () => accounts.withId(nextNumber(sql, 'savings_account')),
      add: accounts.add,
    },
    savingsTransactions: {
      lock: transactions.lock,
      byUuid: (uuid) => transactions.first('uuid = $1', [uuid]),
      of: (accountId) => transactions.find('account_id = $1 order by id', [accountId]),
      saidByPeople: async (accountId, since) => {
        const rows = await sql<{ by: string; channel: string; amount: string }>(SAID_BY_PEOPLE, [accountId, since]);
        return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
      },
      nextReceiptNo: () => nextNumber(sql, 'receipt'),
      add: transactions.add,
    },
    closedDays: { of: (accountId) => closedDaysOf(tx, accountId) },
    complianceHolds: complianceHolds(tx),
  };
}
