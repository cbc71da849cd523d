import type { ProviderStatus, StatusSource } from './provider-status.ts';

/** The statuses that say something of a payment. */
export const REPORTED = ['paid', 'not_paid', 'mismatch'] as const;

/** What a provider reported of a payment that people have to settle. Stored as JSON: amounts and times are text. */
export type Evidence = {
  readonly reported: (typeof REPORTED)[number];
  readonly source: StatusSource;
  readonly receipt_no: string | null;
  /** What moved, in minor units; null where the provider does not say. */
  readonly amount: string | null;
  /** The provider's reason where it did not pay, or paid something else. */
  readonly message: string | null;
  /** When it was reported first. */
  readonly at: string;
};

/** A provider that reports something new every time is read in its notifications. */
const MOST = 50;

/**
 * A status of a payment in review settles nothing: it is evidence for the people who do. The same report twice is one.
 * A status that says nothing leaves the evidence as it is.
 */
export function withEvidence(
  evidence: readonly Evidence[],
  status: ProviderStatus,
  source: StatusSource,
  now: Temporal.Instant,
): readonly Evidence[] {
  const reported = reportOf(status);
  if (reported === null || evidence.length >= MOST) return evidence;
  const isKnown = evidence.some(
    (each) =>
      each.source === source &&
      each.reported === reported.reported &&
      each.receipt_no === reported.receipt_no &&
      each.amount === reported.amount &&
      each.message === reported.message,
  );
  return isKnown ? evidence : [...evidence, { ...reported, source, at: now.toString() }];
}

function reportOf(status: ProviderStatus): Omit<Evidence, 'source' | 'at'> | null {
  switch (status.kind) {
    case 'paid':
      return {
        reported: 'paid',
        receipt_no: status.receiptNo,
        amount: status.amount === null ? null : String(status.amount),
        message: null,
      };
    case 'not_paid':
    case 'mismatch':
      return { reported: status.kind, receipt_no: null, amount: null, message: status.message };
    default:
      return null;
  }
}
