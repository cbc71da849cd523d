import { RecordActions } from '../../components/more-actions.tsx';
import { useAddress } from '../../components/beside.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { Days } from '../../components/days.tsx';
import { useFilters, type Filters } from '../../components/filters.ts';
import { Life } from '../../components/life.tsx';
import { ExportButton } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { useNarrow } from '../../components/narrow.ts';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { daysIn } from '../../format/days.ts';
import { useMay, useMayPayOut } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SavingsAccountQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { accountStates } from '../members/texts.ts';
import { Fact, MemberLink, Panel } from '../money/parts.tsx';
import { moneySteps } from './money-steps.ts';
import { savingsStepTexts } from './step-texts.ts';
import { actions, columns, statementColumns, telephoneColumns } from './statement-columns.tsx';
import { stepsOf } from './steps.ts';
import { kinds, maturities, savingsTexts } from './texts.ts';

const ACCOUNT = graphql(`
  query SavingsAccount(
    $accountNo: String!
    $from: Date
    $to: Date
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
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
        transactions(from: $from, to: $to, first: $first, after: $after, last: $last, before: $before) {
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
  const variables = { accountNo, ...daysIn(filters), ...pageOf(filters) };
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
const USUAL: readonly string[] = ['approveSavingsAccount', 'depositSavings', 'withdrawSavings'];

/** What opens the account is no button for who may not agree to it: the panel above the facts says why. */
const isOpenTo =
  ({ pendingApprovals }: Account) =>
  ({ name }: { readonly name: string }): boolean =>
    name !== 'approveSavingsAccount' ||
    !pendingApprovals?.some(({ kind, obstacle }) => kind === 'SAVINGS_ACCOUNT_OPENING' && obstacle !== null);

/** What lets money out, of which every role has its amount: a cent is more than none. */
const LETS_OUT: readonly string[] = ['withdrawSavings', 'transferShares'];
const LEAST = 1;

const statementOf = ({ savingsAccounts }: SavingsAccountQuery) => savingsAccounts?.nodes[0]?.transactions;

type Props = { readonly account: Account; readonly variables: object; readonly reload: () => void };

function View({ account, variables, reload }: Props) {
  const t = useTexts(savingsTexts);
  const steps = useTexts(savingsStepTexts);
  const spoken = useLanguage();
  const isNarrow = useNarrow();
  const mayChange = useMay()('savings_accounts:write');
  const letsOut = useMayPayOut()(LEAST);
  const { accountNo, member, state } = account;
  const whole = { document: ACCOUNT, variables, listOf: statementOf };
  const paper = useWholePrint(whole, account.transactions);
  return (
    <>
      <PrintHead />
      <PageHead
        title={accountNo}
        whose={member?.name}
        crumbs={[{ to: '/savings', title: t('savings') }]}
        aside={<StateOf words={accountStates} state={state} />}
      >
        {mayChange ? (
          <RecordActions
            steps={[...moneySteps(account, steps), ...stepsOf(account, steps)]
              .filter(isOpenTo(account))
              .filter(({ name }) => letsOut || !LETS_OUT.includes(name))}
            usual={USUAL}
            onDone={reload}
          />
        ) : null}
        {paper.button}
        <ShowQuery document={ACCOUNT} variables={variables} />
      </PageHead>
      <Figures account={account} />
      <WaitingHere rows={account.pendingApprovals} onDone={reload} />
      <div className="statement">
        <ListTools>
          <Days />
          <span className="space" />
          <span className="menus">
            <ExportButton name={`statement-${accountNo}`} {...whole} columns={statementColumns(spoken)} />
          </span>
        </ListTools>
        {paper.note}
        <DataTable
          label={t('statement')}
          columns={[...(isNarrow ? telephoneColumns : columns)(spoken), ...(mayChange ? [actions(steps, reload)] : [])]}
          list={paper.shown}
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
