import { useState } from 'react';
import { DateOf } from '../../components/dates.tsx';
import { wordsOfState } from '../../components/later-values.ts';
import { StateOf } from '../../components/state.tsx';
import { amountText, dateText, moneyText } from '../../format/format.ts';
import { texts, useLanguage, useTexts } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import { instalmentStates, loansTexts } from './texts.ts';

type Row = Loan['schedule'][number];
const HEIGHT = 160;

const own = texts({ en: { scale: 'KES per instalment' }, sw: { scale: 'KES kwa kila awamu' } });

/** The schedule as a picture, a bar an instalment; as a table on demand, and always in print. */
export function Schedule({ rows }: { readonly rows: readonly Row[] }) {
  const t = useTexts(loansTexts);
  const [isTable, setTable] = useState(false);
  return (
    <section className="panel">
      <header>
        <h2>{t('instalments')}</h2>
        {rows.length === 0 ? null : (
          <button className="button plain no-print" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(isTable ? 'asPicture' : 'asTable')}
          </button>
        )}
      </header>
      {rows.length === 0 ? (
        <p className="body faint">{t('noSchedule')}</p>
      ) : (
        <>
          {isTable ? null : <Picture rows={rows} />}
          <Table rows={rows} isOnPaperOnly={!isTable} />
        </>
      )}
    </section>
  );
}

/** Principal below, interest on it, fees on top; what is paid is filled, what is open is an outline. */
function Picture({ rows }: { readonly rows: readonly Row[] }) {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const ownText = useTexts(own);
  const most = Math.max(...rows.map(({ total }) => total), 1);
  const width = 100 / rows.length;
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <figure className="picture body">
      <div className="scale faint">
        <span className="number">{amountText(most)}</span>
        <span>{ownText('scale')}</span>
      </div>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('picture')}
      >
        {rows.map((row, i) => (
          <Bar
            key={row.number}
            row={row}
            x={i * width}
            width={width}
            scale={(HEIGHT - 2) / most}
            label={labelOf(row)}
          />
        ))}
      </svg>
      <div className="ends faint">
        <span>{first ? dateText(first.dueDate, spoken) : ''}</span>
        <span>{last && last !== first ? dateText(last.dueDate, spoken) : ''}</span>
      </div>
      <ul className="legend">
        {KEYS.filter(({ isIn }) => rows.some(isIn)).map(({ kind }) => (
          <li key={kind} className={kind}>
            {t(kind)}
          </li>
        ))}
      </ul>
    </figure>
  );

  function labelOf(row: Row): string {
    const state = wordsOfState(instalmentStates, row.state).word[spoken];
    const parts = [
      `${row.number}. ${dateText(row.dueDate, spoken)}: ${moneyText(row.total)}, ${state}`,
      `${t('principal')} ${amountText(row.principal)}, ${t('interest')} ${amountText(row.interest)}`,
      `${t('paid')} ${amountText(row.paid.total)}, ${t('open')} ${amountText(row.outstanding)}`,
    ];
    return parts.join('\n');
  }
}

/** What a picture may show, in words, and where it does. */
const KEYS = [
  { kind: 'principal', isIn: ({ principal }: Row) => principal > 0 },
  { kind: 'interest', isIn: ({ interest }: Row) => interest > 0 },
  { kind: 'fees', isIn: ({ fees, penalties }: Row) => fees + penalties > 0 },
  { kind: 'open', isIn: ({ outstanding, state }: Row) => outstanding > 0 && state !== 'OVERDUE' },
  { kind: 'overdue', isIn: ({ state }: Row) => state === 'OVERDUE' },
] as const;

type BarProps = {
  readonly row: Row;
  readonly x: number;
  readonly width: number;
  readonly scale: number;
  readonly label: string;
};

function Bar({ row, x, width, scale, label }: BarProps) {
  const { paid } = row;
  const parts = [
    { kind: 'principal', due: row.principal, paid: paid.principal },
    { kind: 'interest', due: row.interest, paid: paid.interest },
    { kind: 'fees', due: row.fees + row.penalties, paid: paid.fees + paid.penalties },
  ];
  let base = HEIGHT - 1;
  const inset = Math.min(width * 0.14, 1);
  return (
    <g className={`bar-of-${row.state.toLowerCase()}`}>
      <title>{label}</title>
      <rect className="reach" x={x} y={0} width={width} height={HEIGHT} />
      {parts.map(({ kind, due, paid: settled }) => {
        const height = due * scale;
        base -= height;
        const filled = Math.min(settled, due) * scale;
        const place = { x: x + inset, width: width - 2 * inset };
        return due === 0 ? null : (
          <g key={kind} className={kind}>
            <rect className="due" {...place} y={base} height={height} />
            <rect className="settled" {...place} y={base + height - filled} height={filled} />
          </g>
        );
      })}
    </g>
  );
}

function Table({ rows, isOnPaperOnly }: { readonly rows: readonly Row[]; readonly isOnPaperOnly: boolean }) {
  const t = useTexts(loansTexts);
  return (
    <div className={`table${isOnPaperOnly ? ' on-paper' : ''}`}>
      <table aria-label={t('instalments')}>
        <thead>
          <tr>
            <th scope="col">{t('number')}</th>
            <th scope="col">{t('due')}</th>
            {(['principal', 'interest', 'fees', 'total', 'paid', 'outstanding'] as const).map((name) => (
              <th scope="col" key={name} className="number">
                {t(name)}
              </th>
            ))}
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td>{row.number}</td>
              <td>
                <DateOf of={row.dueDate} />
              </td>
              {[row.principal, row.interest, row.fees + row.penalties, row.total, row.paid.total, row.outstanding].map(
                (cents, i) => (
                  <td key={i} className="number">
                    {amountText(cents)}
                  </td>
                ),
              )}
              <td>
                <StateOf words={instalmentStates} state={row.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
