import { useEffect, useRef, useState } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import './sheet.css';

const own = texts({
  en: { copy: 'Copy', copied: 'Copied', done: 'Done' },
  sw: { copy: 'Nakili', copied: 'Imenakiliwa', done: 'Tayari' },
});

/** A text of the payload of a mutation; null where it was refused. */
export function textInPayload(data: unknown, member: string): string | null {
  const payloads: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [];
  for (const payload of payloads) {
    const found: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, member) : null;
    if (typeof found === 'string') return found;
  }
  return null;
}

type Props = {
  /** What it is, for the page and its tests: `secret`. */
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  /** Null: nothing is shown. */
  readonly text: string | null;
  readonly onClose: () => void;
};

/** What is shown once, for as long as the person looks at it. The page forgets it when it is closed. */
export function ShownOnce({ name, title, hint, text, onClose }: Props) {
  const t = useTexts(own);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (text !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [text]);
  const close = () => {
    dialog.current?.close();
    setCopied(false);
    onClose();
  };
  return (
    <dialog ref={dialog} className="small-dialog secret" aria-labelledby={`${name}-title`} onClose={close}>
      <h2 id={`${name}-title`}>{title}</h2>
      <p>{hint}</p>
      <code {...{ [`data-${name}`]: '' }}>{text}</code>
      <div className="dialog-actions">
        <button
          className="button"
          onClick={() => void navigator.clipboard.writeText(text ?? '').then(() => setCopied(true))}
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
