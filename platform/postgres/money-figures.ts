import type { MoneyFigures } from '../runtime/metrics/backlog.ts';
import type { Database } from './database.ts';
import { readInstant } from './mapping/types.ts';

/** Money that is under way or waits for people, of live institutions and of sandboxes. Counts stop at the bound. */
export function moneyFiguresOf(database: Pick<Database, 'find'>) {
  return async (now: Temporal.Instant, bound: number): Promise<MoneyFigures> => {
    const at = [now.toString(), bound];
    const [byMode, payments, paused, low] = await Promise.all([
      database.find('select * from figures_by_mode($1, $2)', at),
      database.find('select * from payments_by_mode($1, $2)', at),
      database.find('select * from paused_institutions()', []),
      database.find('select * from low_floats($1)', [bound]),
    ]);
    const since = (instant: unknown) => (instant === null ? null : readInstant(instant));
    const modeOf = (mode: unknown) => (mode === 'live' ? mode : 'sandbox');
    return {
      byMode: byMode.map((row) => ({
        mode: modeOf(row['mode']),
        notifications: Number(row['notifications']),
        notificationsSince: since(row['notifications_since']),
        incidents: Number(row['incidents']),
        breaks: Number(row['breaks']),
        oldBreaks: Number(row['old_breaks']),
        lateCloses: Number(row['late_closes']),
        wrongBooks: Number(row['wrong_books']),
        unprovenBooks: Number(row['unproven_books']),
        pausedInstitutions: Number(paused.find(({ mode }) => mode === row['mode'])?.['paused']),
        lowFloats: Number(low.find(({ mode }) => mode === row['mode'])?.['low']),
      })),
      payments: payments.map((row) => ({
        mode: modeOf(row['mode']),
        kind: String(row['kind']),
        due: Number(row['due']),
        dueSince: since(row['due_since']),
        inTransit: Number(row['in_transit']),
        inReview: Number(row['in_review']),
      })),
    };
  };
}
