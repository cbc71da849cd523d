import type { SeriesStep } from '#core/ledger/series.ts';
import type { SeriesWanted, View } from '#platform/app/views.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type Days = {
  readonly from?: Temporal.PlainDate | null;
  readonly last?: number | null;
  readonly to?: Temporal.PlainDate | null;
  readonly step?: SeriesStep | null;
};
const wanted = ({ from, last, to, step }: Days): SeriesWanted => ({
  from: from ?? null,
  last: last ?? null,
  to: to ?? null,
  step: step ?? 'day',
});

export const seriesQuery: TypeResolvers<LendingContext> = {
  portfolioSeries: (_, days: Days, { read }) => read((views) => views.series.portfolio(wanted(days))),
  moneySeries: (_, days: Days, { read }) => read((views) => views.series.money(wanted(days))),
};

export const seriesRecords: Resolvers<LendingContext> = {
  Agent: {
    floatSeries: async ({ agentNo }: View<'agents'>, days: Days, { loaders }) =>
      (await loaders.floatSeriesIn(wanted(days)).load(agentNo)).points,
  },
  PortfolioPoint: { portfolio: ({ close }: View<'series', 'portfolio'>) => close.portfolio },
};
