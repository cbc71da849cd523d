import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { useFilters } from '../../components/filters.ts';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { dateText, numberText } from '../../format/format.ts';
import { useLive } from '../../frame/live.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClosesQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { booksTexts } from './texts.ts';
import './books.css';

const CLOSES = graphql(`
  query Closes($through: Date) {
    closesOfBusiness(last: 31, through: $through) {
      id
      businessDate
      finished
      loansDone
      loansTotal
      interest
      penalties
      provisioned
      fellOverdue
      savingsInterest
      portfolio {
        gross
        par {
          days
          percent
        }
      }
    }
  }
`);

type Close = NonNullable<ClosesQuery['closesOfBusiness']>[number];

/** The closes of business up to a day, the newest first. */
export function Page() {
  const t = useTexts(booksTexts);
  const { filters, setFilters } = useFilters();
  const variables = { through: filters['on'] ?? null };
  const [{ data, error }, reload] = useQuery({ query: CLOSES, variables });
  useLive(['close_of_business.'], () => reload({ requestPolicy: 'network-only' }));
  const closes = data?.closesOfBusiness;
  return (
    <>
      <PageHead title={t('closes')}>
        <label className="day">
          <span>{t('through')}</span>
          <input
            className="input"
            type="date"
            value={filters['on'] ?? ''}
            onChange={(event) => setFilters({ on: event.currentTarget.value || null })}
          />
        </label>
        <ShowQuery document={CLOSES} variables={variables} />
      </PageHead>
      {error && !closes ? <ErrorBox error={error} onRetry={reload} /> : null}
      {closes?.length === 0 ? <EmptyState title={t('noClose')} hint={t('noCloseHint')} /> : null}
      {closes && closes.length > 0 ? <Days closes={closes} /> : closes || error ? null : <Skeleton lines={12} />}
    </>
  );
}

function Days({ closes }: { readonly closes: readonly Close[] }) {
  const t = useTexts(booksTexts);
  return (
    <div className="table" tabIndex={0}>
      <table aria-label={t('closes')}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('state')}</th>
            {(['gross', 'par30', 'interest', 'penalties', 'provisioned', 'fellOverdue'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {closes.map((close) => (
            <Day key={close.id} {...close} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day(close: Close) {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  const par = close.portfolio?.par.find(({ days }) => days === 30)?.percent;
  return (
    <tr>
      <td>
        <Link to="/books" search={{ on: close.businessDate }}>
          {dateText(close.businessDate, spoken)}
        </Link>
      </td>
      <td>
        <State
          word={close.finished ? t('done') : t('running', { done: close.loansDone, total: close.loansTotal })}
          tone={close.finished ? 'good' : 'info'}
        />
      </td>
      <td className="number">
        <Money cents={close.portfolio?.gross} />
      </td>
      <td className="number">{par === undefined ? '–' : `${par}\u00A0%`}</td>
      <td className="number">
        <Money cents={close.interest} />
      </td>
      <td className="number">
        <Money cents={close.penalties} />
      </td>
      <td className="number">
        <Money cents={close.provisioned} />
      </td>
      <td className="number">{numberText(close.fellOverdue)}</td>
    </tr>
  );
}
