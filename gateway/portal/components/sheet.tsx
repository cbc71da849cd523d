import { useEffect, useRef, type ReactNode } from 'react';
import { frameTexts } from '../frame/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../texts/texts.ts';
import './sheet.css';

type Props = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog at the side of the page: what stands behind it stays in sight. */
export function Sheet({ title, isOpen, onClose, children }: Props) {
  const common = useTexts(frameTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="sheet" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button className="button plain icon" aria-label={common('closeIt')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {isOpen ? <div className="content">{children}</div> : null}
    </dialog>
  );
}
