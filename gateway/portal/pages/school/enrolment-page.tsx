import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { EnrolmentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { Fact, Panel } from '../money/parts.tsx';
import { EnrolmentActions } from './enrolment-actions.tsx';
import { schoolTexts } from './texts.ts';
import { enrolmentStates, invoiceStates, unitStatuses } from './words.ts';
import './school.css';

const ENROLMENT = graphql(`
  query Enrolment($id: ID!, $withInvoices: Boolean!) {
    enrolment(id: $id) {
      id
      version
      state
      yearOfStudy
      enrolledOn
      boarding
      deferredUntil
      endedOn
      endReason
      availableActions
      student {
        id
        admissionNo
        firstName
        lastName
      }
      programme {
        id
        code
        name
      }
      academicYear {
        name
      }
      term {
        name
      }
      intake {
        name
      }
      units {
        status
        unit {
          code
          title
        }
      }
      invoices(first: 10) @include(if: $withInvoices) {
        nodes {
          id
          number
          state
          overdue
          total
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

type Enrolment = NonNullable<EnrolmentQuery['enrolment']>;

/** One enrolment: what is studied, for how long, what it costs, and who did what to it. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id, withInvoices: useMay()('invoices:read') };
  return (
    <RecordPage
      document={ENROLMENT}
      variables={variables}
      recordOf={({ enrolment }) => enrolment}
      live={['enrolment.']}
    >
      {(enrolment, reload) => <View enrolment={enrolment} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly enrolment: Enrolment };
type ViewProps = Props & { readonly variables: object; readonly reload: () => void };

function View({ enrolment, variables, reload }: ViewProps) {
  const t = useTexts(schoolTexts);
  const { student, academicYear, term, state } = enrolment;
  const period = `${academicYear.name} · ${term?.name ?? t('wholeYear')}`;
  return (
    <>
      <PageHead
        title={student ? `${student.firstName} ${student.lastName} · ${period}` : period}
        crumbs={[{ to: '/enrolments', title: t('enrolments') }]}
        aside={<StateOf words={enrolmentStates} state={state} />}
      >
        <EnrolmentActions
          enrolment={enrolment}
          programme={enrolment.programme}
          studentId={student?.id ?? null}
          onDone={reload}
        />
        <ShowQuery document={ENROLMENT} variables={variables} />
      </PageHead>
      <div className="student">
        <div className="column">
          <Units enrolment={enrolment} />
          <Invoices enrolment={enrolment} />
        </div>
        <div className="column">
          <Particulars enrolment={enrolment} />
          <Life recordId={enrolment.id} version={enrolment.version} />
        </div>
      </div>
    </>
  );
}

function Units({ enrolment: { units } }: Props) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('units')}>
      {units.length === 0 ? <p className="body faint">{t('noUnits')}</p> : null}
      <ul className="records">
        {units.map(({ status, unit }) => (
          <li key={unit.code}>
            <div>
              {unit.code}
              <div className="faint">{unit.title}</div>
            </div>
            <div className="faint">{unitStatuses[status][spoken]}</div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Invoices({ enrolment: { invoices, student } }: Props) {
  const t = useTexts(schoolTexts);
  if (!invoices) return null;
  return (
    <Panel title={t('invoices')}>
      {invoices.nodes.length === 0 ? <p className="body faint">{t('noInvoices')}</p> : null}
      <ul className="records">
        {invoices.nodes.map(({ id, number, state, overdue, total }) => (
          <li key={id}>
            <div>
              <Link to={`/invoices/${id}`}>{number ?? t('invoice')}</Link>
            </div>
            <div className="faint">
              {overdue ? <State word={t('overdue')} tone="bad" /> : <StateOf words={invoiceStates} state={state} />}
            </div>
            <div className="sums">
              <Money cents={total} />
            </div>
          </li>
        ))}
      </ul>
      {student ? <Newest list={invoices} to="/invoices" search={{ student: student.admissionNo }} /> : null}
    </Panel>
  );
}

function Particulars({ enrolment }: Props) {
  const t = useTexts(schoolTexts);
  const { student, programme, intake, deferredUntil, endedOn } = enrolment;
  return (
    <Panel title={t('particulars')}>
      <dl className="facts body">
        <Fact name={t('student')}>
          {student ? <Link to={`/students/${student.id}`}>{`${student.firstName} ${student.lastName}`}</Link> : null}
        </Fact>
        <Fact name={t('number')}>{student?.admissionNo}</Fact>
        <Fact name={t('programme')}>{programme ? `${programme.name} (${programme.code})` : null}</Fact>
        <Fact name={t('year')}>{enrolment.yearOfStudy}</Fact>
        <Fact name={t('intake')}>{intake?.name}</Fact>
        <Fact name={t('boarding')}>{enrolment.boarding ? t('yes') : null}</Fact>
        <Fact name={t('enrolledOn')}>
          <DateOf of={enrolment.enrolledOn} />
        </Fact>
        <Fact name={t('deferredUntil')}>{deferredUntil === null ? null : <DateOf of={deferredUntil} />}</Fact>
        <Fact name={t('endedOn')}>{endedOn === null ? null : <DateOf of={endedOn} />}</Fact>
        <Fact name={t('reason')}>{enrolment.endReason}</Fact>
      </dl>
    </Panel>
  );
}
