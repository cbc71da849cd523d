import { readInstant } from '../mapping/types.ts';
import type { ViewContext } from '../views/view.ts';

type RailRow = {
  readonly uuid: string;
  readonly kind: string;
  readonly balance: string | null;
  readonly balance_at: unknown;
  readonly is_open: boolean;
  readonly updated_at: unknown;
};

/** The providers of an institution, without what they are addressed with. */
export function railViews({ sql }: ViewContext) {
  return {
    all: async () => {
      const rows = await sql<RailRow>(
        `select uuid, kind, balance, balance_at, updated_at, coalesce(circuit ->> 'state', 'closed') <> 'open' as is_open
           from rail order by kind limit 100`,
      );
      return rows.map((row) => ({
        uuid: row.uuid,
        kind: row.kind,
        balance: row.balance === null ? null : BigInt(row.balance),
        balanceAt: row.balance_at === null ? null : readInstant(row.balance_at),
        isOpen: row.is_open,
        updatedAt: readInstant(row.updated_at),
      }));
    },
  };
}
