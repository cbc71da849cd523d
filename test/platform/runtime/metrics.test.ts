import { describe, expect, it, vi } from 'vitest';
import { mayReadMetrics } from '#platform/runtime/metrics/access.ts';
import { deliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { countDropped, processMetrics } from '#platform/runtime/metrics/process-metrics.ts';
import { Registry } from 'prom-client';
import { recordingLog } from '#test/support/recording-log.ts';

describe('What a process counts of deliveries', () => {
  it('is shown as counters by outcome and histograms whose buckets hold all that is smaller', async () => {
    const tally = deliveryTally(() => 0);
    for (const outcome of ['succeeded', 'timeout', 'succeeded']) tally.attempted(outcome, 0.2);
    for (const seconds of [0.05, 0.1, 0.5, 7, -1]) tally.begun(seconds);
    const lines = (await tally.registry.metrics()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE umoja_webhook_attempts_total counter',
        'umoja_webhook_attempts_total{outcome="succeeded"} 2',
        'umoja_webhook_attempts_total{outcome="timeout"} 1',
        '# TYPE umoja_webhook_first_attempt_lag_seconds histogram',
        'umoja_webhook_first_attempt_lag_seconds_bucket{le="0.05"} 2',
        'umoja_webhook_first_attempt_lag_seconds_bucket{le="0.1"} 3',
        'umoja_webhook_first_attempt_lag_seconds_bucket{le="0.5"} 4',
        'umoja_webhook_first_attempt_lag_seconds_bucket{le="+Inf"} 5',
        'umoja_webhook_first_attempt_lag_seconds_count 5',
        'umoja_webhook_attempt_seconds_count 3',
      ]),
    );
  });

  it('has the share of successes of the last five minutes, and none where nothing was tried', async () => {
    let now = 0;
    const tally = deliveryTally(() => now);
    const share = async () =>
      (await tally.registry.metrics()).split('\n').find((line) => line.startsWith('umoja_webhook_success_ratio '));
    expect(await share()).toBeUndefined();
    for (const outcome of ['succeeded', 'succeeded', 'succeeded', 'timeout']) tally.attempted(outcome, 0.2);
    expect(await share()).toBe('umoja_webhook_success_ratio 0.75');
    now = 240_000;
    tally.attempted('http_5xx', 0.1);
    expect(await share()).toBe('umoja_webhook_success_ratio 0.6');
    now = 300_000;
    expect(await share()).toBe('umoja_webhook_success_ratio 0');
    now = 600_000;
    expect(await share()).toBeUndefined();
  });
});

