import { numberText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { developersTexts } from './texts.ts';
import type { View } from './client-page.tsx';
import { bucketWord } from './words.ts';
import './developers.css';

export function Quotas({ client: { quotas } }: Pick<View, 'client'>) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('quotas')}</h2>
      </header>
      <dl className="facts body">
        {quotas.map(({ bucket, perMinute, isAgreed }) => (
          <div key={bucket} className="pair">
            <dt>{bucketWord(bucket, spoken)}</dt>
            <dd className="number">
              {isAgreed ? <span className="faint">{t('agreed')} </span> : null}
              {numberText(perMinute)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const t = useTexts(developersTexts);
  return (
    <section className="panel">
      <header>
        <h2>{t('scopes')}</h2>
      </header>
      <ul className="chips body">
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
