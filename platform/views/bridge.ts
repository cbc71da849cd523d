import { readInstant } from '../persistence/types.ts';
import type { ViewContext } from './view.ts';

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

/** What an institution can pay out, in minor units of its currency. */
export type BridgeBalance = {
  readonly available: bigint;
  readonly held: bigint;
  readonly inTransit: bigint;
  readonly pending: bigint;
};

/** What apps of the payment bridge see of themselves and of the money behind them. */
export function bridgeViews({ sql }: ViewContext) {
  return {
    app: async (clientId: number): Promise<BridgeApp | null> => {
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
    /** The float of all agents together, what is on its way out, and what payers were asked for. */
    balance: async (): Promise<BridgeBalance> => {
      const [row] = await sql(
        `select coalesce((select sum(float - held) from agent), 0) as available,
                coalesce((select sum(held) from agent), 0) as held,
                -- What was netted never left the float.
                coalesce((select sum(amount - netted) from disbursement where state in ('sent', 'unknown', 'review')), 0) as in_transit,
                coalesce((select sum(amount) from mobile_money_transaction where state = 'pending'), 0) as pending`,
      );
      const money = (name: string) => BigInt(String(row?.[name] ?? 0));
      return {
        available: money('available'),
        held: money('held'),
        inTransit: money('in_transit'),
        pending: money('pending'),
      };
    },
  };
}
