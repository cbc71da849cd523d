import type { MoneyFigures } from '../runtime/metrics/backlog.ts';
import type { Database } from './database.ts';
import { readInstant } from './mapping/types.ts';

/** Money that is under way or waits for people, of all institutions together. Counts stop at the bound. */
export function moneyFiguresOf(database: Pick<Database, 'find'>) {
  return async (now: Temporal.Instant, bound: number): Promise<MoneyFigures> => {
    const at = [now.toString(), bound];
    const [[row], byMode] = await Promise.all([
      database.find(
        `select *, wrong_books($2) as wrong_books, unproven_books($2) as unproven_books from money_figures($1, $2)`,
        at,
      ),
      database.find('select * from figures_by_mode($1, $2)', at),
    ]);
    if (!row) throw new Error('money_figures() returned no row.');
    const since = (at: unknown) => (at === null ? null : readInstant(at));
    return {
      paymentsDue: Number(row['payments_due']),
      paymentsDueSince: since(row['payments_due_since']),
      inTransit: Number(row['in_transit']),
      inReview: Number(row['in_review']),
      incidents: Number(row['incidents']),
      breaks: Number(row['breaks']),
      lateCloses: Number(row['late_closes']),
      wrongBooks: Number(row['wrong_books']),
      unprovenBooks: Number(row['unproven_books']),
      byMode: byMode.map(({ mode, ...figures }) => ({
        mode: mode === 'live' ? 'live' : 'sandbox',
        notifications: Number(figures['notifications']),
        notificationsSince: since(figures['notifications_since']),
        oldBreaks: Number(figures['old_breaks']),
      })),
    };
  };
}
