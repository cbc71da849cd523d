import { describe, expect, it } from 'vitest';
import { verdict } from '#core/partners/webhook-endpoint/disabling.ts';
import { START } from '#test/support/partners-ports.ts';

const after = (hours: number, failedEvents = 10, noticeHours = 0) =>
  verdict({ failingSince: START, failedEvents, noticeHours }, START.add({ minutes: Math.round(hours * 60) }));

describe('A spell of failures', () => {
  it('is left alone for a day, then reported at 24 and 72 hours, once each', () => {
    expect(after(23.9)).toEqual({ kind: 'leave' });
    expect(after(24)).toEqual({ kind: 'warn', hours: 24 });
    expect(after(71.9, 10, 24)).toEqual({ kind: 'leave' });
    expect(after(72, 10, 24)).toEqual({ kind: 'warn', hours: 72 });
    expect(after(119.9, 10, 72)).toEqual({ kind: 'leave' });
  });

  it('ends the webhook at 120 hours where ten events failed', () => {
    expect(after(120, 10, 72)).toEqual({ kind: 'give_up', hours: 120 });
  });

  it('is reported at 120 hours, and goes on, where fewer did; the tenth ends it', () => {
    expect(after(120, 9, 72)).toEqual({ kind: 'warn', hours: 120 });
    expect(after(500, 9, 120)).toEqual({ kind: 'leave' });
    expect(after(500, 10, 120)).toEqual({ kind: 'give_up', hours: 120 });
  });

  it('is reported by its latest notice only, where several became due unseen', () => {
    expect(after(80, 3)).toEqual({ kind: 'warn', hours: 72 });
  });

  it('does not exist after a success', () => {
    expect(verdict({ failingSince: null, failedEvents: 0, noticeHours: 0 }, START)).toEqual({ kind: 'leave' });
  });
});
