import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import type { MobileMoneyTransactionState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { RECEIVED, receivedListOf, soughtIn, suspenseColumns } from './received-list.tsx';
import { moneyTexts } from './texts.ts';

const IN_SUSPENSE: readonly MobileMoneyTransactionState[] = ['UNALLOCATED'];

function variablesOf(filters: Filters) {
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: { search: soughtIn(filters['search']), states: IN_SUSPENSE, createdAt: days },
    orderBy: orderOf(filters, ['AMOUNT', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
}

/** What came in and matched nothing: a person places it, or two people send it back. */
export function Page() {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('suspense')}
      name="suspense"
      document={RECEIVED}
      variables={variablesOf(filters)}
      listOf={receivedListOf}
      columns={suspenseColumns(spoken)}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/received/${id}`}
      live={['mobile_money.']}
      empty={{ title: t('noSuspense'), hint: t('noSuspenseHint') }}
    >
      <SearchBox hint={t('searchReceived')} />
      <Days />
    </ListPage>
  );
}
