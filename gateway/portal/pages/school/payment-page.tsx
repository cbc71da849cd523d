import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SchoolPaymentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { AmountFact, Fact, Panel } from '../money/parts.tsx';
import { paperTexts } from './paper-texts.ts';
import { paymentSteps } from './steps/payment-steps.ts';
import { paymentStepTexts } from './steps/payment-texts.ts';
import { methods } from './payment-methods.ts';
import { isOwed } from './words.ts';
import './school.css';

const PAYMENT = graphql(`
  query SchoolPayment($id: ID!, $withStudent: Boolean!, $withPayer: Boolean!, $withLoan: Boolean!) {
    invoicePayment(id: $id) {
      id
      version
      amount
      method
      reference
      paidAt
      state
      unapplied
      surplus
      reversedAt
      reversalReason
      availableActions
      student @include(if: $withStudent) {
        id
        admissionNo
        firstName
        lastName
      }
      payer @include(if: $withPayer) {
        memberNo
        name
      }
      loan @include(if: $withLoan) {
        loanNo
      }
      allocations {
        lineId
        amount
        invoice {
          id
          number
          state
          balance
        }
      }
    }
  }
`);

type Payment = NonNullable<SchoolPaymentQuery['invoicePayment']>;

/** One payment to the school: the receipt, and what it paid for. */
export function Page() {
  const { id = '' } = useAddress();
  const may = useMay();
  const variables = {
    id,
    withStudent: may('students:read'),
    withPayer: may('members:read'),
    withLoan: may('loans:read'),
  };
  return (
    <RecordPage
      document={PAYMENT}
      variables={variables}
      recordOf={({ invoicePayment }) => invoicePayment}
      live={['payment.', 'invoice.']}
    >
      {(payment, reload) => <View payment={payment} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly payment: Payment; readonly variables: object; readonly reload: () => void };

function View({ payment, variables, reload }: Props) {
  const t = useTexts(paperTexts);
  const steps = useTexts(paymentStepTexts);
  const may = useMay();
  const { id, version, amount, reference, state, student } = payment;
  return (
    <>
      <PrintHead />
      <PageHead
        title={`${t('receipt')} · ${reference} · ${moneyText(amount)}`}
        crumbs={student ? [{ to: `/students/${student.id}`, title: `${student.firstName} ${student.lastName}` }] : []}
        aside={state === 'REVERSED' ? <State word={t('reversed')} tone="bad" /> : null}
      >
        {may('payments:write') && may('invoices:write')
          ? paymentSteps(payment, steps).map((step) => <Action key={step.name} step={step} onDone={reload} />)
          : null}
        <PrintButton />
        <ShowQuery document={PAYMENT} variables={variables} />
      </PageHead>
      <div className="student on-sheet">
        <div className="column">
          <PaidFor payment={payment} />
        </div>
        <div className="column">
          <Facts payment={payment} />
          <Life recordId={id} version={version} />
        </div>
      </div>
    </>
  );
}

/** What the money went to; several charges of one invoice are one row. */
function PaidFor({ payment: { allocations, unapplied, surplus, amount } }: Pick<Props, 'payment'>) {
  const t = useTexts(paperTexts);
  const byInvoice = [...Map.groupBy(allocations, ({ invoice }) => invoice?.id ?? '')].map(([id, parts]) => ({
    id,
    invoice: parts[0]?.invoice,
    paid: parts.reduce((sum, part) => sum + part.amount, 0),
  }));
  return (
    <Panel title={t('paidFor')}>
      <div className="table" tabIndex={0}>
        <table aria-label={t('paidFor')}>
          <thead>
            <tr>
              <th scope="col">{t('invoice')}</th>
              <th scope="col" className="number">
                {t('paid')}
              </th>
              <th scope="col" className="number">
                {t('stillOwed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {byInvoice.map(({ id, invoice, paid }) => (
              <tr key={id}>
                <td>{invoice ? <Link to={`/invoices/${id}`}>{invoice.number ?? t('invoice')}</Link> : '–'}</td>
                <td className="number">
                  <Money cents={paid} />
                </td>
                <td className="number">{invoice && isOwed(invoice.state) ? <Money cents={invoice.balance} /> : '–'}</td>
              </tr>
            ))}
            {(
              [
                ['credit', unapplied],
                ['surplus', surplus],
              ] as const
            ).map(([word, cents]) =>
              cents === 0 ? null : (
                <tr key={word}>
                  <td>{t(word)}</td>
                  <td className="number">
                    <Money cents={cents} />
                  </td>
                  <td />
                </tr>
              ),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('whole')}</th>
              <td className="number">
                <Money cents={amount} />
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function Facts({ payment }: Pick<Props, 'payment'>) {
  const t = useTexts(paperTexts);
  const spoken = useLanguage();
  const { student, payer, loan, method, reference, paidAt, reversedAt, reversalReason, unapplied } = payment;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('student')}>
          {student ? (
            <>
              <Link to={`/students/${student.id}`}>{`${student.firstName} ${student.lastName}`}</Link>
              <div className="faint record-no">{student.admissionNo}</div>
            </>
          ) : null}
        </Fact>
        <Fact name={t('paidOn')}>
          <Ago of={paidAt} />
        </Fact>
        <Fact name={t('method')}>{methods[method][spoken]}</Fact>
        <Fact name={t('reference')}>
          <RecordNo of={reference} />
        </Fact>
        <Fact name={t('payer')}>{payer ? <Link to={`/members/${payer.memberNo}`}>{payer.name}</Link> : null}</Fact>
        <Fact name={t('loan')}>{loan ? <Link to={`/loans/${loan.loanNo}`}>{loan.loanNo}</Link> : null}</Fact>
        <AmountFact name={t('credit')} cents={unapplied} />
        <Fact name={t('reversedOn')}>{reversedAt === null ? null : <Ago of={reversedAt} />}</Fact>
        <Fact name={t('why')}>{reversalReason}</Fact>
      </dl>
    </Panel>
  );
}
