import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { dateColumn } from '../../components/columns.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Ago, DateOf } from '../../components/dates.tsx';
import { useFilters, type Filters } from '../../components/filters.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { amountText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SavingsAccountQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { accountStates } from '../members/texts.ts';
import { Fact, MemberLink, Panel } from '../money/parts.tsx';
import { moneySteps, stepsOfTransaction } from './money-steps.ts';
import { savingsStepTexts } from './step-texts.ts';
import { stepsOf, type T } from './steps.ts';
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
        availableActions
        pendingApprovals {
          ...Waiting
          ...WaitingPayment
        }
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
            version
            type
            amount
            state
            stateReason
            reference
            receiptNo
            paidAt
            bookedOn
            balanceAfter
            expiresAt
            availableActions
            pendingApprovals {
              id
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
    }
  }
`);

export type Account = NonNullable<SavingsAccountQuery['savingsAccounts']>['nodes'][number];
export type Transaction = NonNullable<Account['transactions']>['nodes'][number];

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
      live={['savings_account.', 'savings_transaction.', 'proposal.']}
    >
      {(account, reload) => <View account={account} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

/** What a teller does all day. */
const NEXT: readonly string[] = ['approveSavingsAccount', 'depositSavings'];

/** What opens the account is no button for who may not agree to it: the panel above the facts says why. */
const isOpenTo =
  ({ pendingApprovals }: Account) =>
  ({ name }: { readonly name: string }): boolean =>
    name !== 'approveSavingsAccount' ||
    !pendingApprovals?.some(({ kind, obstacle }) => kind === 'SAVINGS_ACCOUNT_OPENING' && obstacle !== null);

type Props = { readonly account: Account; readonly variables: object; readonly reload: () => void };

function View({ account, variables, reload }: Props) {
  const t = useTexts(savingsTexts);
  const steps = useTexts(savingsStepTexts);
  const spoken = useLanguage();
  const mayChange = useMay()('savings_accounts:write');
  const { accountNo, member, state } = account;
  return (
    <>
      <PrintHead />
      <PageHead
        title={accountNo}
        whose={member?.name}
        crumbs={[{ to: '/savings', title: t('savings') }]}
        aside={<StateOf words={accountStates} state={state} />}
      >
        {mayChange
          ? [...moneySteps(account, steps), ...stepsOf(account, steps)]
              .filter(isOpenTo(account))
              .map((step) => (
                <Action key={step.name} step={step} isPrimary={NEXT.includes(step.name)} onDone={reload} />
              ))
          : null}
        <PrintButton />
        <ShowQuery document={ACCOUNT} variables={variables} />
      </PageHead>
      <Figures account={account} />
      <WaitingHere rows={account.pendingApprovals} onDone={reload} />
      <div className="statement">
        <DataTable
          label={t('statement')}
          columns={[...columns(spoken), ...(mayChange ? [actions(steps, reload)] : [])]}
          list={account.transactions}
          isLoading={false}
          error={undefined}
          onRetry={reload}
          keyOf={({ id }) => id}
          empty={{ title: t('nothingMoved'), hint: t('nothingMovedHint') }}
        />
        <div className="payment">
          <div className="column">
            <Terms account={account} />
          </div>
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

const columns = (spoken: Language): readonly Column<Transaction>[] => [
  dateColumn({ name: 'day', title: { en: 'Date', sw: 'Tarehe' } }, ({ bookedOn, paidAt }) => bookedOn ?? paidAt),
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    narrow: 'under',
    cell: ({ type, state, stateReason, receiptNo, reference, expiresAt, pendingApprovals }) => (
      <>
        {movements[type][spoken]}
        <span className="faint"> {[receiptNo, reference].filter(Boolean).join(' · ')}</span>
        {state === 'POSTED' ? null : (
          <div title={stateReason ?? undefined}>
            <StateOf words={movementStates} state={state} />
            {state === 'HELD' && stateReason ? <span className="faint"> {stateReason}</span> : null}
            {state === 'HELD' && expiresAt ? (
              <span className="faint">
                {' '}
                <Ago of={expiresAt} />
              </span>
            ) : null}
          </div>
        )}
        {pendingApprovals?.length ? (
          <Link to="/approvals">
            <State word={accountStates.PENDING_APPROVAL.word[spoken]} tone="info" />
          </Link>
        ) : null}
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

const actions = (t: T, onDone: () => void): Column<Transaction> => ({
  name: 'steps',
  title: { en: 'Actions', sw: 'Hatua' },
  cell: (transaction) => (
    <span className="decide no-print">
      {stepsOfTransaction(transaction, t).map((step) => (
        <Action key={step.name} step={step} onDone={onDone} />
      ))}
    </span>
  ),
});
