import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { compactText } from '../format/format.ts';
import { texts, useTexts } from '../texts/texts.ts';
import './chart.css';

export type Series = { readonly name: string; readonly values: readonly number[] };
type Props = {
  readonly label: string;
  /** What the axis counts: `KES`. */
  readonly unit: string;
  /** What each point stands for, in words: `22 Nov 2026`. */
  readonly points: readonly string[];
  readonly series: readonly Series[];
  /** Parts of a whole on top of each other, amounts beside each other, or courses. */
  readonly kind: 'stack' | 'bars' | 'lines';
  /** The exact figure of a point. */
  readonly exact: (value: number) => string;
  /** Opens what a point is the sum of. */
  readonly onOpen?: (point: number) => void;
};

const own = texts({
  en: { table: 'As a table', point: 'Time', hint: 'Arrows move from point to point.' },
  sw: { table: 'Kama jedwali', point: 'Wakati', hint: 'Mishale husogeza kutoka nukta hadi nukta.' },
});

const HEIGHT = 208;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 8;

/** A chart over time: one idea, an axis with its unit, the exact figures of a point beside the pointer, and the same as a table. */
export function Chart(props: Props) {
  const { label, unit, points, series, onOpen } = props;
  const t = useTexts(own);
  const [width, frame] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const scale = scaleOf(props, width);
  const hint = useId();
  const shown = at === null || at >= points.length ? null : at;
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    setAt(scale.nearest(clientX - currentTarget.getBoundingClientRect().left));
  const onKeyDown = (event: KeyboardEvent) => {
    const from = shown ?? points.length;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: points.length - 1 }[event.key];
    if (event.key === 'Enter' && shown !== null) onOpen?.(shown);
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(points.length - 1, to)));
  };
  return (
    <figure className="chart">
      <figcaption>
        {series.map(({ name }, index) => (
          <span key={name} className={`key series-${index + 1}`}>
            {name}
          </span>
        ))}
        <span className="unit">{unit}</span>
      </figcaption>
      <div className="plot" ref={frame}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={label}
          aria-describedby={hint}
          tabIndex={0}
          data-opens={onOpen === undefined ? undefined : ''}
          onPointerMove={follow}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={onKeyDown}
          onClick={() => shown !== null && onOpen?.(shown)}
        >
          <Axis scale={scale} points={points} />
          <Marks {...props} scale={scale} />
          {shown === null ? null : (
            <line className="cursor" x1={scale.x(shown)} x2={scale.x(shown)} y1={TOP} y2={HEIGHT - BOTTOM} />
          )}
        </svg>
        {shown === null ? null : <Tip {...props} at={shown} left={scale.x(shown)} width={width} />}
      </div>
      <span id={hint} className="visually-hidden">
        {t('hint')}
      </span>
      <Table {...props} />
    </figure>
  );
}

type Scale = ReturnType<typeof scaleOf>;

function scaleOf({ series, points, kind }: Props, width: number) {
  const totals = points.map((_, at) => series.map(({ values }) => values[at] ?? 0));
  const tops = totals.map((values) =>
    kind === 'stack' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values),
  );
  const lows = totals.map((values) => Math.min(0, ...values));
  const step = stepFor(Math.max(...tops, 0) - Math.min(...lows, 0));
  const top = Math.max(step, Math.ceil(Math.max(...tops, 0) / step) * step);
  const low = Math.floor(Math.min(...lows, 0) / step) * step;
  const room = Math.max(1, width - LEFT - 8);
  const slot = room / Math.max(1, points.length);
  return {
    width,
    slot,
    ticks: Array.from({ length: Math.round((top - low) / step) + 1 }, (_, n) => low + n * step),
    x: (at: number) => LEFT + slot * (at + 0.5),
    y: (value: number) => HEIGHT - BOTTOM - ((value - low) / (top - low)) * (HEIGHT - BOTTOM - TOP),
    nearest: (x: number) => Math.max(0, Math.min(points.length - 1, Math.floor((x - LEFT) / slot))),
  };
}

