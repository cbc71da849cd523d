import { sum } from '#core/kernel/money.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { outstandingOf } from '#core/lending/loan/loan-record.ts';
import { recoverable } from '#core/lending/use-cases/repayable.ts';
import type { Estate } from '#core/membership/estate.ts';
import { Member } from '#core/membership/member/member.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../database.ts';

const OPEN_ACCOUNTS = `member_id = $1 and state not in ('closed', 'rejected') order by kind = 'shares', id`;
const PAID_TWICE = `exists (select from disbursement d where d.loan_id = loan.id and d.state = 'in_recovery')`;
const OPEN_LOANS = `member_id = $1 and (state not in ('closed', 'rejected', 'withdrawn') or ${PAID_TWICE}) order by id`;
/** What names a loan or an account of these members. */
const NAMES = (members: string) => `reference_key in (
    select loan_no from loan where ${members} union all select account_no from savings_account where ${members})`;
const WAITS = `state = 'unallocated' and receipt_no is not null`;
const FOR_MEMBER = `${WAITS} and ${NAMES('member_id = $1')} order by id limit 50`;
/** From a number ($1); but not what names a loan or an account of another member ($2) who has the number too. */
const FROM_NUMBER = `${WAITS} and msisdn = $1 and not ${NAMES('member_id = any($2)')} order by id limit 50`;
const SAME_NUMBER = 'phone_key = $1 and id <> $2 order by id limit 100';

/** Payments as an estate lists them; `mayBeOthers` of those that another member may have sent. */
const listed = (
  payments: readonly MobileMoneyTransaction[],
  mayBeOthers: (payment: MobileMoneyTransaction) => boolean,
) =>
  payments.map((payment) => ({
    receiptNo: payment.receiptNo ?? '',
    amount: payment.amount,
    mayBeOthers: mayBeOthers(payment),
  }));

/** What a member holds and owes, in the tables of lending and savings. */
export function estatesIn({ of, sealing }: TenantTransaction) {
  const accounts = of(SavingsAccount);
  const loans = of(Loan);
  const guarantees = of(Guarantee);

  const waitingFor = async (memberId: number): Promise<Estate['suspense']> => {
    const payments = of(MobileMoneyTransaction);
    const own = await payments.find(FOR_MEMBER, [memberId]);
    const phone = (await of(Member).get(memberId))?.phone ?? null;
    if (phone === null) return listed(own, () => false);
    const others = await of(Member).find(SAME_NUMBER, [sealing.hashOf('phone', phone), memberId]);
    const sent = await payments.find(FROM_NUMBER, [sealing.sealAlike(phone), others.map(({ id }) => id)]);
    const both = [...new Set([...own, ...sent])].sort((a, b) => a.id - b.id).slice(0, 50);
    return listed(both, (payment) => others.length > 0 && !own.includes(payment));
  };

  const shown = async (memberId: number, held: SavingsAccount[], lent: Loan[]): Promise<Estate> => {
    const given = await guarantees.find(`member_id = $1 and state = 'live' order by id`, [memberId]);
    const others = given.length === 0 ? [] : await loans.find('id = any($1)', [given.map(({ loanId }) => loanId)]);
    const twice = await of(Disbursement).find(`state = 'in_recovery' and loan_id = any($1)`, [
      lent.map(({ id }) => id),
    ]);
    return {
      accounts: held.map((account) => ({ ...account, accrued: account.interestAccrued })),
      loans: lent.map((loan) => ({
        ...loan,
        owed: loan.state === 'written_off' ? recoverable(loan) : outstandingOf(loan).total,
        paidTwice: sum(twice.filter(({ loanId }) => loanId === loan.id).map((each) => each.payout())),
      })),
      suspense: await waitingFor(memberId),
      guarantees: given.map(({ id, uuid, liable, loanId }) => {
        const loanNo = others.find((loan) => loan.id === loanId)?.loanNo ?? String(loanId);
        return { id, uuid, liable, loanNo };
      }),
    };
  };
  return {
    of: async (memberId: number): Promise<Estate> =>
      shown(memberId, await accounts.find(OPEN_ACCOUNTS, [memberId]), await loans.find(OPEN_LOANS, [memberId])),
    /** Loans first, as every command locks them that moves money from one to the other. */
    lock: async (memberId: number): Promise<Estate> => {
      const lent = await loans.lockAll(OPEN_LOANS, [memberId]);
      return shown(memberId, await accounts.lockAll(OPEN_ACCOUNTS, [memberId]), lent);
    },
  };
}
