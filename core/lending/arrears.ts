/** One class of risk: loans whose oldest unpaid instalment is at least `fromDays` late. */
export type Band = { readonly name: string; readonly fromDays: number };

/** Bands where a tenant has set none. Published tables disagree, so this is a starting point and data of the tenant. */
export const USUAL_BANDS: readonly Band[] = [
  { name: 'normal', fromDays: 0 },
  { name: 'watch', fromDays: 1 },
  { name: 'substandard', fromDays: 31 },
  { name: 'doubtful', fromDays: 181 },
  { name: 'loss', fromDays: 361 },
];

/** The class of a loan that is `daysPastDue` days late. */
export function classify(daysPastDue: number, bands: readonly Band[] = USUAL_BANDS): string {
  return bands.findLast(({ fromDays }) => daysPastDue >= fromDays)?.name ?? 'normal';
}
