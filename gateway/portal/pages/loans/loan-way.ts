import { LOAN_MOVES } from '../../graph/generated/loan-moves.ts';
import type { LoanState } from '../../graph/generated/graphql.ts';

type Way = readonly [from: LoanState, to: LoanState];

/** The ways that most loans go: what leads to one state alone. */
export const USUAL_WAYS: readonly Way[] = Object.values(LOAN_MOVES).flatMap(({ from, to }) => {
  const [only] = to;
  return only === undefined || to.length > 1
    ? []
    : from.flatMap((state): Way[] => (state === only ? [] : [[state, only]]));
});

/**
 * The states of a loan in the order in which it came to them, from the events of its life.
 * @param events what happened, the oldest first; where it begins later than the loan, the shortest way leads to it
 */
export function wayOf(events: readonly string[], state: LoanState): readonly LoanState[] {
  const moves = events.flatMap((event) => LOAN_MOVES[event] ?? []);
  const [first] = moves;
  const way: LoanState[] = first === undefined || first.from.length === 0 ? [] : [...shortestTo(first.from)];
  for (const [at, { to }] of moves.entries()) {
    const next = moves[at + 1];
    // Where an event leads to one of several states, what follows says to which; where it does not, the loan stayed.
    const possible = to.filter((each) => (next === undefined ? each === state : next.from.includes(each)));
    const before = way.at(-1);
    const after = before !== undefined && possible.includes(before) ? before : (possible[0] ?? before);
    if (after !== undefined && after !== before) way.push(after);
  }
  if (way.at(-1) === state) return way;
  return moves.length === 0 ? shortestTo([state]) : [...way, state];
}

/** The fewest states from the application to one of these. */
function shortestTo(goals: readonly LoanState[]): readonly LoanState[] {
  const ways: (readonly LoanState[])[] = [['DRAFT']];
  const seen = new Set<LoanState>(['DRAFT']);
  for (const way of ways) {
    const last = way.at(-1);
    if (last !== undefined && goals.includes(last)) return way;
    for (const [from, to] of USUAL_WAYS) {
      if (from !== last || seen.has(to)) continue;
      seen.add(to);
      ways.push([...way, to]);
    }
  }
  return [];
}
