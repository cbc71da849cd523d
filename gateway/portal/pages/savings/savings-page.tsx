import { nameIn } from '../../format/names.ts';
import { dateColumn, moneyColumn, stateColumn } from '../../components/columns.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { WordChoice } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { Narrowed } from '../../components/narrowed.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { SavingsQuery } from '../../graph/generated/graphql.ts';
import { useMay } from '../../frame/session.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { accountStates } from '../members/texts.ts';
import { openedAccount, openForAny } from './open-account.tsx';
import { openAccountTexts } from './open-account-texts.ts';
import { kinds, savingsTexts } from './texts.ts';

const SAVINGS = graphql(`
  query Savings(
    $filter: SavingsAccountFilter
    $orderBy: [SavingsAccountOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    savingsAccounts(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        accountNo
        kind
        state
        balance
        held
        availableBalance
        openedOn
        maturesOn
        member {
          memberNo
          name
        }
        product {
          name
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

type Row = NonNullable<SavingsQuery['savingsAccounts']>['nodes'][number];

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'no',
    title: { en: 'Account', sw: 'Akaunti' },
    orderBy: 'ACCOUNT_NO',
    cell: ({ accountNo }) => <Link to={`/savings/${accountNo}`}>{accountNo}</Link>,
    csv: ({ accountNo }) => accountNo,
  },
  {
    name: 'member',
    title: { en: 'Member', sw: 'Mwanachama' },
    narrow: 'under',
    cell: ({ member }) => (member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : '–'),
    csv: ({ member }) => member?.name ?? null,
  },
  {
    name: 'product',
    title: { en: 'Product', sw: 'Bidhaa' },
    orderBy: 'KIND',
    cell: ({ product, kind }) => product?.name ?? kinds[kind][spoken],
    csv: ({ product, kind }) => product?.name ?? kind,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    accountStates,
    ({ state }) => state,
  ),
  moneyColumn(
    { name: 'balance', title: { en: 'Balance', sw: 'Salio' }, narrow: 'next', orderBy: 'BALANCE' },
    ({ balance }) => balance,
  ),
  {
    name: 'held',
    title: { en: 'Held', sw: 'Imezuiwa' },
    isNumber: true,
    cell: ({ held }) => (held === 0 ? '–' : <Money cents={held} />),
    csv: ({ held }) => held / 100,
  },
  dateColumn(
    { name: 'opened', title: { en: 'Opened', sw: 'Ilifunguliwa' }, orderBy: 'CREATED_AT' },
    ({ openedOn }) => openedOn,
  ),
  dateColumn({ name: 'matures', title: { en: 'Matures', sw: 'Inakomaa' } }, ({ maturesOn }) => maturesOn),
];

function variablesOf(filters: Filters) {
  const kind = nameIn(kinds, filters['kind']);
  const state = nameIn(accountStates, filters['state']);
  return {
    ...pageVariables(filters),
    filter: {
      accountNos: filters['account'] === undefined ? null : [filters['account']],
      memberId: filters['member'] ?? null,
      kinds: kind === undefined ? null : [kind],
      states: state === undefined ? null : [state],
    },
    orderBy: orderOf(filters, ['ACCOUNT_NO', 'KIND', 'STATE', 'BALANCE', 'CREATED_AT']) ?? null,
  };
}

const listOf = ({ savingsAccounts }: SavingsQuery) => savingsAccounts;

/** What members have saved: deposits, fixed deposits and shares. */
export function Page() {
  const t = useTexts(savingsTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      live={['savings']}
      title={t('savings')}
      name="savings"
      document={SAVINGS}
      variables={variables}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ accountNo }) => `/savings/${accountNo}`}
      empty={{ title: t('none'), hint: t('noneHint') }}
      actions={() => <Open />}
    >
      <ExactFilter name="account" label={t('accountNo')} hint={t('accountNo')} />
      <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={kinds} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={accountStates} />
      <Narrowed by="member" label={t('ofOne')} />
    </ListPage>
  );
}

/** A new account, whose page opens then. */
function Open() {
  const t = useTexts(openAccountTexts);
  const may = useMay();
  const navigate = useNavigate();
  if (!may('savings_accounts:write')) return null;
  const done = (data: unknown) => {
    const accountNo = openedAccount(data);
    if (accountNo !== null) void navigate({ to: `/savings/${accountNo}` });
  };
  return <Action step={openForAny(t)} isPrimary onDone={done} />;
}
