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

const HOLDING_ANY = prepared(
  `select member_id, min(id) as id from aml_alert
    where member_id = any($1) and holds and state = any($2) group by member_id`,
);

/** The same of many members: the alert that holds the money of each, by the member. */
export async function holdsOfMany(
  { run }: TenantTransaction,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (memberIds.length === 0) return new Map();
  const rows = await run<{ member_id: string; id: string }>(HOLDING_ANY, [memberIds, UNDECIDED]);
  return new Map(rows.map(({ member_id: member, id }) => [Number(member), Number(id)]));
}
