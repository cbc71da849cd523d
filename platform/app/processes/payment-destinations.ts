import { accountKey } from '#core/education/account-key.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { matchAccountReference } from '#core/education/payment/account-reference.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { recordReceipt } from '#core/education/use-cases/payment/record-receipt.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { partOfRepayment, recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import type { PaymentDestination, ReceivedMoney } from '#core/mobile-money/ports.ts';
import type { Destination, DestinationType } from '#core/mobile-money/transaction/mobile-money-record.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { depositSavings } from '#core/savings/use-cases/move-savings.ts';
import type { TenantTransaction } from '../../postgres/database.ts';

/** The contexts that take money, in one transaction. */
type AllPorts = { readonly lending: LendingPorts; readonly savings: SavingsPorts; readonly education: EducationPorts };

/**
 * The destinations at which mobile money is booked: each of them is a use case of another context, in the transaction in
 * which the money is received. Contexts don't know each other; here they meet.
 */
export function paymentDestinationsOf(
  tx: TenantTransaction,
  { lending, savings, education }: AllPorts,
): readonly PaymentDestination[] {
  const { named, find } = lookup(tx);
  return [
    {
      type: 'loan',
      named: ({ loanNo }) => named('loan', 'loan_no', loanNo),
      find: (id) => find('loan', id),
      // Beyond what is owed a loan takes what the tenant allows.
      partTaken: ({ id }, money) => partOfRepayment({ loanId: id, ...asFunds(money) }, lending),
      book: async ({ id }, money) => {
        const { result, events } = await recordRepayment({ loanId: id, ...asFunds(money) }, lending);
        return { booking: { type: 'repayment', uuid: result.uuid }, events };
      },
    },
    {
      type: 'savings_account',
      named: ({ accountNo }) => named('savings_account', 'account_no', accountNo),
      find: (id) => find('savings_account', id),
      partTaken: async (_, { amount }) => amount,
      book: async ({ id }, money) => {
        const { result, events } = await depositSavings({ savingsAccountId: id, ...asFunds(money) }, savings);
        return { booking: { type: 'savings_transaction', uuid: result.uuid }, events };
      },
    },
    {
      type: 'student',
      named: async ({ key }) => {
        const candidates = await education.accountReferences.candidates(key);
        const match = matchAccountReference(key, candidates);
        if (match.matched) return [await find('student', match.studentId)].filter((each) => each !== null);
        if (match.why === 'unknown') return [];
        const ids = [
          ...candidates.students.map(({ id }) => id),
          ...candidates.invoices.map(({ studentId }) => studentId),
        ];
        return (await Promise.all([...new Set(ids)].map((id) => find('student', id)))).filter((each) => each !== null);
      },
      find: (id) => find('student', id),
      partTaken: async (_, { amount }) => amount,
      book: (destination, money) => payFees(destination, money, education),
    },
  ];
}

/** Fees go to the invoice that the payer named, where he named one of this student's; otherwise to the oldest. */
async function payFees(student: Destination, money: ReceivedMoney, education: EducationPorts) {
  const { amount, receiptNo, channel: method, accountReference, paidAt, from } = money;
  const match = matchAccountReference(
    accountReference,
    await education.accountReferences.candidates(accountKey(accountReference)),
  );
  if (match.matched && match.studentId === student.id) {
    const receipt = { method, receipt: receiptNo, amount, accountReference, paidAt, from } as const;
    const { result, events } = await recordReceipt(receipt, education);
    if (result.matched) return { booking: { type: 'payment', uuid: result.payment.uuid }, events };
  }
  const { result, events } = await recordPayment(
    {
      studentId: student.id,
      amount,
      method,
      reference: receiptNo,
      paidAt,
      from,
      confirmedBy: 'provider',
    },
    education,
  );
  return { booking: { type: 'payment', uuid: result.uuid }, events };
}

const asFunds = ({ amount, channel, receiptNo, msisdn, paidAt, from, placedBy }: ReceivedMoney) =>
  ({ amount, channel, reference: receiptNo, msisdn, paidAt, from, confirmedBy: 'provider', placedBy }) as const;

function lookup({ sql }: TenantTransaction) {
  const rows = async (type: DestinationType, condition: string, value: unknown): Promise<Destination[]> => {
    // The type and the condition are ours, the value is bound.
    const found = await sql<{ id: string; uuid: string }>(`select id, uuid from ${type} where ${condition} = $1`, [
      value,
    ]);
    return found.map(({ id, uuid }) => ({ type, id: Number(id), uuid }));
  };
  return {
    named: async (type: DestinationType, column: string, number: string | null) =>
      number === null ? [] : rows(type, column, number),
    find: async (type: DestinationType, id: number) => (await rows(type, 'id', id))[0] ?? null,
  };
}
