import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { peopleTexts } from './texts.ts';
import '../../components/sheet.css';

/** The link in the payload of an invitation; null where it was refused. */
export function linkIn(data: unknown): string | null {
  const payloads: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [];
  for (const payload of payloads) {
    if (typeof payload === 'object' && payload !== null && 'invitationToken' in payload) {
      const { invitationToken: token } = payload;
      if (typeof token === 'string') return `${location.origin}/#invitation=${token}`;
    }
  }
  return null;
}

/** The link of an invitation, for as long as the person looks at it. */
export function LinkDialog({ link, onClose }: { readonly link: string | null; readonly onClose: () => void }) {
  const t = useTexts(peopleTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (link !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [link]);
  const close = () => {
    dialog.current?.close();
    setCopied(false);
    onClose();
  };
  return (
    <dialog ref={dialog} className="small-dialog secret" aria-labelledby="link-title" onClose={close}>
      <h2 id="link-title">{t('linkTitle')}</h2>
      <p>{t('linkOnce')}</p>
      <code data-link="">{link}</code>
      <div className="dialog-actions">
        <button
          className="button"
          onClick={() => void navigator.clipboard.writeText(link ?? '').then(() => setCopied(true))}
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
