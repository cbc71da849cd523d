import { MOST, rule, type Open, type Query, type Rule } from '../rule.ts';

/** True of what an app ended in the provider's place (payments.md 1, /test/collections): such a receipt is no provider's. */
const REHEARSED = `(o.type = 'collection' and o.receipt_no = 'TEST' || upper(right(o.uuid::text, 6)))`;

/** What of ours is sent to a provider: what was asked for, what of it moved as far as we say, and whether a person vouched for it. */
const SENT = {
  out: `(select 'Disbursement' as what, 'disbursement' as type, id, uuid, originator_id, state, channel, amount - netted as asked,
                amount - netted as moved, receipt_no, false as vouched, created_at
           from disbursement where tenant_id = $1
         union all
         select 'Payout', 'payout', id, uuid, originator_id, state, channel, amount, coalesce(amount_paid, amount), receipt_no, false, created_at
           from payout where tenant_id = $1
         union all
         select 'Top-up of float', 'float_top_up', id, uuid, originator_id, state, '', amount, coalesce(moved, amount), receipt_no, false, created_at
           from float_top_up where tenant_id = $1)`,
  in: `(select 'Collection' as what, 'collection' as type, id, uuid, originator_id, state, channel, amount as asked,
               amount_received as moved, receipt_no, false as vouched, created_at
          from collection where tenant_id = $1
        union all
        -- What it is of may be less since: a part was split off. Its receipt says what came.
        select 'Mobile money', 'mobile_money_transaction', id, uuid, originator_id, state, channel, null, null, receipt_no, entered_by is not null, created_at
          from mobile_money_transaction where tenant_id = $1 and originator_id is not null)`,
} as const;
type Direction = keyof typeof SENT;
const BOOKS = { out: 'sandbox_payment', in: 'sandbox_prompt' } as const;
const DIRECTIONS = ['out', 'in'] as const satisfies readonly Direction[];

const PAID = `('confirmed', 'succeeded', 'reversed', 'in_recovery', 'unallocated', 'allocated', 'merged', 'returning')`;
const NOT_PAID = `('failed', 'expired', 'cancelled_by_payer', 'cancelled')`;

/** True where two people have decided what became of it. */
const BY_PEOPLE = `exists (select from event e where e.tenant_id = $1 and e.subject_type = o.type and e.subject_id = o.id
    and e.type in ('disbursement.referred', 'float_top_up.referred', 'payout.review', 'collection.review'))`;

/** True where people are shown that it disagrees with what the provider did. */
const ON_THE_LIST = `(exists (select from incident i where i.tenant_id = $1 and i.subject_uuid = o.uuid)
    or exists (select from incident i join callback c on c.tenant_id = $1 and c.uuid = i.subject_uuid
                where i.tenant_id = $1 and i.subject_type = 'callback' and c.subject = o.originator_id::text)
    or o.type = 'disbursement' and exists (select from incident i where i.tenant_id = $1 and i.disbursement_id = o.id)
    or exists (select from reconciliation_break b where b.tenant_id = $1 and (b.record_uuid = o.uuid or b.receipt_no = o.receipt)))`;

/** Neither decided by people nor shown to them. It stands behind what contradicts: only of that it is looked up. */
const IS_HIDDEN = `not ${BY_PEOPLE} and not ${ON_THE_LIST}`;

/** Nothing more is to come: no notification of the provider's, and none that waits here. */
const SETTLED = `p.notification_due_at is null and not exists (
    select from callback c where c.tenant_id = $1 and c.subject = p.originator_id::text and c.processed_at is null)`;

const accepted = (direction: Direction) =>
  `${BOOKS[direction]} p join ${SENT[direction]} o on o.originator_id = p.originator_id`;

const each = (sql: (direction: Direction) => string) => DIRECTIONS.map(sql).join(' union all ');

/**
 * payments.md 1 and daraja.md 11: what the last three digits of a number mean to the sandbox's provider. Any other one pays; what is
 * open for ever, or was never accepted, is not here.
 */
const MEANS: Readonly<Record<Direction, Readonly<Record<string, readonly string[]>>>> = {
  out: { declined: ['001', '002', '003', '004', '018'], short: ['015'], open: ['008', '012', '017', '019'] },
  in: { declined: ['001', '002', '003', '004', '005', '017'], short: ['015'], open: ['008', '012', '019'] },
};
/** A shilling less than was asked for. */
const SHORT_BY = 100;

function meaningOf(direction: Direction, number: string): string {
  const suffix = number.slice(-3);
  return Object.entries(MEANS[direction]).find(([, suffixes]) => suffixes.includes(suffix))?.[0] ?? 'paid';
}

/** What the provider did at last, as far as it is known: the answer of a person in its place, else what the number means. */
const outcomes = (direction: Direction) => `
  select o.*, p.amount, p.receipt_no as receipt,
         case when p.answered = 'paid' then 'paid' when p.answered = 'timed_out' then 'open' when p.answered is not null then 'declined'
              when n.means = 'short' then 'paid' else n.means end as outcome,
         coalesce(${direction === 'in' ? 'p.answered_amount' : 'null'}, p.amount - case when n.means = 'short' and p.answered is null then ${SHORT_BY} else 0 end) as came
    from ${accepted(direction)} left join unnest($2::text[], $3::text[]) as n(number, means) on n.number = p.msisdn
   where p.tenant_id = $1 and p.accepted_at is not null and ${SETTLED} and ${REHEARSED} is not true`;

