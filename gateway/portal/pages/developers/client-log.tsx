import { useQuery } from 'urql';
import { Choice } from '../../components/list-tools.tsx';
import { Ago } from '../../components/dates.tsx';
import { isPlaceRefused, ListError } from '../../components/list-error.tsx';
import { useFilters } from '../../components/filters.ts';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State, type Tone } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClientLogQuery } from '../../graph/generated/graphql.ts';
import { recordWord } from '../../texts/record-words.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { developersTexts } from './texts.ts';

const LOG = graphql(`
  query ClientLog($id: ID!, $filter: ClientRequestFilter, $after: String, $before: Int) {
    clientRequests(clientId: $id, filter: $filter, after: $after, first: 15) {
      requests {
        requestId
        method
        path
        status
        durationMs
        errorCode
        requestBody
        responseBody
        at
      }
      endCursor
      hasMore
    }
    clientChanges(clientId: $id, before: $before, first: 15) {
      changes {
        sequence
        event {
          id
          type
          timestamp
          subjectType
          subjectId
          body
        }
      }
      through
      hasMore
    }
  }
`);

type Requests = NonNullable<ClientLogQuery['clientRequests']>['requests'];
type Changes = NonNullable<ClientLogQuery['clientChanges']>['changes'];

/** What a client requested, and what has happened that it may see. */
export function ClientLog({ clientId }: { readonly clientId: string }) {
  const t = useTexts(developersTexts);
  const { filters, setFilters } = useFilters();
  const variables = {
    id: clientId,
    filter: filters['status'] === 'refused' ? { status: { gte: 400 } } : null,
    after: filters['after'] ?? null,
    before: filters['before'] === undefined ? null : Number(filters['before']),
  };
  const [{ data, error }, reload] = useQuery({ query: LOG, variables });
  if (error && (!data || isPlaceRefused(error))) return <ListError error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  const { clientRequests: requests, clientChanges: changes } = data;
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('requests')}</h2>
          <Choice name="status" label={t('status')} all={t('everyStatus')} choices={[['refused', '4xx, 5xx']]} />
          <ShowQuery document={LOG} variables={variables} />
        </header>
        {requests?.requests.length ? (
          <RequestRows requests={requests.requests} />
        ) : (
          <p className="body faint">{t('noRequests')}</p>
        )}
        {requests?.hasMore ? (
          <button className="button plain more" onClick={() => setFilters({ after: requests.endCursor })}>
            {t('more')}
          </button>
        ) : null}
      </section>
      <section className="panel">
        <header>
          <h2>{t('events')}</h2>
        </header>
        {changes?.changes.length ? (
          <EventRows changes={changes.changes} />
        ) : (
          <p className="body faint">{t('noEvents')}</p>
        )}
        {changes?.hasMore ? (
          <button className="button plain more" onClick={() => setFilters({ before: String(changes.through) })}>
            {t('more')}
          </button>
        ) : null}
      </section>
    </>
  );
}

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good');

/** A line a request; it opens to what was sent and replied. */
function RequestRows({ requests }: { readonly requests: Requests }) {
  const t = useTexts(developersTexts);
  return (
    <div className="log">
      {requests.map((request) => (
        <details key={`${request.requestId} ${request.at}`}>
          <summary>
            <State word={String(request.status)} tone={toneOf(request.status)} />
            <code>
              {request.method} {request.path}
            </code>
            <span className="faint">{request.errorCode}</span>
            <span className="faint number">{request.durationMs} ms</span>
            <span className="faint">
              <Ago of={request.at} />
            </span>
          </summary>
          <dl>
            <dt>X-Request-ID</dt>
            <dd>
              <code>{request.requestId}</code>
            </dd>
            <dt>{t('sent')}</dt>
            <dd>
              <Body text={request.requestBody} />
            </dd>
            <dt>{t('reply')}</dt>
            <dd>
              <Body text={request.responseBody} />
            </dd>
          </dl>
        </details>
      ))}
    </div>
  );
}

function EventRows({ changes }: { readonly changes: Changes }) {
  const spoken = useLanguage();
  return (
    <div className="log">
      {changes.map(({ sequence, event }) =>
        event === null ? null : (
          <details key={sequence}>
            <summary>
              <span className="faint number">{sequence}</span>
              <code>{event.type}</code>
              <span className="faint kind-of-subject">{recordWord(event.subjectType, spoken)}</span>
              <span className="faint">
                <Ago of={event.timestamp} />
              </span>
            </summary>
            <Body text={event.body} />
          </details>
        ),
      )}
    </div>
  );
}

/** JSON as people read it. */
function Body({ text }: { readonly text: string | null }) {
  const t = useTexts(developersTexts);
  if (text === null) return <span className="faint">{t('noBody')}</span>;
  return <pre tabIndex={0}>{JSON.stringify(JSON.parse(text), null, 2)}</pre>;
}
