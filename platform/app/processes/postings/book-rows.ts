import type { LendingPorts } from '#core/lending/ports.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { accountBehind, receiptKey } from '#core/payments/payment-receipt.ts';
import type { PostingPorts } from '#core/payments/postings/create-postings.ts';
import type { Posting } from '#core/payments/postings/posting.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { depositSavings } from '#core/savings/use-cases/move-savings.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { repaymentsOfMany } from '../../../postgres/lending/repayments-of-many.ts';
import { numbersFor } from '../../../postgres/numbers/numbers.ts';
import { receiptsOfMany, takeTurn } from '../../../postgres/payments/receipts-of-many.ts';
import { depositsOfMany } from '../../../postgres/savings/deposits-of-many.ts';

/** The contexts whose records take the money of rows. Contexts don't know each other; here they meet. */
export type RowPorts = { readonly lending: LendingPorts; readonly savings: SavingsPorts };

/**
 * How the rows of a batch are booked: by the use cases of single ones, over collections that have read everything before.
 * Loans are locked before accounts, each in the order of their ids, and receipts after both.
 */
export function bookingRows(
  tx: TenantTransaction,
  single: RowPorts,
  { dryRun }: { readonly dryRun: boolean },
): PostingPorts['begin'] {
  return async (rows) => {
    const idsOf = (type: Posting['type']) => [...new Set(rows.flatMap((row) => (row.type === type ? [row.id] : [])))];
    const keys = rows.flatMap(keyOf);
    takeTurn(tx, keys);
    const [loans, accounts] = await Promise.all([
      tx.of(Loan).lockIds(idsOf('loan')),
      tx.of(SavingsAccount).lockIds(idsOf('savings_account')),
    ]);
    const { receipts, used } = await receiptsOfMany(tx, keys);
    // Where nothing is booked, no number is used up.
    const nextReceiptNo = dryRun ? async () => '' : numbersFor(tx.sql, 'receipt', rows.length);
    const common = { receipts, used, nextReceiptNo };
    const timed = new Set(rows.flatMap(({ type, id, paidAt }) => (type === 'loan' && paidAt !== null ? [id] : [])));
    const branchIds = [...new Set(rows.flatMap(({ branchId }) => branchId ?? []))];
    const [lending, savings] = await Promise.all([
      repaymentsOfMany(tx, single.lending, { ...common, loans, timed }),
      depositsOfMany(tx, single.savings, { ...common, accounts, branchIds }),
    ]);
    return { book: (row) => bookRow(row, { lending, savings }) };
  };
}

const keyOf = ({ channel, reference }: Posting): readonly string[] => {
  const key = reference === null || accountBehind(channel) === null ? '' : receiptKey(reference);
  return key === '' ? [] : [key];
};

const bookRow: (
  ...of: [row: Posting, ports: RowPorts]
) => ReturnType<Awaited<ReturnType<PostingPorts['begin']>>['book']> = async (
  { type, id, branchId, ...money },
  { lending, savings },
) => {
  if (type === 'loan') {
    const { result, events, isReplay = false } = await recordRepayment({ loanId: id, ...money }, lending);
    return { result: { type: 'repayment', record: result, isReplay }, events };
  }
  const {
    result,
    events,
    isReplay = false,
  } = await depositSavings({ savingsAccountId: id, branchId, ...money }, savings);
  return { result: { type: 'savings_transaction', record: result, isReplay }, events };
};
