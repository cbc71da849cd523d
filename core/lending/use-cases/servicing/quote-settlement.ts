import { refuse } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import type { SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { accountOf } from '../account/account.ts';
import type { LoanAccount } from '../account/loan-account.ts';
import { quoteOn } from '../account/receiving.ts';
import { readAccount } from '../account/store-account.ts';
import { findLoan } from '../find-loan.ts';

/** What settles a loan on a day, good until that day ends where the institution is. */
export type LoanQuote = SettlementQuote & { readonly loanId: number; readonly validUntil: Temporal.Instant };

type Days = Pick<LendingPorts, 'today' | 'endOfDay'>;
/** The day of the settlement, today or later; today where it is null. */
type Day = Temporal.PlainDate | null;

/**
 * What settles a loan on a day: today, unless another one to come is named. Nothing is written.
 * @throws DomainError loan_not_repayable (conflict), validation_failed (invalid), not_found
 */
export async function quoteSettlement(
  command: { readonly loanId: number; readonly on?: Day },
  ports: Pick<LendingPorts, 'loans' | 'entries'> & Days,
): Promise<LoanQuote> {
  const loan = await findLoan(command, ports.loans.get);
  const on = dayOf(loan, command.on ?? null, ports);
  const { account } = await readAccount(loan, ports);
  return quoted(loan, account, on, ports);
}

/**
 * The same of many loans, which are read together: for each of them, in their order, what settles it on any day. An
 * account is calculated once, and only where a quote of it is asked for. Null where there is no such loan.
 */
export async function quotesOfLoans(
  loanIds: readonly number[],
  { loans, entries, ...days }: Pick<LendingPorts, 'loans' | 'entries'> & Days,
): Promise<readonly (((on: Day) => LoanQuote) | null)[]> {
  const found = new Map((await loans.byIds(loanIds)).map((loan) => [loan.id, loan]));
  const booked = Map.groupBy(await entries.ofLoans([...found.keys()]), ({ loanId }) => loanId);
  return loanIds.map((id) => {
    const loan = found.get(id);
    if (!loan) return null;
    let known: LoanAccount | null = null;
    return (asked) => {
      const on = dayOf(loan, asked, days);
      known ??= accountOf(loan, booked.get(id) ?? []);
      return quoted(loan, known, on, days);
    };
  });
}

/** The day of a settlement that may be quoted. */
function dayOf(loan: Loan, asked: Day, { today }: Pick<Days, 'today'>): Temporal.PlainDate {
  if (loan.state !== 'active') {
    throw refuse(
      lendingRefusals.loan_not_repayable,
      `Loan ${loan.loanNo} is ${loan.state}; there is nothing to settle.`,
      {
        loan_id: loan.id,
        current_state: loan.state,
      },
    );
  }
  const on = asked ?? today;
  if (Temporal.PlainDate.compare(on, today) < 0) {
    throw invalidField('on', 'range', `Send a date from ${today.toString()} on.`, 'A loan is settled today or later.');
  }
  return on;
}

const quoted = (loan: Loan, account: LoanAccount, on: Temporal.PlainDate, { endOfDay }: Pick<Days, 'endOfDay'>) => ({
  ...quoteOn(account, on),
  loanId: loan.id,
  validUntil: endOfDay(on),
});
