import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { ShowQuery } from '../../components/show-query.tsx';
import { countText } from '../../format/format.ts';
import { useLive } from '../../frame/live.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useTexts } from '../../texts/texts.ts';
import { LastProof } from '../books/last-proof.tsx';
import { hasPage } from '../pages.ts';
import { todayTexts } from './texts.ts';

const WAITING = graphql(`
  query WorkCounts(
    $approvals: Boolean!
    $payments: Boolean!
    $mobileMoney: Boolean!
    $loans: Boolean!
    $alerts: Boolean!
    $books: Boolean!
    $people: Boolean!
  ) {
    pendingApprovals @include(if: $approvals) {
      totalCount
      totalIsMinimum
    }
    incidents(filter: { states: [OPEN] }) @include(if: $payments) {
      totalCount
      totalIsMinimum
    }
    unsettledPayments(filter: { states: [REVIEW] }) @include(if: $mobileMoney) {
      totalCount
      totalIsMinimum
    }
    mobileMoneyTransactions(filter: { states: [UNALLOCATED] }) @include(if: $mobileMoney) {
      totalCount
      totalIsMinimum
    }
    reconciliationBreaks(filter: { states: [OPEN, UNDER_REVIEW] }) @include(if: $mobileMoney) {
      totalCount
      totalIsMinimum
    }
    loans(filter: { states: [READY_TO_DISBURSE] }) @include(if: $loans) {
      totalCount
      totalIsMinimum
    }
    amlAlerts(filter: { states: [OPEN, UNDER_REVIEW] }) @include(if: $alerts) {
      totalCount
      totalIsMinimum
    }
    people(filter: { states: [INVITED] }) @include(if: $people) {
      totalCount
      totalIsMinimum
    }
    ledgerProofs(last: 1) @include(if: $books) {
      id
      provenAt
      isSound
      checkCount
      brokenCount
    }
  }
`);

/** An operation asks for ten things at most: a school's are one of their own, for those who have work there. */
const AT_SCHOOL = graphql(`
  query SchoolCounts($invoices: Boolean!, $enrolments: Boolean!, $marks: Boolean!, $results: Boolean!) {
    drafts: invoices(filter: { states: [DRAFT] }) @include(if: $invoices) {
      totalCount
      totalIsMinimum
    }
    overdue: invoices(filter: { overdue: true }) @include(if: $invoices) {
      totalCount
      totalIsMinimum
    }
    enrolments(filter: { states: [PENDING] }) @include(if: $enrolments) {
      totalCount
      totalIsMinimum
    }
    toHandIn: results(filter: { states: [DRAFT] }) @include(if: $marks) {
      totalCount
      totalIsMinimum
    }
    toPublish: results(filter: { states: [SUBMITTED] }) @include(if: $results) {
      totalCount
      totalIsMinimum
    }
  }
`);

/** What the books take. */
const BOOKS = ['loans:read', 'disbursements:read', 'repayments:read', 'savings_accounts:read'];

type Counted = { readonly totalCount: number; readonly totalIsMinimum: boolean } | null | undefined;

/** What waits for the one who looks, and how it was asked for. */
function useWaiting() {
  const may = useMay();
  const variables = {
    approvals: may('approvals:read'),
    payments: may('disbursements:read'),
    mobileMoney: may('mobile_money:read'),
    loans: may('loans:read'),
    alerts: may('aml_alerts:read'),
    books: BOOKS.every(may),
    people: may('people:write'),
  };
  // What waits for those who do it: who reads everything is not shown the work of all.
  const atSchool = {
    invoices: may('invoices:write'),
    enrolments: may('enrolments:write'),
    marks: may('results:write'),
    results: may('results:write') && may('enrolments:write'),
  };
  const hasSchool = Object.values(atSchool).some(Boolean);
  const [{ data }, reload] = useQuery({ query: WAITING, variables });
  const [{ data: school }, reloadSchool] = useQuery({ query: AT_SCHOOL, variables: atSchool, pause: !hasSchool });
  useLive(
    [
      'incident.',
      'proposal.',
      'mobile_money.',
      'reconciliation_break.',
      'aml_alert.',
      'loan.',
      'disbursement.',
      'result.',
      'invoice.',
      'enrolment.',
    ],
    () => {
      reload({ requestPolicy: 'network-only' });
      if (hasSchool) reloadSchool({ requestPolicy: 'network-only' });
    },
  );
  return { data, school, variables, atSchool: hasSchool ? atSchool : null };
}

/** The work lists with their counts; each leads to its list. */
export function Work() {
  const t = useTexts(todayTexts);
  const { data, school, variables, atSchool } = useWaiting();
  const lists = [
    ['approvals', '/approvals', {}, data?.pendingApprovals],
    ['toPayOut', '/loans', { state: 'READY_TO_DISBURSE' }, data?.loans],
    ['reviews', '/money/reviews', {}, data?.unsettledPayments],
    ['incidents', '/money/incidents', {}, data?.incidents],
    ['suspense', '/money/suspense', {}, data?.mobileMoneyTransactions],
    ['breaks', '/money/breaks', {}, data?.reconciliationBreaks],
    ['alerts', '/aml', {}, data?.amlAlerts],
    ['draftInvoices', '/invoices', { state: 'DRAFT' }, school?.drafts],
    ['overdueInvoices', '/invoices', { state: 'overdue' }, school?.overdue],
    ['toEnrol', '/enrolments', { state: 'PENDING' }, school?.enrolments],
    ['toHandIn', '/results', { state: 'DRAFT' }, school?.toHandIn],
    ['toPublish', '/results', { state: 'SUBMITTED' }, school?.toPublish],
    ['invited', '/settings/people', { state: 'INVITED' }, data?.people],
  ] as const satisfies readonly (readonly [string, string, object, Counted])[];
  return (
    <section aria-labelledby="work-title">
      <header className="work-head">
        <h2 id="work-title">{t('work')}</h2>
        <ShowQuery document={WAITING} variables={variables} />
        {atSchool === null ? null : <ShowQuery document={AT_SCHOOL} variables={atSchool} />}
      </header>
      <ul className="work">
        {lists.map(([name, to, search, list]) =>
          list ? (
            <li key={name}>
              <Link to={to} search={search} data-work={name} disabled={!hasPage(to)}>
                <strong className="number">{countText(list)}</strong>
                <span>{t(name)}</span>
              </Link>
            </li>
          ) : null,
        )}
      </ul>
      {data?.ledgerProofs?.map((proof) => (
        <LastProof key={proof.id} {...proof} />
      ))}
    </section>
  );
}
