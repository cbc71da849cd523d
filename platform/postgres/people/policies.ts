import type { PeoplePorts } from '#core/people/ports.ts';
import type { Policies } from '#core/people/use-cases/change-policies.ts';
import { toWire } from '../../runtime/wire.ts';
import type { TenantTransaction } from '../database.ts';

type Changed = { readonly before: Policies; readonly version: number };

/** The policies of the tenant: columns of its row, which a function of the owner writes. */
export function policiesOf({ sql }: TenantTransaction): Omit<PeoplePorts['policies'], 'faultsOf'> {
  const change = async (changes: Policies): Promise<Changed> => {
    const [row] = await sql<Changed>('select before, version from change_policies($1::jsonb)', [
      JSON.stringify(toWire(changes)),
    ]);
    if (!row) throw new Error('change_policies() returned no row.');
    return row;
  };
  return {
    lock: async () => (await change({})).before,
    change: async (changes) => (await change(changes)).version,
  };
}
