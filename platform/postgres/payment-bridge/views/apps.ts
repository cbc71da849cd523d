import { availableOf, SANDBOX_FLOAT } from '#core/payment-bridge/account/app-account.ts';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record, selection } from '../../views/columns.ts';
import { idOf, listOf } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(ApiClient);

const apps = view(ApiClient, {
  columns: { ...record(l), ...pick(l, 'clientKey', 'name', 'sandbox', 'state', 'accountPrefix', 'lastUsedAt') },
});

/** What the apps of an institution are filtered and sorted by. */
export const appList = listOf(ApiClient, 'newest_first', {
  id: idOf('api_client'),
  name: { type: 'text', sortable: true },
  state: { type: 'choice', choices: apiClientLifecycle.states, sortable: true, shared: false },
});

const balances = selection({
  appId: expression.id('c.id'),
  sandbox: expression.flag('c.sandbox'),
  currency: expression.text('coalesce(a.currency, t.currency)'),
  hasBegun: expression.flag('a.id is not null'),
  balance: expression.cents('coalesce(a.balance, 0)'),
  held: expression.cents('coalesce(a.held, 0)'),
  inTransit: expression.cents('coalesce(a.in_transit, 0)'),
});

/** The institution's apps, as its people see them, with what they hold for each. */
export function appsOfInstitution(context: ViewContext) {
  const all = collectionOf(context, apps, appList);
  return {
    ...all,
    byKey: async (clientKey: string) => (await all.where([`${l.clientKey} = ?::text`, clientKey]))[0] ?? null,
    /** One float for each currency of each app; before anything moved, that in the institution's own currency. */
    floatsOf: async (appIds: readonly number[]) => {
      const rows = await context.sql(
        `select ${balances.list} from api_client c join tenant t on t.id = c.tenant_id
           left join app_account a on a.app_id = c.id
          where c.id = any($1::bigint[]) order by c.id, a.currency`,
        [appIds],
      );
      return rows.map((row) => {
        const { hasBegun, sandbox, ...float } = balances.read(row);
        // Play money, with which an app of a sandbox begins.
        const held = { ...float, balance: hasBegun || !sandbox ? float.balance : SANDBOX_FLOAT };
        return { ...held, available: availableOf(held) };
      });
    },
  };
}
