import { STOPS_PAYMENTS_TO } from '#core/aml/alert/lifecycle.ts';
import type { Payees } from '#core/payment-bridge/payee.ts';
import type { ViewContext } from '../views/view.ts';

/** Whom apps pay nothing for now, by number. */
export function payeeViews({ sql, sealing }: Pick<ViewContext, 'sql' | 'sealing'>): Pick<Payees, 'heldAmong'> {
  return {
    heldAmong: async (msisdns) => {
      if (msisdns.length === 0) return new Set();
      const rows = await sql<{ msisdn: string }>(
        `select msisdn from aml_alert
          where msisdn = any($1) and holds and subject_key like 'payee:%' and state = any($2)`,
        [msisdns.map(sealing.sealAlike), STOPS_PAYMENTS_TO],
      );
      return new Set(rows.map(({ msisdn }) => sealing.openAlike(msisdn)));
    },
  };
}

/** The alert that stops payments to one of these subjects, who were found on a list, by its id; null where there is none. */
export async function heldSubject({ sql }: Pick<ViewContext, 'sql'>, keys: readonly string[]): Promise<number | null> {
  const [alert] = await sql<{ id: string }>(
    `select id from aml_alert
      where subject_key = any($1) and watchlist_entry_id is not null and holds and state = any($2) order by id limit 1`,
    [keys, STOPS_PAYMENTS_TO],
  );
  return alert ? Number(alert.id) : null;
}
