import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterProbeStarts,
  CLOSED,
  passage,
  probeIntervalSeconds,
} from '#core/partners/webhook-endpoint/breaker.ts';
import { START } from '#test/support/partners-ports.ts';

const at = (seconds: number): Temporal.Instant => START.add({ milliseconds: seconds * 1000 });

function opened() {
  let breaker = CLOSED;
  for (let i = 0; i < 10; i += 1) breaker = afterFailure(breaker, 'ordinary', START);
  return breaker;
}

describe('The breaker of an endpoint', () => {
  it('stays closed for nine failures in a row and opens with the tenth, for a minute', () => {
    let breaker = CLOSED;
    for (let i = 0; i < 9; i += 1) breaker = afterFailure(breaker, 'ordinary', START);
    expect(passage(breaker, START)).toBe('free');
    breaker = afterFailure(breaker, 'ordinary', START);
    expect([passage(breaker, START), passage(breaker, at(59.999)), passage(breaker, at(60))]).toEqual([
      'wait',
      'wait',
      'probe',
    ]);
  });

  it('lets one probe through at a time', () => {
    const probing = afterProbeStarts(opened(), at(60));
    expect(passage(probing, at(60))).toBe('wait');
  });

  it('lets another through where the worker of a probe died', () => {
    expect(passage(afterProbeStarts(opened(), at(60)), at(120))).toBe('probe');
  });

  it('probes three times, ten seconds apart, before it waits for the next round', () => {
    let breaker = opened();
    const gaps: number[] = [];
    for (let now = 60, i = 0; i < 3; i += 1) {
      breaker = afterFailure(afterProbeStarts(breaker, at(now)), 'probe', at(now));
      const due = START.until(breaker.openUntil ?? START).total('seconds');
      gaps.push(due - now);
      now = due;
    }
    expect(gaps).toEqual([10, 10, 120]);
  });

  it('has rounds of probes after 1, 2, 4, 8, 10, 10 minutes', () => {
    let breaker = opened();
    let now = 0;
    const gaps: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const due = START.until(breaker.openUntil ?? START).total('seconds');
      gaps.push((due - now) / 60);
      now = due;
      for (let probe = 0; probe < 3; probe += 1) {
        breaker = afterFailure(afterProbeStarts(breaker, at(now)), 'probe', at(now));
      }
    }
    expect(gaps).toEqual([1, 2, 4, 8, 10, 10]);
    expect(probeIntervalSeconds(1_000_000)).toBe(600);
  });

  it('is not kept open longer by stragglers that had started before', () => {
    const before = opened();
    const after = afterFailure(before, 'ordinary', at(14));
    expect(after).toEqual({ ...before, consecutiveFailures: 11 });
  });
});
