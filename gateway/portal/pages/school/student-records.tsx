import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { State } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { enrolmentSteps } from './steps/enrolment-steps.ts';
import { paymentSteps } from './steps/payment-steps.ts';
import { paymentStepTexts } from './steps/payment-texts.ts';
import { enrolmentStepTexts } from './steps/texts.ts';
import { schoolTexts } from './texts.ts';
import { methods } from './payment-methods.ts';
import { enrolmentStates, invoiceStates, resultStates } from './words.ts';
import type { Of, Reloaded, Student } from './student-page.tsx';
import './school.css';

/** Steps of an enrolment that are taken from its student's page. */
const IN_ROWS = ['confirmEnrolment', 'completeEnrolment', 'resumeEnrolment'];

export function Enrolments({ student: { enrolments, admissionNo }, reload }: Reloaded) {
  const t = useTexts(schoolTexts);
  const steps = useTexts(enrolmentStepTexts);
  const spoken = useLanguage();
  const mayWrite = useMay()('enrolments:write');
  if (!enrolments) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('enrolments')}</h2>
      </header>
      {enrolments.nodes.length === 0 ? <p className="body faint">{t('noEnrolments')}</p> : null}
      <ul className="records">
        {enrolments.nodes.map((enrolment) => {
          const { id, academicYear, term, yearOfStudy, state, enrolledOn, boarding } = enrolment;
          const { tone, word } = enrolmentStates[state];
          return (
            <li key={id}>
              <div>
                <Link to={`/enrolments/${id}`}>
                  {academicYear.name} · {term?.name ?? t('wholeYear')}
                </Link>
                <div className="faint">
                  {t('year')} {yearOfStudy}
                  {boarding ? ` · ${t('boarding')}` : null} · <DateOf of={enrolledOn} />
                </div>
              </div>
              <div className="steps">
                {mayWrite
                  ? enrolmentSteps(enrolment, steps)
                      // What is usual; the rest is on its own page.
                      .filter(({ name }) => IN_ROWS.includes(name))
                      .map((step) => <Action key={step.name} step={step} onDone={reload} />)
                  : null}
              </div>
              <div className="sums">
                <State word={word[spoken]} tone={tone} />
              </div>
            </li>
          );
        })}
      </ul>
      <Newest list={enrolments} to="/enrolments" search={{ student: admissionNo }} />
    </section>
  );
}

export function Results({ student: { results, admissionNo } }: Of) {
  const t = useTexts(schoolTexts);
  if (!results) return null;
  const byTerm = Map.groupBy(
    results.nodes,
    ({ academicYear, term }) => `${academicYear.name} · ${term?.name ?? t('wholeYear')}`,
  );
  return (
    <section className="panel">
      <header>
        <h2>{t('results')}</h2>
      </header>
      {byTerm.size === 0 ? <p className="body faint">{t('noResults')}</p> : null}
      {[...byTerm].map(([term, rows]) => (
        <Term key={term} term={term} rows={rows} />
      ))}
      <Newest list={results} to="/results" search={{ student: admissionNo }} />
    </section>
  );
}

type ResultRows = NonNullable<Student['results']>['nodes'];

function Term({ term, rows }: { readonly term: string; readonly rows: ResultRows }) {
  const spoken = useLanguage();
  return (
    <>
      <h3 className="group">{term}</h3>
      <ul className="records">
        {rows.map(({ id, unit, state, totalMark, grade, attempt }) => {
          const { tone, word } = resultStates[state];
          return (
            <li key={id}>
              <div>
                <Link to={`/results/${id}`}>{unit.code}</Link>
                <div className="faint">
                  {unit.title}
                  {attempt > 1 ? ` (${attempt})` : null}
                </div>
              </div>
              <div className="faint">
                <State word={word[spoken]} tone={tone} />
              </div>
              <div className="sums mark">
                <span className="number">{totalMark ?? '–'}</span> <b>{grade ?? ''}</b>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function Invoices({ student: { invoices, admissionNo } }: Of) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  if (!invoices) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('invoices')}</h2>
      </header>
      {invoices.nodes.length === 0 ? <p className="body faint">{t('noInvoices')}</p> : null}
      <ul className="records">
        {invoices.nodes.map(({ id, number, state, overdue, dueDate, total, balance }) => {
          const { tone, word } = invoiceStates[state];
          return (
            <li key={id}>
              <div>
                <Link to={`/invoices/${id}`}>{number ?? word[spoken]}</Link>
                <div className="faint">
                  {overdue ? <State word={t('overdue')} tone="bad" /> : <State word={word[spoken]} tone={tone} />}
                </div>
              </div>
              <div className="faint">
                {t('due')} <DateOf of={dueDate} />
              </div>
              <div className="sums">
                <Money cents={balance} />
                <div className="faint">
                  {t('of')} <Money cents={total} />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <Newest list={invoices} to="/invoices" search={{ student: admissionNo }} />
    </section>
  );
}

export function StudentPayments({ student: { payments, id: studentId }, reload }: Reloaded) {
  const t = useTexts(schoolTexts);
  const steps = useTexts(paymentStepTexts);
  const may = useMay();
  const mayWrite = may('payments:write') && may('invoices:write');
  const spoken = useLanguage();
  if (!payments || payments.nodes.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('payments')}</h2>
      </header>
      <ul className="records">
        {payments.nodes.map((payment) => {
          const { id, amount, method, reference, paidAt, state } = payment;
          return (
            <li key={id}>
              <div>
                <Link to={`/payments/${id}`}>{methods[method][spoken]}</Link>
                <div className="faint">
                  <code>{reference}</code>
                </div>
              </div>
              <div className="faint">
                <Ago of={paidAt} />
                {mayWrite ? (
                  <div className="steps">
                    {paymentSteps(payment, steps).map((step) => (
                      <Action key={step.name} step={step} onDone={reload} />
                    ))}
                  </div>
                ) : null}
              </div>
              <div className="sums">
                <Money cents={amount} />
                {state === 'REVERSED' ? <div className="wrong">{t('reversed')}</div> : null}
              </div>
            </li>
          );
        })}
      </ul>
      <Newest list={payments} to={`/students/${studentId}/statement`} />
    </section>
  );
}
