import { agrees, type Check } from './check.ts';

/** What the parts of a kind that stand come to. */
const booked = (kind: string, and = ''): string =>
  `coalesce((select sum(p.amount) from death_claim_part p
      where p.claim_id = c.id and p.kind = '${kind}' and p.state = 'booked' ${and}), 0)`;

/** What has to be true of claims after a death. */
export const deathClaimChecks: readonly Check[] = [
  agrees(
    'estates_payable',
    'What members who died left and was distributed is owed to beneficiaries until they are paid.',
    'select -coalesce(sum(c.distributed - c.paid), 0) from death_claim c',
  ),
  {
    name: 'deaths have claims',
    means: 'Every member who died has one claim, and no other member has one that stands.',
    sql: `select 'member' as "table", m.id::text as id, format('%s is %s and has %s claims', m.member_no, m.state, c.claims) as what
            from member m
            cross join lateral (select count(*) as claims from death_claim c
                                 where c.member_id = m.id and c.state <> 'cancelled') c
           where c.claims <> (m.state = 'deceased')::int`,
  },
  {
    name: 'parts of death claims',
    means:
      'What was taken from the accounts is what was shared out, round by round, and no beneficiary was paid more than the share.',
    sql: `select 'death_claim' as "table", c.id::text as id,
                 format('%s: distributed %s, taken %s, shared %s; paid %s, payments %s', c.claim_no, c.distributed,
                        ${booked('taken')}, ${booked('share')}, c.paid, ${booked('payout')}) as what
            from death_claim c
           where c.distributed <> ${booked('taken')} or c.distributed <> ${booked('share')} or c.paid <> ${booked('payout')}
              or exists (select from death_claim_part r where r.claim_id = c.id and r.state = 'booked' and r.round is not null
                          group by r.round
                         having sum(case r.kind when 'taken' then r.amount else -r.amount end) <> 0)
              or exists (select from death_claim_part b where b.claim_id = c.id and b.state = 'booked' and b.beneficiary is not null
                          group by b.beneficiary
                         having sum(case b.kind when 'share' then b.amount else -b.amount end) < 0)`,
  },
  {
    name: 'bookings of death claims',
    means:
      'Every part of a claim that stands is booked on the loan and the account that it names, and no other part is.',
    sql: `select 'death_claim_part' as "table", p.id::text as id,
                 format('%s of %s is %s; the repayment is %s, the movement %s', p.kind, p.amount, p.state,
                        coalesce(r.state, 'none'), coalesce(t.state, 'none')) as what
            from death_claim_part p
            left join repayment r on r.uuid = p.repayment_uuid and r.death_claim_id = p.claim_id and r.loan_id = p.loan_id
                                 and r.amount = p.amount
            left join savings_transaction t on t.uuid = p.movement_uuid and t.account_id = p.savings_account_id
                                           and t.amount = p.amount
           where (p.repayment_uuid is not null and r.state is distinct from p.state)
              or (p.movement_uuid is not null
                  and t.state is distinct from case p.state when 'booked' then 'posted' else 'reversed' end)
          union all
          select 'repayment', r.id::text, format('%s of death claim %s is no part of it', r.receipt_no, r.death_claim_id)
            from repayment r
           where r.death_claim_id is not null and r.state = 'booked' and not exists (
             select from death_claim_part p where p.repayment_uuid = r.uuid and p.state = 'booked')`,
  },
];
