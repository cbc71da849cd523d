import { describe, expect, it } from 'vitest';

const day = Temporal.PlainDate.from('2026-01-05');
const at = Temporal.Instant.from('2026-01-05T09:00:00Z');

describe('What tests expect of a time', () => {
  it.each([
    ['another day', { on: day }, { on: day.add({ days: 1 }) }],
    ['another instant', { at }, { at: at.add({ hours: 1 }) }],
    ['a text', { at }, { at: String(at) }],
    ['none', { at }, { at: null }],
  ])('is not %s (finding: toMatchObject took any for the same)', (_, one, other) => {
    expect(one).not.toMatchObject(other);
    expect(other).not.toMatchObject(one);
    expect([one]).not.toEqual([other]);
  });

  it('is the same time, however it was made', () => {
    expect({ on: day, more: 1 }).toMatchObject({ on: Temporal.PlainDate.from(String(day)) });
    expect({ at }).toEqual({ at: at.add({ hours: 1 }).subtract({ hours: 1 }) });
  });
});
