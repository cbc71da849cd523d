import { accounts } from '#core/ledger/accounts.ts';
import { SIGNED, type Check } from './check.ts';
import { corrections } from './corrections.ts';

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const chart = Object.keys(accounts);
const divided = Object.entries(accounts)
  .filter(([, account]) => 'perAgent' in account || 'perApp' in account)
  .map(([name]) => name);

/** What has to be true of the journals alone. */
export const journalChecks: readonly Check[] = [
  {
    name: 'journals balance',
    means: 'Debits equal credits in every journal.',
    sql: `select 'journal' as "table", l.journal_id::text as id,
                 format('debits less credits come to %s', sum(${SIGNED})) as what
            from journal_line l group by l.journal_id having sum(${SIGNED}) <> 0`,
  },
  {
    name: 'journals are whole',
    means: 'Every journal has lines on both sides, and every line has its journal.',
    sql: `select 'journal' as "table", j.id::text as id, 'it lacks a side' as what
            from journal j
           where (select count(distinct l.side) from journal_line l where l.journal_id = j.id) < 2
          union all
          select 'journal_line', l.id::text, format('its journal %s is missing', l.journal_id)
            from journal_line l where not exists (select from journal j where j.id = l.journal_id)`,
  },
  {
    name: 'accounts of the chart',
    means: 'Every line names an account of the chart, with a sub-account where the account has them.',
    sql: `select 'journal_line' as "table", l.id::text as id, format('%s is no account', concat_ws(':', l.account, l.sub_account)) as what
            from journal_line l
           where l.account not in (${quoted(chart)}) or (l.sub_account is not null) <> (l.account in (${quoted(divided)}))`,
  },
  {
    name: 'trial balance',
    means: 'All debits equal all credits, in each currency.',
    sql: `select 'journal_line' as "table", j.currency as id, format('all debits less all credits come to %s', sum(${SIGNED})) as what
            from journal j join journal_line l on l.journal_id = j.id
           group by j.currency having sum(${SIGNED}) <> 0`,
  },
  corrections,
  {
    name: 'value dates',
    means: 'A journal counts for the day of its booking or one before it, in books that were open when it was booked.',
    sql: `select 'journal' as "table", j.id::text as id, format('booked on %s, it counts for %s', j.booked_on, j.value_date) as what
            from journal j
           where j.value_date > j.booked_on
              or exists (select from ledger_period p where p.ends_on >= j.value_date and p.created_at < j.created_at - interval '1 minute')`,
  },
  {
    name: 'closed periods',
    means: 'The journals of a closed period are those that it was closed with.',
    sql: `select 'ledger_period' as "table", p.id::text as id,
                 format('%s: closed with %s debit and %s credit, now %s and %s', concat_ws(':', x.account, x.sub_account),
                        x.frozen_debit, x.frozen_credit, x.debit, x.credit) as what
            from ledger_period p
            cross join lateral (
              select account, sub_account, currency, sum(fd) as frozen_debit, sum(fc) as frozen_credit, sum(d) as debit, sum(c) as credit
                from (select b.account, b.sub_account, b.currency, b.debit as fd, b.credit as fc, 0 as d, 0 as c
                        from ledger_period_balance b where b.period_id = p.id
                      union all
                      select l.account, l.sub_account, j.currency, 0, 0, case l.side when 'debit' then l.amount else 0 end,
                             case l.side when 'credit' then l.amount else 0 end
                        from journal j join journal_line l on l.journal_id = j.id where j.booked_on <= p.ends_on) both_sides
               group by account, sub_account, currency) x
           where x.frozen_debit <> x.debit or x.frozen_credit <> x.credit`,
  },
  {
    name: 'days of the ledger',
    means: 'Each day that is summed is summed as its journals are.',
    sql: `select 'ledger_day' as "table", coalesce(min(x.id)::text, x.booked_on::text) as id,
                 format('%s %s, %s: summed are %s debit and %s credit, booked %s and %s', x.booked_on,
                        concat_ws(':', x.account, x.sub_account), x.event_type, sum(x.summed_debit), sum(x.summed_credit),
                        sum(x.debit), sum(x.credit)) as what
            from (select d.id, d.booked_on, d.currency, d.account, d.sub_account, d.event_type,
                         d.debit as summed_debit, d.credit as summed_credit, 0 as debit, 0 as credit
                    from ledger_day d
                  union all
                  select null, j.booked_on, j.currency, l.account, l.sub_account, j.event_type, 0, 0,
                         case l.side when 'debit' then l.amount else 0 end, case l.side when 'credit' then l.amount else 0 end
                    from journal j join journal_line l on l.journal_id = j.id
                   where j.booked_on <= (select s.through from ledger_summed s)) x
           group by x.booked_on, x.currency, x.account, x.sub_account, x.event_type
          having sum(x.summed_debit) <> sum(x.debit) or sum(x.summed_credit) <> sum(x.credit)`,
  },
  {
    name: 'portfolios of closed days',
    means:
      'The classes of a closed day come to its gross portfolio, and what is set aside for them is what all closes have set aside.',
    sql: `select 'close_of_business' as "table", x.id::text as id,
                 format('%s: gross %s, its classes come to %s; %s is set aside for them, by all closes %s',
                        x.business_date, x.gross, x.principal, x.provision, x.provisioned) as what
            from (select c.id, c.business_date, (c.portfolio ->> 'gross')::bigint as gross, b.principal, b.provision,
                         sum(c.provisioned) over (order by c.business_date) as provisioned
                    from close_of_business c
                    cross join lateral (select sum((e ->> 'principal')::bigint) as principal, sum((e ->> 'provision')::bigint) as provision
                                          from jsonb_array_elements(c.portfolio -> 'bands') e) b
                   where c.state = 'done') x
           where x.gross <> x.principal or x.provision <> x.provisioned`,
  },
  {
    name: 'amounts are whole',
    means: 'No column of the database keeps a number in floating point, and no amount of the ledger is a fraction.',
    // Tables of ours: extensions keep statistics of their own, in floating point, in whatever schema they were put.
    sql: `select t.relname as "table", a.attname as id, format('it is %s', format_type(a.atttypid, null)) as what
            from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
           where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
             and not exists (select from pg_depend d
                              where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e')
             and (a.atttypid in ('real'::regtype, 'double precision'::regtype, 'money'::regtype)
                  or (a.atttypid <> 'bigint'::regtype and t.relname = 'journal_line' and a.attname = 'amount'))`,
  },
];
