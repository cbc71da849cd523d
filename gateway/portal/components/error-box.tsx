import type { CombinedError } from 'urql';
import { frameTexts } from '../frame/texts.ts';
import { useTexts } from '../texts/texts.ts';
import { Refusals } from './refusals.tsx';
import { CopyForSupport, RequestOf } from './support.tsx';
import './components.css';

type Props = { readonly error: CombinedError; readonly onRetry?: () => void };

/** What went wrong in the server's own sentence, and what a person sends to those who can find out why. */
export function ErrorBox({ error, onRetry }: Props) {
  const t = useTexts(frameTexts);
  const [refused] = error.graphQLErrors;
  return (
    <section className="error-box" role="alert">
      <h2>{t('failed')}</h2>
      {refused === undefined ? (
        <p>{t('unreachable')}</p>
      ) : (
        <Refusals errors={[{ code: String(refused.extensions['code']), message: refused.message }]} />
      )}
      <RequestOf error={error} />
      <div className="actions">
        {onRetry === undefined ? null : (
          <button className="button" onClick={onRetry}>
            {t('retry')}
          </button>
        )}
        <CopyForSupport error={error} />
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
