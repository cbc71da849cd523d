import { useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { texts, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { copy: 'Copy {what}', copied: 'Copied' },
  sw: { copy: 'Nakili {what}', copied: 'Imenakiliwa' },
});

/** By its last characters one differs from the next. */
const LAST = 8;

/** A key or a reference that a machine made: cut in its middle where it has no room, copied whole, and whole on paper. */
export function LongId({ of }: { readonly of: string }) {
  const t = useTexts(own);
  const [isCopied, setCopied] = useState(false);
  const word = isCopied ? t('copied') : t('copy', { what: of });
  return (
    <span className="long-id">
      <code title={of}>
        <span className="first">{of.slice(0, -LAST)}</span>
        <span>{of.slice(-LAST)}</span>
      </code>
      <button
        className="button plain icon no-print"
        title={word}
        aria-label={word}
        onClick={() => void navigator.clipboard.writeText(of).then(() => setCopied(true))}
        onBlur={() => setCopied(false)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </span>
  );
}
