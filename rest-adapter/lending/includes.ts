import type { View } from '#platform/app/views.ts';
import { newestBeside, oneBeside, type Include, type Includes } from '../included.ts';
import { disbursementBody, DisbursementSchema } from './disbursement-shape.ts';
import { loanBody, LoanSchema } from './loan-shape.ts';
import { memberBody, MemberSchema } from './member-shape.ts';
import { productBody, ProductSchema } from './product-shape.ts';
import { repaymentBody, RepaymentSchema } from './repayment-shape.ts';
import {
  savingsAccountBody,
  SavingsAccountSchema,
  savingsTransactionBody,
  SavingsTransactionSchema,
} from './savings-shape.ts';
import { scheduleBody, ScheduleSchema } from './schedule-shape.ts';

/** Which records of lending can be shown with which: what clients would ask next. */

const member = <Parent extends { readonly memberId: number | null }>(means: string): Include<Parent> =>
  oneBeside(
    { scope: 'members:read', means, schema: MemberSchema },
    { idIn: ({ memberId }) => memberId, byIds: (views) => views.members.byIds, show: memberBody },
  );

/** One statement reads the schedules of all loans of a page. */
const schedule: Include<View<'loans'>> = {
  scope: 'loans:read',
  means: 'The schedule in force',
  schema: ScheduleSchema,
  many: true,
  read: async (views, loans, ids) => {
    const rows = await views.instalments.ofLoans(loans.map(({ id }) => id));
    const byLoan = Map.groupBy(rows, ({ loanId }) => loanId);
    return (loan) => scheduleBody(loan, loan.scheduleVersion, byLoan.get(loan.id) ?? [], ids);
  },
};

export const loanIncludes: Includes<View<'loans'>> = {
  member: member('The borrower'),
  product: oneBeside(
    { scope: 'loan_products:read', means: 'The product that the loan was made from', schema: ProductSchema },
    { idIn: ({ productId }) => productId, byIds: (views) => views.products.byIds, show: productBody },
  ),
  schedule,
  disbursements: newestBeside(
    { scope: 'disbursements:read', means: 'Its disbursements', schema: DisbursementSchema },
    {
      parentOf: ({ loanId }) => loanId,
      ofEach: (views) => views.disbursements.sliceOfLoans,
      show: disbursementBody,
    },
  ),
  repayments: newestBeside(
    { scope: 'repayments:read', means: 'Its repayments', schema: RepaymentSchema },
    { parentOf: ({ loanId }) => loanId, ofEach: (views) => views.repayments.sliceOfLoans, show: repaymentBody },
  ),
};

export const memberIncludes: Includes<View<'members'>> = {
  loans: newestBeside(
    { scope: 'loans:read', means: 'Loans of the member', schema: LoanSchema },
    { parentOf: ({ memberId }) => memberId, ofEach: (views) => views.loans.sliceOfMembers, show: loanBody },
  ),
  savings_accounts: newestBeside(
    { scope: 'savings_accounts:read', means: 'Savings accounts of the member', schema: SavingsAccountSchema },
    {
      parentOf: ({ memberId }) => memberId,
      ofEach: (views) => views.savingsAccounts.sliceOfMembers,
      show: savingsAccountBody,
    },
  ),
};

export const savingsAccountIncludes: Includes<View<'savingsAccounts'>> = {
  member: member('Whose savings they are'),
  transactions: newestBeside(
    { scope: 'savings_accounts:read', means: 'What moved on the account', schema: SavingsTransactionSchema },
    {
      parentOf: ({ accountId }) => accountId,
      ofEach: (views) => views.savingsTransactions.sliceOfAccounts,
      show: savingsTransactionBody,
    },
  ),
};