describe('What waits', () => {
  const at = Temporal.Instant.from('2026-03-01T10:00:00Z');
  const rows = {
    events: 7,
    eventsSince: at.subtract({ seconds: 90 }),
    due: 0,
    dueSince: null,
    parked: 1,
    inFlight: 2,
    openBreakers: 3,
    failing: 4,
    reactions: 5,
    failingReactions: 2,
    overduePartitions: 1,
    overdueArchives: 2,
  };

  const nothing = {
    notifications: 0,
    notificationsSince: null,
    incidents: 0,
    breaks: 0,
    oldBreaks: 0,
    lateCloses: 0,
    wrongBooks: 0,
    unprovenBooks: 0,
    pausedInstitutions: 0,
    lowFloats: 0,
  };
  const money = {
    byMode: [
      {
        mode: 'live',
        notifications: 1,
        notificationsSince: at.subtract({ minutes: 11 }),
        incidents: 6,
        breaks: 5,
        oldBreaks: 4,
        lateCloses: 1,
        wrongBooks: 2,
        unprovenBooks: 3,
        pausedInstitutions: 2,
        lowFloats: 3,
      },
      { mode: 'sandbox', ...nothing, breaks: 9 },
    ],
    payments: [
      { mode: 'live', kind: 'payout', due: 2, dueSince: at.subtract({ seconds: 30 }), inTransit: 4, inReview: 1 },
      { mode: 'sandbox', kind: 'payout', due: 0, dueSince: null, inTransit: 8, inReview: 7 },
    ],
  } as const;

  const amounts = [
    { figure: 'float_available', mode: 'live', currency: 'KES', part: 'mpesa_float', amount: 9_007_199_254_740_993n },
    { figure: 'suspense', mode: 'live', currency: 'KES', part: null, amount: -1n },
    { figure: 'portfolio_at_risk', mode: 'live', currency: 'UGX', part: '30', amount: 5n },
  ] as const;

  /** What a process shows whose database is as the test wants it. */
  function opened() {
    const { log, lines } = recordingLog();
    const state = {
      now: 0,
      reads: 0,
      sums: 0,
      read: async () => rows as typeof rows,
      sum: async () => amounts as typeof amounts,
    };
    const registry = new Registry();
    countDropped(registry, 'umoja_client_uses_dropped_total', () => 3);
    const text = metricsText({
      registry,
      backlog: () => {
        state.reads += 1;
        return state.read();
      },
      money: async () => money,
      amounts: async () => {
        state.sums += 1;
        await state.read();
        return state.sum();
      },
      queues: ['react'],
      waiting: async () => 3,
      clock: () => at,
      elapsed: () => state.now,
      log,
    });
    /** The lines with values. */
    const shown = async () => (await text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return { state, shown, logged: () => lines.map(({ msg }) => msg) };
  }

  it('is read once in five seconds', async () => {
    const { state, shown } = opened();
    const lines = await shown();
    expect(lines).toEqual(
      expect.arrayContaining([
        'umoja_outbox_events 7',
        'umoja_outbox_age_seconds 90',
        'umoja_webhook_deliveries_due_age_seconds 0',
        'umoja_queue_waiting{queue="react"} 3',
        'umoja_overdue_partitions 1',
        'umoja_overdue_archives 2',
        'umoja_provider_notifications_unprocessed{mode="live"} 1',
        'umoja_payments_due{mode="live",kind="payout"} 2',
        'umoja_payments_due_age_seconds{mode="live",kind="payout"} 30',
        'umoja_payments_due_age_seconds{mode="sandbox",kind="payout"} 0',
        'umoja_payments_in_review{mode="live",kind="payout"} 1',
        'umoja_payments_in_review{mode="sandbox",kind="payout"} 7',
        'umoja_late_closes_of_business{mode="live"} 1',
        'umoja_wrong_books{mode="live"} 2',
        'umoja_unproven_books{mode="live"} 3',
        'umoja_unproven_books{mode="sandbox"} 0',
        'umoja_payments_paused{mode="live"} 2',
        'umoja_reconciliation_breaks_open{mode="sandbox"} 9',
        'umoja_provider_notifications_unprocessed_age_seconds{mode="live"} 660',
        'umoja_provider_notifications_unprocessed_age_seconds{mode="sandbox"} 0',
        'umoja_reactions_failing 2',
        'umoja_reconciliation_breaks_day_old{mode="live"} 4',
        'umoja_floats_low{mode="live"} 3',
        // To the last digit: one more than a floating-point number tells apart.
        'umoja_float_available_minor_units{mode="live",currency="KES",account="mpesa_float"} 9007199254740993',
        'umoja_suspense_minor_units{mode="live",currency="KES"} -1',
        'umoja_portfolio_at_risk_minor_units{mode="live",currency="UGX",days="30"} 5',
      ]),
    );
    state.now = 5_000;
    await shown();
    expect(state.reads).toBe(1);
    state.now = 5_001;
    await shown();
    expect(state.reads).toBe(2);
  });

  it('is summed once a minute, and again at once where the sums could not be read', async () => {
    const { state, shown } = opened();
    const suspense = 'umoja_suspense_minor_units{mode="live",currency="KES"} -1';
    for (const at of [0, 30_000, 60_000]) {
      state.now = at;
      expect(await shown()).toContain(suspense);
    }
    expect(state.sums).toBe(1);
    state.now = 70_000;
    state.read = down;
    expect(await shown()).not.toContain(suspense);
    state.read = async () => rows;
    state.now = 76_000;
    expect(await shown()).toContain(suspense);
    expect(state.sums).toBe(3);
  });

  const down = () => Promise.reject(new Error('The database is down.'));
  const withoutDatabase = [
    'umoja_client_uses_dropped_total 3',
    'umoja_queue_waiting{queue="react"} 3',
    'umoja_database_up 0',
  ];

  it('is left out while the database is away, and what the process counts is shown all the same', async () => {
    const { state, shown, logged } = opened();
    expect(await shown()).toContain('umoja_database_up 1');
    state.read = down;
    for (let scrape = 1; scrape <= 3; scrape++) {
      state.now += 15_000;
      expect((await shown()).sort()).toEqual(withoutDatabase.toSorted());
    }
    expect(logged()).toEqual(['Figures of the database can’t be read: /metrics leaves them out.']);
    state.read = async () => rows;
    state.now += 15_000;
    expect(await shown()).toEqual(expect.arrayContaining(['umoja_database_up 1', 'umoja_outbox_events 7']));
    expect(logged()).toHaveLength(2);
  });

  it('is waited for no longer than Prometheus waits for the process', async () => {
    const { state, shown } = opened();
    state.read = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const scraped = shown();
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await scraped).sort()).toEqual(withoutDatabase.toSorted());
    } finally {
      vi.useRealTimers();
    }
  });

  it('is shown without its sums, where those take too long', async () => {
    const { state, shown, logged } = opened();
    state.sum = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const scraped = shown();
      await vi.advanceTimersByTimeAsync(5_000);
      const lines = await scraped;
      expect(lines).toEqual(expect.arrayContaining(['umoja_database_up 1', 'umoja_outbox_events 7']));
      expect(lines.filter((line) => line.includes('_minor_units'))).toEqual([]);
      expect(logged()).toEqual(['Amounts of money can’t be read: /metrics leaves them out.']);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['uses of clients', 'umoja_client_uses_dropped_total'],
    ['operations of clients', 'umoja_operation_log_dropped_total'],
    ['rows of the request log', 'umoja_request_log_dropped_total'],
  ] as const)('counts the %s that an outage kept from being written', async (_what, name) => {
    const registry = new Registry();
    let dropped = 0;
    countDropped(registry, name, () => dropped);
    const text = () => registry.metrics();
    expect(await text()).toContain(`\n${name} 0\n`);
    dropped = 3;
    for (let scrape = 0; scrape < 2; scrape++) {
      expect(await text()).toContain(`\n${name} 3\n`);
    }
  });

  it('stands beside the metrics of the process', async () => {
    const registry = processMetrics();
    const text = await registry.metrics();
    registry.clear();
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
      expect(text).toContain(`\n${name} `);
    }
  });
});

