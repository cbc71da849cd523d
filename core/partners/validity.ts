/**
 * A secret's window: valid from `validFrom` (included) to `validUntil` (excluded; null is open).
 * During a rotation's overlap the old and the new secret are valid side by side.
 */
export type Validity = { validFrom: Temporal.Instant; validUntil: Temporal.Instant | null };

/** Old and new secrets stay valid together for a day at most. */
export const MAX_OVERLAP_SECONDS = 86_400;

/** Secrets of one owner that may be valid at the same time; beyond it the oldest end early. A client has ten keys, and one more during a rotation. */
const MAX_VALID_SECRETS = 11;

/** The secrets that are valid at `now`, newest first. */
export function validAt<Row extends Validity>(rows: readonly Row[], now: Temporal.Instant): Row[] {
  return rows
    .filter((row) => Temporal.Instant.compare(row.validFrom, now) <= 0)
    .filter((row) => row.validUntil === null || Temporal.Instant.compare(now, row.validUntil) < 0)
    .sort((a, b) => Temporal.Instant.compare(b.validFrom, a.validFrom));
}

/**
 * Lets the present secrets run out when a new one takes over: none is valid past `now + overlapSeconds`,
 * none is prolonged. An overlap of 0 ends all of them, also those that an earlier rotation had kept:
 * this is what a client does whose secret has leaked. It leaves them no window at all, so that they are dead by every
 * clock: the one that decides whether a secret is valid may be another machine's than the one that ended it.
 */
export function runOut(rows: readonly Validity[], now: Temporal.Instant, overlapSeconds: number): void {
  const end = now.add({ seconds: overlapSeconds });
  const open = rows
    // By a clock ahead of ours a secret may have begun in our future.
    .filter(({ validUntil }) => validUntil === null || Temporal.Instant.compare(now, validUntil) < 0)
    .sort((a, b) => Temporal.Instant.compare(b.validFrom, a.validFrom));
  for (const [index, row] of open.entries()) {
    const last = overlapSeconds === 0 || index + 1 >= MAX_VALID_SECRETS ? row.validFrom : end;
    if (row.validUntil === null || Temporal.Instant.compare(last, row.validUntil) < 0) row.validUntil = last;
  }
}
