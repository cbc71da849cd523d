import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { developersTexts } from './texts.ts';
import '../../components/sheet.css';

/** The secret in the payload of a mutation; null where it was refused. */
export function secretIn(data: unknown): string | null {
  const payloads: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [];
  for (const payload of payloads) {
    if (typeof payload === 'object' && payload !== null && 'secret' in payload && typeof payload.secret === 'string')
      return payload.secret;
  }
  return null;
}

/** A secret, for as long as the person looks at it. The page forgets it when it is closed. */
export function SecretDialog({ secret, onClose }: { readonly secret: string | null; readonly onClose: () => void }) {
  const t = useTexts(developersTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (secret !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [secret]);
  const close = () => {
    dialog.current?.close();
    setCopied(false);
    onClose();
  };
  return (
    <dialog ref={dialog} className="small-dialog secret" aria-labelledby="secret-title" onClose={close}>
      <h2 id="secret-title">{t('secretTitle')}</h2>
      <p>{t('secretOnce')}</p>
      <code data-secret="">{secret}</code>
      <div className="dialog-actions">
        <button
          className="button"
          onClick={() => void navigator.clipboard.writeText(secret ?? '').then(() => setCopied(true))}
        >
          {isCopied ? t('copied') : t('copy')}
        </button>
        <button className="button primary" onClick={close}>
          {t('done')}
        </button>
      </div>
    </dialog>
  );
}
