import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../log.ts';
import { amountsText, type Amount } from './amounts.ts';
import { readable } from './readable.ts';

/** Nothing is counted beyond it: a gauge at this value says enough. */
const BOUND = 100_000;
/** The database is queried once in so long, however many clients read the metrics. */
const FRESH_MS = 5_000;
/** Amounts are sums over all institutions, and are looked at over hours. */
const AMOUNTS_FRESH_MS = 60_000;

/** Events and deliveries that wait, of all tenants together. */
export type Backlog = {
  readonly events: number;
  readonly eventsSince: Temporal.Instant | null;
  readonly due: number;
  readonly dueSince: Temporal.Instant | null;
  readonly parked: number;
  readonly inFlight: number;
  readonly openBreakers: number;
  readonly failing: number;
  readonly reactions: number;
  /** Of them those that failed several times, or were given up. */
  readonly failingReactions: number;
  readonly overduePartitions: number;
  /** Live institutions with rows that were to be sealed twelve hours ago. */
  readonly overdueArchives: number;
};

/**
 * Money under way, and what waits for people. Live institutions are apart from sandboxes, in which payments fail and wait as people
 * who try them want it.
 */
export type MoneyFigures = {
  readonly byMode: readonly FiguresOfMode[];
  readonly payments: readonly PaymentFigures[];
};

type Mode = 'live' | 'sandbox';

/** Of all institutions of a mode together. */
type FiguresOfMode = {
  readonly mode: Mode;
  /** Notifications of providers that are not processed ten minutes after they came, whether they are tried again or were given up. */
  readonly notifications: number;
  readonly notificationsSince: Temporal.Instant | null;
  readonly incidents: number;
  readonly breaks: number;
  /** Breaks that no person has taken up for a day. */
  readonly oldBreaks: number;
  readonly lateCloses: number;
  readonly wrongBooks: number;
  readonly unprovenBooks: number;
  /** Institutions whose payments an operator, or a restore, has paused. */
  readonly pausedInstitutions: number;
  /** Agents whose float is below the threshold of their institution. */
  readonly lowFloats: number;
};

/** Of their payments of one kind: disbursements, payouts, collections and so on. */
type PaymentFigures = {
  readonly mode: Mode;
  readonly kind: string;
  readonly due: number;
  readonly dueSince: Temporal.Instant | null;
  readonly inTransit: number;
  readonly inReview: number;
};

export type MetricsSources<Queue extends string> = {
  readonly registry: Registry;
  readonly backlog: (now: Temporal.Instant, bound: number) => Promise<Backlog>;
  readonly money: (now: Temporal.Instant, bound: number) => Promise<MoneyFigures>;
  readonly amounts: (bound: number) => Promise<readonly Amount[]>;
  readonly queues: readonly Queue[];
  /** The jobs of a queue that wait. */
  readonly waiting: (queue: Queue) => Promise<number>;
  readonly clock: () => Temporal.Instant;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly log: Pick<Log, 'error' | 'info'>;
};

const counted = `counted to ${BOUND}.`;
/** A gauge of figures: its name, what it shows, and which of them. */
type Row<Figures> = readonly [name: string, help: string, value: (figures: Figures, now: Temporal.Instant) => number];

/** Of every institution together. */
const GAUGES: readonly Row<Backlog>[] = [
  ['umoja_outbox_events', `Events that are not relayed yet, ${counted}`, ({ events }) => events],
  ['umoja_outbox_age_seconds', 'How long the oldest of them has waited.', (all, now) => age(all.eventsSince, now)],
  ['umoja_webhook_deliveries_due', `Deliveries whose time has come, ${counted}`, ({ due }) => due],
  ['umoja_webhook_deliveries_due_age_seconds', 'How late the oldest of them is.', (all, now) => age(all.dueSince, now)],
  ['umoja_webhook_deliveries_parked', `Deliveries that wait behind others, ${counted}`, ({ parked }) => parked],
  ['umoja_webhook_deliveries_in_flight', `Attempts under way, ${counted}`, ({ inFlight }) => inFlight],
  ['umoja_webhook_open_breakers', 'Webhooks whose breaker is open.', ({ openBreakers }) => openBreakers],
  ['umoja_webhooks_failing', 'Webhooks whose last attempt failed.', ({ failing }) => failing],
  ['umoja_reactions_waiting', `Reactions of our own to events, ${counted}`, ({ reactions }) => reactions],
  [
    'umoja_reactions_failing',
    'Those of them that were given up, or failed three times or more.',
    ({ failingReactions }) => failingReactions,
  ],
  [
    'umoja_overdue_partitions',
    'Partitions that were to be made, closed or dropped a day ago.',
    ({ overduePartitions }) => overduePartitions,
  ],
  [
    'umoja_overdue_archives',
    'Live institutions with rows of the audit trail or journals that are not sealed after 36 hours.',
    ({ overdueArchives }) => overdueArchives,
  ],
];

