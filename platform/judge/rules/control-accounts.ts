import { rule, type Rule } from '../rule.ts';

type Control = {
  /** Several where only their sum is controlled. */
  readonly accounts: readonly string[];
  readonly what: string;
  readonly normal: 'debit' | 'credit';
  readonly records: string;
};

/** A control account and what it has to be, from the records that it controls. */
const controlled = (
  account: string | readonly string[],
  what: string,
  normal: Control['normal'],
  records: string,
): Control => ({ accounts: [account].flat(), what, normal, records });

/** What the accounts have, as they are added up once, against what the records are. */
function judged({ accounts, what, normal, records }: Control): string {
  const shown = accounts.join(' and ');
  const named = accounts.map((account) => `'${account}'`).join(', ');
  return `
    select format('Account ${shown} has a balance of %s in the journals, but ${what} is %s.', books, records)
      from (select coalesce((select sum(${normal} - ${normal === 'debit' ? 'credit' : 'debit'}) from books where account in (${named})), 0) as books,
                   coalesce((${records}), 0) as records) x
     where books <> records`;
}

const LIVE_LOANS = `tenant_id = $1 and written_off_on is null and charged_off_on is null`;
const MOVING = `('sent', 'unknown', 'review')`;

/** What people moved between accounts of the institution: nothing but the event and its journal stand for it. */
const movedByHand = (event: string, account: string, side: 'debit' | 'credit') => `
  select coalesce(sum(l.amount), 0) from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
   where j.tenant_id = $1 and j.event_type = '${event}' and l.account = '${account}' and l.side = '${side}'`;

/** Tax that was given back with the interest that a broken deposit lost: its fee shows only what the member lost of both. */
const TAX_OF_BROKEN = `
  select t.account_id, sum(case l.side when 'debit' then l.amount else -l.amount end) as amount
    from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id and l.account = 'withholding_tax'
    join savings_transaction t on t.tenant_id = j.tenant_id and t.id = j.subject_id
   where j.tenant_id = $1 and j.subject_type = 'savings_transaction' and t.type = 'fee' group by t.account_id`;

/** What arrived at an account of a provider for the institution, and was not given back: what waits or was placed, and what was booked at once. */
const arrivedOver = (channels: string, andAlso = '') => `
  select sum(amount) from (
    select amount from mobile_money_transaction m
     where m.tenant_id = $1 and m.channel ${channels} and m.state in ('unallocated', 'allocated', 'returning')
    union all
    select amount from repayment r
     where r.tenant_id = $1 and r.channel ${channels} and r.state = 'booked'
       and not exists (select from mobile_money_transaction m where m.tenant_id = r.tenant_id and m.booked_uuid = r.uuid)
    union all
    select amount from savings_transaction s
     where s.tenant_id = $1 and s.channel ${channels} and s.type = 'deposit' and s.state = 'posted'
       and not exists (select from mobile_money_transaction m where m.tenant_id = s.tenant_id and m.booked_uuid = s.uuid)
    ${andAlso}) arrived`;

/** What left for what, and did not come back. */
const LEFT_THE_PAYBILL = `
    union all select -(${movedByHand('float.topped_up', 'mpesa_paybill', 'credit')})
    union all select -moved from float_top_up where tenant_id = $1 and state = 'confirmed'
    union all select -in_transit from disbursement where tenant_id = $1 and channel = 'mpesa_b2b'
    union all select netted + returned - amount from disbursement where tenant_id = $1 and channel = 'mpesa_b2b' and state = 'confirmed'
  `;

/** What an app has at a provider: what came for it, less what was paid, and is on its way, for it. */
const heldForApps = (provider: string) => `
  select sum(amount) from (
    select amount_received as amount from collection where tenant_id = $1 and state = 'succeeded' and provider = '${provider}'
    union all
    select -case state when 'succeeded' then coalesce(amount_paid, amount) else amount end from payout
     where tenant_id = $1 and provider = '${provider}' and (state = 'succeeded' or state in ${MOVING})) held`;

