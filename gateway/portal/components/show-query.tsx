import { useRef, useState } from 'react';
import { frameTexts } from '../frame/texts.ts';
import { useViewer } from '../frame/session.ts';
import { Icon } from '../frame/icons.tsx';
import address from '../graph/generated/documents.json?url';
import { texts, useTexts } from '../texts/texts.ts';
import './components.css';

const own = texts({
  en: { show: 'Show the query', open: 'Open in GraphiQL', copy: 'Copy', variables: 'Variables' },
  sw: { show: 'Onyesha hoja', open: 'Fungua katika GraphiQL', copy: 'Nakili', variables: 'Vigezo' },
});

/** The operation that a panel shows the result of: in a sandbox it opens in GraphiQL, in live as text. */
export function ShowQuery({
  document: { documentId },
  variables = {},
}: {
  readonly document: object & { documentId?: string };
  readonly variables?: object;
}) {
  const t = useTexts(own);
  const common = useTexts(frameTexts);
  const { mode } = useViewer();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState<string | null>(null);
  const open = async () => {
    // The file that the build has written: texts by their hashes.
    const documents = (await (await fetch(address)).json()) as { readonly [hash: string]: string };
    setText(documents[`sha256:${documentId}`] ?? documents[documentId ?? ''] ?? '');
    dialog.current?.showModal();
  };
  const values = JSON.stringify(variables, null, 2);
  const graphiql = `/graphql?${new URLSearchParams({ query: text ?? '', variables: values })}`;
  return (
    <>
      <button
        className="button plain icon no-print"
        title={t('show')}
        aria-label={t('show')}
        onClick={() => void open()}
      >
        <Icon name="code" />
      </button>
      <dialog ref={dialog} className="query-text" aria-label={t('show')}>
        <header>
          <h2>{t('show')}</h2>
          {mode === 'SANDBOX' ? (
            <a className="button" href={graphiql} target="_blank" rel="noreferrer">
              {t('open')}
            </a>
          ) : null}
          <button className="button" onClick={() => void navigator.clipboard.writeText(text ?? '')}>
            {t('copy')}
          </button>
          <button className="button plain icon" aria-label={common('closeIt')} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        <pre tabIndex={0}>{text}</pre>
        {values === '{}' ? null : (
          <pre tabIndex={0} aria-label={t('variables')}>
            {values}
          </pre>
        )}
      </dialog>
    </>
  );
}
