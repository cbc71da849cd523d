import { useQuery } from 'urql';
import { ErrorBox } from '../../components/error-box.tsx';
import { useFilters } from '../../components/filters.ts';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useLive } from '../../frame/live.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SeriesStep } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { todayTexts } from './texts.ts';
import { Work } from './work.tsx';
import { Charts } from './today-charts.tsx';
import './today.css';

const TODAY = graphql(`
  query Today($last: Int!, $step: SeriesStep!, $loans: Boolean!, $payments: Boolean!, $floats: Boolean!) {
    portfolioSeries(last: $last, step: $step) @include(if: $loans) {
      close {
        businessDate
      }
      portfolio {
        gross
        par {
          days
          percent
        }
        bands {
          name
          principal
        }
      }
    }
    moneySeries(last: $last, step: $step) @include(if: $payments) {
      from
      to
      disbursed
      collected
    }
    agents(first: 5) @include(if: $floats) {
      nodes {
        id
        agentNo
        name
        available
        floatAt
        floatSeries(last: $last, step: $step) {
          from
          to
          closing
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

/** What is shown, and how long a point is: few enough that each is seen. */
const RANGES = {
  month: { last: 30, step: 'DAY' },
  half: { last: 26, step: 'WEEK' },
  years: { last: 18, step: 'MONTH' },
} as const satisfies { readonly [range: string]: { readonly last: number; readonly step: SeriesStep } };
type Range = keyof typeof RANGES;
const isRange = (name: string): name is Range => Object.hasOwn(RANGES, name);

/** How the institution stands: the portfolio, the money of its days, the float, and what waits. */
export function Page() {
  const t = useTexts(todayTexts);
  const may = useMay();
  const { filters } = useFilters();
  const asked = filters['range'] ?? 'half';
  const { last, step } = RANGES[isRange(asked) ? asked : 'half'];
  const variables = {
    last,
    step,
    loans: may('loans:read'),
    payments: may('disbursements:read') && may('repayments:read'),
    floats: may('disbursements:read'),
  };
  const [{ data, error }, reload] = useQuery({ query: TODAY, variables });
  useLive(['disbursement.', 'repayment.', 'float', 'loan.', 'close_of_business.'], () =>
    reload({ requestPolicy: 'network-only' }),
  );
  return (
    <>
      <PageHead title={t('today')}>
        <RangeChoice chosen={isRange(asked) ? asked : 'half'} />
        <ShowQuery document={TODAY} variables={variables} />
      </PageHead>
      {error && !data ? <ErrorBox error={error} onRetry={reload} /> : null}
      <Work />
      {data ? <Charts data={data} step={step} /> : error ? null : <Skeleton lines={12} />}
    </>
  );
}

function RangeChoice({ chosen }: { readonly chosen: Range }) {
  const t = useTexts(todayTexts);
  const { setFilters } = useFilters();
  return (
    <div className="segments" role="group" aria-label={t('range')}>
      {Object.keys(RANGES)
        .filter(isRange)
        .map((name) => (
          <button key={name} aria-pressed={name === chosen} onClick={() => setFilters({ range: name })}>
            {t(name)}
          </button>
        ))}
    </div>
  );
}
