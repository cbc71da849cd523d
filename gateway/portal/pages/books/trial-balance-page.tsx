import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import type { Column } from '../../components/data-table.tsx';
import { DayInput } from '../../components/day-input.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { useFilters } from '../../components/filters.ts';
import { LastProof } from './last-proof.tsx';
import { SaveButton } from '../../components/list-menus.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { amountText, dateText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { TrialBalanceQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { accountTypeWord, accountWord } from './account-words.ts';
import { SubAccount } from './sub-account.tsx';
import { booksTexts } from './texts.ts';
import './books.css';

const TRIAL_BALANCE = graphql(`
  query TrialBalance($on: Date) {
    trialBalance(on: $on) {
      on
      debit
      credit
      balances
      accounts {
        account
        subAccount
        subAccountName
        type
        debit
        credit
      }
    }
    ledgerProofs(last: 1) {
      id
      provenAt
      isSound
      checkCount
      brokenCount
    }
  }
`);

type Balance = NonNullable<TrialBalanceQuery['trialBalance']>;

type Row = Balance['accounts'][number];

/** As the file has it: accounts as the chart calls them, and whose a sub-account is. */
const IN_FILE: readonly Pick<Column<Row>, 'title' | 'csv'>[] = [
  { title: { en: 'Account', sw: 'Akaunti' }, csv: ({ account }) => account },
  { title: { en: 'Sub-account', sw: 'Akaunti ndogo' }, csv: ({ subAccount }) => subAccount },
  { title: { en: 'Name', sw: 'Jina' }, csv: ({ subAccountName }) => subAccountName },
  { title: { en: 'Type', sw: 'Aina' }, csv: ({ type }) => type },
  { title: { en: 'Debit', sw: 'Debiti' }, csv: ({ debit }) => debit / 100 },
  { title: { en: 'Credit', sw: 'Krediti' }, csv: ({ credit }) => credit / 100 },
];

/** What every account holds at the end of a day. */
export function Page() {
  const t = useTexts(booksTexts);
  const { filters, setFilters } = useFilters();
  const variables = { on: filters['on'] ?? null };
  const [{ data, error }, reload] = useQuery({ query: TRIAL_BALANCE, variables });
  const balance = data?.trialBalance;
  return (
    <>
      <PrintHead />
      <PageHead title={t('trialBalance')}>
        <DayInput
          label={t('on')}
          value={filters['on'] ?? balance?.on ?? ''}
          onDay={(on) => setFilters({ on: on || null })}
        />
        {balance ? <SaveButton name={`trial-balance-${balance.on}`} rows={balance.accounts} columns={IN_FILE} /> : null}
        <PrintButton />
        <ShowQuery document={TRIAL_BALANCE} variables={variables} />
      </PageHead>
      {error && !balance ? <ErrorBox error={error} onRetry={reload} /> : null}
      {data?.ledgerProofs?.map((proof) => (
        <LastProof key={proof.id} {...proof} />
      ))}
      {balance ? <Accounts {...balance} /> : error ? null : <Skeleton lines={12} />}
    </>
  );
}

function Accounts({ on, accounts, debit, credit, balances }: Balance) {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  if (accounts.length === 0) return <EmptyState title={t('nothingBooked')} hint={t('nothingBookedHint')} />;
  return (
    <>
      <p className="summary">
        <State word={t(balances ? 'balances' : 'unbalanced')} tone={balances ? 'good' : 'bad'} />
        <span className="faint">{t('atEndOf', { day: dateText(on, spoken) })}</span>
      </p>
      <div className="table trial-balance" tabIndex={0}>
        <table aria-label={t('trialBalance')}>
          <thead>
            <tr>
              <th scope="col">{t('account')}</th>
              <th scope="col">{t('type')}</th>
              <th scope="col" className="number">
                {t('debit')}
              </th>
              <th scope="col" className="number">
                {t('credit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((row) => (
              <tr key={`${row.account}:${row.subAccount ?? ''}`}>
                <td>
                  <Link to={`/books/accounts/${row.account}`} search={{ of: row.subAccount ?? undefined, to: on }}>
                    {accountWord(row.account, spoken)}
                  </Link>{' '}
                  <SubAccount {...row} />
                </td>
                <td>{accountTypeWord(row.type, spoken)}</td>
                <td className="number">{row.debit === 0 ? '' : amountText(row.debit)}</td>
                <td className="number">{row.credit === 0 ? '' : amountText(row.credit)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <td />
              <td className="number">{amountText(debit)}</td>
              <td className="number">{amountText(credit)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}