/** What contradicts what the provider did at last. */
const contradictions = (direction: Direction) => `
  with o as materialized (${outcomes(direction)})
  select format('The provider paid %s under receipt %s, and %s %s is %s.', came, receipt, lower(what), id, state) as sentence
    from o where outcome = 'paid' and state in ${NOT_PAID} and ${IS_HIDDEN}
  union all
  select format('The provider moved %s for %s %s, which says %s.', came, lower(what), id, moved)
    from o where outcome = 'paid' and state in ${PAID} and moved <> came and ${IS_HIDDEN}
  union all
  select format('The provider moved %s under receipt %s for %s %s, and the registry has it with %s.', came, receipt, lower(what), o.id, r.amount)
    from o join payment_receipt r on r.tenant_id = $1 and r.direction = '${direction}' and r.receipt_key = upper(o.receipt)
   where outcome = 'paid' and state in ${PAID} and r.amount <> came and ${IS_HIDDEN}
  union all
  select format('The provider declined %s %s of %s, which is %s.', lower(what), id, amount, state)
    from o where outcome = 'declined' and state in ${PAID} and ${IS_HIDDEN}
  limit ${MOST}`;

/** payments.md 2 and 3: what the provider of a sandbox did, from its own books, against how our records ended. */
export const providerRules: readonly Rule[] = [
  rule(
    'the provider was asked by us, once',
    'What the provider has accepted is one record of ours that was sent, with its amount, and one that was never sent is not there.',
    `${each(
      (direction) => `
     select format('The provider has accepted %s under %s, which %s.', p.amount, p.originator_id, case when count(o.id) = 0 then 'no record of ours sent'
                   else 'is of ' || string_agg(o.what || ' ' || o.id, ', ' order by o.what, o.id) end)
       from ${BOOKS[direction]} p left join ${SENT[direction]} o on o.originator_id = p.originator_id
      where p.tenant_id = $1 and p.accepted_at is not null
      group by p.tenant_id, p.originator_id, p.amount having count(o.id) <> 1
     union all
     select format('%s %s is of %s, and the provider was asked for %s.', o.what, o.id, o.asked, p.amount)
       from ${accepted(direction)} where p.tenant_id = $1 and o.asked <> p.amount
     union all
     select format('%s %s is %s, and the provider has accepted it.', o.what, o.id, o.state)
       from ${accepted(direction)} where p.tenant_id = $1 and p.accepted_at is not null and o.state in ('pending', 'cancelled')`,
    )}`,
  ),
  rule(
    'what is paid is in the books of the provider',
    'What ended as paid was accepted by the provider, and carries its receipt, unless people have decided it by their evidence.',
    `${each(
      (direction) => `
     select format('%s %s is %s, and the provider has never accepted it.', o.what, o.id, o.state)
       from ${SENT[direction]} o join tenant t on t.id = $1 and t.mode = 'sandbox'
       left join ${BOOKS[direction]} p on p.tenant_id = $1 and p.originator_id = o.originator_id and p.accepted_at is not null
      where o.state in ${PAID} and o.channel not in ('bank', 'internal') and p.originator_id is null and not ${BY_PEOPLE}
        -- Its books go with time, the oldest first; and other providers keep their own.
        and o.created_at > (select min(b.created_at) from ${BOOKS[direction]} b where b.tenant_id = $1)
        and not exists (select from rail r where r.tenant_id = $1 and r.kind <> 'bank_file')
     union all
     select format('%s %s is %s under receipt %s, and the provider has receipt %s for it.', o.what, o.id, o.state, o.receipt_no, p.receipt_no)
       from ${accepted(direction)}
      where p.tenant_id = $1 and o.state in ${PAID} and upper(o.receipt_no) <> upper(p.receipt_no) and not ${BY_PEOPLE} and not o.vouched and ${REHEARSED} is not true`,
    )}`,
  ),
  {
    name: 'records end as the provider did',
    holds:
      'What the provider paid is paid with that amount, and what it declined is not, once no notification is to come; otherwise it is on ' +
      'the list for people.',
    find: judgeOutcomes,
  },
  rule(
    'refunds end as their payments',
    'A refund ends as the payment to the payer does that carries it, and is of as much.',
    `select format('Refund %s of %s is %s, and its payout %s of %s is %s.', r.id, r.amount, r.state, p.id, p.amount, p.state)
       from refund r left join payout p on p.tenant_id = r.tenant_id and p.id = r.payout_id
      where r.tenant_id = $1 and (p.id is null or p.purpose <> 'refund' or p.amount <> r.amount
         or case r.state when 'succeeded' then p.state not in ('succeeded', 'reversed') when 'failed' then p.state not in ('failed', 'cancelled', 'reversed')
                 else p.state in ('succeeded', 'failed', 'cancelled', 'reversed') end)`,
  ),
  rule(
    'messages of providers are worked off',
    'What a provider reported is read, or is tried again, or people have it on their list.',
    `select format('Message %s of %s (%s) was received %s times, was never read and is not tried again.', c.id, c.subject, c.kind, c.times)
       from callback c
      where c.tenant_id = $1 and c.processed_at is null and c.due_at is null
        and not exists (select from incident i where i.tenant_id = $1 and i.subject_uuid = c.uuid)`,
  ),
];

async function judgeOutcomes(query: Query, tenant: number, open: Open | null): Promise<string[]> {
  const sentences: string[] = [];
  for (const direction of DIRECTIONS) {
    const rows = await query<{ number: string }>(
      `select distinct msisdn as number from ${BOOKS[direction]} where tenant_id = $1`,
      [tenant],
    );
    const sealed = rows.map(({ number }) => number);
    const opened = open === null ? [] : await open(tenant, sealed);
    const means = opened.map((number) => meaningOf(direction, number));
    const found = await query<{ sentence: string }>(contradictions(direction), [
      tenant,
      opened.length === 0 ? [] : sealed,
      means,
    ]);
    sentences.push(...found.map(({ sentence }) => sentence));
  }
  return sentences;
}
