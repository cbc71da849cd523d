import { availableOf, SANDBOX_FLOAT } from '#core/payment-bridge/account/app-account.ts';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { columnsOf, expression, orNull, pick, selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

const { cents, integer, text } = expression;

/** An app of the payment bridge: an api client, as it may see itself. */
const apps = selection({
  ...pick(columnsOf(ApiClient), 'id', 'uuid', 'name', 'sandbox', 'clientKey', 'createdAt'),
  /** How many take deliveries, how many of those fail at present, how many are switched off. */
  webhooks: { active: integer('w.active'), failing: integer('w.failing'), disabled: integer('w.disabled') },
});
export type BridgeApp = ReturnType<typeof apps.read>;

/** What an app has in one currency, in minor units. */
const balances = selection({
  currency: text('x.currency'),
  balance: orNull(cents('a.balance')),
  held: cents('coalesce(a.held, 0)'),
  inTransit: cents('coalesce(a.in_transit, 0)'),
  pending: cents(`(select coalesce(sum(c.amount), 0) from collection c
    where c.app_id = $1::bigint and c.currency = x.currency
      and c.state in ('pending', 'sending', 'sent', 'unknown', 'review'))`),
});
type BridgeBalance = Omit<ReturnType<typeof balances.read>, 'balance'> & { readonly available: bigint };

/** What apps of the payment bridge see of themselves and of their money. */
export function appViews({ sql }: ViewContext) {
  return {
    one: async (clientId: number): Promise<BridgeApp | null> => {
      const [row] = await sql(
        `select ${apps.list}
           from api_client l cross join lateral (
             select count(*) filter (where state = 'active') as active,
                    count(*) filter (where state = 'active' and failing_since is not null) as failing,
                    count(*) filter (where state = 'disabled') as disabled
               from webhook where client_id = l.id) w
          where l.id = $1::bigint`,
        [clientId],
      );
      return row ? apps.read(row) : null;
    },
    /**
     * What an app has: one balance for each currency, and one in the institution's own also before anything moved; a
     * sandbox app begins with play money then.
     */
    balances: async (appId: number, mode: 'sandbox' | 'live', currency: string): Promise<BridgeBalance[]> => {
      const rows = await sql(
        `select ${balances.list}
           from (select $2::text as currency union select currency from app_account where app_id = $1::bigint) x
           left join app_account a on a.app_id = $1::bigint and a.currency = x.currency
          order by x.currency`,
        [appId, currency],
      );
      return rows.map((row) => {
        const { balance, ...shown } = balances.read(row);
        const held = { ...shown, balance: balance ?? (mode === 'sandbox' ? SANDBOX_FLOAT : 0n) };
        return { ...shown, available: availableOf(held) };
      });
    },
  };
}
