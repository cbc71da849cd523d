import { rule, type Rule } from '../rule.ts';

/** When a hold of savings began and ended: the events of it. */
const HOLDS = `(select h.tenant_id, h.id, h.account_id, h.amount, h.expires_at, b.id as began, e.id as ended, e.type as how,
                       e.occurred_at as ended_at
    from savings_transaction h
    join event b on b.tenant_id = h.tenant_id and b.subject_type = 'savings_transaction' and b.subject_id = h.id
     and b.type = 'savings_transaction.held'
    left join event e on e.tenant_id = h.tenant_id and e.subject_type = 'savings_transaction' and e.subject_id = h.id
     and e.type in ('savings_transaction.released', 'savings_transaction.captured', 'savings_transaction.expired')
   where h.tenant_id = $1)`;

/** lending.md 1 and 6: parts of a balance that are promised. education.md: who pays for a student, and sees what. */
export const promiseRules: readonly Rule[] = [
  rule(
    'what is held is not taken out',
    'A withdrawal left at least what was promised of the account at that time; so did the payment of a promise what others had.',
    `select format('Savings transaction %s left %s in account %s, of which %s was promised.', t.id, t.balance_after, t.account_id, sum(h.amount))
       from savings_transaction t
       join event e on e.tenant_id = t.tenant_id and e.subject_type = 'savings_transaction' and e.subject_id = t.id
        and (t.type = 'withdrawal' and e.type = 'savings_transaction.posted' or t.type = 'hold' and e.type = 'savings_transaction.captured')
       join ${HOLDS} h on h.account_id = t.account_id and h.id <> t.id and h.began < e.id and (h.ended is null or h.ended > e.id)
      where t.tenant_id = $1 and t.balance_after is not null
      group by t.id, t.balance_after, t.account_id having t.balance_after < sum(h.amount)`,
  ),
  rule(
    'promises end once, in their time',
    'A hold is paid before its end, or expires after it; it ends once; what is paid names how, and what the balance was then.',
    `select format('Hold %s ended at %s as %s, and its end was %s.', id, ended_at, how, expires_at)
       from ${HOLDS} h where how = 'savings_transaction.captured' and ended_at > expires_at
         or how = 'savings_transaction.expired' and (expires_at is null or ended_at < expires_at)
     union all
     select format('Hold %s ended %s times.', id, count(*)) from ${HOLDS} h where ended is not null group by id having count(*) > 1
     union all
     select format('Hold %s was paid by %s from a balance that is not written down.', id, coalesce(channel, 'no channel'))
       from savings_transaction where tenant_id = $1 and type = 'hold' and state = 'captured'
        and (channel is null or balance_after is null or booked_on is null or channel = 'bank' and reference is null)
     union all
     select format('Hold %s is %s, and says that it left a balance of %s.', id, state, balance_after)
       from savings_transaction where tenant_id = $1 and type = 'hold' and state not in ('captured', 'reversed') and balance_after is not null`,
  ),
  rule(
    'what promises pay is registered',
    'A hold that was paid under a reference of the bank is the live use of it, of its amount.',
    `select format('Hold %s of %s was paid under %s, of which the registry has %s for it.', t.id, t.amount, t.reference, coalesce(u.amount::text, 'nothing'))
       from savings_transaction t left join payment_receipt_use u on u.tenant_id = t.tenant_id and u.record_uuid = t.uuid
        and u.direction = 'out' and u.state = 'live'
      where t.tenant_id = $1 and t.type = 'hold' and t.state = 'captured' and t.channel = 'bank' and u.amount is distinct from t.amount`,
  ),
  rule(
    'sponsors share',
    'Sponsors of a student carry ten thousand basis points together at most, a member is a sponsor of a student once at a time, and an ended sponsorship shows nothing.',
    `select format('Sponsors of student %s carry %s basis points.', student_id, sum(share_bp))
       from sponsorship where tenant_id = $1 and ended_on is null group by student_id having sum(share_bp) > 10000
     union all
     select format('Member %s sponsors student %s %s times.', member_id, student_id, count(*))
       from sponsorship where tenant_id = $1 and ended_on is null group by member_id, student_id having count(*) > 1
     union all
     select format('Sponsorship %s ended on %s, and shows %s.', id, ended_on, consent)
       from sponsorship where tenant_id = $1 and ended_on is not null and consent <> 'revoked'
     union all
     select format('Sponsorship %s ended on %s, before it began on %s.', id, ended_on, started_on)
       from sponsorship where tenant_id = $1 and ended_on < started_on
     union all
     select format('Sponsorship %s shows %s, and no consent was given.', id, consent)
       from sponsorship where tenant_id = $1 and consent in ('balance', 'marks') and (consent_changed_at is null or consent_changed_by is null)`,
  ),
];
