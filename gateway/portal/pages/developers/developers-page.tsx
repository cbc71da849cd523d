import { nameIn } from '../../format/names.ts';
import { agoColumn, stateColumn, textColumn } from '../../components/columns.tsx';
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
import { useMay, useViewer } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClientsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { createStep } from './client-steps.ts';
import { GraphUse } from './graph-use.tsx';
import { SecretDialog, secretIn } from './secret-dialog.tsx';
import { clientStepTexts } from './step-texts.ts';
import { developersTexts } from './texts.ts';
import { clientStates } from './words.ts';
import './developers.css';

const CLIENTS = graphql(`
  query Clients(
    $filter: ClientFilter
    $orderBy: [ClientOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
    $withPeople: Boolean!
    $toRegister: Boolean!
  ) {
    clients(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        name
        clientKey
        responsible
        responsiblePerson @include(if: $withPeople) {
          id
          name
        }
        scopes
        state
        lastUsedAt
        createdAt
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
    clientScopes
    people(filter: { states: [ACTIVE] }, first: 100) @include(if: $toRegister) {
      nodes {
        id
        name
      }
    }
  }
`);

type Row = NonNullable<ClientsQuery['clients']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'name',
    title: { en: 'Name', sw: 'Jina' },
    orderBy: 'NAME',
    cell: ({ id, name }) => <Link to={`/developers/clients/${id}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    name: 'key',
    title: { en: 'Public key', sw: 'Ufunguo wa umma' },
    narrow: 'under',
    cell: ({ clientKey }) => <code>{clientKey}</code>,
    csv: ({ clientKey }) => clientKey,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    clientStates,
    ({ state }) => state,
  ),
  textColumn(
    { name: 'responsible', title: { en: 'Responsible', sw: 'Anayewajibika' } },
    ({ responsible, responsiblePerson }) => responsiblePerson?.name ?? responsible,
  ),
  {
    name: 'scopes',
    title: { en: 'Scopes', sw: 'Ruhusa' },
    isNumber: true,
    cell: ({ scopes }) => scopes.length,
    csv: ({ scopes }) => scopes.join(' '),
  },
  agoColumn({ name: 'used', title: { en: 'Last call', sw: 'Mwito wa mwisho' } }, ({ lastUsedAt }) => lastUsedAt),
  agoColumn(
    { name: 'since', title: { en: 'Registered', sw: 'Ilisajiliwa' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

const listOf = ({ clients }: ClientsQuery) => clients;

/** The clients of the institution, searched and filtered by the address. */
export function Page() {
  const t = useTexts(developersTexts);
  const may = useMay();
  const { filters } = useFilters();
  const state = nameIn(clientStates, filters['state']);
  const narrowed = {
    filter: { nameStartsWith: filters['search'] ?? null, states: state === undefined ? null : [state] },
    withPeople: may('people:read'),
    toRegister: false,
    orderBy: orderOf(filters, ['NAME', 'STATE', 'CREATED_AT']) ?? null,
  };
  // Who may answer for a new client comes along: a page has few requests.
  const toRegister = may('clients:write') && may('people:read');
  const variables = { ...pageVariables(filters), ...narrowed, toRegister };
  const [{ data, error, fetching }, reload] = useQuery({ query: CLIENTS, variables });
  const { shown, menu } = useColumns('clients', columns);
  const whole = { document: CLIENTS, variables: narrowed, listOf };
  const paper = useWholePrint(whole, data?.clients);
  return (
    <>
      <PrintHead />
      <PageHead title={t('developers')}>
        {may('clients:write') && data ? (
          <Register
            scopes={data.clientScopes ?? []}
            people={data.people?.nodes}
            onDone={() => reload({ requestPolicy: 'network-only' })}
          />
        ) : null}
        <ShowQuery document={CLIENTS} variables={variables} />
      </PageHead>
      <ListTools>
        <SearchBox hint={t('searchHint')} />
        <WordChoice name="state" label={t('state')} all={t('everyState')} words={clientStates} />
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name="clients" {...whole} columns={columns} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        label={t('clients')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ id }) => `/developers/clients/${id}`}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      <GraphUse />
    </>
  );
}

type Registering = {
  readonly scopes: readonly string[];
  /** Undefined for who may not read people. */
  readonly people: NonNullable<ClientsQuery['people']>['nodes'] | undefined;
  readonly onDone: () => void;
};

function Register({ scopes, people, onDone }: Registering) {
  const t = useTexts(clientStepTexts);
  const { person } = useViewer();
  const [secret, setSecret] = useState<string | null>(null);
  const known = people ?? (person ? [person] : []);
  const step = createStep(
    scopes,
    known.map(({ id, name }) => [id, name]),
    t,
  );
  const done = (made: unknown) => {
    setSecret(secretIn(made));
    onDone();
  };
  return (
    <>
      <Action step={step} isPrimary onDone={done} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
