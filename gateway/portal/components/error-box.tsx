import { useState } from 'react';
import type { CombinedError } from 'urql';
import { frameTexts } from '../frame/texts.ts';
import { useTexts } from '../texts/texts.ts';
import { Refusals } from './refusals.tsx';
import './components.css';

type Props = { readonly error: CombinedError; readonly onRetry?: () => void };

/** What went wrong in the server's own sentence, and what a person sends to those who can find out why. */
export function ErrorBox({ error, onRetry }: Props) {
  const t = useTexts(frameTexts);
  const [isCopied, setCopied] = useState(false);
  const requestId = requestIdOf(error);
  const [refused] = error.graphQLErrors;
  const copy = async () => {
    const facts = { at: new Date().toISOString(), page: location.href, request_id: requestId, message: error.message };
    await navigator.clipboard.writeText(JSON.stringify(facts, null, 2));
    setCopied(true);
  };
  return (
    <section className="error-box" role="alert">
      <h2>{t('failed')}</h2>
      {refused === undefined ? (
        <p>{t('unreachable')}</p>
      ) : (
        <Refusals errors={[{ code: String(refused.extensions['code']), message: refused.message }]} />
      )}
      {requestId === null ? null : (
        <p className="faint">
          {t('request')} <code>{requestId}</code>
        </p>
      )}
      <div className="actions">
        {onRetry === undefined ? null : (
          <button className="button" onClick={onRetry}>
            {t('retry')}
          </button>
        )}
        <button className="button" onClick={() => void copy()}>
          {isCopied ? t('copied') : t('copySupport')}
        </button>
      </div>
    </section>
  );
}

/** In place of everything, where not even the session could be looked up. */
export const Unreachable = (props: Props) => (
  <main className="unreachable">
    <ErrorBox {...props} />
  </main>
);

function requestIdOf({ response, graphQLErrors }: CombinedError): string | null {
  const named = graphQLErrors[0]?.extensions['request_id'];
  if (typeof named === 'string') return named;
  return response instanceof Response ? response.headers.get('x-request-id') : null;
}
