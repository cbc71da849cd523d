import type { TrialBalanceRow } from '#core/ledger/trial-balance.ts';
import type { ParReport } from '#platform/close-of-business/portfolio.ts';
import type { CloseOfBusinessView } from '#platform/views/ledger.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

/** Closes that are shown where nobody says how many, and at most. */
const USUAL = 7;
const MOST = 31;

export const ledgerQuery: TypeResolvers<LendingContext> = {
  closesOfBusiness: (_, { last }: { last?: number | null }, { read }) =>
    read((views) => views.ledger.closesOfBusiness(Math.min(Math.max(last ?? USUAL, 0), MOST))),
  trialBalance: async (_, { on }: { on?: Temporal.PlainDate | null }, { read }) => {
    const { rows, ...balance } = await read((views) => views.ledger.trialBalance(on ?? undefined));
    return { ...balance, accounts: rows };
  },
};

export const ledgerRecords = {
  CloseOfBusiness: { id: ({ uuid }: CloseOfBusinessView) => uuid },
  // The report is kept as JSON; amounts of the graph are whole numbers without bounds.
  PortfolioAtRisk: { gross: ({ gross }: ParReport) => BigInt(gross) },
  ParFigure: { principal: ({ principal }: ParReport['par'][number]) => BigInt(principal) },
  ArrearsBand: {
    principal: ({ principal }: ParReport['bands'][number]) => BigInt(principal),
    provision: ({ provision }: ParReport['bands'][number]) => BigInt(provision),
  },
  TrialBalanceAccount: { subAccount: ({ of }: TrialBalanceRow) => of },
};
