import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { instantText } from '../format/format.ts';
import { Icon } from '../frame/icons.tsx';
import { useViewer } from '../frame/session.ts';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { print: 'Print', printed: 'Printed {at} by {who}' },
  sw: { print: 'Chapisha', printed: 'Imechapishwa {at} na {who}' },
});

/** Prints the page: what is of no use on paper is `.no-print`. */
export function PrintButton() {
  const t = useTexts(own);
  return (
    <button className="button icon" title={t('print')} aria-label={t('print')} onClick={() => print()}>
      <Icon name="print" />
    </button>
  );
}

/** The head of what is printed: whose it is, when it was printed and by whom. On the screen there is none. */
export function PrintHead() {
  const t = useTexts(own);
  const spoken = useLanguage();
  const { institution, person, actor } = useViewer();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    // The print takes what is drawn when this ends.
    const now = () => flushSync(() => setAt(new Date().toISOString()));
    addEventListener('beforeprint', now);
    return () => removeEventListener('beforeprint', now);
  }, []);
  return (
    <div className="print-head on-paper">
      <strong>{institution}</strong>
      <span>{t('printed', { at: instantText(at, spoken), who: person?.name ?? actor })}</span>
    </div>
  );
}
