import { STOPS_PAYMENTS_TO } from '#core/aml/alert/lifecycle.ts';
import type { Payees } from '#core/payment-bridge/payee.ts';
import type { ViewContext } from '../views/view.ts';

/** Whom apps pay nothing for now, by number. */
export function payeeViews({ sql }: Pick<ViewContext, 'sql'>): Pick<Payees, 'heldAmong'> {
  return {
    heldAmong: async (msisdns) => {
      if (msisdns.length === 0) return new Set();
      const rows = await sql<{ msisdn: string }>(
        `select msisdn from aml_alert
          where msisdn = any($1) and holds and subject_key like 'payee:%' and state = any($2)`,
        [msisdns, STOPS_PAYMENTS_TO],
      );
      return new Set(rows.map(({ msisdn }) => msisdn));
    },
  };
}
