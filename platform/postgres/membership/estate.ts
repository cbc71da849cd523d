import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { outstandingOf } from '#core/lending/loan/loan-record.ts';
import { recoverable } from '#core/lending/use-cases/repayable.ts';
import type { Estate } from '#core/membership/estate.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../database.ts';

const OPEN_ACCOUNTS = `member_id = $1 and state not in ('closed', 'rejected') order by kind = 'shares', id`;
const OPEN_LOANS = `member_id = $1 and state not in ('closed', 'rejected', 'withdrawn') order by id`;

/** What a member holds and owes, in the tables of lending and savings. */
export function estatesIn({ of }: TenantTransaction) {
  const accounts = of(SavingsAccount);
  const loans = of(Loan);
  const guarantees = of(Guarantee);

  const shown = async (memberId: number, held: SavingsAccount[], lent: Loan[]): Promise<Estate> => {
    const given = await guarantees.find(`member_id = $1 and state = 'live' order by id`, [memberId]);
    const others = given.length === 0 ? [] : await loans.find('id = any($1)', [given.map(({ loanId }) => loanId)]);
    return {
      accounts: held.map((account) => ({ ...account, accrued: account.interestAccrued })),
      loans: lent.map((loan) => ({
        ...loan,
        owed: loan.state === 'written_off' ? recoverable(loan) : outstandingOf(loan).total,
      })),
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
