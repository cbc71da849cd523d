/**
 * Seconds to wait by a Retry-After header (RFC 9110, 10.2.3): a number of seconds or an HTTP date. Null where there is
 * none or it can't be read; 0 for a date that has passed.
 * @param now milliseconds of the Unix epoch
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Only dates with a name of a day: Date.parse takes "-5" and "1.5" for years.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
