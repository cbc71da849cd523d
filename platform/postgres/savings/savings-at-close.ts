import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../database.ts';

const SOMETHING = `interest is not null
       and (balance > 0 or interest_days > 0 or interest_accrued > 0 or earlier_balances <> '[]')`;

/** The ids of the accounts that a close has before it: those that `lockNextAccounts` will find. A table of SQL. */
export const SAVINGS_TO_CLOSE = `(select a.id from savings_account a where ${SOMETHING})`;

/** Locks the next accounts of a range with something to earn, to post or to forget, in the order of their ids. */
export const lockNextAccounts = (
  { of }: TenantTransaction,
  { lastId, toId }: { readonly lastId: number; readonly toId: string },
  limit: number,
): Promise<SavingsAccount[]> =>
  of(SavingsAccount).lockAll(`${SOMETHING} and id > $1 and id <= $3 order by id limit $2`, [lastId, limit, toId]);
