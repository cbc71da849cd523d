import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { useTexts } from '../texts/texts.ts';
import { frameTexts } from './texts.ts';

export function NotFound() {
  const t = useTexts(frameTexts);
  return (
    <EmptyState title={t('notFound')} hint={t('notFoundHint')}>
      <Link to="/" className="button">
        {t('toStart')}
      </Link>
    </EmptyState>
  );
}

export function NotAllowed() {
  const t = useTexts(frameTexts);
  return (
    <EmptyState title={t('notAllowed')} hint={t('notAllowedHint')}>
      <Link to="/" className="button">
        {t('toStart')}
      </Link>
    </EmptyState>
  );
}