describe('The metrics', () => {
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

describe('Requests', () => {
  it('are counted by route and class of status, and never by their address', async () => {
    const registry = new Registry();
    const { rest } = requestMetrics(registry);
    rest({ method: 'GET', route: '/api/v1/loans/:id', status: 200, seconds: 0.02 });
    rest({ method: 'GET', route: '/api/v1/loans/:id', status: 204, seconds: 0.02 });
    rest({ method: 'GET', route: null, status: 503, seconds: 0.02 });
    const text = await registry.metrics();
    expect(text).toContain('umoja_rest_request_seconds_count{method="GET",route="/api/v1/loans/:id",status="2xx"} 2');
    expect(text).toContain('umoja_rest_request_seconds_count{method="GET",route="none",status="5xx"} 1');
  });

  it('are counted whose quota this process counts alone, from none on', async () => {
    const registry = new Registry();
    const { countedAlone } = requestMetrics(registry);
    expect(await registry.metrics()).toContain('umoja_quota_counted_alone_total 0');
    countedAlone();
    expect(await registry.metrics()).toContain('umoja_quota_counted_alone_total 1');
  });

  it('to the graph are counted under a new name once an older one was not sent for ten minutes', async () => {
    const registry = new Registry();
    const clock = { now: 0 };
    const { graph } = requestMetrics(registry, () => clock.now);
    const sent = (operation: string) => graph({ operation, status: 200, outcome: 'ok', seconds: 0.1 });
    for (let n = 0; n < 200; n++) sent(`MadeUp${n}`);
    clock.now = 599_999;
    sent('Members');
    sent('MadeUp7');
    clock.now = 600_000;
    sent('Members');
    const text = await registry.metrics();
    const count = (operation: string) =>
      `umoja_graph_operation_seconds_count{operation="${operation}",status="2xx",outcome="ok"}`;
    expect(text).toContain(`${count('other')} 1`);
    expect(text).toContain(`${count('Members')} 1`);
    expect(text).toContain(`${count('MadeUp7')} 2`);
    expect(text).not.toContain('"MadeUp0"');
  });

  it('to the graph are counted by the names of operations, as many as there is room for', async () => {
    const registry = new Registry();
    const { graph } = requestMetrics(registry);
    for (let n = 0; n < 300; n++) graph({ operation: `Q${n}`, status: 200, outcome: 'ok', seconds: 0.1 });
    graph({ operation: 'Q0', status: 200, outcome: 'ok', seconds: 0.1 });
    graph({ operation: null, status: 400, outcome: 'ok', seconds: 0.1 });
    const text = await registry.metrics();
    const count = (operation: string, status = '2xx') =>
      `umoja_graph_operation_seconds_count{operation="${operation}",status="${status}",outcome="ok"}`;
    expect(text).toContain(`${count('Q0')} 2`);
    expect(text).toContain(`${count('other')} 100`);
    expect(text).toContain(`${count('none', '4xx')} 1`);
    expect(text).not.toContain('"Q200"');
  });
});
