import { useNavigate } from '@tanstack/react-router';
import { nameIn } from '../../format/names.ts';
import { Action } from '../../components/action.tsx';
import { createdIn, offerLater } from '../../components/offer.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { RECEIVED, collectionColumns, receivedListOf, soughtIn } from './received-list.tsx';
import { collectStep, recordStep } from './received-steps.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { receivedChannels, receivedStates } from './words.ts';

function variablesOf(filters: Filters) {
  const state = nameIn(receivedStates, filters['state']);
  const channel = nameIn(receivedChannels, filters['channel']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      search: soughtIn(filters['search']),
      states: state === undefined ? null : [state],
      channels: channel === undefined ? null : [channel],
      createdAt: days,
    },
    orderBy: orderOf(filters, ['AMOUNT', 'STATE', 'CHANNEL', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
}

/** Money of payers: those who are prompted on the phone, and those who pay of their own accord. */
export function Page() {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const may = useMay();
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('collections')}
      name="collections"
      document={RECEIVED}
      variables={variablesOf(filters)}
      listOf={receivedListOf}
      columns={collectionColumns}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/received/${id}`}
      live={['mobile_money.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
      actions={(reload) => (
        <>
          {may('mobile_money:write') ? (
            <>
              <Action step={collectStep(steps)} isPrimary onDone={reload} />
              <Action step={recordStep(steps)} onDone={reload} />
            </>
          ) : null}
          {may('receipts:write') ? <Split /> : null}
        </>
      )}
    >
      <SearchBox hint={t('searchReceived')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={receivedStates} />
      <WordChoice name="channel" label={t('channel')} all={t('everyChannel')} words={receivedChannels} />
      <Days />
    </ListPage>
  );
}

/** One payment for several records: the form, and then the page of what it became. */
function Split() {
  const t = useTexts(moneyStepTexts);
  const may = useMay();
  const navigate = useNavigate();
  // Each part is booked by its own rules, and takes the scope of its own form.
  const scopes = {
    members: may('members:read') && may('loans:read') && may('repayments:write'),
    accounts: may('savings_accounts:read') && may('savings_accounts:write'),
    students: may('students:read') && may('payments:write') && may('invoices:write'),
  };
  const done = (data: unknown) => {
    const receipt = createdIn(data);
    if (receipt !== null && may('receipts:read')) void navigate({ to: `/money/receipts/${receipt}` });
  };
  const offer = { word: t('split'), title: t('splitTitle') };
  const step = offerLater({
    name: 'splitReceipt',
    ...offer,
    of: { scopes, ...offer },
    load: () => import('./split-form.tsx'),
  });
  return <Action step={step} onDone={done} />;
}
