import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '#platform/outbound/retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00.500Z');

describe('A Retry-After header', () => {
  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120],
    ['Thursday, 01-Jan-26 00:02:00 GMT', 120],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Thu, 01 Jan 2026 00:00:01 GMT', 1],
  ])('%s says %i seconds', (header, seconds) => expect(readRetryAfter(header, now)).toBe(seconds));

  it.each(['', '-5', '1.5', '1e3', 'soon', '99999999999', '2026-01-01T00:02:00Z', 'Thu, whenever'])(
    'that can not be read says nothing: "%s"',
    (header) => expect(readRetryAfter(header, now)).toBeNull(),
  );

  it('may be missing', () => expect(readRetryAfter(undefined, now)).toBeNull());
});
