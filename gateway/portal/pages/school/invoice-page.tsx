import { useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Ago, DateOf } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { NotFound } from '../../frame/no-page.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { InvoiceQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { invoiceStates, methods, schoolTexts } from './texts.ts';
import './school.css';

const INVOICE = graphql(`
  query Invoice($id: ID!, $withPayments: Boolean!) {
    invoice(id: $id) {
      id
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
        admissionNo
        firstName
        lastName
      }
      payments(first: 20) @include(if: $withPayments) {
        nodes {
          id
          amount
          method
          reference
          paidAt
          state
        }
      }
    }
  }
`);

type Invoice = NonNullable<InvoiceQuery['invoice']>;

/** An invoice: its lines, and where its money came from. */
export function Page() {
  const { id = '' } = useParams({ strict: false });
  const variables = { id, withPayments: useMay()('payments:read') };
  const [{ data, error, fetching }, reload] = useQuery({ query: INVOICE, variables });
  if (error && !data?.invoice) return <ErrorBox error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  if (!data.invoice) return fetching ? <Skeleton lines={8} /> : <NotFound />;
  return <InvoiceView invoice={data.invoice} variables={variables} />;
}

function InvoiceView({ invoice, variables }: { readonly invoice: Invoice; readonly variables: object }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { tone, word } = invoiceStates[invoice.state];
  const { student, number } = invoice;
  return (
    <>
      <PageHead
        title={number ?? t('invoice')}
        crumbs={[{ to: '/invoices', title: t('invoices') }]}
        aside={invoice.overdue ? <State word={t('overdue')} tone="bad" /> : <State word={word[spoken]} tone={tone} />}
      >
        <ShowQuery document={INVOICE} variables={variables} />
      </PageHead>
      <div className="invoice">
        <section className="panel">
          <dl className="facts body">
            <dt>{t('student')}</dt>
            <dd>{student ? `${student.firstName} ${student.lastName} (${student.admissionNo})` : '–'}</dd>
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
        <section className="panel">
          <header>
            <h2>{t('money')}</h2>
          </header>
          <Picture invoice={invoice} />
          {invoice.payments ? <Payments payments={invoice.payments.nodes} /> : null}
        </section>
        <Lines invoice={invoice} />
      </div>
    </>
  );
}

/** The whole of the invoice as a bar: what each payment brought, what was credited and promised, and what is open. */
function Picture({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { total, credited, promised, balance } = invoice;
  const payments = invoice.payments?.nodes ?? [];
  const parts = [
    // Without the right to see payments, what was paid is one part.
    ...(invoice.payments ? [] : [{ key: 'paid', kind: 'payment', amount: invoice.paid, word: t('paid') }]),
    ...payments
      .filter(({ state }) => state !== 'REVERSED')
      .map(({ id, amount, method }) => ({
        key: id,
        kind: method === 'LOAN' ? 'loan' : 'payment',
        amount,
        word: methods[method][spoken],
      })),
    { key: 'credited', kind: 'credited', amount: credited, word: t('credited') },
    { key: 'promised', kind: 'promised', amount: promised, word: t('promised') },
    { key: 'open', kind: 'open', amount: balance - promised, word: t('open') },
  ].filter(({ amount }) => amount > 0);
  const whole = Math.max(total, 1);
  let from = 0;
  return (
    <figure className="flow body">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={t('picture')}>
        {parts.map(({ key, kind, amount, word }) => {
          const x = (100 * from) / whole;
          from += amount;
          return (
            <rect
              key={key}
              className={kind}
              x={x}
              y="0"
              width={Math.max(0.6, (100 * amount) / whole - 0.4)}
              height="10"
            >
              <title>{`${word}: ${moneyText(amount)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        {parts.map(({ key, kind, amount, word }) => (
          <span key={key} className={kind}>
            {word} <Money cents={amount} />
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

type Payments = NonNullable<Invoice['payments']>['nodes'];

function Payments({ payments }: { readonly payments: Payments }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  if (payments.length === 0) return <p className="faint body">{t('noPayment')}</p>;
  return (
    <div className="table" tabIndex={0}>
      <table aria-label={t('money')}>
        <thead>
          <tr>
            <th scope="col">{t('from')}</th>
            <th scope="col">{t('receipt')}</th>
            <th scope="col">{t('received')}</th>
            <th scope="col" className="number">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id, method, reference, paidAt, amount, state }) => (
            <tr key={id}>
              <td>
                {methods[method][spoken]}
                {state === 'REVERSED' ? ` (${t('reversed')})` : null}
              </td>
              <td>
                <code>{reference.length > 20 ? `…${reference.slice(-12)}` : reference}</code>
              </td>
              <td>
                <Ago of={paidAt} />
              </td>
              <td className="number">
                <Money cents={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        <table aria-label={t('money')}>
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
        </table>
      </div>
    </section>
  );
}
