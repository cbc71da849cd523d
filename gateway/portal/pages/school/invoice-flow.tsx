import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago, DateOf } from '../../components/dates.tsx';
import { wordsOfState } from '../../components/later-values.ts';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { moneyText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { disbursementStates } from '../money/words.ts';
import type { Invoice } from './invoice-page.tsx';
import { schoolTexts } from './texts.ts';
import { methods } from './payment-methods.ts';

type Payment = NonNullable<Invoice['payments']>['nodes'][number];
type Part = { readonly key: string; readonly kind: string; readonly amount: number; readonly word: string };

/** What a payment put on this invoice. */
const onThis = (invoice: Invoice, { allocations }: Payment): number =>
  allocations.reduce((sum, { invoice: to, amount }) => sum + (to?.id === invoice.id ? amount : 0), 0);

/** Where all payments of the student are. */
const statementOf = ({ student }: Invoice) => (student ? { to: `/students/${student.id}/statement` } : {});

/** The invoice's money as a picture: a bar of what it is made of, and the way on which each part came. */
export function InvoiceFlow({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(schoolTexts);
  return (
    <section className="panel">
      <header>
        <h2>{t('flow')}</h2>
      </header>
      <Bar invoice={invoice} />
      <ol className="ways">
        {invoice.payments?.nodes.map((payment) => (
          <Way key={payment.id} payment={payment} amount={onThis(invoice, payment)} />
        ))}
        {invoice.promised > 0 ? <Promised invoice={invoice} /> : null}
        {invoice.creditNotes.map(({ id, number, amount, reason, issuedOn }) => (
          <li key={id}>
            <Stop kind="credited" title={`${t('creditNotes')} ${number}`} />
            <Stop note={reason} />
            <Stop note={<DateOf of={issuedOn} />} />
            <Stop isLast title={t('onInvoice')} amount={amount} />
          </li>
        ))}
      </ol>
      <Newest list={invoice.payments} {...statementOf(invoice)} />
      {invoice.payments?.nodes.length === 0 && invoice.creditNotes.length === 0 && invoice.promised === 0 ? (
        <p className="faint body">{t('noPayment')}</p>
      ) : null}
      <p className={`owed ${invoice.balance > 0 ? 'open' : 'settled'}`}>
        {invoice.balance > 0 ? t('stillOwed') : t('nothingOwed')}
        <b>
          <Money cents={invoice.balance} />
        </b>
      </p>
    </section>
  );
}

/** The whole of the invoice as a bar. */
function Bar({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { total, paid, credited, promised, balance, payments } = invoice;
  const parts: readonly Part[] = [
    // Without the right to see payments, what was paid is one part.
    ...(payments?.nodes ?? []).map((payment) => ({
      key: payment.id,
      kind: payment.method === 'LOAN' ? 'loan' : 'payment',
      amount: onThis(invoice, payment),
      word: methods[payment.method][spoken],
    })),
    ...(payments ? [] : [{ key: 'paid', kind: 'payment', amount: paid, word: t('paid') }]),
    { key: 'credited', kind: 'credited', amount: credited, word: t('credited') },
    { key: 'promised', kind: 'promised', amount: promised, word: t('promised') },
    { key: 'open', kind: 'open', amount: balance - promised, word: t('open') },
  ].filter(({ amount }) => amount > 0);
  const whole = Math.max(total, 1);
  const placed = parts.map((part, place) => ({
    ...part,
    from: parts.slice(0, place).reduce((sum, { amount }) => sum + amount, 0),
  }));
  return (
    <figure className="flow body">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={t('picture')}>
        {placed.map(({ key, kind, amount, word, from }) => (
          <rect
            key={key}
            className={kind}
            x={(100 * from) / whole}
            y="0"
            width={Math.max(0.6, (100 * amount) / whole - (from + amount < whole ? 0.4 : 0))}
            height="10"
          >
            <title>{`${word}: ${moneyText(amount)}`}</title>
          </rect>
        ))}
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

/** One payment, from where it began to this invoice. */
function Way({ payment, amount }: { readonly payment: Payment; readonly amount: number }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { method, reference, paidAt, loan, disbursement, state } = payment;
  const isLoan = method === 'LOAN';
  const isReversed = state === 'REVERSED';
  return (
    <li className={isReversed ? 'reversed' : undefined}>
      <Stop
        kind={isLoan ? 'loan' : 'payment'}
        title={
          loan ? (
            <Link className="record-no" to={`/loans/${loan.loanNo}`}>
              {loan.loanNo}
            </Link>
          ) : (
            methods[method][spoken]
          )
        }
        note={isLoan ? t('loanOfMember') : <code>{reference}</code>}
      />
      {disbursement ? (
        <Stop
          title={t('disbursement')}
          amount={disbursement.amount}
          note={
            <>
              {wordsOfState(disbursementStates, disbursement.state).word[spoken]} · <Ago of={disbursement.createdAt} />
            </>
          }
        />
      ) : (
        <Stop note={isLoan ? null : t('direct')} />
      )}
      <Stop
        title={<Link to={`/payments/${payment.id}`}>{t('school')}</Link>}
        amount={payment.amount}
        note={isReversed ? <b className="wrong">{t('reversed')}</b> : <Ago of={paidAt} />}
      />
      <Stop isLast title={t('onInvoice')} amount={amount} />
    </li>
  );
}

function Promised({ invoice: { promised, fundedBy } }: { readonly invoice: Invoice }) {
  const t = useTexts(schoolTexts);
  return (
    <li>
      <Stop
        kind="promised"
        title={fundedBy?.map(({ id, loanNo }) => (
          <Link key={id} className="record-no" to={`/loans/${loanNo}`}>
            {loanNo}
          </Link>
        ))}
        note={t('loanOfMember')}
      />
      <Stop title={t('disbursement')} amount={promised} />
      <Stop note={t('onItsWay')} />
      <Stop isLast title={t('promised')} amount={promised} />
    </li>
  );
}

type StopProps = {
  readonly kind?: string;
  readonly title?: ReactNode;
  readonly amount?: number;
  readonly note?: ReactNode;
  readonly isLast?: true;
};

/** A place that the money passed, with a line to the next one. */
const Stop = ({ kind, title, amount, note, isLast }: StopProps) => (
  <div className={['stop', kind, isLast ? 'last' : ''].filter(Boolean).join(' ')}>
    {title ? <span className="what">{title}</span> : null}
    {amount === undefined ? null : <Money cents={amount} />}
    {note ? <span className="faint">{note}</span> : null}
  </div>
);
