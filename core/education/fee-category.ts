/** What a charge is for. */
export const FEE_CATEGORIES = [
  'tuition',
  'registration',
  'examination',
  'library',
  'medical',
  'activity',
  'caution',
  'accommodation',
  'transport',
  'other',
] as const;
export type FeeCategory = (typeof FEE_CATEGORIES)[number];

/**
 * In which order money fills the lines of one invoice, lowest first: registration, tuition, examination,
 * the statutory charges (library, medical, activity, caution money), accommodation, everything else.
 * A line may carry a priority of its own instead.
 */
export const DEFAULT_PRIORITY: { readonly [C in FeeCategory]: number } = {
  registration: 10,
  tuition: 20,
  examination: 30,
  library: 40,
  medical: 40,
  activity: 40,
  caution: 40,
  accommodation: 50,
  transport: 60,
  other: 60,
};
