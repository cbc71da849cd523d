import { rule, type Rule } from '../rule.ts';

/** What lies in the stripes of an agent's float (operations.md 3). */
const PARTS = `cross join lateral (
         select coalesce(sum(s.float), 0) as float, coalesce(sum(s.held), 0) as held from agent_stripe s
          where s.tenant_id = a.tenant_id and s.agent_id = a.id) p`;

/** payments.md 2: float, what is held of it, and money in transit. */
export const floatRules: readonly Rule[] = [
  rule(
    'float is in the books',
    'The float of an agent, with all stripes that it is split into, is what the journals moved on its account.',
    `select format('Agent %s (%s) has a float of %s, but the journals moved %s on mpesa_float:%s.', a.id, a.agent_no,
                   a.float + p.float, coalesce(l.moved, 0), a.agent_no)
       from agent a ${PARTS} left join lateral (
         select sum(case side when 'debit' then amount else -amount end) as moved from journal_line
          where tenant_id = a.tenant_id and account like '%\\_float' and account <> 'app_float' and sub_account = a.agent_no) l on true
      where a.tenant_id = $1 and a.float + p.float <> coalesce(l.moved, 0)
     union all
     select format('The journals move %s on %s:%s, and there is no such agent.', sum(amount), l.account, l.sub_account)
       from journal_line l where l.tenant_id = $1 and l.account like '%\\_float' and l.account <> 'app_float'
        and not exists (select from agent a where a.tenant_id = l.tenant_id and a.agent_no = l.sub_account)
      group by l.account, l.sub_account`,
  ),
  rule(
    'held float is requested',
    'What is held of a float is the sum of disbursements that wait to be sent, and never more than the float, of the whole and of each stripe.',
    `select format('Agent %s (%s) holds %s of %s, but the disbursements that wait to be sent are %s.', a.id, a.agent_no,
                   a.held + p.held, a.float + p.float, coalesce(d.waiting, 0))
       from agent a ${PARTS} left join lateral (
         select sum(amount - netted) as waiting from disbursement
          where tenant_id = a.tenant_id and agent_id = a.id and state in ('pending', 'sending')) d on true
      where a.tenant_id = $1 and (a.held + p.held <> coalesce(d.waiting, 0) or a.held > a.float or a.held < 0)
     union all
     select format('Stripe %s of agent %s holds %s of %s.', s.number, s.agent_id, s.held, s.float)
       from agent_stripe s where s.tenant_id = $1 and (s.held > s.float or s.held < 0)`,
  ),
  rule(
    'money in transit',
    'A disbursement is in transit with its whole amount while it is sent, unknown or in review, and with nothing otherwise; one that came back after it was booked is in review with so much less as came back then, without what had come back before.',
    `select format('Disbursement %s of %s is %s and has %s in transit.', id, amount - netted, state, in_transit)
       from disbursement
      where tenant_id = $1 and in_transit <>
            case when state in ('sent', 'unknown', 'review') and channel <> 'internal' then amount - netted else 0 end
        and not (state = 'review' and in_transit in (0, netted + returned - amount))`,
  ),
  rule(
    'a tranche is paid once',
    'No tranche of a loan has two disbursements that are under way or confirmed.',
    `select format('Tranche %s of loan %s has %s live disbursements: %s.', tranche, loan_id, count(*), string_agg(id::text, ', '))
       from disbursement
      where tenant_id = $1 and state in ('pending', 'sending', 'sent', 'unknown', 'review', 'confirmed')
      group by loan_id, tranche having count(*) > 1`,
  ),
  rule(
    'disbursements have their marks',
    'What was sent says when; a disbursement that the provider or bank confirmed carries its reference; amounts are whole shillings of 10 to 250,000 on M-Pesa.',
    `select format('Disbursement %s is %s without an instant of settlement.', id, state)
       from disbursement where tenant_id = $1 and state = 'confirmed' and settled_at is null
     union all
     select format('Disbursement %s is %s over %s and has neither a receipt nor a reference.', id, state, channel)
       from disbursement where tenant_id = $1 and state = 'confirmed' and receipt_no is null and provider_ref is null
     union all
     select format('Disbursement %s over mpesa_b2c is of %s cents.', id, amount - netted)
       from disbursement where tenant_id = $1 and channel = 'mpesa_b2c'
        and (amount - netted < 1000 or amount - netted > 25000000 or (amount - netted) % 100 <> 0)`,
  ),
  rule(
    'disbursed once in the books',
    'A confirmed disbursement has one journal that lends its amount, and one event loan.disbursed.',
    `select format('Disbursement %s is confirmed, and %s events loan.disbursed name it.', d.id, e.n)
       from disbursement d cross join lateral (
         select count(*) as n from event e where e.tenant_id = d.tenant_id and e.type = 'loan.disbursed'
            and e.data->>'disbursement_uuid' = d.uuid::text) e
      where d.tenant_id = $1 and d.state = 'confirmed' and e.n <> 1
        and d.settled_at > (select coalesce(min(occurred_at), 'infinity') from event where tenant_id = $1)
     union all
     select format('Disbursement %s is %s, and an event loan.disbursed names it.', d.id, d.state)
       from disbursement d
      where d.tenant_id = $1 and (d.state in ('pending', 'sending', 'sent', 'unknown', 'failed', 'cancelled')
          or d.state = 'review' and d.in_transit > 0)
        and exists (select from event e where e.tenant_id = d.tenant_id and e.type = 'loan.disbursed'
                       and e.data->>'disbursement_uuid' = d.uuid::text)`,
  ),
  rule(
    'no more is lent than approved',
    'What is on its way to or with the borrower is at most the approved principal.',
    `select format('Loan %s was approved for %s, and %s is disbursed or under way.', l.id,
                   coalesce(l.approved_principal, l.principal), sum(d.amount))
       from loan l join disbursement d on d.tenant_id = l.tenant_id and d.loan_id = l.id
      where l.tenant_id = $1 and d.state in ('pending', 'sending', 'sent', 'unknown', 'review', 'confirmed')
      group by l.tenant_id, l.id
     having sum(d.amount) > coalesce(l.approved_principal, l.principal)`,
  ),
];
