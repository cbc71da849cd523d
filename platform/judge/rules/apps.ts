import { rule, type Rule } from '../rule.ts';

/** Fees of payments that were requested while a tariff of the app's own was in force: the first step that reaches up to the amount. */
const agreedFee = (kind: 'payout' | 'collection', table = kind) => `
  select format('${kind[0]!.toUpperCase()}${kind.slice(1)} %s of %s costs app %s %s, and its tariff says %s.', p.id, p.amount, p.app_id, p.fee, s.fee)
    from ${table} p
    join event c on c.tenant_id = p.tenant_id and c.subject_type = '${kind}' and c.subject_uuid = p.uuid and c.type = '${kind}.created'
    cross join lateral (
      select e.data->'tariff'->'${kind}' as steps from event e
       where e.tenant_id = p.tenant_id and e.subject_type = 'client' and e.subject_id = p.app_id and e.type = 'client.tariff_changed'
         and e.id < c.id order by e.id desc limit 1) t
    cross join lateral (
      select (x.step->>'fee')::bigint as fee from jsonb_array_elements(t.steps) with ordinality as x(step, n)
       where x.step->>'upTo' is null or p.amount <= (x.step->>'upTo')::bigint order by x.n limit 1) s
   where p.tenant_id = $1 ${kind === 'payout' ? `and p.purpose = 'payout'` : ''} and jsonb_typeof(t.steps) = 'array' and p.fee <> s.fee`;

