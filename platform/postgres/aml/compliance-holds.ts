import { UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import type { TenantTransaction } from '../database.ts';
import { prepared } from '../prepared.ts';

const HOLDING = prepared(
  'select id from aml_alert where member_id = $1 and holds and state = any($2) order by id limit 1',
);

/** What every context that moves money of members has to know of compliance. */
export function complianceHolds({ run }: TenantTransaction) {
  return {
    on: async (memberId: number): Promise<number | null> => {
      const [alert] = await run<{ id: string }>(HOLDING, [memberId, UNDECIDED]);
      return alert ? Number(alert.id) : null;
    },
  };
}
