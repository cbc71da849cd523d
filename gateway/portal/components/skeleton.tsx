import { useTexts } from '../texts/texts.ts';
import { frameTexts } from '../frame/texts.ts';
import './components.css';

/** The shape of what is being loaded; only seen where that takes longer than 150 ms. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  const t = useTexts(frameTexts);
  return (
    <div className="skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  );
}
