import { Link } from '@tanstack/react-router';
import { useMay } from '../frame/session.ts';
import { texts, useTexts } from '../texts/texts.ts';

const own = texts({ en: { history: 'History' }, sw: { history: 'Historia' } });

/** Who did what to a record, in the audit: for pages that have no room for its life. Nothing for who may not read it there. */
export function HistoryLink({ recordId }: { readonly recordId: string }) {
  const t = useTexts(own);
  if (!useMay()('audit:read')) return null;
  return (
    <Link className="button no-print" to="/audit" search={{ subject: recordId }}>
      {t('history')}
    </Link>
  );
}
