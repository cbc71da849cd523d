import { wordsOfState } from '../../components/later-values.ts';
import type { LoanState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
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
const WAYS: readonly (readonly [LoanState, LoanState])[] = [
  ['DRAFT', 'READY_TO_DISBURSE'],
  ['READY_TO_DISBURSE', 'ACTIVE'],
  ['ACTIVE', 'CLOSED'],
  ['DRAFT', 'REJECTED'],
  ['DRAFT', 'WITHDRAWN'],
  ['READY_TO_DISBURSE', 'WITHDRAWN'],
  ['ACTIVE', 'WRITTEN_OFF'],
  ['ACTIVE', 'OVERPAID'],
  ['OVERPAID', 'CLOSED'],
];

/** The lifecycle with the place of this loan in it, and the way that it came. */
export function LoanLife({ loan }: { readonly loan: Loan }) {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const passed = passedBy(loan);
  const standing = wordsOfState(loanStates, loan.state).word[spoken];
  return (
    <section className="panel">
      <header>
        <h2>{t('life')}</h2>
      </header>
      <div className="body">
        <svg className="life" viewBox="-2 -2 302 190" role="img" aria-label={`${t('life')}: ${standing}`}>
          {WAYS.map(([from, to]) => (
            <path
              key={`${from} ${to}`}
              className={passed.has(from) && passed.has(to) ? 'passed' : ''}
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
        {(loan.stateReason ?? loan.closeReason) ? (
          <p className="faint">{loan.stateReason ?? loan.closeReason}</p>
        ) : null}
      </div>
    </section>
  );
}

/** The states that a loan must have been in to be where it is. */
function passedBy({ state, disbursedPrincipal }: Loan): ReadonlySet<LoanState> {
  const before: readonly LoanState[] = disbursedPrincipal > 0 ? ['DRAFT', 'READY_TO_DISBURSE', 'ACTIVE'] : ['DRAFT'];
  return new Set([...before, state]);
}

function wayBetween([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): string {
  if (fromX === toX) return `M${fromX + BOX.width / 2} ${fromY + BOX.height}V${toY}`;
  const isRight = toX > fromX;
  const [x1, x2] = isRight ? [fromX + BOX.width, toX] : [fromX, toX + BOX.width];
  const [y1, y2] = [fromY + BOX.height / 2, toY + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}H${middle}V${y2}H${x2}`;
}
