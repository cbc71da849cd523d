import { textColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Actor } from '../../components/actor.tsx';
import { Ago } from '../../components/dates.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Narrowed } from '../../components/narrowed.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AuditQuery } from '../../graph/generated/graphql.ts';
import { eventWord, recordWord } from '../../texts/record-words.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { NarrowTo } from './narrowed.tsx';
import { auditTexts } from './texts.ts';
import './audit.css';

const AUDIT = graphql(`
  query Audit(
    $filter: AuditFilter
    $subjectId: ID
    $orderBy: [AuditOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
    $withPeople: Boolean!
  ) {
    audit(
      filter: $filter
      subjectId: $subjectId
      orderBy: $orderBy
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        id
        at
        actor
        actorName
        person @include(if: $withPeople) {
          id
          name
        }
        command
        eventType
        subjectType
        subjectId
        requestId
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

type Row = NonNullable<AuditQuery['audit']>['nodes'][number];

const listOf = ({ audit }: AuditQuery) => audit;

/** Who did it, as people read it; an operator on the machine stands out. It leads to all that they did. */
const Who = ({ actor, actorName, person }: Row) => (
  <NarrowTo by="actor" value={actor}>
    {person ? person.name : <Actor actor={actor} name={actorName} />}
  </NarrowTo>
);

const COLUMNS: readonly Column<Row>[] = [
  { name: 'at', title: { en: 'When', sw: 'Lini' }, cell: ({ at }) => <Ago of={at} />, csv: ({ at }) => at },
  {
    name: 'who',
    title: { en: 'Who', sw: 'Nani' },
    narrow: 'under',
    cell: (row) => <Who {...row} />,
    csv: ({ actor }) => actor,
  },
  textColumn({ name: 'name', title: { en: 'Name', sw: 'Jina' } }, ({ actorName }) => actorName),
  {
    name: 'command',
    title: { en: 'Command', sw: 'Amri' },
    cell: ({ command }) => command,
    csv: ({ command }) => command,
  },
  {
    name: 'event',
    title: { en: 'What happened', sw: 'Kilichotokea' },
    narrow: 'next',
    cell: (row) => <Happened {...row} />,
    csv: ({ eventType }) => eventType,
  },
  {
    name: 'record',
    title: { en: 'Record', sw: 'Rekodi' },
    cell: ({ subjectType, subjectId }) => (
      <NarrowTo by="subject" value={subjectId} title={subjectId}>
        <RecordWord type={subjectType} />
      </NarrowTo>
    ),
    csv: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}`,
  },
  {
    name: 'request',
    title: { en: 'Request', sw: 'Ombi' },
    cell: ({ requestId }) => <code title={requestId}>{requestId.slice(0, 8)}</code>,
    csv: ({ requestId }) => requestId,
  },
];

/** What the file has as well, and the screen says in other words. */
const IN_FILE_ALONE = ['name', 'command'];
const ON_SCREEN = COLUMNS.filter(({ name }) => !IN_FILE_ALONE.includes(name));

/** What happened in words; the event and its command, as the filter takes it, where the pointer rests. */
const Happened = ({ eventType, command }: Row) => (
  <NarrowTo by="command" value={command} title={`${eventType} · ${command}`}>
    {eventWord(eventType, useLanguage())}
  </NarrowTo>
);

const RecordWord = ({ type }: { readonly type: string }) => <>{recordWord(type, useLanguage())}</>;

type NarrowedToProps = { readonly filters: Filters; readonly first: Row | undefined };

/** What the list is narrowed to, in the words of its first row; as the address has it where nothing fits. */
function NarrowedTo({ filters: { actor, command, subject }, first }: NarrowedToProps) {
  const t = useTexts(auditTexts);
  const language = useLanguage();
  return (
    <>
      {actor === undefined ? null : (
        <Narrowed by="actor" label={t('actor')}>
          {first?.person ? (
            <Link to={`/settings/people/${first.person.id}`}>{first.person.name}</Link>
          ) : (
            <Actor actor={actor} name={first?.actorName} />
          )}
        </Narrowed>
      )}
      {command === undefined ? null : (
        <Narrowed by="command" label={t('command')}>
          {first ? eventWord(first.eventType, language) : <code>{command}</code>}
        </Narrowed>
      )}
      {subject === undefined ? null : (
        <Narrowed by="subject" label={t('subject')}>
          {first ? recordWord(first.subjectType, language) : <code>{subject}</code>}
        </Narrowed>
      )}
    </>
  );
}

/** What was done, by whom and about what; filtered by the address, and saved as a file. */
export function Page() {
  const t = useTexts(auditTexts);
  const { filters, setFilters } = useFilters();
  const days = instantsOf(daysIn(filters));
  const narrowed = {
    filter: {
      actor: filters['actor'] ?? null,
      command: filters['command'] ?? null,
      at: days,
    },
    subjectId: filters['subject'] ?? null,
    withPeople: useMay()('people:read'),
    orderBy: newestOf('AT', days),
  };
  const variables = { ...pageVariables(filters), ...narrowed };
  const [{ data, error, fetching }, reload] = useQuery({ query: AUDIT, variables });
  const { shown, menu } = useColumns('audit', ON_SCREEN);
  const whole = { document: AUDIT, variables: narrowed, listOf };
  const paper = useWholePrint(whole, data?.audit);
  const isNarrowed = ['actor', 'command', 'subject', 'from', 'to'].some((name) => filters[name] !== undefined);
  const clear = { actor: null, command: null, subject: null, from: null, to: null, after: null, before: null };
  return (
    <>
      <PrintHead />
      <PageHead title={t('audit')}>
        <ShowQuery document={AUDIT} variables={variables} />
      </PageHead>
      <ListTools>
        <Days />
        <NarrowedTo filters={filters} first={data?.audit?.nodes[0]} />
        {isNarrowed ? null : <span className="faint">{t('howToNarrow')}</span>}
        {isNarrowed ? (
          <button className="button plain" onClick={() => setFilters(clear)}>
            {t('clear')}
          </button>
        ) : null}
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name="audit" {...whole} columns={COLUMNS} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        label={t('audit')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
    </>
  );
}