/** lending.md 4 and payments.md 2 and 3: every account that stands for records is their sum. */
const CONTROLS: readonly Control[] = [
  controlled(
    'loan_portfolio',
    'the principal outstanding of all loans that are not charged off or written off',
    'debit',
    `select sum(principal_outstanding) from loan where ${LIVE_LOANS}`,
  ),
  controlled(
    'interest_receivable',
    'the interest of loans that has accrued and was not paid',
    'debit',
    `select sum(interest_accrued - interest_paid) from loan where ${LIVE_LOANS}`,
  ),
  controlled(
    'fee_receivable',
    'what has been charged of fees on loans and was not paid',
    'debit',
    `select sum(fees_accrued - fees_paid) from loan where ${LIVE_LOANS}`,
  ),
  controlled(
    'penalty_receivable',
    'what is asked for of penalties on loans that are not charged off or written off',
    'debit',
    `select sum(penalties_outstanding) from loan where ${LIVE_LOANS}`,
  ),
  controlled(
    'loan_overpayments',
    'the sum of what was overpaid on loans',
    'credit',
    `select sum(overpaid) from loan where tenant_id = $1`,
  ),
  controlled(
    'loan_loss_allowance',
    'what is provided for the loans of all bands',
    'credit',
    `select sum(provision) from loan_classification where tenant_id = $1`,
  ),
  controlled(
    'savings_control',
    'the sum of all savings, without shares',
    'credit',
    `select sum(balance) from savings_account where tenant_id = $1 and kind <> 'shares'`,
  ),
  controlled(
    'share_capital',
    'the sum of all share accounts',
    'credit',
    `select sum(balance) from savings_account where tenant_id = $1 and kind = 'shares'`,
  ),
  controlled(
    'share_transfers',
    'what members have yet to take of shares that others gave up',
    'credit',
    `select 0::bigint`,
  ),
  controlled(
    'savings_transfers',
    'what has left one account of savings and not come to another',
    'credit',
    `select 0::bigint`,
  ),
  controlled(
    'interest_payable',
    'the interest of savings that has accrued and was not posted',
    'credit',
    `select sum(interest_accrued) from savings_account where tenant_id = $1`,
  ),
  controlled(
    'withholding_tax',
    'what was withheld of posted interest, less what was given back',
    'credit',
    `select sum(case when type = 'withholding_tax' and state = 'posted' then amount else 0 end - coalesce(tax_returned, 0))
            - coalesce((select sum(amount) from (${TAX_OF_BROKEN}) broken), 0)
       from savings_transaction where tenant_id = $1`,
  ),
  controlled(
    'estates_payable',
    'what was distributed of the estates of members and not yet paid',
    'credit',
    `select sum(distributed - paid) from death_claim where tenant_id = $1`,
  ),
  controlled(
    'disbursements_in_transit',
    'the sum of disbursements on their way',
    'debit',
    `select sum(in_transit) from disbursement where tenant_id = $1`,
  ),
  controlled(
    'duplicate_payments',
    'what was disbursed a second time and has to come back',
    'debit',
    `select sum(amount - netted - returned) from disbursement where tenant_id = $1 and state = 'in_recovery'`,
  ),
  controlled(
    'unallocated_receipts',
    'the money that waits in suspense',
    'credit',
    `select sum(amount) from mobile_money_transaction where tenant_id = $1 and state in ('unallocated', 'returning')`,
  ),
  controlled(
    'mpesa_paybill',
    'what arrived over M-Pesa, less what was moved to floats and paid to businesses',
    'debit',
    arrivedOver(`like 'mpesa%'`, LEFT_THE_PAYBILL),
  ),
  controlled('airtel_collected', 'what arrived over Airtel', 'debit', arrivedOver(`like 'airtel%'`)),
  controlled(
    'school_fees_collected',
    'what was lent or placed for fees, and the schools have',
    'credit',
    `select sum(amount) from (
       select amount - netted - returned as amount from disbursement where tenant_id = $1 and channel = 'internal' and state = 'confirmed'
       union all
       select amount from mobile_money_transaction where tenant_id = $1 and state = 'allocated' and booked_type = 'payment') fees`,
  ),
  controlled(
    'due_from_schools',
    'what loans were relieved of because invoices needed no more',
    'debit',
    `select sum(amount) from repayment where tenant_id = $1 and channel = 'school' and state = 'booked'`,
  ),
  controlled(
    'app_funds',
    'the sum of the balances of apps',
    'credit',
    `select sum(balance) from app_account where tenant_id = $1`,
  ),
  controlled(
    'app_payouts_in_transit',
    'the sum of payouts on their way',
    'debit',
    `select sum(amount) from payout where tenant_id = $1 and state in ${MOVING}`,
  ),
  controlled(
    ['app_float', 'app_float_airtel'],
    'what was moved for apps, without fees, less payouts on their way',
    'debit',
    // By bank it came to the bank, until people moved it.
    `select (select coalesce(sum(amount), 0) from app_transaction where tenant_id = $1 and type <> 'fee')
            - (select coalesce(sum(amount), 0) from payout where tenant_id = $1 and state in ${MOVING})
            - (select coalesce(sum(amount), 0) from topup where tenant_id = $1 and state = 'succeeded' and not sandbox)
            + (${movedByHand('app_float.topped_up', 'app_float', 'debit')})`,
  ),
  controlled(
    'app_float_airtel',
    'what came for apps over Airtel, less what was paid for them',
    'debit',
    heldForApps('airtel'),
  ),
];

export const controlRules: readonly Rule[] = [
  rule(
    'accounts are their records',
    'The balance of each account that stands for records is their sum.',
    `with books as materialized (
       select account, coalesce(sum(amount) filter (where side = 'debit'), 0) as debit, coalesce(sum(amount) filter (where side = 'credit'), 0) as credit
         from journal_line where tenant_id = $1 group by account)
     ${CONTROLS.map(judged).join(' union all ')}`,
  ),
  rule(
    'no more tax is given back than was withheld',
    'What a broken deposit got back of tax was withheld of its interest.',
    `select format('Savings account %s got %s of tax back, and %s was withheld of its interest.', b.account_id, b.amount, t.withheld)
       from (${TAX_OF_BROKEN}) b cross join lateral (
         select coalesce(sum(t.amount), 0) as withheld from savings_transaction t
          where t.tenant_id = $1 and t.account_id = b.account_id and t.type = 'withholding_tax' and t.state = 'posted') t
      where b.amount > t.withheld`,
  ),
];