/** payments.md 1 and 3.9: what an app has, what it moved, and what that cost it. */
export const appRules: readonly Rule[] = [
  rule(
    'fees are those of the tariff',
    'A payment of an app costs what the step of its tariff says that reaches up to the amount.',
    `${agreedFee('payout')} union all ${agreedFee('collection')}`,
  ),
  rule(
    'collections cost their fee once',
    'A collection that succeeded cost its app its fee, though never more than what came, also where it went back; any other nothing.',
    `select format('Collection %s of app %s is %s with a fee of %s, and its fees come to %s.', c.id, c.app_id, c.state, c.fee,
                   coalesce(sum(-t.amount), 0))
       from collection c left join app_transaction t on t.tenant_id = c.tenant_id and t.source_uuid = c.uuid and t.type = 'fee'
      where c.tenant_id = $1 group by c.tenant_id, c.id
     having coalesce(sum(-t.amount), 0) <> case when c.state in ('succeeded', 'reversed') then least(c.fee, c.amount_received) else 0 end`,
  ),
  rule(
    'batches are their payouts',
    'A batch is of as many payouts as it says, and of their amounts and fees.',
    `select format('Batch %s of app %s is of %s payouts of %s with fees of %s, and has %s of %s with %s.', b.id, b.app_id, b.size, b.amount, b.fee,
                   count(p.id), coalesce(sum(p.amount), 0), coalesce(sum(p.fee), 0))
       from payout_batch b left join payout p on p.tenant_id = b.tenant_id and p.batch_id = b.id
      where b.tenant_id = $1 group by b.tenant_id, b.id
     having (count(p.id), coalesce(sum(p.amount), 0), coalesce(sum(p.fee), 0)) is distinct from (b.size::bigint, b.amount::numeric, b.fee::numeric)`,
  ),
  rule(
    'app balances are their transactions',
    'The balance of an app is the sum of its transactions, and each shows the balance after it.',
    `select format('Account %s of app %s has a balance of %s, and its transactions are %s.', a.id, a.app_id, a.balance,
                   coalesce(sum(t.amount), 0))
       from app_account a left join app_transaction t on t.tenant_id = a.tenant_id and t.account_id = a.id
      where a.tenant_id = $1 group by a.tenant_id, a.id having a.balance <> coalesce(sum(t.amount), 0)
     union all
     select format('Transaction %s of app %s shows a balance of %s after it, and the transactions to it are %s.', id, app_id,
                   balance_after, running)
       from (select t.*, sum(amount) over (partition by account_id order by id) as running
               from app_transaction t where tenant_id = $1) x where running <> balance_after`,
  ),
  rule(
    'app money on its way',
    'What is held of an app is its payouts that wait to be sent, what is in transit those that were; both with their fees.',
    `select format('App %s holds %s and has %s in transit, and its payouts that wait are %s, those on their way %s.', a.app_id,
                   a.held, a.in_transit, coalesce(p.waiting, 0), coalesce(p.moving, 0))
       from app_account a left join lateral (
         select sum(amount + fee) filter (where state in ('pending', 'sending')) as waiting,
                sum(amount + fee) filter (where state in ('sent', 'unknown', 'review')) as moving
           from payout p where p.tenant_id = a.tenant_id and p.account_id = a.id) p on true
      where a.tenant_id = $1 and a.held + a.in_transit <> coalesce(p.waiting, 0) + coalesce(p.moving, 0)`,
  ),
  rule(
    'payouts are booked once',
    'A payout that succeeded left its app once, any other never or came back.',
    `select format('Payout %s of %s for app %s is %s, and its transactions are %s.', p.id, p.amount, p.app_id, p.state,
                   coalesce(sum(t.amount), 0))
       from payout p left join app_transaction t on t.tenant_id = p.tenant_id and t.source_uuid = p.uuid and t.type <> 'fee'
      where p.tenant_id = $1 and p.purpose = 'payout' group by p.tenant_id, p.id
     having coalesce(sum(t.amount), 0) <> case p.state when 'succeeded' then -coalesce(p.amount_paid, p.amount) else 0 end`,
  ),
  rule(
    'collections are booked once',
    'A collection that succeeded came to its app once, with what was received, any other never or went back.',
    `select format('Collection %s for app %s is %s with %s received, and its transactions are %s.', c.id, c.app_id, c.state,
                   coalesce(c.amount_received, 0), coalesce(sum(t.amount), 0))
       from collection c left join app_transaction t on t.tenant_id = c.tenant_id and t.source_uuid = c.uuid and t.type <> 'fee'
      where c.tenant_id = $1 group by c.tenant_id, c.id
     having coalesce(sum(t.amount), 0) <> case c.state when 'succeeded' then c.amount_received else 0 end`,
  ),
  rule(
    'what was asked for is what came',
    'A collection of which another amount came than was asked for is for people to look at, unless it had ended before; a payout of ' +
      'which it is not known whether it left does not fail by that alone.',
    `select format('Collection %s asked for %s, and succeeded with %s.', c.id, c.amount, c.amount_received)
       from collection c
      where c.tenant_id = $1 and c.state = 'succeeded' and c.amount_received <> c.amount
        and not exists (select from event e where e.tenant_id = c.tenant_id and e.subject_type = 'collection' and e.subject_uuid = c.uuid
                           and e.type in ('collection.review', 'collection.expired', 'collection.failed', 'collection.cancelled_by_payer',
                                          'collection.cancelled'))
     union all
     select format('Payout %s had no answer at attempt %s, and failed without having been unknown.', p.id, t->>'number')
       from payout p cross join lateral jsonb_array_elements(p.attempts) t
      where p.tenant_id = $1 and p.state = 'failed' and t->>'outcome' = 'unknown'
        and not exists (select from event e where e.tenant_id = p.tenant_id and e.subject_type = 'payout' and e.subject_uuid = p.uuid
                           and e.type in ('payout.unknown', 'payout.sent', 'payout.succeeded', 'payout.review'))`,
  ),
  rule(
    'refunds give back what came',
    'What is refunded of a collection is the sum of its refunds that did not fail, of those that arrived what was paid, and at most what was received.',
    `select format('Collection %s has %s refunded of %s, and its refunds are %s.', c.id, c.refunded, c.amount_received,
                   coalesce(sum(r.given), 0))
       from collection c left join (
         select r.tenant_id, r.collection_id,
                case r.state when 'succeeded' then coalesce(p.amount_paid, r.amount) else r.amount end as given
           from refund r join payout p on p.tenant_id = r.tenant_id and p.id = r.payout_id
          where r.tenant_id = $1 and r.state <> 'failed') r on r.tenant_id = c.tenant_id and r.collection_id = c.id
      where c.tenant_id = $1 group by c.tenant_id, c.id
     having c.refunded <> least(coalesce(sum(r.given), 0), coalesce(c.amount_received, 0))`,
  ),
  rule(
    'payouts are payable',
    'A payout is of whole shillings, 10 to 250,000, and its reference stands once for its app.',
    `select format('Payout %s is of %s cents.', id, amount) from payout
      where tenant_id = $1 and purpose = 'payout' and (amount < 1000 or amount > 25000000 or amount % 100 <> 0)
     union all
     select format('Payouts %s of app %s have the reference %s.', string_agg(id::text, ', '), app_id, upper(reference))
       from payout where tenant_id = $1 group by app_id, upper(regexp_replace(normalize(reference, NFKC), '\\s', '', 'g')), upper(reference)
     having count(*) > 1
     union all
     select format('%s %s is %s for the other mode.', 'Payout', p.id, p.state) from payout p join tenant t on t.id = p.tenant_id
      where p.tenant_id = $1 and p.sandbox <> (t.mode = 'sandbox')`,
  ),
];
