import { isOneOf } from '#core/kernel/names.ts';
import { FIGURES_OF_MONEY, type Amount } from '../runtime/metrics/amounts.ts';
import type { Database } from './database.ts';

/** How much money lies and moves, of live institutions and of sandboxes. No more rows that wait are summed than the bound says. */
export function amountsOf(database: Pick<Database, 'find'>) {
  return async (bound: number): Promise<readonly Amount[]> => {
    const rows = await database.find('select * from amounts_by_mode($1)', [bound]);
    return rows.map(({ figure, mode, currency, part, amount }) => {
      if (!isOneOf(FIGURES_OF_MONEY, figure)) throw new Error(`amounts_by_mode() returned a figure ${String(figure)}.`);
      return {
        figure,
        mode: mode === 'live' ? mode : 'sandbox',
        currency: String(currency),
        part: part === null ? null : String(part),
        amount: BigInt(String(amount)),
      };
    });
  };
}
