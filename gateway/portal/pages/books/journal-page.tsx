import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { amountText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { JournalQuery } from '../../graph/generated/graphql.ts';
import { eventWord } from '../../texts/record-words.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { accountWord } from './account-words.ts';
import { BookedAs, WhoCaused } from './journal-parts.tsx';
import { SubAccount } from './sub-account.tsx';
import { booksTexts } from './texts.ts';
import './books.css';

const JOURNAL = graphql(`
  query Journal($id: ID!) {
    journal(id: $id) {
      id
      bookedOn
      valueDate
      kind
      currency
      amount
      createdAt
      subject {
        type
        id
        number
        ownerNumber
      }
      cause {
        id
        actor
        name
        command
        at
        requestId
      }
      lines {
        account
        subAccount
        subAccountName
        debit
        credit
      }
      reversalOf {
        id
        bookedOn
      }
      reversedBy {
        id
        bookedOn
      }
    }
  }
`);

type Journal = NonNullable<JournalQuery['journal']>;

/** One journal: its lines, the record that was booked, who caused it, and what undid it. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id };
  return (
    <RecordPage document={JOURNAL} variables={variables} recordOf={({ journal }) => journal}>
      {(record) => <JournalView journal={record} variables={variables} />}
    </RecordPage>
  );
}

function JournalView({ journal, variables }: { readonly journal: Journal; readonly variables: object }) {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  const { reversedBy, reversalOf } = journal;
  const [undone] = reversedBy;
  return (
    <>
      <PrintHead />
      <PageHead
        title={eventWord(journal.kind, spoken)}
        crumbs={[{ to: '/books/journals', title: t('journals') }]}
        aside={undone ? <State word={t('undone')} tone="warning" /> : <State word={t('booked')} tone="good" />}
      >
        <PrintButton />
        <ShowQuery document={JOURNAL} variables={variables} />
      </PageHead>
      <div className="journal">
        <Lines journal={journal} />
        <section className="panel">
          <header>
            <h2>{t('cause')}</h2>
          </header>
          <dl className="facts body">
            <dt>{t('record')}</dt>
            <dd>
              <BookedAs {...journal.subject} />
            </dd>
            <dt>{t('amount')}</dt>
            <dd>
              <Money cents={journal.amount} />
            </dd>
            <dt>{t('bookedOn')}</dt>
            <dd>
              <DateOf of={journal.bookedOn} />
            </dd>
            <dt>{t('countsFor')}</dt>
            <dd>
              <DateOf of={journal.valueDate} />
            </dd>
            <dt>{t('who')}</dt>
            <dd>
              <WhoCaused cause={journal.cause} />
            </dd>
            {journal.cause ? <When at={journal.cause.at} /> : null}
            {reversalOf ? (
              <>
                <dt>{t('undoes')}</dt>
                <dd>
                  <Link to={`/books/journals/${reversalOf.id}`}>
                    <DateOf of={reversalOf.bookedOn} />
                  </Link>
                </dd>
              </>
            ) : null}
            {reversedBy.map(({ id, bookedOn }) => (
              <Undone key={id} id={id} bookedOn={bookedOn} />
            ))}
          </dl>
          {journal.cause ? <Trail cause={journal.cause} /> : null}
          <AllOfRecord recordId={journal.subject.id} />
        </section>
      </div>
    </>
  );
}

function AllOfRecord({ recordId }: { readonly recordId: string | null }) {
  const t = useTexts(booksTexts);
  return recordId === null ? null : (
    <p className="body no-print">
      <Link to="/books/journals" search={{ record: recordId }}>
        {t('allOfRecord')}
      </Link>
    </p>
  );
}

function When({ at }: { readonly at: string }) {
  const t = useTexts(booksTexts);
  return (
    <>
      <dt>{t('when')}</dt>
      <dd>
        <Ago of={at} />
      </dd>
    </>
  );
}

/** What who helps asks for, and no one else. */
function Trail({ cause }: { readonly cause: NonNullable<Journal['cause']> }) {
  const t = useTexts(booksTexts);
  return (
    <details className="body no-print">
      <summary className="faint">{t('forSupport')}</summary>
      <dl className="facts">
        <dt>{t('command')}</dt>
        <dd>
          <code>{cause.command}</code>
        </dd>
        <dt>{t('request')}</dt>
        <dd>
          <code>{cause.requestId}</code>
        </dd>
      </dl>
    </details>
  );
}

function Undone({ id, bookedOn }: { readonly id: string; readonly bookedOn: string }) {
  const t = useTexts(booksTexts);
  return (
    <>
      <dt>{t('undoneBy')}</dt>
      <dd>
        <Link to={`/books/journals/${id}`}>
          <DateOf of={bookedOn} />
        </Link>
      </dd>
    </>
  );
}

function Lines({ journal: { lines, amount, bookedOn } }: { readonly journal: Journal }) {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  return (
    <div className="table lines" tabIndex={0}>
      <table aria-label={t('lines')}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col" className="number">
              {t('debit')}
            </th>
            <th scope="col" className="number">
              {t('credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ account, subAccount, subAccountName, debit, credit }, i) => (
            <tr key={i}>
              <td>
                <Link
                  to={`/books/accounts/${account}`}
                  search={{ of: subAccount ?? undefined, from: bookedOn, to: bookedOn }}
                >
                  {accountWord(account, spoken)}
                </Link>{' '}
                <SubAccount {...{ subAccount, subAccountName }} />
              </td>
              <td className="number">{debit === 0 ? '' : amountText(debit)}</td>
              <td className="number">{credit === 0 ? '' : amountText(credit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td className="number">{amountText(amount)}</td>
            <td className="number">{amountText(amount)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
