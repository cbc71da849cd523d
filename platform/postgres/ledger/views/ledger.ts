import { trialBalanceOf, type TrialBalance } from '#core/ledger/trial-balance.ts';
import type { ParReport } from '../../../app/processes/close-of-business/portfolio.ts';
import { turnoversBy } from '../balances.ts';
import { readDate, readInstant } from '../../mapping/types.ts';
import type { ViewContext } from '../../views/view.ts';

export type CloseOfBusinessView = {
  readonly uuid: string;
  readonly businessDate: Temporal.PlainDate;
  readonly finished: boolean;
  readonly loansDone: number;
  readonly loansTotal: number;
  readonly interest: bigint;
  readonly fees: bigint;
  readonly penalties: bigint;
  readonly provisioned: bigint;
  readonly fellOverdue: number;
  readonly savingsDone: number;
  readonly savingsInterest: bigint;
  readonly interestPosted: bigint;
  readonly taxWithheld: bigint;
  readonly startedAt: Temporal.Instant;
  readonly finishedAt: Temporal.Instant | null;
  readonly portfolio: ParReport | null;
};

export function ledgerViews({ sql, today }: ViewContext) {
  return {
    /** The last closes of business, the newest first; one that runs shows how far it has come. */
    closesOfBusiness: async (limit: number): Promise<CloseOfBusinessView[]> =>
      (await sql(`select * from close_of_business order by business_date desc limit $1`, [limit])).map(closeOf),
    /** What every account holds at the end of a day, by default the present one. */
    trialBalance: async (on: Temporal.PlainDate = today): Promise<TrialBalance & { on: Temporal.PlainDate }> => ({
      on,
      ...trialBalanceOf(await turnoversBy(sql, on)),
    }),
  };
}

function closeOf(row: Record<string, unknown>): CloseOfBusinessView {
  const money = (name: string) => BigInt(String(row[name]));
  return {
    uuid: String(row['uuid']),
    businessDate: readDate(row['business_date']),
    finished: row['state'] === 'done',
    loansDone: Number(row['loans_done']),
    loansTotal: Number(row['loans_total']),
    interest: money('interest'),
    fees: money('fees'),
    penalties: money('penalties'),
    provisioned: money('provisioned'),
    fellOverdue: Number(row['fell_overdue']),
    savingsDone: Number(row['savings_done']),
    savingsInterest: money('savings_interest'),
    interestPosted: money('interest_posted'),
    taxWithheld: money('tax_withheld'),
    startedAt: readInstant(row['created_at']),
    finishedAt: row['finished_at'] === null ? null : readInstant(row['finished_at']),
    portfolio: row['portfolio'] as ParReport | null,
  };
}
