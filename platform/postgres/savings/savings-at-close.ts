import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../database.ts';

const BEARS = `interest is not null
       and (balance > 0 or interest_days > 0 or interest_accrued > 0 or earlier_balances <> '[]')`;
/** A deposit that a close may have mature, as `hasMatured` says. Of those of before agreements were made none is known: they wait. */
export const MAY_MATURE = `matured_on is null and maturity is not null and state in ('active', 'frozen')`;
/** A fixed deposit without interest has nothing to close but the end of its term: on the day before, and later ones while it has not. */
const MATURES = `interest is null and kind = 'fixed_deposit' and ${MAY_MATURE} and matures_on <= 1 +`;

/** The ids of the accounts that the close $1 has before it: those that `lockNextAccounts` will find. A table of SQL. */
export const SAVINGS_TO_CLOSE = `(select a.id from savings_account a where ${BEARS} union
   select a.id from savings_account a where ${MATURES} (select r.business_date from close_of_business r where r.id = $1))`;

/** Records of a range of ids, and the business date that is closed. */
type Part = { readonly lastId: number; readonly toId: string; readonly on: Temporal.PlainDate };

/** Locks the next accounts of a range with something to earn, to post, to forget or to mature, in the order of their ids. */
export const lockNextAccounts = (
  { of }: TenantTransaction,
  { lastId, toId, on }: Part,
  limit: number,
): Promise<SavingsAccount[]> =>
  of(SavingsAccount).lockAll(
    `id = any(array(
        select id from (
          (select a.id from savings_account a where ${BEARS} and a.id > $1 and a.id <= $3 order by a.id limit $2)
          union
          (select a.id from savings_account a where ${MATURES} $4::date and a.id > $1 and a.id <= $3
            order by a.id limit $2)) next
         order by id limit $2))
      order by id`,
    [lastId, limit, toId, on.toString()],
  );
