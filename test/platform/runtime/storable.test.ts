import { describe, expect, it } from 'vitest';
import { storable } from '#platform/runtime/storable.ts';

describe('A text of a stranger, as it is stored', () => {
  it('is cut between signs, never within one', () => {
    expect(storable(`${'A'.repeat(63)}😀B`, 64)).toBe(`${'A'.repeat(63)}😀`);
    expect(storable('SHORT', 64)).toBe('SHORT');
  });

  it('has no control characters, and no halves of signs', () => {
    expect(storable('CASH\u0000 DE\u0007POSIT\uD83D')).toBe('CASH DEPOSIT�');
    expect(storable('LOAN\r\nL-000001')).toBe('LOAN L-000001');
  });
});
