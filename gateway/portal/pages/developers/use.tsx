import { numberText, timeText } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Client } from './client-steps.ts';
import { developersTexts } from './texts.ts';

const HOURS = 24;
const HOUR_MS = 3_600_000;
const TALL = 48;

/** The requests of a day, an hour a bar: those that were refused and that failed stand at its foot. */
export function Use({ hours }: { readonly hours: Client['use'] }) {
  const t = useTexts(developersTexts);
  const total = (of: 'requests' | 'refused' | 'failed') => hours.reduce((sum, hour) => sum + hour[of], 0);
  const counts = { requests: total('requests'), refused: total('refused'), failed: total('failed') };
  return (
    <section className="panel">
      <header>
        <h2>{t('use')}</h2>
      </header>
      <div className="body use">
        {counts.requests === 0 ? (
          <p className="faint">{t('noUse')}</p>
        ) : (
          <>
            <Bars hours={hours} />
            <p className="faint">
              {t('useOf', {
                requests: numberText(counts.requests),
                refused: numberText(counts.refused),
                failed: numberText(counts.failed),
              })}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function Bars({ hours }: { readonly hours: Client['use'] }) {
  const t = useTexts(developersTexts);
  const most = Math.max(...hours.map(({ requests }) => requests));
  const first = Math.floor(Date.now() / HOUR_MS) - HOURS + 1;
  const tall = (count: number) => (count / most) * TALL;
  return (
    <svg viewBox={`0 0 ${HOURS * 10} ${TALL}`} preserveAspectRatio="none" role="img" aria-label={t('use')}>
      {hours.map(({ from, requests, refused, failed }) => {
        const x = (Date.parse(from) / HOUR_MS - first) * 10 + 1;
        const [all, wrong, broken] = [tall(requests), tall(refused + failed), tall(failed)];
        return (
          <g key={from}>
            <title>{`${timeText(from)} EAT: ${t('useOf', { requests, refused, failed })}`}</title>
            <rect className="all" x={x} width={8} y={TALL - all} height={all} />
            <rect className="refused" x={x} width={8} y={TALL - wrong} height={wrong} />
            <rect className="failed" x={x} width={8} y={TALL - broken} height={broken} />
          </g>
        );
      })}
    </svg>
  );
}
