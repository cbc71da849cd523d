import { useLifeOf } from '../../components/life.tsx';
import { wordsOfState } from '../../components/later-values.ts';
import type { LoanState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import { USUAL_WAYS, wayOf } from './loan-way.ts';
import { loanStates, loansTexts } from './texts.ts';

const BOX = { width: 128, height: 28 };
/** Where each state stands: the way of most loans goes down the left, the ends without money stand at the right. */
const PLACES: { readonly [State in LoanState]: readonly [x: number, y: number] } = {
  DRAFT: [0, 0],
  READY_TO_DISBURSE: [0, 52],
  ACTIVE: [0, 104],
  CLOSED: [0, 156],
  REJECTED: [168, 0],
  WITHDRAWN: [168, 52],
  WRITTEN_OFF: [168, 104],
  OVERPAID: [168, 156],
};
type Way = readonly [from: LoanState, to: LoanState];
/** A line between two states stands for both directions. */
const lineOf = (way: Way): string => way.toSorted().join(' ');

/** The lifecycle with the place of this loan in it, and the way that it came. */
export function LoanLife({ loan }: { readonly loan: Loan }) {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const { data } = useLifeOf(loan.id, loan.version);
  const events = data?.life?.nodes.map(({ kind }) => kind).toReversed();
  const way = events === undefined ? [loan.state] : wayOf(events, loan.state);
  const passed = new Set(way);
  const walked = way.flatMap((to, at): Way[] => (at === 0 ? [] : [[way[at - 1] ?? to, to]]));
  const walkedLines = new Set(walked.map(lineOf));
  // What was walked is drawn last: it covers the ways that others went.
  const lines = new Map(
    [...USUAL_WAYS.filter((each) => !walkedLines.has(lineOf(each))), ...walked].map((each) => [lineOf(each), each]),
  );
  const inWords = way.map((state) => wordsOfState(loanStates, state).word[spoken]).join(' → ');
  return (
    <section className="panel">
      <header>
        <h2>{t('life')}</h2>
      </header>
      <div className="body">
        <svg className="life" viewBox="-2 -2 302 190" role="img" aria-label={`${t('life')}: ${inWords}`}>
          {[...lines].map(([line, [from, to]]) => (
            <path
              key={line}
              className={walkedLines.has(line) ? 'passed' : ''}
              d={wayBetween(PLACES[from], PLACES[to])}
            />
          ))}
          {Object.entries(loanStates).map(([state, { word }]) => {
            const [x, y] = PLACES[state as LoanState];
            const kind = state === loan.state ? 'here' : passed.has(state as LoanState) ? 'passed' : '';
            return (
              <g key={state} className={kind} transform={`translate(${x} ${y})`}>
                <rect {...BOX} rx={6} />
                <text x={BOX.width / 2} y={BOX.height / 2} dominantBaseline="central" textAnchor="middle">
                  {word[spoken]}
                </text>
              </g>
            );
          })}
        </svg>
        <p className="way">{inWords}</p>
        {(loan.stateReason ?? loan.closeReason) ? (
          <p className="faint">{loan.stateReason ?? loan.closeReason}</p>
        ) : null}
      </div>
    </section>
  );
}

/** From one box to another, whichever of them is above. */
function wayBetween([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): string {
  if (fromX === toX) return `M${fromX + BOX.width / 2} ${Math.min(fromY, toY) + BOX.height}V${Math.max(fromY, toY)}`;
  const isRight = toX > fromX;
  const [x1, x2] = isRight ? [fromX + BOX.width, toX] : [fromX, toX + BOX.width];
  const [y1, y2] = [fromY + BOX.height / 2, toY + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}H${middle}V${y2}H${x2}`;
}
