import { availableOf, SANDBOX_FLOAT } from '#core/payment-bridge/account/app-account.ts';
import { readInstant } from '../../mapping/types.ts';
import type { ViewContext } from '../../views/view.ts';

/** An app of the payment bridge: an api client, as it may see itself. */
export type BridgeApp = {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly clientKey: string;
  readonly createdAt: Temporal.Instant;
  /** Its webhooks: how many take deliveries, how many of those fail at present, how many are switched off. */
  readonly webhooks: { readonly active: number; readonly failing: number; readonly disabled: number };
};

/** What an app has in one currency, in minor units. */
export type BridgeBalance = {
  readonly currency: string;
  readonly available: bigint;
  readonly held: bigint;
  readonly inTransit: bigint;
  readonly pending: bigint;
};

/** What apps of the payment bridge see of themselves and of their money. */
export function appViews({ sql }: ViewContext) {
  return {
    one: async (clientId: number): Promise<BridgeApp | null> => {
      const [row] = await sql(
        `select c.id, c.uuid, c.name, c.sandbox, c.client_key, c.created_at, w.active, w.failing, w.disabled
           from api_client c cross join lateral (
             select count(*) filter (where state = 'active') as active,
                    count(*) filter (where state = 'active' and failing_since is not null) as failing,
                    count(*) filter (where state = 'disabled') as disabled
               from webhook where client_id = c.id) w
          where c.id = $1::bigint`,
        [clientId],
      );
      return row
        ? {
            id: Number(row['id']),
            uuid: String(row['uuid']),
            name: String(row['name']),
            sandbox: Boolean(row['sandbox']),
            clientKey: String(row['client_key']),
            createdAt: readInstant(row['created_at']),
            webhooks: {
              active: Number(row['active']),
              failing: Number(row['failing']),
              disabled: Number(row['disabled']),
            },
          }
        : null;
    },
    /**
     * What an app has: one balance for each currency, and one in the institution's own also before anything moved; a
     * sandbox app begins with play money then.
     */
    balances: async (appId: number, sandbox: boolean, currency: string): Promise<BridgeBalance[]> => {
      const rows = await sql(
        `select x.currency, a.balance, coalesce(a.held, 0) as held, coalesce(a.in_transit, 0) as in_transit,
                (select coalesce(sum(c.amount), 0) from collection c
                  where c.app_id = $1::bigint and c.currency = x.currency
                    and c.state in ('pending', 'sending', 'sent', 'unknown', 'review')) as pending
           from (select $2::text as currency union select currency from app_account where app_id = $1::bigint) x
           left join app_account a on a.app_id = $1::bigint and a.currency = x.currency
          order by x.currency`,
        [appId, currency],
      );
      return rows.map((row) => {
        const money = (name: string) => BigInt(String(row[name]));
        const balance = row['balance'] === null ? (sandbox ? SANDBOX_FLOAT : 0n) : money('balance');
        const held = money('held');
        const inTransit = money('in_transit');
        const available = availableOf({ balance, held, inTransit });
        return { currency: String(row['currency']), available, held, inTransit, pending: money('pending') };
      });
    },
  };
}
