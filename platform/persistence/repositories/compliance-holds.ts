import { AmlAlert } from '#core/aml/alert/aml-alert.ts';
import { UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import type { TenantTransaction } from '../database.ts';

/** What every context that moves money of members asks of compliance. */
export function complianceHolds(em: TenantTransaction['em']) {
  return {
    on: async (memberId: number): Promise<number | null> => {
      const where = { memberId, holds: true, state: { $in: [...UNDECIDED] } };
      const alert = await em.findOne(AmlAlert, where, { orderBy: { id: 'asc' } });
      return alert?.id ?? null;
    },
  };
}
