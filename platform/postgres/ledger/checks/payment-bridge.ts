import { agrees, SIGNED, type Check } from './check.ts';

/** What has to be true of the money of apps. */
export const bridgeChecks: readonly Check[] = [
  {
    name: 'accounts of apps',
    means: 'What an app owns is what the ledger owes it, and what its lines come to; the last line says so.',
    sql: `select 'app_account' as "table", a.id::text as id,
                 format('balance %s; the ledger owes %s, the lines come to %s, the last one says %s', a.balance, b.owed, t.total, t.last) as what
            from app_account a
            cross join lateral (select coalesce(sum(-(${SIGNED})), 0) as owed from journal_line l
                                 where l.account = 'app_funds' and l.sub_account = a.app_id::text) b
            cross join lateral (select coalesce(sum(x.amount), 0) as total,
                                       coalesce((array_agg(x.balance_after order by x.id desc))[1], 0) as last
                                  from app_transaction x where x.account_id = a.id) t
           where a.balance <> b.owed or a.balance <> t.total or a.balance <> t.last`,
  },
  {
    name: 'money of apps on its way',
    means: 'What is held of an app’s money is for payouts that have not left; what is in transit is theirs that have.',
    sql: `select 'app_account' as "table", a.id::text as id,
                 format('held %s, in transit %s; its payouts come to %s and %s', a.held, a.in_transit, p.held, p.gone) as what
            from app_account a
            cross join lateral (
              select coalesce(sum(x.amount + x.fee) filter (where x.state in ('pending', 'sending')), 0) as held,
                     coalesce(sum(x.amount + x.fee) filter (where x.state in ('sent', 'unknown', 'review')), 0) as gone
                from payout x where x.account_id = a.id) p
           where a.held <> p.held or a.in_transit <> p.gone`,
  },
  agrees(
    'app_payouts_in_transit',
    'What is in transit of the apps’ money is what was sent and is not settled.',
    `select coalesce(sum(p.amount), 0) from payout p where p.state in ('sent', 'unknown', 'review')`,
  ),
  {
    name: 'lines of apps',
    means: 'Each line of an app’s account goes on from the one before it.',
    sql: `select 'app_transaction' as "table", x.id::text as id, format('%s does not follow %s', x.balance_after, x.before) as what
            from (select t.id, t.amount, t.balance_after,
                         coalesce(lag(t.balance_after) over (partition by t.account_id order by t.id), 0) as before
                    from app_transaction t) x
           where x.balance_after <> x.before + x.amount`,
  },
];
