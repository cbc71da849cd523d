import { Fragment, useState } from 'react';
import { useQuery } from 'urql';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { numberText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { GraphUseQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { developersTexts } from './texts.ts';

const USE = graphql(`
  query GraphUse($startsWith: String, $after: String) {
    graphFieldUse(startsWith: $startsWith, after: $after, first: 15) {
      fields {
        field
        operations
        clients
        clientCount
        byPeople
        lastSeenAt
      }
      hasMore
    }
  }
`);

type Use = NonNullable<GraphUseQuery['graphFieldUse']>['fields'][number];

/** Which fields of the graph clients use: who would notice that one is gone. */
export function GraphUse() {
  const t = useTexts(developersTexts);
  const [startsWith, setStart] = useState('');
  const [after, setAfter] = useState<string | null>(null);
  const variables = { startsWith, after };
  const [{ data, error }, reload] = useQuery({ query: USE, variables });
  const page = data?.graphFieldUse;
  return (
    <section className="panel graph-use">
      <header>
        <h2>{t('graphUse')}</h2>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            setStart(String(new FormData(event.currentTarget).get('field') ?? ''));
            setAfter(null);
          }}
        >
          <input
            className="input"
            type="search"
            name="field"
            aria-label={t('fieldHint')}
            placeholder={t('fieldHint')}
          />
        </form>
        <ShowQuery document={USE} variables={variables} />
      </header>
      {error && !page ? <ErrorBox error={error} onRetry={reload} /> : null}
      {!page && !error ? <Skeleton lines={4} /> : null}
      {page?.fields.length === 0 ? <p className="body faint">{t('noGraphUse')}</p> : null}
      {page?.fields.length ? <Fields fields={page.fields} /> : null}
      {page?.hasMore ? (
        <button className="button plain more" onClick={() => setAfter(page.fields.at(-1)?.field ?? null)}>
          {t('more')}
        </button>
      ) : null}
    </section>
  );
}

function Fields({ fields }: { readonly fields: readonly Use[] }) {
  const t = useTexts(developersTexts);
  return (
    <div className="table" tabIndex={0}>
      <table aria-label={t('graphUse')}>
        <thead>
          <tr>
            <th>{t('field')}</th>
            <th className="number">{t('operations')}</th>
            <th>{t('clients')}</th>
            <th>{t('lastUsed')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((use) => (
            <tr key={use.field}>
              <td>
                <FieldName field={use.field} />
              </td>
              <td className="number">{numberText(use.operations)}</td>
              <td>{[...use.clients, ...unnamed(use), ...(use.byPeople ? [t('people')] : [])].join(', ')}</td>
              <td>
                <Ago of={use.lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `AmlAlertConnection.totalCount`, which breaks between its words only. */
const FieldName = ({ field }: { readonly field: string }) => (
  <code>
    {field.split(/(?<=[.a-z])(?=[A-Z])|(?<=\.)/).map((word, at) => (
      <Fragment key={at}>
        {at === 0 ? null : <wbr />}
        {word}
      </Fragment>
    ))}
  </code>
);

const unnamed = ({ clients, clientCount }: Use): readonly string[] =>
  clientCount > clients.length ? [`+${clientCount - clients.length}`] : [];
