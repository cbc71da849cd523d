import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { NotFound } from '../../frame/no-page.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { StudentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { enrolmentSteps } from './steps/enrolment-steps.ts';
import { studentSteps } from './steps/student-steps.ts';
import { enrolmentStepTexts, studentStepTexts } from './steps/texts.ts';
import { schoolTexts } from './texts.ts';
import { consents, enrolmentStates, invoiceStates, methods, resultStates, studentStates } from './words.ts';
import './school.css';

const STUDENT = graphql(`
  query Student(
    $id: ID!
    $withEnrolments: Boolean!
    $withInvoices: Boolean!
    $withPayments: Boolean!
    $withResults: Boolean!
    $withMembers: Boolean!
    $withLoans: Boolean!
  ) {
    student(id: $id) {
      id
      version
      admissionNo
      payCode
      firstName
      middleName
      lastName
      dateOfBirth
      phone
      email
      county
      yearOfStudy
      state
      stateReason
      admittedOn
      balanceDue
      creditBalance
      availableActions
      guardians {
        name
        relationship
        phone
      }
      programme {
        code
        name
      }
      enrolments(first: 6) @include(if: $withEnrolments) {
        nodes {
          id
          version
          state
          yearOfStudy
          boarding
          enrolledOn
          availableActions
          academicYear {
            name
          }
          term {
            name
          }
        }
      }
      invoices(first: 12) @include(if: $withInvoices) {
        nodes {
          id
          number
          state
          overdue
          dueDate
          total
          balance
        }
        pageInfo {
          hasNextPage
        }
      }
      payments(first: 12) @include(if: $withPayments) {
        nodes {
          id
          amount
          method
          reference
          paidAt
          state
        }
      }
      results(first: 40) @include(if: $withResults) {
        nodes {
          id
          state
          totalMark
          grade
          attempt
          unit {
            code
            title
          }
          academicYear {
            name
          }
          term {
            name
          }
        }
      }
      sponsors(first: 5) {
        nodes {
          id
          relationship
          shareBp
          consent
          endedOn
          member @include(if: $withMembers) {
            memberNo
            name
          }
        }
      }
      feeLoans @include(if: $withLoans) {
        id
        loanNo
        state
      }
    }
  }
`);

export type Student = NonNullable<StudentQuery['student']>;

/** A student's whole relation to the school: what is studied, owed, paid and achieved, and who stands behind it. */
export function Page() {
  const { id = '' } = useAddress();
  const may = useMay();
  const variables = {
    id,
    withEnrolments: may('enrolments:read'),
    withInvoices: may('invoices:read'),
    withPayments: may('payments:read'),
    withResults: may('results:read'),
    withMembers: may('members:read'),
    withLoans: may('loans:read'),
  };
  const [{ data, error, fetching }, reload] = useQuery({ query: STUDENT, variables });
  if (error && !data?.student) return <ErrorBox error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} />;
  if (!data.student) return fetching ? <Skeleton lines={10} /> : <NotFound />;
  return (
    <StudentView
      student={data.student}
      variables={variables}
      reload={() => reload({ requestPolicy: 'network-only' })}
    />
  );
}

type View = { readonly student: Student; readonly variables: object; readonly reload: () => void };

