import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { InvoiceQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceFlow } from './invoice-flow.tsx';
import { schoolTexts } from './texts.ts';
import { invoiceStates, isOwed } from './words.ts';
import './school.css';

const INVOICE = graphql(`
  query Invoice($id: ID!, $withPayments: Boolean!, $withLoans: Boolean!, $withDisbursements: Boolean!) {
    invoice(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
      }
      availableActions
      number
      payCode
      state
      issueDate
      dueDate
      total
      paid
      credited
      balance
      promised
      overdue
      lines {
        id
        description
        amount
        discount
        paid
      }
      student {
        id
        admissionNo
        firstName
        lastName
      }
      fundedBy @include(if: $withLoans) {
        id
        loanNo
      }
      creditNotes {
        id
        number
        amount
        reason
        issuedOn
      }
      payments(first: 15) @include(if: $withPayments) {
        nodes {
          id
          amount
          method
          reference
          paidAt
          state
          allocations {
            invoice {
              id
            }
            amount
          }
          loan @include(if: $withLoans) {
            id
            loanNo
          }
          disbursement @include(if: $withDisbursements) {
            id
            amount
            state
            createdAt
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

export type Invoice = NonNullable<InvoiceQuery['invoice']>;

/** An invoice: its lines, and where its money came from. */
export function Page() {
  const { id = '' } = useAddress();
  const may = useMay();
  const variables = {
    id,
    withPayments: may('payments:read'),
    withLoans: may('loans:read'),
    withDisbursements: may('disbursements:read'),
  };
  return (
    <RecordPage
      live={['invoice.', 'payment.', 'credit_note.']}
      document={INVOICE}
      variables={variables}
      recordOf={({ invoice }) => invoice}
    >
      {(record, reload) => <InvoiceView invoice={record} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type View = { readonly invoice: Invoice; readonly variables: object; readonly reload: () => void };

function InvoiceView({ invoice, variables, reload }: View) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { tone, word } = invoiceStates[invoice.state];
  const { number } = invoice;
  return (
    <>
      <PrintHead />
      <PageHead
        title={number ?? t('invoice')}
        crumbs={[{ to: '/invoices', title: t('invoices') }]}
        aside={invoice.overdue ? <State word={t('overdue')} tone="bad" /> : <State word={word[spoken]} tone={tone} />}
      >
        <InvoiceActions invoice={invoice} onDone={reload} />
        <PrintButton />
        <ShowQuery document={INVOICE} variables={variables} />
      </PageHead>
      <WaitingHere rows={invoice.pendingApprovals} onDone={reload} />
      <div className="student on-sheet">
        <div className="column">
          <InvoiceFlow invoice={invoice} />
          <Lines invoice={invoice} />
        </div>
        <div className="column">
          <Facts invoice={invoice} />
          <Life recordId={invoice.id} version={invoice.version} />
        </div>
      </div>
    </>
  );
}

function Facts({ invoice }: Pick<View, 'invoice'>) {
  const t = useTexts(schoolTexts);
  const { student } = invoice;
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('student')}</dt>
        <dd>
          {student ? (
            <>
              <Link to={`/students/${student.id}`}>{`${student.firstName} ${student.lastName}`}</Link>
              <div className="faint record-no">{student.admissionNo}</div>
            </>
          ) : (
            '–'
          )}
        </dd>
        <dt>{t('issued')}</dt>
        <dd>
          <DateOf of={invoice.issueDate} />
        </dd>
        <dt>{t('due')}</dt>
        <dd>
          <DateOf of={invoice.dueDate} />
        </dd>
        <dt>{t('payCode')}</dt>
        <dd>{invoice.payCode ?? '–'}</dd>
      </dl>
    </section>
  );
}

function Lines({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(schoolTexts);
  return (
    <section className="panel">
      <header>
        <h2>{t('lines')}</h2>
      </header>
      <div className="table" tabIndex={0}>
        <table aria-label={t('lines')}>
          <thead>
            <tr>
              <th scope="col">{t('description')}</th>
              <th scope="col" className="number">
                {t('amount')}
              </th>
              <th scope="col" className="number">
                {t('paid')}
              </th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map(({ id, description, amount, discount, paid }) => (
              <tr key={id}>
                <td>{description}</td>
                <td className="number">
                  <Money cents={amount - discount} />
                </td>
                <td className="number">
                  <Money cents={paid} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {(
              [
                ['total', invoice.total, invoice.paid],
                ['credited', invoice.credited, null],
                ['stillOwed', isOwed(invoice.state) ? invoice.balance : null, null],
              ] as const
            ).map(([word, amount, paid]) =>
              amount === null || (amount === 0 && word === 'credited') ? null : (
                <tr key={word}>
                  <th scope="row">{t(word)}</th>
                  <td className="number">
                    <Money cents={amount} />
                  </td>
                  <td className="number">{paid === null ? null : <Money cents={paid} />}</td>
                </tr>
              ),
            )}
          </tfoot>
        </table>
      </div>
    </section>
  );
}
