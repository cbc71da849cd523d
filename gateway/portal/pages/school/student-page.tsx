import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { StudentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { StudentActions } from './student-actions.tsx';
import { schoolTexts } from './texts.ts';
import { studentStates } from './words.ts';
import { Enrolments, Results, Invoices, StudentPayments } from './student-records.tsx';
import { Particulars, Sponsors } from './student-particulars.tsx';
import './school.css';

const STUDENT = graphql(`
  query Student(
    $id: ID!
    $withProgramme: Boolean!
    $withEnrolments: Boolean!
    $withInvoices: Boolean!
    $withPayments: Boolean!
    $withResults: Boolean!
    $withMembers: Boolean!
    $withLoans: Boolean!
    $withApprovals: Boolean!
  ) {
    student(id: $id) {
      id
      version
      pendingApprovals @include(if: $withApprovals) {
        ...Waiting
      }
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
      programme @include(if: $withProgramme) {
        id
        code
        name
      }
      currentEnrolment @include(if: $withEnrolments) {
        yearOfStudy
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
        pageInfo {
          hasNextPage
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
          version
          amount
          method
          reference
          paidAt
          state
          unapplied
          availableActions
        }
        pageInfo {
          hasNextPage
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
        pageInfo {
          hasNextPage
        }
      }
      sponsors(first: 5) {
        nodes {
          id
          version
          relationship
          shareBp
          consent
          endedOn
          availableActions
          member @include(if: $withMembers) {
            memberNo
            name
          }
        }
        pageInfo {
          hasNextPage
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
    withProgramme: may('programmes:read'),
    withInvoices: may('invoices:read'),
    withPayments: may('payments:read') && may('invoices:read'),
    withResults: may('results:read'),
    withMembers: may('members:read'),
    withLoans: may('loans:read'),
    withApprovals: may('approvals:read'),
  };
  return (
    <RecordPage
      live={['student.', 'enrolment.', 'invoice.', 'payment.', 'proposal.']}
      document={STUDENT}
      variables={variables}
      recordOf={({ student }) => student}
    >
      {(record, reload) => <StudentView student={record} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type View = { readonly student: Student; readonly variables: object; readonly reload: () => void };

function StudentView({ student, variables, reload }: View) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { tone, word } = studentStates[student.state];
  return (
    <>
      <PageHead
        title={[student.firstName, student.middleName, student.lastName].filter((name) => name !== null).join(' ')}
        crumbs={[{ to: '/students', title: t('students') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {student.invoices ? (
          <Link className="button" to={`/students/${student.id}/statement`}>
            {t('statement')}
          </Link>
        ) : null}
        <StudentActions student={student} onDone={reload} />
        <ShowQuery document={STUDENT} variables={variables} />
      </PageHead>
      <WaitingHere rows={student.pendingApprovals} onDone={reload} />
      <Totals student={student} />
      <div className="student">
        <div className="column">
          <Enrolments student={student} reload={reload} />
          <Results student={student} />
          <Invoices student={student} />
          <StudentPayments student={student} reload={reload} />
        </div>
        <div className="column">
          <Particulars student={student} />
          <Sponsors student={student} reload={reload} />
          <Life recordId={student.id} version={student.version} />
        </div>
      </div>
    </>
  );
}

export type Of = { readonly student: Student };
export type Reloaded = Of & { readonly reload: () => void };

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