function StudentView({ student, variables, reload }: View) {
  const t = useTexts(schoolTexts);
  const steps = useTexts(studentStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { tone, word } = studentStates[student.state];
  return (
    <>
      <PageHead
        title={[student.firstName, student.middleName, student.lastName].filter((name) => name !== null).join(' ')}
        crumbs={[{ to: '/students', title: t('students') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {may('students:write')
          ? studentSteps(student, steps).map((step) => <Action key={step.name} step={step} onDone={reload} />)
          : null}
        <ShowQuery document={STUDENT} variables={variables} />
      </PageHead>
      <Totals student={student} />
      <div className="student">
        <div className="column">
          <Enrolments student={student} reload={reload} />
          <Results student={student} />
          <Invoices student={student} />
          <StudentPayments student={student} />
        </div>
        <div className="column">
          <Particulars student={student} />
          <Sponsors student={student} />
          <Life recordId={student.id} version={student.version} />
        </div>
      </div>
    </>
  );
}

type Of = { readonly student: Student };

function Totals({ student: { balanceDue, creditBalance } }: Of) {
  const t = useTexts(schoolTexts);
  return (
    <dl className="figures">
      <div>
        <dt>{t('owes')}</dt>
        <dd>
          <Money cents={balanceDue} />
        </dd>
      </div>
      {creditBalance > 0 ? (
        <div>
          <dt>{t('credit')}</dt>
          <dd>
            <Money cents={creditBalance} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Enrolments({ student: { enrolments }, reload }: Of & { readonly reload: () => void }) {
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
                  ? enrolmentSteps(enrolment, steps).map((step) => (
                      <Action key={step.name} step={step} onDone={reload} />
                    ))
                  : null}
              </div>
              <div className="sums">
                <State word={word[spoken]} tone={tone} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Results({ student: { results } }: Of) {
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

function Invoices({ student: { invoices, admissionNo } }: Of) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  if (!invoices) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('invoices')}</h2>
        {invoices.pageInfo.hasNextPage ? (
          <Link to="/invoices" search={{ admission: admissionNo }}>
            {t('all')}
          </Link>
        ) : null}
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
                  / <Money cents={total} />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function StudentPayments({ student: { payments } }: Of) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  if (!payments || payments.nodes.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('payments')}</h2>
      </header>
      <ul className="records">
        {payments.nodes.map(({ id, amount, method, reference, paidAt, state }) => (
          <li key={id}>
            <div>
              {methods[method][spoken]}
              <div className="faint">
                <code>{reference}</code>
              </div>
            </div>
            <div className="faint">
              <Ago of={paidAt} />
            </div>
            <div className="sums">
              <Money cents={amount} />
              {state === 'REVERSED' ? <div className="wrong">{t('reversed')}</div> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Particulars({ student }: Of) {
  const t = useTexts(schoolTexts);
  const { programme, guardians, stateReason } = student;
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    [t('number'), student.admissionNo],
    [t('payCode'), student.payCode],
    [t('programme'), programme ? `${programme.code} · ${programme.name}` : null],
    [t('year'), String(student.yearOfStudy)],
    [t('phone'), student.phone],
    [t('email'), student.email],
    [t('county'), student.county],
    [t('reason'), stateReason],
  ];
  return (
    <section className="panel">
      <header>
        <h2>{t('particulars')}</h2>
      </header>
      <dl className="facts body">
        {rows.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="pair">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <dt>{t('born')}</dt>
        <dd>
          <DateOf of={student.dateOfBirth} />
        </dd>
        <dt>{t('admitted')}</dt>
        <dd>
          <DateOf of={student.admittedOn} />
        </dd>
        {guardians.length > 0 ? (
          <>
            <dt>{t('guardians')}</dt>
            <dd>
              {guardians.map(({ name, relationship, phone }) => (
                <div key={name}>
                  {name} <span className="faint">{[relationship, phone].filter(Boolean).join(' · ')}</span>
                </div>
              ))}
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

function Sponsors({ student: { sponsors, feeLoans } }: Of) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('sponsors')}</h2>
      </header>
      {(sponsors?.nodes ?? []).length === 0 ? <p className="body faint">{t('noSponsor')}</p> : null}
      <ul className="records two">
        {sponsors?.nodes.map(({ id, member, relationship, shareBp, consent, endedOn }) => (
          <li key={id}>
            <div>
              {member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : (relationship ?? '–')}
              <div className="faint">
                {[member ? relationship : null, shareBp === null ? null : `${shareBp / 100} %`]
                  .filter((text) => text !== null)
                  .join(' · ')}
              </div>
            </div>
            <div className="sums">
              {endedOn === null ? (
                <State word={consents[consent].word[spoken]} tone={consents[consent].tone} />
              ) : (
                <DateOf of={endedOn} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {feeLoans && feeLoans.length > 0 ? (
        <>
          <h3 className="group">{t('feeLoans')}</h3>
          <ul className="records two">
            {feeLoans.map(({ id, loanNo }) => (
              <li key={id}>
                <Link to={`/loans/${loanNo}`}>{loanNo}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
