import type { Severity } from './rule.ts';

/** What a rule about lists looks for. */
export type WatchlistPattern = 'sanction_exact' | 'sanction_fuzzy' | 'pep';

/** When a name on a list is an alert, as data of the tenant like the rules about money. */
export type WatchlistRule = {
  readonly id: string;
  readonly version: number;
  readonly kind: WatchlistPattern;
  readonly severity: Severity;
  /** While its alert is undecided, the member's money does not move. */
  readonly holds: boolean;
  /** The least agreement, whole per cent. An exact match is one whatever stands here. */
  readonly fromPercent: number;
};

/**
 * Rules where a tenant has set none of the id. Who is on a list of sanctions is paid nothing until a person has decided
 * (Kenya: Prevention of Terrorism (Implementation of the UNSC Resolutions) Regulations, freezing without delay); a similar
 * name is a question. An exposed person is a member like others, with more care (FATF recommendation 12). The 90 per cent
 * are a starting point: no authority states a figure.
 */
export const USUAL_WATCHLIST_RULES: readonly WatchlistRule[] = [
  { id: 'sanctions_exact', version: 1, kind: 'sanction_exact', severity: 'high', holds: true, fromPercent: 100 },
  { id: 'sanctions_fuzzy', version: 1, kind: 'sanction_fuzzy', severity: 'high', holds: false, fromPercent: 90 },
  { id: 'pep', version: 1, kind: 'pep', severity: 'medium', holds: false, fromPercent: 95 },
];