/** Some four lines, each a round number. */
function stepFor(range: number): number {
  // Without an amount, too, the axis has two ends.
  const rough = Math.max(range, 400) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}

function Axis({ scale, points }: { readonly scale: Scale; readonly points: readonly string[] }) {
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(scale.width / 112))));
  return (
    <g className="axis" aria-hidden="true">
      {scale.ticks.map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={scale.width} y1={scale.y(value)} y2={scale.y(value)} />
          <text x={LEFT - 8} y={scale.y(value) + 4} textAnchor="end">
            {compactText(value / 100)}
          </text>
        </g>
      ))}
      {points.map((point, at) =>
        at % every === 0 ? (
          <text key={point} x={scale.x(at)} y={HEIGHT - 4} textAnchor="middle">
            {point.replace(/ \d{4}$/, '')}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Marks({ series, points, kind, scale }: Props & { readonly scale: Scale }) {
  if (kind === 'lines') {
    return series.map(({ name, values }, index) => (
      <polyline
        key={name}
        className={`line series-${index + 1}`}
        points={values.map((value, at) => `${scale.x(at)},${scale.y(value)}`).join(' ')}
      />
    ));
  }
  if (kind === 'bars') {
    const bar = Math.max(1, Math.min(20, (scale.slot * 0.72) / series.length));
    return series.map(({ name, values }, index) => (
      <path
        key={name}
        className={`fill series-${index + 1}`}
        d={values
          .map((value, at) => {
            const left = scale.x(at) + (index - series.length / 2) * bar;
            return `M${left},${scale.y(0)}V${scale.y(value)}h${Math.max(1, bar - 1)}V${scale.y(0)}z`;
          })
          .join('')}
      />
    ));
  }
  const below = points.map(() => 0);
  return series.map(({ name, values }, index) => {
    const floor = [...below];
    for (const [at, value] of values.entries()) below[at] = (below[at] ?? 0) + value;
    const edge = (sums: readonly number[], at: number) => `${scale.x(at)},${scale.y(sums[at] ?? 0)}`;
    const [first, last] = [scale.slot / 2, scale.slot / 2];
    const ends = (sums: readonly number[]) => [
      `${scale.x(0) - first},${scale.y(sums[0] ?? 0)}`,
      ...points.map((_, at) => edge(sums, at)),
      `${scale.x(points.length - 1) + last},${scale.y(sums.at(-1) ?? 0)}`,
    ];
    return (
      <polygon
        key={name}
        className={`fill series-${index + 1}`}
        points={[...ends(below), ...ends(floor).toReversed()].join(' ')}
      />
    );
  });
}

type TipProps = Pick<Props, 'points' | 'series' | 'exact'> & {
  readonly at: number;
  readonly left: number;
  readonly width: number;
};

/** The exact figures of a point, beside it; where there is no room for them, over it, and inside the plot in any case. */
function Tip({ points, series, exact, at, left, width }: TipProps) {
  const isBefore = left > width / 2;
  const away = (isBefore ? width - left : left) + 12;
  return (
    <div className={isBefore ? 'tip-place before' : 'tip-place'}>
      <i style={{ flexBasis: `${away}px` }} />
      <div className="tip" role="status">
        <strong>{points[at]}</strong>
        <dl>
          {series.map(({ name, values }, index) => (
            <div key={name}>
              <dt className={`key series-${index + 1}`}>{name}</dt>
              <dd className="number">{exact(values[at] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

function Table({ label, points, series, exact }: Props) {
  const t = useTexts(own);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="no-print" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('table')}</summary>
      {isOpen ? (
        <div className="table" tabIndex={0}>
          <table aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{t('point')}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={point}>
                  <td>{point}</td>
                  {series.map(({ name, values }) => (
                    <td key={name} className="number">
                      {exact(values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}

/** How wide the plot is, as the page is now. */
function useWidth() {
  const [width, setWidth] = useState(480);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [width, frame] as const;
}
