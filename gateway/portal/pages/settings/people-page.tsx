import { nameIn } from '../../format/names.ts';
import { agoColumn, stateColumn } from '../../components/columns.tsx';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { orderOf, pageVariables, useFilters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { WordChoice, ListTools, SearchBox } from '../../components/list-tools.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { PeopleQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import '../developers/developers.css';
import { LinkDialog, linkIn } from './link-dialog.tsx';
import { inviteStep } from './person-steps.ts';
import { peopleTexts, personStepTexts } from './texts.ts';
import { personStates } from './words.ts';
import { roleWords } from '../../texts/role-words.ts';

const PEOPLE = graphql(`
  query People(
    $filter: PersonFilter
    $orderBy: [PersonOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    people(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        name
        email
        roles
        state
        joinedAt
        createdAt
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

type Row = NonNullable<PeopleQuery['people']>['nodes'][number];

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'name',
    title: { en: 'Name', sw: 'Jina' },
    orderBy: 'NAME',
    cell: ({ id, name }) => <Link to={`/settings/people/${id}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    name: 'email',
    title: { en: 'E-mail', sw: 'Barua pepe' },
    cell: ({ email }) => email,
    csv: ({ email }) => email,
  },
  {
    name: 'roles',
    title: { en: 'Roles', sw: 'Majukumu' },
    narrow: 'under',
    cell: ({ roles }) => roles.map((role) => roleWords[role][spoken]).join(', '),
    csv: ({ roles }) => roles.join(' '),
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    personStates,
    ({ state }) => state,
  ),
  agoColumn({ name: 'joined', title: { en: 'Joined', sw: 'Alijiunga' } }, ({ joinedAt }) => joinedAt),
];

const listOf = ({ people }: PeopleQuery) => people;

/** Who works at the institution. */
export function Page() {
  const t = useTexts(peopleTexts);
  const steps = useTexts(personStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { filters } = useFilters();
  const [link, setLink] = useState<string | null>(null);
  const state = nameIn(personStates, filters['state']);
  const narrowed = {
    filter: { nameStartsWith: filters['search'] ?? null, states: state === undefined ? null : [state] },
    orderBy: orderOf(filters, ['NAME', 'STATE']) ?? null,
  };
  const variables = { ...pageVariables(filters), ...narrowed };
  const [{ data, error, fetching }, reload] = useQuery({ query: PEOPLE, variables });
  const { shown, menu } = useColumns('people', columns(spoken));
  const whole = { document: PEOPLE, variables: narrowed, listOf };
  const paper = useWholePrint(whole, data?.people);
  const invited = (made: unknown) => {
    setLink(linkIn(made));
    reload({ requestPolicy: 'network-only' });
  };
  return (
    <>
      <PrintHead />
      <PageHead title={t('people')}>
        {may('people:write') ? <Action step={inviteStep(spoken, steps)} isPrimary onDone={invited} /> : null}
        <ShowQuery document={PEOPLE} variables={variables} />
      </PageHead>
      <ListTools>
        <SearchBox hint={t('searchHint')} />
        <WordChoice name="state" label={t('state')} all={t('everyState')} words={personStates} />
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name="people" {...whole} columns={columns(spoken)} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        label={t('people')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ id }) => `/settings/people/${id}`}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}
