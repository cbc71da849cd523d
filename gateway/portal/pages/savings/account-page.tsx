import { useAddress } from '../../components/beside.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { useFilters, type Filters } from '../../components/filters.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { amountText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SavingsAccountQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { accountStates } from '../members/texts.ts';
import { Fact, MemberLink, Panel } from '../money/parts.tsx';
import { directionOf, kinds, maturities, movementStates, movements, savingsTexts } from './texts.ts';

const ACCOUNT = graphql(`
  query SavingsAccount($accountNo: String!, $first: Int, $after: String, $last: Int, $before: String) {
    savingsAccounts(first: 1, filter: { accountNos: [$accountNo] }) {
      nodes {
        id
        accountNo
        version
        kind
        state
        stateReason
        balance
        held
        availableBalance
        openedOn
        maturesOn
        maturedOn
        atMaturity
        redeemableFrom
        dormantSince
        clientReference
        member {
          memberNo
          name
        }
        product {
          code
          name
          interestRate
          termMonths
          breakCost
        }
        transactions(first: $first, after: $after, last: $last, before: $before) {
          nodes {
            id
            type
            amount
            state
            stateReason
            reference
            receiptNo
            paidAt
            bookedOn
            balanceAfter
          }
          pageInfo {
            hasNextPage
            hasPreviousPage
            startCursor
            endCursor
          }
        }
      }
    }
  }
`);

type Account = NonNullable<SavingsAccountQuery['savingsAccounts']>['nodes'][number];
type Row = NonNullable<Account['transactions']>['nodes'][number];

/** A statement is read through, and printed: its pages are longer than those of a list. */
const LINES = 50;
const pageOf = ({ after, before }: Filters) =>
  before === undefined ? { first: LINES, after: after ?? null } : { last: LINES, before };

/** One savings account: what it holds, on what terms, and what moved on it. */
export function Page() {
  const { accountNo = '' } = useAddress();
  const { filters } = useFilters();
  const variables = { accountNo, ...pageOf(filters) };
  return (
    <RecordPage
      document={ACCOUNT}
      variables={variables}
      recordOf={({ savingsAccounts }) => savingsAccounts?.nodes[0]}
      live={['savings_account.', 'savings_transaction.']}
    >
      {(account, reload) => <View account={account} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly account: Account; readonly variables: object; readonly reload: () => void };

function View({ account, variables, reload }: Props) {
  const t = useTexts(savingsTexts);
  const spoken = useLanguage();
  const { accountNo, member, state } = account;
  return (
    <>
      <PrintHead />
      <PageHead
        title={member ? `${accountNo} · ${member.name}` : accountNo}
        crumbs={[{ to: '/savings', title: t('savings') }]}
        aside={<State word={accountStates[state].word[spoken]} tone={accountStates[state].tone} />}
      >
        <PrintButton />
        <ShowQuery document={ACCOUNT} variables={variables} />
      </PageHead>
      <Figures account={account} />
      <div className="payment">
        <div className="column">
          <DataTable
            label={t('statement')}
            columns={columns(spoken)}
            list={account.transactions}
            isLoading={false}
            error={undefined}
            onRetry={reload}
            keyOf={({ id }) => id}
            empty={{ title: t('nothingMoved'), hint: t('nothingMovedHint') }}
          />
        </div>
        <div className="column">
          <Terms account={account} />
          <Life recordId={account.id} version={account.version} />
        </div>
      </div>
    </>
  );
}

function Figures({ account: { balance, held, availableBalance } }: { readonly account: Account }) {
  const t = useTexts(savingsTexts);
  const figures = [
    ['balance', balance],
    ['held', held],
    ['available', availableBalance],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([word, cents]) => (
        <div key={word}>
          <dt>{t(word)}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Terms({ account }: { readonly account: Account }) {
  const t = useTexts(savingsTexts);
  const spoken = useLanguage();
  const { product, kind, atMaturity } = account;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('member')}>{account.member ? <MemberLink member={account.member} /> : null}</Fact>
        <Fact name={t('product')}>{product ? `${product.name} (${product.code})` : null}</Fact>
        <Fact name={t('kind')}>{kinds[kind][spoken]}</Fact>
        <Fact name={t('why')}>{account.stateReason}</Fact>
        <Fact name={t('opened')}>{dateOf(account.openedOn)}</Fact>
        <Fact name={t('productRate')}>{product ? t('aYear', { rate: product.interestRate }) : null}</Fact>
        <Fact name={t('productTerm')}>{product?.termMonths ? t('months', { count: product.termMonths }) : null}</Fact>
        <Fact name={t('productBreakCost')}>
          {product && kind === 'FIXED_DEPOSIT' ? t('ofInterest', { rate: product.breakCost }) : null}
        </Fact>
        <Fact name={t('matures')}>{dateOf(account.maturesOn)}</Fact>
        <Fact name={t('matured')}>{dateOf(account.maturedOn)}</Fact>
        <Fact name={t('atMaturity')}>{atMaturity ? maturities[atMaturity][spoken] : null}</Fact>
        <Fact name={t('redeemable')}>{dateOf(account.redeemableFrom)}</Fact>
        <Fact name={t('dormant')}>{dateOf(account.dormantSince)}</Fact>
        <Fact name={t('reference')}>{account.clientReference}</Fact>
      </dl>
    </Panel>
  );
}

const dateOf = (day: string | null) => (day === null ? null : <DateOf of={day} />);

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'day',
    title: { en: 'Date', sw: 'Tarehe' },
    cell: ({ bookedOn, paidAt }) => <DateOf of={bookedOn ?? paidAt} />,
  },
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    cell: ({ type, state, stateReason, receiptNo, reference }) => (
      <>
        {movements[type][spoken]}
        <span className="faint"> {[receiptNo, reference].filter(Boolean).join(' · ')}</span>
        {state === 'POSTED' ? null : (
          <div title={stateReason ?? undefined}>
            <State word={movementStates[state].word[spoken]} tone={movementStates[state].tone} />
          </div>
        )}
      </>
    ),
  },
  {
    name: 'in',
    title: { en: 'In', sw: 'Iliyoingia' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'in' ? amountText(amount) : ''),
  },
  {
    name: 'out',
    title: { en: 'Out', sw: 'Iliyotoka' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'out' ? amountText(amount) : ''),
  },
  {
    name: 'held',
    title: { en: 'Held', sw: 'Imezuiwa' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'held' ? amountText(amount) : ''),
  },
  {
    name: 'balance',
    title: { en: 'Balance after', sw: 'Salio baadaye' },
    isNumber: true,
    cell: ({ balanceAfter }) => (balanceAfter === null ? '' : amountText(balanceAfter)),
  },
];
