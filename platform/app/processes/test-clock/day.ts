import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import type { Caller } from '../../../auth/caller.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import { MAY_MATURE } from '../../../postgres/savings/savings-at-close.ts';
import type { Internals } from '../../internals.ts';
import type { Closer } from '../close-of-business/close.ts';
import { maintainSchool, type SchoolCases } from '../rounds.ts';

type UseCases = SchoolCases & {
  readonly expireHold: (caller: Caller, command: { readonly savingsTransactionId: number }) => Promise<unknown>;
  readonly expireProposal: (caller: Caller, command: { readonly proposalId: number }) => Promise<unknown>;
  readonly closeOfBusiness: Closer;
};

type Row = {
  readonly at: unknown;
  readonly holds: number[];
  readonly proposals: number[];
  readonly through: string | null;
};

/**
 * Does what is due in one tenant by its own clock and is no job: days that are over are closed, holds and proposals end,
 * invoices fall overdue. The rounds of the workers do the same for all tenants, in their own time.
 * @returns up to which business time it is done
 */
export function businessOf({ database, tenants, jobCaller }: Internals, useCases: UseCases) {
  return async (tenantId: number): Promise<Temporal.Instant> => {
    const { timeZone } = await tenants.get(tenantId);
    const caller = await jobCaller(tenantId, 'advance-clock');
    const [row] = await database.read(tenantId, ({ sql }) => sql<Row>(DUE, [timeZone]));
    for (const id of row?.holds ?? []) await useCases.expireHold(caller, { savingsTransactionId: id });
    for (const id of row?.proposals ?? []) await useCases.expireProposal(caller, { proposalId: id });
    if (row?.through != null) {
      const through = Temporal.PlainDate.from(row.through);
      await useCases.closeOfBusiness({ ...caller, clientKey: CLOSER }, { through });
    }
    await maintainSchool(caller, useCases);
    return readInstant(row?.at);
  };
}

/** `through`: the last day that is over, where it is not closed and there is business to close. */
const DUE = `
  select business_now() as at,
         array(select s.id::int from savings_transaction s
                where s.state = 'held' and s.expires_at <= business_now() order by s.expires_at, s.id) as holds,
         array(select p.id::int from proposal p
                where p.state = 'proposed' and p.expires_at <= business_now() order by p.expires_at, p.id) as proposals,
         (select y.day::text
            from (select (business_now() at time zone $1)::date - 1 as day) y
           where not exists (select from close_of_business c where c.business_date >= y.day and c.state = 'done')
             and (exists (select from close_of_business)
                  or exists (select from loan l where l.disbursed_on <= y.day)
                  or exists (select from savings_account a where a.interest is not null and a.opened_on <= y.day)
                  or exists (select from savings_account a where ${MAY_MATURE} and a.matures_on <= y.day + 1))) as through`;
