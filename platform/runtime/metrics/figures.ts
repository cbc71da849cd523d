import type { Database } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import { QUEUES, type Queues } from '../../queue/queues.ts';
import type { Clock } from '../../app/transact.ts';
import { gauge, type Instrument } from './exposition.ts';

/** Nothing is counted beyond it: a gauge that stands there says enough. */
const BOUND = 100_000;
/** The database is asked once in so long, however many ask us. */
const FRESH_MS = 5_000;

type Row = {
  outbox: string;
  outbox_since: unknown;
  due: string;
  due_since: unknown;
  parked: string;
  in_flight: string;
  open_breakers: string;
  failing: string;
  reactions: string;
};

export type Sources = {
  readonly database: Pick<Database, 'ask'>;
  readonly queues: Pick<Queues, 'waiting'>;
  readonly clock: Clock;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** What this process has counted itself. */
  readonly tally: Instrument;
};

/**
 * The text that GET /metrics answers: what waits in the queues and in the rows, of all institutions together, and what
 * this process has seen. Every process tells the first the same; the second is its own.
 */
export function metricsOf({ database, queues, clock, elapsed, tally }: Sources): () => Promise<string> {
  const look = async (): Promise<string[]> => {
    const now = clock();
    const [row] = await database.ask<Row>('select * from webhook_figures($1, $2)', [now.toString(), BOUND]);
    const depths = await Promise.all(
      QUEUES.map(async (queue) => [`queue="${queue}"`, await queues.waiting(queue)] as const),
    );
    if (!row) return [];
    const age = (since: unknown) =>
      since === null ? 0 : Math.max(0, readInstant(since).until(now).total('milliseconds') / 1000);
    const at = `counted to ${BOUND}.`;
    return [
      ...gauge('umoja_queue_waiting', 'Jobs that are ready and that nobody has taken.', Object.fromEntries(depths)),
      ...gauge('umoja_outbox_events', `Events that are not relayed yet, ${at}`, Number(row.outbox)),
      ...gauge('umoja_outbox_age_seconds', 'How long the oldest of them has waited.', age(row.outbox_since)),
      ...gauge('umoja_webhook_deliveries_due', `Deliveries whose time has come, ${at}`, Number(row.due)),
      ...gauge('umoja_webhook_deliveries_due_age_seconds', 'How late the oldest of them is.', age(row.due_since)),
      ...gauge('umoja_webhook_deliveries_parked', `Deliveries that wait behind others, ${at}`, Number(row.parked)),
      ...gauge('umoja_webhook_deliveries_in_flight', `Attempts under way, ${at}`, Number(row.in_flight)),
      ...gauge('umoja_webhook_open_breakers', 'Webhooks whose breaker is open.', Number(row.open_breakers)),
      ...gauge('umoja_webhooks_failing', 'Webhooks whose last attempt failed.', Number(row.failing)),
      ...gauge('umoja_reactions_waiting', `Reactions of our own to events, ${at}`, Number(row.reactions)),
    ];
  };
  let last: { readonly at: number; readonly lines: Promise<string[]> } | null = null;
  return async () => {
    if (last === null || elapsed() - last.at > FRESH_MS) {
      const lines = look();
      last = { at: elapsed(), lines };
      // Who asks next tries again.
      lines.catch(() => (last = null));
    }
    return [...(await last.lines), ...tally.lines(), ''].join('\n');
  };
}
