import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useMay } from '../frame/session.ts';
import { graphql } from '../graph/generated/gql.ts';
import { deedWord } from '../texts/record-words.ts';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';
import { Actor } from './actor.tsx';
import { Ago } from './dates.tsx';
import { ErrorBox } from './error-box.tsx';
import { Newest } from './newest.tsx';
import { ShowQuery } from './show-query.tsx';
import { Skeleton } from './skeleton.tsx';

const LIFE = graphql(`
  query Life($recordId: ID!, $first: Int!) {
    life(recordId: $recordId, first: $first) {
      nodes {
        id
        at
        actor
        name
        command
        kind
        requestId
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

const own = texts({
  en: {
    life: 'Who did what',
    none: 'No entries yet.',
    more: 'Show earlier',
    whole: 'In the audit',
  },
  sw: {
    life: 'Nani alifanya nini',
    none: 'Bado hakuna kilichoandikwa.',
    more: 'Onyesha za awali',
    whole: 'Katika ukaguzi',
  },
});

const PAGE = 20;
const MOST = 100;

/**
 * The newest entries of a record's life; asked again once the record has another version. Who asks for the same shares
 * one reply.
 */
export function useLifeOf(recordId: string, version: number | string | undefined, first = PAGE) {
  const variables = { recordId, first };
  const [{ data, error }, reload] = useQuery({ query: LIFE, variables });
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    reload({ requestPolicy: 'network-only' });
  });
  return { data, error, reload, variables };
}

/**
 * Who did what to a record, and when. A second operation beside that of the page.
 * @param version changes with the record, so that what has just been done is shown
 */
export function Life({ recordId, version }: { readonly recordId: string; readonly version?: number | string }) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const may = useMay();
  const [first, setFirst] = useState(PAGE);
  const { data, error, reload, variables } = useLifeOf(recordId, version, first);
  const entries = data?.life;
  return (
    <section className="panel">
      <header>
        <h2>{t('life')}</h2>
        {may('audit:read') ? (
          <Link className="no-print" to="/audit" search={{ subject: recordId }}>
            {t('whole')}
          </Link>
        ) : null}
        <ShowQuery document={LIFE} variables={variables} />
      </header>
      {error && !entries ? <ErrorBox error={error} onRetry={reload} /> : null}
      {entries || error ? null : <Skeleton lines={4} />}
      {entries?.nodes.length === 0 ? <p className="body faint">{t('none')}</p> : null}
      <ol className="deeds">
        {entries?.nodes.map(({ id, at, actor, name, command, kind, requestId }) => (
          <li key={id} title={requestId}>
            <span className="what">{deedWord(kind, spoken)}</span>
            <span className="who-did" title={`${actor ?? ''} ${command}`.trim()}>
              <Actor actor={actor} name={name} />
            </span>
            <span className="faint">
              <Ago of={at} />
            </span>
          </li>
        ))}
      </ol>
      {entries?.pageInfo.hasNextPage && first < MOST ? (
        <button className="button plain no-print" onClick={() => setFirst(MOST)}>
          {t('more')}
        </button>
      ) : (
        <Newest list={entries} {...(may('audit:read') ? { to: '/audit', search: { subject: recordId } } : {})} />
      )}
    </section>
  );
}
