import { describe, expect, it } from '@jest/globals';
import { mayReadMetrics } from '#platform/runtime/metrics/access.ts';
import { deliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { counter, gauge, histogram } from '#platform/runtime/metrics/exposition.ts';

describe('Figures for Prometheus', () => {
  it('are exposed as counters, gauges and histograms whose buckets hold all that is smaller', () => {
    const count = counter('attempts_total', 'Attempts.', 'outcome');
    for (const outcome of ['succeeded', 'timeout', 'succeeded']) count.add(outcome);
    expect(count.lines()).toEqual([
      '# HELP attempts_total Attempts.',
      '# TYPE attempts_total counter',
      'attempts_total{outcome="succeeded"} 2',
      'attempts_total{outcome="timeout"} 1',
    ]);
    const lag = histogram('lag_seconds', 'Lag.', [0.1, 1]);
    for (const seconds of [0.05, 0.1, 0.5, 7]) lag.observe(seconds);
    expect(lag.lines().slice(2)).toEqual([
      'lag_seconds_bucket{le="0.1"} 2',
      'lag_seconds_bucket{le="1"} 3',
      'lag_seconds_bucket{le="+Inf"} 4',
      'lag_seconds_sum 7.65',
      'lag_seconds_count 4',
    ]);
    expect(gauge('depth', 'Depth.', { 'queue="react"': 3 }).at(-1)).toBe('depth{queue="react"} 3');
    expect(gauge('share', 'Share.', null)).toEqual([]);
  });

  it('tell the share of successes of the last five minutes, and none where nothing was tried', () => {
    let now = 0;
    const tally = deliveryTally(() => now);
    const share = () => tally.lines().find((line) => line.startsWith('umoja_webhook_success_ratio '));
    expect(share()).toBeUndefined();
    for (const outcome of ['succeeded', 'succeeded', 'succeeded', 'timeout']) tally.attempted(outcome, 0.2);
    expect(share()).toBe('umoja_webhook_success_ratio 0.75');
    now = 240_000;
    tally.attempted('http_5xx', 0.1);
    expect(share()).toBe('umoja_webhook_success_ratio 0.6');
    now = 300_000;
    expect(share()).toBe('umoja_webhook_success_ratio 0');
    now = 600_000;
    expect(share()).toBeUndefined();
  });
});

describe('The figures', () => {
  const asking = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress } }) as never;

  it('are for this machine alone, where there is no token, and not through a proxy on it', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(mayReadMetrics(asking(address), null)).toBe(true);
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '93.184.216.34', '']) {
      expect([address, mayReadMetrics(asking(address), null)]).toEqual([address, false]);
    }
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      expect(mayReadMetrics(asking('127.0.0.1', { [header]: '203.0.113.9' }), null)).toBe(false);
    }
  });

  it('need the token, where there is one', () => {
    const token = 'a token of enough characters';
    expect(mayReadMetrics(asking('203.0.113.9', { authorization: `Bearer ${token}` }), token)).toBe(true);
    expect(mayReadMetrics(asking('127.0.0.1'), token)).toBe(false);
    expect(mayReadMetrics(asking('127.0.0.1', { authorization: 'Bearer another' }), token)).toBe(false);
  });
});
