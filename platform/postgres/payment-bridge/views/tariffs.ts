import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { DIRECTIONS, FREE, tariffInForce, type StoredTariff } from '#core/payments/tariff.ts';
import type { Row } from '../../database.ts';
import { columnsOf, pick, record, selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

const l = columnsOf(ApiClient);
const apps = selection({ ...record(l), ...pick(l, 'clientKey', 'name', 'accountPrefix', 'tariff') });

/** What apps are charged: what was agreed with each, and otherwise what everybody is charged. */
export function appTariffViews({ sql }: ViewContext) {
  const read = (row: Row & { readonly usual?: StoredTariff | null }) => {
    const { tariff, ...app } = apps.read(row);
    const inForce = tariffInForce(tariff, tariffInForce(row.usual ?? {}, FREE));
    return { ...app, ...inForce, agreed: DIRECTIONS.filter((direction) => tariff[direction] !== undefined) };
  };
  const first = async (column: 'uuid' | 'client_key', value: string) => {
    const [row] = await sql(
      `select ${apps.list}, (select app_tariff from tenant where id = l.tenant_id) as usual
         from api_client l where l.${column} = $1`,
      [value],
    );
    return row ? read(row) : null;
  };
  return {
    one: (uuid: string) => first('uuid', uuid),
    /** By the public key of the app. */
    byKey: (clientKey: string) => first('client_key', clientKey),
  };
}
