import { describe, expect, it } from 'vitest';
import {
  isOverloaded,
  LIVE_SCHEDULE,
  SANDBOX_SCHEDULE,
  waitAfter,
  type Failure,
} from '#core/partners/webhook-delivery/retry.ts';

const refusal: Failure = { status: 500, errorClass: 'http_5xx', retryAfterSeconds: null };
const seconds = (
  made: number,
  failure: Partial<Failure> = {},
  random = 0.5,
  schedule = LIVE_SCHEDULE,
): number | null => {
  const wait = waitAfter(schedule, made, { ...refusal, ...failure }, random);
  return wait === null ? null : wait / 1000;
};

describe('The schedule of a delivery', () => {
  it('is 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h in live, about 75 hours', () => {
    expect(LIVE_SCHEDULE).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(Math.floor(LIVE_SCHEDULE.reduce((a, b) => a + b) / 3600)).toBe(75);
  });

  it('is 0, 5 s, 1 m, 5 m in a sandbox', () => expect(SANDBOX_SCHEDULE).toEqual([0, 5, 60, 300]));

  it('gives each wait in turn, and none after the last attempt', () => {
    expect(LIVE_SCHEDULE.slice(1).map((_, index) => seconds(index + 1))).toEqual(LIVE_SCHEDULE.slice(1));
    expect(seconds(10)).toBeNull();
    expect(seconds(4, {}, 0.5, SANDBOX_SCHEDULE)).toBeNull();
  });

  it('spreads each wait by a fifth either way, but not the first', () => {
    expect(seconds(0, {}, 0.99)).toBe(0);
    expect(seconds(1, {}, 0)).toBe(4);
    expect(seconds(1, {}, 0.999_999)).toBeCloseTo(6, 2);
    expect(seconds(2, {}, 0.25)).toBe(270);
  });
});

describe('A receiver with too much to do', () => {
  it.each([
    { status: 429, errorClass: 'http_4xx' as const },
    { status: 503, errorClass: 'http_5xx' as const },
    { status: null, errorClass: 'timeout' as const },
  ])('is left alone for a minute at least: $status $errorClass', (failure) => {
    expect(isOverloaded({ ...refusal, ...failure })).toBe(true);
    expect(seconds(1, failure)).toBe(60);
    expect(seconds(2, failure)).toBe(300);
  });

  it('is distinguished from one that merely failed', () => {
    expect(seconds(1, { status: 502 })).toBe(5);
    expect(seconds(1, { status: null, errorClass: 'connection_refused' })).toBe(5);
  });
});

describe('A Retry-After', () => {
  it('makes the wait longer, up to a day', () => {
    expect(seconds(1, { status: 429, retryAfterSeconds: 3600 })).toBe(3600);
    expect(seconds(1, { status: 503, retryAfterSeconds: 86_400 })).toBe(86_400);
    expect(seconds(1, { status: 503, retryAfterSeconds: 1_000_000 })).toBe(86_400);
    expect(seconds(1, { status: 500, retryAfterSeconds: 40 })).toBe(40);
  });

  it('never makes it shorter', () => {
    expect(seconds(5, { status: 503, retryAfterSeconds: 1 })).toBe(18_000);
    expect(seconds(1, { status: 429, retryAfterSeconds: 1 })).toBe(60);
  });

  it('does not add an attempt to the schedule', () =>
    expect(seconds(10, { status: 503, retryAfterSeconds: 60 })).toBeNull());
});

describe('An interrupted attempt', () => {
  it('is made up for immediately: it says nothing about the receiver', () => {
    expect(seconds(4, { status: null, errorClass: 'interrupted' })).toBe(0);
    expect(seconds(10, { status: null, errorClass: 'interrupted' })).toBeNull();
  });
});