const GAUGES_BY_MODE: readonly Row<FiguresOfMode>[] = [
  [
    'umoja_provider_notifications_unprocessed',
    `Notifications of providers that are not processed ten minutes after they came, or were given up, ${counted}`,
    ({ notifications }) => notifications,
  ],
  [
    'umoja_provider_notifications_unprocessed_age_seconds',
    'How long ago the oldest of them came.',
    (all, now) => age(all.notificationsSince, now),
  ],
  ['umoja_incidents_open', `Incidents that are not resolved, ${counted}`, ({ incidents }) => incidents],
  ['umoja_reconciliation_breaks_open', `Breaks that are taken up by no person, ${counted}`, ({ breaks }) => breaks],
  [
    'umoja_reconciliation_breaks_day_old',
    `Those of them that were taken up by no person for a day, ${counted}`,
    ({ oldBreaks }) => oldBreaks,
  ],
  [
    'umoja_late_closes_of_business',
    'Institutions whose last day is not closed six hours after its end.',
    ({ lateCloses }) => lateCloses,
  ],
  ['umoja_wrong_books', 'Institutions whose last proof found their books wrong.', ({ wrongBooks }) => wrongBooks],
  ['umoja_unproven_books', 'Institutions without a proof of their books for 36 hours.', (all) => all.unprovenBooks],
  ['umoja_payments_paused', 'Institutions whose payments are paused.', (all) => all.pausedInstitutions],
  [
    'umoja_floats_low',
    `Agents with less float available than the threshold of their institution, ${counted}`,
    ({ lowFloats }) => lowFloats,
  ],
];

const GAUGES_OF_PAYMENTS: readonly Row<PaymentFigures>[] = [
  ['umoja_payments_due', `Payments whose next step or check has come, ${counted}`, ({ due }) => due],
  ['umoja_payments_due_age_seconds', 'How late the oldest of them is.', (all, now) => age(all.dueSince, now)],
  ['umoja_payments_in_transit', `Payments whose outcome is open, ${counted}`, ({ inTransit }) => inTransit],
  ['umoja_payments_in_review', 'Those of them that a person has to decide.', ({ inReview }) => inReview],
];

/**
 * The text of GET /metrics: what waits in the queues and in the rows, the same from every process, beside what the registry of this
 * process holds. That is shown in any case: what can't be read at the moment is left out, and `umoja_database_up` is 0. A process that said
 * nothing without its database would seem to be down.
 */
export function metricsText<Queue extends string>(sources: MetricsSources<Queue>): () => Promise<string> {
  const { registry, backlog, money, amounts, queues, waiting, clock, elapsed, log } = sources;
  const show = openGauges(registry);
  const ofDatabase = readable(log, 'Figures of the database');
  const ofQueues = readable(log, 'Figures of the queues');
  const ofAmounts = readable(log, 'Amounts of money');
  const keptAmounts = kept(() => amounts(BOUND), AMOUNTS_FRESH_MS, elapsed);
  const refreshed = kept(
    async () => {
      const [figures, sums, depths] = await Promise.all([
        ofDatabase(async () => {
          // The database's clock: also this may be unknown.
          const now = clock();
          const [work, payments] = await Promise.all([backlog(now, BOUND), money(now, BOUND)]);
          return { now, work, ...payments };
        }),
        // Apart: sums that take too long must not hide what waits.
        ofAmounts(keptAmounts),
        ofQueues(() => Promise.all(queues.map(async (queue) => [queue, await waiting(queue)] as const))),
      ]);
      show(figures, depths ?? []);
      return amountsText(figures === null || sums === null ? [] : sums);
    },
    FRESH_MS,
    elapsed,
  );
  return async () => {
    const amountsShown = await refreshed();
    return `${await registry.metrics()}\n${amountsShown}`;
  };
}

/** Reads what was read last for so long. What could not be read is read again at once. */
function kept<Read>(read: () => Promise<Read>, freshMs: number, elapsed: () => number): () => Promise<Read> {
  let last: { readonly at: number; readonly done: Promise<Read> } | null = null;
  return () => {
    if (last !== null && elapsed() - last.at <= freshMs) return last.done;
    const reading = { at: elapsed(), done: read() };
    last = reading;
    reading.done.catch(() => {
      if (last === reading) last = null;
    });
    return reading.done;
  };
}

type Figures = MoneyFigures & { readonly now: Temporal.Instant; readonly work: Backlog };

/** Gauges that show the figures they are handed, and no former ones. */
function openGauges(registry: Registry) {
  const registers = [registry];
  const gaugesOf = <Of>(rows: readonly Row<Of>[], labelNames: string[]) =>
    rows.map(([name, help, value]) => ({ gauge: new Gauge({ name, help, labelNames, registers }), value }));
  const ofWork = gaugesOf(GAUGES, []);
  const byMode = gaugesOf(GAUGES_BY_MODE, ['mode']);
  const ofPayments = gaugesOf(GAUGES_OF_PAYMENTS, ['mode', 'kind']);
  const waits = new Gauge({
    name: 'umoja_queue_waiting',
    help: 'Jobs that are ready and not taken.',
    labelNames: ['queue'],
    registers,
  });
  const up = new Gauge({
    name: 'umoja_database_up',
    help: 'Whether this process reads its figures from the database.',
    registers,
  });
  return (figures: Figures | null, depths: readonly (readonly [queue: string, jobs: number])[]) => {
    for (const { gauge } of ofWork) gauge.remove();
    for (const { gauge } of [...byMode, ...ofPayments, { gauge: waits }]) gauge.reset();
    for (const [queue, jobs] of depths) waits.set({ queue }, jobs);
    up.set(figures === null ? 0 : 1);
    if (figures === null) return;
    const { now, work, payments } = figures;
    for (const { gauge, value } of ofWork) gauge.set(value(work, now));
    for (const all of figures.byMode)
      for (const { gauge, value } of byMode) gauge.set({ mode: all.mode }, value(all, now));
    for (const all of payments)
      for (const { gauge, value } of ofPayments) gauge.set({ mode: all.mode, kind: all.kind }, value(all, now));
  };
}

function age(since: Temporal.Instant | null, now: Temporal.Instant): number {
  return since === null ? 0 : Math.max(0, since.until(now).total('seconds'));
}
