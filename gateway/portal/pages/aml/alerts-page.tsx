import { nameIn } from '../../format/names.ts';
import { agoColumn, moneyColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { WordChoice } from '../../components/list-tools.tsx';
import { Narrowed } from '../../components/narrowed.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AmlAlertsQuery, AmlAlertState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { Due } from './due.tsx';
import { alertStates, amlTexts, ruleWord, severities } from './texts.ts';
import './aml.css';

const ALERTS = graphql(`
  query AmlAlerts(
    $filter: AmlAlertFilter
    $orderBy: [AmlAlertOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    amlAlerts(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        ruleId
        severity
        state
        amount
        assignee
        dueAt
        overdue
        createdAt
        member {
          memberNo
          name
        }
        msisdn
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

type Row = NonNullable<AmlAlertsQuery['amlAlerts']>['nodes'][number];

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'rule',
    title: { en: 'What triggered it', sw: 'Kilichosababisha' },
    orderBy: 'RULE_ID',
    cell: ({ id, ruleId }) => (
      <Link to={`/aml/${id}`} className="whole-rule">
        {ruleWord(ruleId, spoken)}
      </Link>
    ),
    csv: ({ ruleId }) => ruleId,
  },
  {
    name: 'subject',
    title: { en: 'About', sw: 'Kuhusu' },
    narrow: 'under',
    cell: ({ member, msisdn }) => member?.name ?? (msisdn === null ? '–' : phoneText(msisdn)),
    csv: ({ member, msisdn }) => member?.name ?? msisdn,
  },
  stateColumn(
    { name: 'severity', title: { en: 'Severity', sw: 'Uzito' }, orderBy: 'SEVERITY' },
    severities,
    ({ severity }) => severity,
  ),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    alertStates,
    ({ state }) => state,
  ),
  moneyColumn(
    { name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next', orderBy: 'AMOUNT' },
    ({ amount }) => amount,
  ),
  textColumn({ name: 'assignee', title: { en: 'Assigned to', sw: 'Anayechunguza' } }, ({ assignee }) => assignee),
  {
    name: 'due',
    title: { en: 'Decide by', sw: 'Amua kabla ya' },
    orderBy: 'DUE_AT',
    cell: ({ dueAt, overdue }) => <Due dueAt={dueAt} overdue={overdue} />,
    csv: ({ dueAt }) => dueAt,
  },
  agoColumn(
    { name: 'raised', title: { en: 'Raised', sw: 'Iliibuliwa' }, orderBy: 'CREATED_AT', isExtra: true },
    ({ createdAt }) => createdAt,
  ),
];

/** What waits for a decision. */
const UNDECIDED = ['OPEN', 'UNDER_REVIEW', 'ESCALATED'] as const satisfies readonly AmlAlertState[];

function variablesOf(filters: Filters) {
  const state = nameIn(alertStates, filters['state']);
  const severity = nameIn(severities, filters['severity']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      states: state === undefined ? (filters['state'] === 'all' ? null : UNDECIDED) : [state],
      severities: severity === undefined ? null : [severity],
      memberId: filters['member'] ?? null,
      createdAt: days,
    },
    orderBy:
      orderOf(filters, ['RULE_ID', 'SEVERITY', 'STATE', 'AMOUNT', 'DUE_AT', 'CREATED_AT']) ??
      newestOf('CREATED_AT', days),
  };
}

const listOf = ({ amlAlerts }: AmlAlertsQuery) => amlAlerts;

/** Alerts of money laundering: those that wait for a decision, unless the address says others. */
export function Page() {
  const t = useTexts(amlTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      title={t('alerts')}
      name="aml"
      exportName="aml-alerts"
      document={ALERTS}
      variables={variables}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ id }) => `/aml/${id}`}
      live={['aml_alert.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <WordChoice
        name="state"
        label={t('state')}
        all={t('undecided')}
        words={alertStates}
        first={['all', t('everyState')]}
      />
      <WordChoice name="severity" label={t('severity')} all={t('everySeverity')} words={severities} />
      <Days of={t('raised')} />
      <Narrowed by="member" label={t('ofOne')} />
    </ListPage>
  );
}
