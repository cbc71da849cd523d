import { decimal, dividedBy, halfEven, times, whole } from '../exact.ts';
import type { Query, Rule } from '../rule.ts';

type Terms = {
  readonly annualRate: string;
  readonly dayCount: string;
  readonly minimumBalance: string;
  readonly taxRate: string;
};
type Movement = { readonly id: string; readonly on: string; readonly type: string; readonly amount: string };
type Account = {
  readonly id: string;
  readonly opened_on: string;
  readonly interest: Terms;
  readonly moved: readonly Movement[];
};

/**
 * lending.md 3 and 6: what savings earn, recomputed from the balance of each day. Of accounts of which nothing was reversed, broken,
 * captured or dated back: what those earn is calculated again when that happens.
 */
export const savingsInterestRule: Rule = {
  name: 'savings earn by the day',
  holds:
    'Interest is that of the balances at the end of each day since the last posting, half to even; tax is withheld of it.',
  find: judgeInterest,
};

async function judgeInterest(query: Query, tenant: number): Promise<string[]> {
  const accounts = await query<Account>(
    `select a.id::text as id, a.opened_on::text as opened_on, a.interest, t.moved
       from savings_account a join tenant n on n.id = a.tenant_id
       cross join lateral (
         select json_agg(json_build_object('id', t.id::text,
                                           'on', case when t.type in ('interest', 'withholding_tax') then t.booked_on::text
                                                      else (t.paid_at at time zone n.time_zone)::date::text end,
                                           'type', t.type, 'amount', t.amount::text) order by t.id) as moved
           from savings_transaction t
          where t.tenant_id = a.tenant_id and t.account_id = a.id and t.state = 'posted') t
      where a.tenant_id = $1 and a.kind = 'ordinary' and a.interest is not null and t.moved is not null
        and not exists (select from savings_transaction t where t.tenant_id = a.tenant_id and t.account_id = a.id
                           and (t.state not in ('posted', 'failed', 'pending')
                             or t.booked_on <> (t.paid_at at time zone n.time_zone)::date and t.type not in ('interest', 'withholding_tax')))
      order by a.id`,
    [tenant],
  );
  return accounts.flatMap(judgeAccount);
}

const BROUGHT_IN = ['deposit', 'transfer_in', 'interest', 'dividend'];

function judgeAccount({ id, opened_on: opened, interest: terms, moved }: Account): string[] {
  const days = terms.dayCount === 'actual_360' ? 360n : 365n;
  let from = opened;
  for (const posting of moved.filter(({ type }) => type === 'interest')) {
    let balanceDays = 0n;
    for (let day = from; day <= posting.on; day = nextDay(day)) {
      const balance = balanceAtEnd(moved, day, posting.on);
      if (balance >= BigInt(terms.minimumBalance)) balanceDays += balance;
    }
    const rate = dividedBy(decimal(terms.annualRate), whole(100n * days));
    const earned = halfEven(times(whole(balanceDays), rate));
    if (earned !== BigInt(posting.amount))
      return [
        `Savings account ${id} earned ${earned} from ${from} to ${posting.on}, and transaction ${posting.id} posts ${posting.amount}.`,
      ];
    const tax = moved.find(({ type, on }) => type === 'withholding_tax' && on === posting.on);
    const due = halfEven(times(whole(earned), dividedBy(decimal(terms.taxRate), whole(100n))));
    if (BigInt(tax?.amount ?? 0) !== due)
      return [
        `Of the interest of ${earned} that transaction ${posting.id} posts to savings account ${id}, ${due} is to be withheld, and ${tax?.amount ?? 0} is.`,
      ];
    from = nextDay(posting.on);
  }
  return [];
}

/** Without what is posted on the day itself: that is there from the next day on. */
function balanceAtEnd(moved: readonly Movement[], day: string, postedOn: string): bigint {
  return moved
    .filter(({ on, type }) => on <= day && !(on === postedOn && (type === 'interest' || type === 'withholding_tax')))
    .reduce((sum, { type, amount }) => sum + (BROUGHT_IN.includes(type) ? BigInt(amount) : -BigInt(amount)), 0n);
}

const nextDay = (day: string) => String(Temporal.PlainDate.from(day).add({ days: 1 }));
