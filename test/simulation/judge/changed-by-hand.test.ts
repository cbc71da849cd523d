import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { judge, type Query } from '#platform/judge/judge.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { judgingOver } from '#test/support/judging.ts';
import { operate } from '#test/support/operator.ts';
import { send } from '../send.ts';
import { opening, openStage, type Stage } from '../stage.ts';
import { CHANGES_OF_MONEY, CONTROLLED, type Change } from './changed-money.ts';

/** One row each, in every corner of the books. */
const CHANGES: Readonly<Record<string, Change>> = {
  'a line of a journal': {
    sql: `update journal_line set amount = amount + 1 where id = (select max(id) from journal_line)`,
    says: /^Journal \d+ \(.+\) debits \d+ and credits \d+ in \d+ lines\.$/,
  },
  'a journal with both its lines': {
    sql: `update journal_line set amount = amount + 5 where journal_id = (select max(journal_id) from journal_line where account = 'savings_control')`,
    says: /^Account savings_control has a balance of \d+ in the journals, but the sum of all savings, without shares is \d+\.$/,
  },
  'the principal outstanding of a loan': {
    sql: `update loan set principal_outstanding = principal_outstanding - 1 where state = 'active'`,
    says: /^Loan \d+ owes \d+ of principal, but its instalments of schedule 1 leave \d+ unpaid\.$/,
  },
  'an instalment and its loan': {
    sql: `with i as (update loan_instalment set interest = interest + 7 where number = 2 returning loan_id, tenant_id)
          update loan set interest_outstanding = interest_outstanding + 7 from i where loan.id = i.loan_id`,
    says: /^The terms of loan \d+ give instalment 2 on [\d-]+ with principal \d+ and interest \d+, and [\d-]+ with \d+ and \d+ is stored\.$/,
  },
  'a due date': {
    sql: `update loan_instalment set due_date = due_date + 1 where number = 3`,
    says: /^The terms of loan \d+ give instalment 3 on /,
  },
  'the parts of a repayment': {
    sql: `update repayment set principal = principal + 1, interest = interest - 1`,
    says: /^Repayment \d+ of loan \d+ on [\d-]+ is \d+: the allocation order gives /,
  },
  'the state of a loan': {
    sql: `update loan set state = 'closed' where state = 'active'`,
    says: /^The stored state of loan \d+ is closed, and its events lead to active\.$/,
  },
  'the version of a loan': {
    sql: `update loan set version = 1 where state = 'active'`,
    says: /^Loan \d+ was approved, and is active in version 1\.$/,
  },
  'the float of an agent': {
    sql: `update agent set float = float + 100 where agent_no = 'AG-000001'`,
    says: /^Agent \d+ \(AG-000001\) has a float of \d+, but the journals moved \d+ on mpesa_float:AG-000001\.$/,
  },
  'what is held of a float': {
    sql: `update agent set held = 100 where agent_no = 'AG-000001'`,
    says: /^Agent \d+ \(AG-000001\) holds 100 of \d+, but the disbursements that wait to be sent are 0\.$/,
  },
  'what lies in a stripe of a float': {
    sql: `insert into agent_stripe (tenant_id, agent_id, number, float, held)
          select tenant_id, id, 1, 100, 0 from agent where agent_no = 'AG-000001'`,
    says: /^Agent \d+ \(AG-000001\) has a float of \d+, but the journals moved \d+ on mpesa_float:AG-000001\.$/,
  },
  'what is held of a stripe': {
    sql: `insert into agent_stripe (tenant_id, agent_id, number, float, held)
          select tenant_id, id, 1, 100, 100 from agent where agent_no = 'AG-000001'`,
    says: /^Agent \d+ \(AG-000001\) holds 100 of \d+, but the disbursements that wait to be sent are 0\.$/,
  },
  'a receipt that pays twice': {
    sql: `insert into savings_transaction (tenant_id, uuid, account_id, type, amount, channel, reference, state, paid_at, balance_after, recorded_by, booked_on)
          select tenant_id, gen_random_uuid(), (select max(id) from savings_account), 'deposit', amount, channel, ' ' || lower(reference), 'posted', now(), 0, 'hand', current_date
            from repayment where reference is not null limit 1`,
    says: /^The 2 payments .* all carry receipt SFHAND1, and together are \d+; the receipt is of \d+\.$/,
  },
  'what waits in suspense under a receipt': {
    sql: `update payment_receipt_use set amount = amount - 100 where receipt_key = 'SFHAND2'`,
    says: /^Mobile money \d+ of 30000 waits under receipt SFHAND2, of which 29900 is in use for it\.$/,
  },
  'a payment to a member that is in no register': {
    sql: `insert into savings_transaction (tenant_id, uuid, account_id, type, amount, channel, reference, state, paid_at, balance_after, recorded_by, booked_on)
          select tenant_id, gen_random_uuid(), id, 'withdrawal', 100, 'bank', 'FTHAND1', 'posted', now(), 0, 'hand', current_date
            from savings_account limit 1`,
    says: /^Savings Transaction \d+ was paid under FTHAND1, of which the registry has no live use for it\.$/,
  },
  'the spelling of a receipt': {
    sql: `update payment_receipt set receipt_no = receipt_no || 'X' where direction = 'in' and id = (select min(id) from payment_receipt)`,
    says: /^Receipt \w+ is registered under the key \w+, and its spelling gives \w+X\.$/,
  },
  'an event that is gone from the feed': {
    sql: `delete from feed_entry where sequence = 20`,
    says: /^The feed jumps from 19 to 21\.$/,
  },
  'the number of a delivery': {
    sql: `update webhook_delivery set sequence = sequence + 100000 where sequence = 3`,
    says: /^Delivery \d+ of webhook \d+ is number \d+, after \d+\.$/,
  },
  'the balance of savings': {
    sql: `update savings_account set balance = balance + 1 where balance > 0`,
    says: /^Savings account \d+ \(.+\) has a balance of \d+, and its transactions are \d+\.$/,
  },
  'what is paid of an invoice': {
    sql: `update invoice set paid = paid - 1 where id = (select max(id) from invoice where paid > 0)`,
    says: /^Invoice \d+ \(INV-.+\) has \d+ paid, and payments allocate \d+ to it\.$/,
  },
  'the line of an invoice': {
    sql: `update invoice_line set amount = amount + 1 where id = (select max(id) from invoice_line)`,
    says: /^Invoice \d+ \(.+\) says \d+ less \d+ is \d+, and its lines are \d+ less \d+\.$/,
  },
  'the number of an invoice': {
    sql: `update invoice set number = left(number, -6) || '000900' where id = (select max(id) from invoice where number is not null)`,
    says: /^Invoice numbers of \d{4} are 1 to 900, for \d+ invoices\.$/,
  },
  'the balance of a student': {
    sql: `update student set balance_due = balance_due + 1 where id = 1`,
    says: /^Student 1 owes \d+, and the balance of the invoices is \d+\.$/,
  },
  'a mark': {
    sql: `update result set total_mark = '99.00' where id = 1`,
    says: /^The scores of result 1 give a mark of [\d.]+, and 99\.00 is stored\.$/,
  },
  'the balance of an app': {
    sql: `update app_account set balance = balance - 100`,
    says: /^Account \d+ of app \d+ has a balance of \d+, and its transactions are \d+\.$/,
  },
  'a payout that never was booked': {
    sql: `delete from app_transaction where type = 'payout'`,
    says: /^Payout \d+ of \d+ for app \d+ is succeeded, and its transactions are 0\.$/,
  },
  'an event without a trace': {
    sql: `delete from audit where id = (select max(id) from audit)`,
    says: /^Event \d+ \(.+\) stands 0 times in the audit trail\.$/,
  },
  'the record that the audit trail tells of': {
    sql: `update audit set subject_id = subject_id + 1 where id = (select max(id) from audit)`,
    says: /^Audit row \d+ tells of \S+ of \S+ \d+ in version \d+, and its event \d+ is \S+ of \S+ \d+ in version \d+\.$/,
  },
  'an event that is gone': {
    sql: `delete from event where id = (select max(id) from event where type = 'repayment.posted' or type like 'repayment.%')`,
    says: /^Entry \d+ of the feed is repayment\.\w+, and its event \d+ is not there\.$/,
  },
  'the type of a delivery': {
    sql: `update webhook_delivery set event_type = 'loan.rejected' where id = (select max(id) from webhook_delivery)`,
    says: /^Delivery \d+ of webhook \d+ is loan\.rejected, and its event \d+ is \S+\.$/,
  },
  'the version that an event made': {
    sql: `update event set subject_version = 99 where id = (select min(id) from event where type = 'loan.created')`,
    says: /^Event \d+ of loan \d+ is of version \d+, after one of version 99\.$/,
  },
  'the reply to a key': {
    sql: `update idempotency_key set status = 202 where status = 201`,
    says: /^Idempotency key \S+ of client \d+ is kept with status 202, and its response has 201 as application\/json/,
  },
  'what was asked for as a loan': {
    sql: `update loan set principal = principal + 100 where state = 'active'`,
    says: /^loan \d+ has a principal of \d+, and its last event \d+ says \d+\.$/,
  },
  'the interest that a loan counts as paid': {
    sql: `update loan set interest_paid = interest_paid + 1 where state = 'active'`,
    says: /^Loan \d+ counts \d+ of interest as paid, and its instalments \d+\.$/,
  },
  'what was recovered of a loan': {
    sql: `update loan set recovered = 7 where state = 'active'`,
    says: /^Loan \d+ has 7 recovered, and its repayments recover 0\.$/,
  },
  'the balance after a deposit': {
    sql: `update savings_transaction set balance_after = balance_after + 1 where id = (select max(id) from savings_transaction)`,
    says: /^Savings account \d+ \(.+\) has a balance of \d+, and its last transaction \d+ shows \d+ after it\.$/,
  },
  'a top-up of an app': {
    sql: `update topup set amount = amount + 100`,
    says: /^Top-up \d+ of 1000100 for app \d+ is succeeded, and its transactions are 1000000\.$/,
  },
  'the fee of a payout': {
    sql: `update payout set fee = fee + 1 where state = 'succeeded'`,
    says: /^Payout \d+ of app \d+ is succeeded with a fee of 1, and its fees come to 0\.$/,
  },
  'the day of a payment': {
    sql: `update repayment set paid_at = paid_at - interval '40 days'`,
    says: /^Repayment \d+ of loan \d+ was paid at .+, before the loan was disbursed on [\d-]+\.$/,
  },
  'a session of who has not joined': {
    sql: `insert into person_session (tenant_id, uuid, person_id, token_hash, method, proof, agent, state, opened_at, expires_at, last_used_at, stepped_up_at)
          select tenant_id, gen_random_uuid(), id, 'hand', 'passkey', 'hand', 'hand', 'open', now(), now() + interval '1 hour', now(), now() from person`,
    says: /^Session \d+ of person \d+ is open, and the person is invited\.$/,
  },
  'the roles of a person': {
    sql: `update person set roles = array['developer', 'teller']`,
    says: /^Person \d+ is developer, teller, which goes with no other role\.$/,
  },
  'a key that is revoked and counts': {
    sql: `update api_secret set revoked_at = now() where id = (select max(id) from api_secret)`,
    says: /^Key \d+ \(default\) of client \d+ was revoked at .+, and counts until for ever\.$/,
  },
  'a charge of the bank without its line': {
    sql: `insert into bank_charge (tenant_id, uuid, state, line_id, receipt_no, amount, charged_at)
          select id, gen_random_uuid(), 'booked', 999, 'FTHAND9', 500, now() from tenant`,
    says: /^Charge \d+ of 500 is line 999 of the bank, which is /,
  },
  'a link that was used after its end': {
    sql: `insert into person_invitation (tenant_id, person_id, token_hash, invited_by, awaits_second, expires_at, used_at)
          select tenant_id, id, 'hand', 'hand', false, now() - interval '1 day', now() from person`,
    says: /^Link \d+ of person \d+ was used at .+, after its end at .+\.$/,
  },
  'a key of who has left': {
    sql: `with p as (update person set state = 'left' returning tenant_id, id)
          insert into passkey (tenant_id, person_id, credential_id, public_key, counter, transports)
          select tenant_id, id, 'hand', 'hand', 0, '{}' from p`,
    says: /^Person \d+ has left, and key \d+ is valid\.$/,
  },
  'the shares of sponsors': {
    sql: `insert into sponsorship (tenant_id, uuid, member_id, student_id, share_bp, consent, started_on)
          select tenant_id, gen_random_uuid(), id, 999, 6000, 'pending', current_date from member where id in (1, 2)`,
    says: /^Sponsors of student 999 carry 12000 basis points\.$/,
  },
  'a withdrawal of what was promised': {
    sql: `with t as (
            insert into savings_transaction (tenant_id, uuid, account_id, type, amount, channel, state, paid_at, balance_after, recorded_by, booked_on, expires_at)
            select a.tenant_id, gen_random_uuid(), a.id, x.type, 40000, x.channel, x.state, now(), x.balance, 'hand', current_date, x.until
              from (select * from savings_account where balance > 0 order by id limit 1) a
             cross join (values ('hold', null, 'held', null::bigint, now() + interval '1 day'),
                                ('withdrawal', 'cash', 'posted', 30000, null)) x(type, channel, state, balance, until)
            returning tenant_id, id, type)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object(
                   'id', 900000 + (t.type = 'withdrawal')::int, 'uuid', gen_random_uuid(), 'subject_id', t.id,
                   'type', 'savings_transaction.' || case t.type when 'hold' then 'held' else 'posted' end))).*
            from t cross join (select * from event where subject_type = 'savings_transaction' order by id limit 1) e`,
    says: /^Savings transaction \d+ left 30000 in account \d+, of which 40000 was promised\.$/,
  },
  'the closing balance of a statement': {
    sql: `insert into reconciliation (tenant_id, uuid, account, source, covers_from, covers_through, digest, lines, matched, opening_there, in_there,
                                      out_there, fees_there, closing_there, opening_here, in_here, out_here, closing_here, footing_gap, in_transit,
                                      compared_at, compared_by)
          select id, gen_random_uuid(), 'bank', 'statement', current_date, current_date, 'hand', 1, 1, 100, 10, 0, 0, 200, 100, 10, 0, 110, 0, 0,
                 now(), 'hand' from tenant`,
    says: /^Comparison \d+ of bank has 100 \+ 10 - 0 - 0 = 200 there, and says that 0 is missing\.$/,
  },
  'a break that has nothing to differ from': {
    sql: `insert into reconciliation_break (tenant_id, uuid, reconciliation_id, account, break_key, type, state, amount_there, occurred_at, proposal, notes)
          select id, gen_random_uuid(), 1, 'bank', 'hand', 'amount_differs', 'open', 100, now(), 'look', '[]' from tenant`,
    says: /^Break \d+ \(amount_differs\) has 100 there and nothing here\.$/,
  },
  'a payment that was booked for what no provider had': {
    sql: `insert into reconciliation_break (tenant_id, uuid, reconciliation_id, account, break_key, type, state, amount_here, receipt_no, occurred_at,
                                            proposal, notes, booked_type, booked_uuid)
          select tenant_id, gen_random_uuid(), 1, 'mpesa_paybill', 'hand', 'missing_there', 'resolved', amount, receipt_no, now(), 'look', '[]',
                 'mobile_money_transaction', uuid from mobile_money_transaction where receipt_no = 'SFHAND2'`,
    says: /^Break \d+ of nothing under receipt SFHAND2 was booked as \d+ of 30000 under SFHAND2\.$/,
  },
  'the value date of a repayment': {
    sql: `update journal set value_date = value_date - 1 where event_type = 'repayment.booked'`,
    says: /^repayment \d+ was paid at .+, and journal \d+ counts it from [\d-]+ and not from [\d-]+\.$/,
  },
  'a receipt that money which came back has freed': {
    sql: `with d as (update disbursement set state = 'reversed' where state = 'confirmed' returning tenant_id, uuid)
          update payment_receipt_use u set state = 'corrected', ended_at = now() from d where u.record_uuid = d.uuid and u.receipt_key = 'FTHAND1'`,
    says: /^Disbursement \d+ came back whole, and receipt FTHAND1 of it is corrected\.$/,
  },
  'interest in the middle of a month': {
    sql: `insert into savings_transaction (tenant_id, uuid, account_id, type, amount, state, paid_at, balance_after, recorded_by, booked_on)
          select tenant_id, gen_random_uuid(), id, 'interest', 100, 'posted', now(), 0, 'hand', date '2027-02-15'
            from savings_account where kind = 'ordinary' and interest is not null limit 1`,
    says: /^Interest of savings account \d+ is posted by the \w+, and transaction \d+ posts it on 2027-02-15\.$/,
  },
  'when an account fell asleep': {
    sql: `with a as (update savings_account set state = 'dormant', dormant_since = last_movement_on + 40 where kind = 'ordinary'
                      and last_movement_on is not null returning tenant_id, last_movement_on)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900001, 'uuid', gen_random_uuid(),
                   'type', 'institution.policies_changed', 'data', '{"after": {"dormancy_days": 30}}'::jsonb, 'occurred_at', now() - interval '400 days'))).*
            from (select * from event order by id limit 1) e`,
    says: /^Savings account \d+ rested from [\d-]+ on and is dormant since [\d-]+, and the institution lets 30 days pass\.$/,
  },
  'a token as it is sent': {
    sql: `update access_token set token_hash = 'at_plain'::bytea where token_hash = (select min(token_hash) from access_token)`,
    says: /^A token of client \d+ is stored in 8 bytes, and not as a hash of 32\.$/,
  },
  'a retry that came at once': {
    sql: `update webhook_attempt set error_class = 'http_5xx', next_attempt_at = started_at where number = 1`,
    says: /^Attempt 1 of delivery \d+ failed at .+, and the next one was due at .+: it waits for 4\.0 s at least\.$/,
  },
  'a delivery that overtook another one': {
    sql: `update webhook_delivery set finished_at = finished_at + interval '1 hour'
           where id = (select min(d.id) from webhook_delivery d join webhook w on w.id = d.endpoint_id and w.ordered
                        where d.event_type = 'loan.created')`,
    says: /^Webhook \d+ was sent delivery \d+ at .+, and delivery \d+ of the same subject \(loan:\d+\) was under way until .+\.$/,
  },
  'what came of a collection': {
    sql: `update collection set amount_received = amount + 100 where state = 'succeeded'`,
    says: /^Collection \d+ asked for \d+, and succeeded with \d+\.$/,
  },
  'a payout that failed for want of an answer': {
    sql: `with e as (delete from event where type like 'payout.%')
          update payout set state = 'failed', attempts = '[{"number": 1, "outcome": "unknown"}]'`,
    says: /^Payout \d+ had no answer at attempt 1, and failed without having been unknown\.$/,
  },
  'what a giver meant': {
    sql: `update invoice_payment set designated_categories = '["medical"]' where id = (select min(payment_id) from payment_allocation)`,
    says: /^Invoice payment \d+ is for \["medical"\], and pays line \d+ of invoice \d+, which is \w+\.$/,
  },
  'a line that comes first and was not paid': {
    sql: `with p as (update invoice_payment set loan_id = 1 where id = (select min(payment_id) from payment_allocation) returning id)
          insert into invoice_line (tenant_id, uuid, invoice_id, position, description, fee_category, amount, discount, priority, paid)
          select a.tenant_id, gen_random_uuid(), a.invoice_id, 99, 'hand', 'other', 700, 0, -1, 0
            from payment_allocation a join p on p.id = a.payment_id limit 1`,
    says: /^Invoice payment \d+ pays \d+ of line \d+ of invoice \d+, and 700 of line \d+, which comes before it, was not paid\.$/,
  },
  'the programme of who was transferred': {
    sql: `with n as (update enrolment set transferred_from_id = 999 where id = (select max(id) from enrolment) returning student_id),
               s as (update student set programme_id = programme_id + 1 from n where student.id = n.student_id)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900001, 'uuid', gen_random_uuid(),
                   'type', 'enrolment.transferred', 'subject_type', 'enrolment', 'subject_id', 999, 'occurred_at', now() + interval '1 day'))).*
            from (select * from event order by id limit 1) e`,
    says: /^Enrolment \d+ goes on in programme \d+, and student \d+ is in programme \d+\.$/,
  },
  'a supplementary examination beyond its cap': {
    sql: `update result set attempt = 2 where state = 'published' and total_mark::numeric > 40`,
    says: /^The scores of result \d+ give a mark of 40\.00, and [\d.]+ is stored\.$/,
  },
  'how late a loan is': {
    sql: `with c as (insert into close_of_business (tenant_id, uuid, business_date, state, loans_total, loans_done)
                    select id, gen_random_uuid(), current_date + 400, 'done', 1, 1 from tenant returning tenant_id, id, uuid),
               k as (insert into loan_classification (tenant_id, loan_id, changed_on, days_past_due, arrears, band, principal, provision)
                    select tenant_id, id, current_date, 3, 0, 'normal', principal_outstanding, 0 from loan where state = 'active'
                    on conflict (tenant_id, loan_id) do update set days_past_due = 3)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 990000, 'uuid', gen_random_uuid(),
                   'type', 'close_of_business.finished', 'subject_type', 'close_of_business', 'subject_id', c.id))).*
            from c cross join (select * from event order by id limit 1) e`,
    says: /^Loan \d+ was \d+ days late at the close of [\d-]+, for its oldest unpaid instalment was due on [\d-]+, and 3 are stored\.$/,
  },
  'a penalty within the days of grace': {
    sql: `with l as (update loan set conditions = jsonb_set(conditions, '{penalty}',
                      '{"charge": {"kind": "flat", "amount": "500"}, "graceDays": 2, "every": "instalment", "rounding": "half_even"}')
                     where state = 'active' returning tenant_id, id)
          insert into loan_entry (tenant_id, loan_id, number, kind, booked_for, amount, part, instalment, reversed, booked_by)
          select i.tenant_id, i.loan_id, 90, 'charge', i.due_date + 2, 500, 'penalties', i.number, false, 'job:close-of-business'
            from l join loan_instalment i on i.loan_id = l.id and i.number = 1`,
    says: /^Loan \d+ was charged 500 on [\d-]+ for instalment 1, which was due on [\d-]+: nothing may be charged before [\d-]+\.$/,
  },
  'what is owed of a refund whose payment is gone': {
    sql: `update loan_entry set amount = amount + 1 where kind = 'charge' and source is not null`,
    says: /^Of loan \d+ 700 was reclaimed, and its charges for payments that are gone are 701\.$/,
  },
  'a claim of a payment that stands': {
    sql: `update repayment set state = 'booked' where uuid in (select source from loan_entry where kind = 'charge')`,
    says: /^Entry \d+ of loan \d+ claims what was refunded of repayment \d+, which is booked\.$/,
  },
  'a claim that no person sees': {
    sql: `delete from incident where kind = 'taken_back_after_refund'`,
    says: /^Entry \d+ of loan \d+ claims 700 of repayment \d+, and no incident says so\.$/,
  },
  'the receipt of a payment that is gone': {
    sql: `update payment_receipt_use set state = 'corrected' where receipt_key = 'SFHAND3'`,
    says: /^Repayment \d+ was refunded in part and is gone, and receipt SFHAND3 of it is corrected\.$/,
  },
  'a claim that became income': {
    sql: `update journal_line l set account = 'penalty_income' from journal j
           where j.id = l.journal_id and j.event_type = 'loan.refund_reclaimed' and l.side = 'debit'`,
    says: /^Event \d+ reclaims 700 of loan \d+, and its journal has: debit penalty_income 700, credit loan_overpayments 700\.$/,
  },
  'a refund that never was one': {
    sql: `update loan_entry set reversed = false where kind = 'refund'`,
    says: /^The history of loan \d+ has 700 refunded, and 0 went to the member for good\.$/,
  },
  'the penalties that a loan asks for': {
    sql: `update loan set penalties_outstanding = penalties_outstanding + 3 where penalties_outstanding > 0`,
    says: /^Account penalty_receivable has a balance of 700 in the journals, but what is asked for of penalties .+ is 703\.$/,
  },
  'a fee beside the tariff': {
    sql: `insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', -1, 'uuid', gen_random_uuid(),
                   'type', 'client.tariff_changed', 'subject_type', 'client', 'subject_id', p.app_id,
                   'data', '{"tariff": {"payout": [{"upTo": "20000", "fee": "500"}, {"upTo": null, "fee": "900"}]}}'::jsonb))).*
            from (select * from event order by id limit 1) e cross join (select app_id from payout limit 1) p`,
    says: /^Payout \d+ of 20000 costs app \d+ 0, and its tariff says 500\.$/,
  },
  'the fee of a collection': {
    sql: `update collection set fee = fee + 5 where state = 'succeeded'`,
    says: /^Collection \d+ of app \d+ is succeeded with a fee of 5, and its fees come to 0\.$/,
  },
  'a batch without its payouts': {
    sql: `insert into payout_batch (tenant_id, uuid, app_id, sandbox, reference, currency, size, amount, fee, metadata, requested_by)
          select tenant_id, gen_random_uuid(), app_id, sandbox, 'hand', 'KES', 1, 700, 0, '{}', 'hand' from payout limit 1`,
    says: /^Batch \d+ of app \d+ is of 1 payouts of 700 with fees of 0, and has 0 of 0 with 0\.$/,
  },
  'a loan that one person made and approved, where two are wanted': {
    sql: `update tenant set four_eyes = true`,
    says: /^Loan \d+ was made by (pk_test_[\w-]+) and approved by \1, behind both is pk_test_[\w-]+, and two people were wanted then\.$/i,
  },
  'a loan that two clients of one person made and approved': {
    sql: `with t as (update tenant set four_eyes = true),
               c as (update api_client set responsible = 'Lulu' returning client_key)
          update loan set created_by = (select client_key from c where client_key <> loan.created_by limit 1)`,
    says: /^Loan \d+ was made by pk_test_[\w-]+ and approved by pk_test_[\w-]+, behind both is lulu, and two people were wanted then\.$/,
  },
  'what two clients of one person decided': {
    sql: `with c as (update api_client set responsible = 'Lulu' returning client_key)
          insert into proposal (tenant_id, uuid, command, input, subject_type, subject_id, subject_uuid, payment_key, rule, state, proposed_by,
                                proposed_for, expires_at, decided_by, decided_at)
          select tenant_id, gen_random_uuid(), 'write_off_loan', '{}', 'loan', id, uuid, '', 'A rule.', 'approved', (select min(client_key) from c),
                 'Lulu', now(), (select max(client_key) from c), now() from loan limit 1`,
    says: /^Proposal \d+ \(write_off_loan\) was proposed by pk_test_[\w-]+ and approved by pk_test_[\w-]+, and behind both is lulu\.$/,
  },
  'what one person found twice of an app’s payment': {
    sql: `with c as (update api_client set responsible = 'Lulu' returning client_key)
          update payout set findings = jsonb_build_array(jsonb_build_object('by', (select min(client_key) from c)),
                                                         jsonb_build_object('by', (select max(client_key) from c)))`,
    says: /^What became of payout \d+ was found by pk_test_[\w-]+ and by pk_test_[\w-]+, and behind both is lulu\.$/,
  },
  'more recovered than was lost': {
    sql: `update loan set recovered = 7 where state = 'active'`,
    says: /^Loan \d+ has 7 recovered of the 0 that were written off\.$/,
  },
  'a guarantor of a loan that is paid': {
    sql: `with l as (update loan set state = 'closed' where state = 'active' returning tenant_id, id)
          insert into guarantee (tenant_id, uuid, loan_id, member_id, amount, liable, state, created_by, pledged_late)
          select tenant_id, gen_random_uuid(), id, 2, 900, 0, 'live', 'hand', false from l`,
    says: /^Guarantee \d+ of member 2 binds for 0, and loan \d+ is closed\.$/,
  },
  'interest of a deposit that was broken': {
    sql: `with a as (update savings_account set kind = 'fixed_deposit', term_months = 1, matures_on = current_date, interest = null,
                            maturity = '{"breakCost": "100"}' where id = (select max(id) from savings_account) returning tenant_id, id),
               t as (insert into savings_transaction (tenant_id, uuid, account_id, type, amount, state, paid_at, balance_after, recorded_by, booked_on)
                     select tenant_id, gen_random_uuid(), id, 'interest', 300, 'posted', now(), 0, 'hand', (now() at time zone 'Africa/Nairobi')::date from a)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900001, 'uuid', gen_random_uuid(), 'subject_id', a.id,
                   'subject_type', 'savings_account', 'type', 'savings_account.broken', 'occurred_at', now()))).*
            from a cross join (select * from event order by id limit 1) e`,
    says: /^Savings account \d+ was broken at the cost of all its interest, and 300 of that was left to its member\.$/,
  },
  'shares that leave and do not arrive': {
    sql: `with a as (update savings_account set kind = 'shares', interest = null where id = (select max(id) from savings_account) returning tenant_id, id)
          insert into savings_transaction (tenant_id, uuid, account_id, type, amount, state, paid_at, balance_after, recorded_by, booked_on)
          select tenant_id, gen_random_uuid(), id, 'transfer_out', 300, 'posted', now(), 0, 'hand', current_date from a`,
    says: /^Shares of 300 left accounts for others, and 0 came to others\.$/,
  },
  'shares of who owes': {
    sql: `with a as (update savings_account set kind = 'shares', interest = null, member_id = 1 where id = (select max(id) from savings_account) returning tenant_id, id),
               t as (insert into savings_transaction (tenant_id, uuid, account_id, type, amount, state, paid_at, balance_after, recorded_by, booked_on)
                     select tenant_id, gen_random_uuid(), id, 'transfer_out', 300, 'posted', now(), 0, 'hand', current_date from a returning id, uuid)
          insert into event
          select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900001, 'uuid', gen_random_uuid(), 'subject_id', t.id,
                   'subject_uuid', t.uuid, 'subject_type', 'savings_transaction', 'type', 'savings_transaction.posted'))).*
            from t cross join (select * from event order by id limit 1) e`,
    says: /^Savings transaction \d+ passed 300 of shares on, and member 1 owed on loan \d+\.$/,
  },
  'charges that no provider asked for': {
    sql: `insert into journal_line (tenant_id, journal_id, account, side, amount)
          select tenant_id, id, 'charges_payable', 'debit', 90000000 from journal limit 1`,
    says: /^.+ was paid \d+ more than it has charged\.$/,
  },
  'shares between two members': {
    sql: `insert into journal_line (tenant_id, journal_id, account, side, amount)
          select tenant_id, id, 'share_transfers', 'credit', 5 from journal limit 1`,
    says: /^Account share_transfers has a balance of 5 in the journals, but what members have yet to take of shares .+ is 0\.$/,
  },
  'the receipt of money that went back': {
    sql: `update mobile_money_transaction set state = 'reversed' where receipt_no = 'SFHAND2'`,
    says: /^Mobile money \d+ went back to its payer, and its use of receipt SFHAND2 is live\.$/,
  },
  'the receipt of an entry that never was': {
    sql: `update mobile_money_transaction set state = 'corrected' where receipt_no = 'SFHAND2'`,
    says: /^Mobile money \d+ was corrected, and its use of receipt SFHAND2 is live\.$/,
  },
  'an entry that never was, and came': {
    sql: `with r as (update payment_receipt set reported_by = 'provider' where receipt_key = 'SFHAND2')
          update mobile_money_transaction set state = 'corrected' where receipt_no = 'SFHAND2'`,
    says: /^Mobile money \d+ was corrected, and its provider has reported receipt SFHAND2, of which nothing else was booked\.$/,
  },
  'the interest of who settled early': {
    sql: `with l as (update loan set state = 'closed' where id = (select loan_id from repayment limit 1) returning tenant_id, id, disbursed_on),
               r as (update repayment p set amount = lent.disbursed_principal + 50000, principal = lent.disbursed_principal,
                      interest = 50000, fees = 0, penalties = 0, overpayment = 0 from loan lent where lent.id = p.loan_id)
          insert into loan_entry (tenant_id, loan_id, number, kind, booked_for, amount, reversed, booked_by)
          select tenant_id, id, 91, 'settlement', disbursed_on + 1, 500, false, 'hand' from l`,
    says: /^Loan \d+ was settled on [\d-]+ and bore 50000 of interest, and its instalments that had begun ask for \d+\.$/,
  },
};

/** Queues have no part in it: once is enough. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';

let stage: Stage;
let superuser: pg.Client;
/** Past every constraint and trigger: for the whole session, since each change of this setting has all plans made again. */
let changing: pg.Client;
let read: Query;

beforeAll(async () => {
  if (isSecondPass) return;
  stage = await openStage();
  await haveBusiness(stage);
  await stage.settle();
  superuser = await connectSuperuser(stage.testApp.settings);
  changing = await connectSuperuser(stage.testApp.settings);
  await changing.query('set session_replication_role = replica');
  // A handful of rows each, and not the many that are assumed of tables without statistics.
  await changing.query('analyze event, feed_entry, webhook_delivery, webhook_attempt');
  read = await judgingOver(changing);
});
afterAll(async () => {
  if (isSecondPass) return;
  await superuser.end();
  await changing.end();
  await stage.close();
});

/** A loan that is repaid once, savings, and an app that pays: what the demo's fixture has not. */
async function haveBusiness(on: Stage): Promise<void> {
  const done = async (
    path: string,
    body: object,
    surface: 'officer' | 'app' = 'officer',
    method: 'POST' | 'PATCH' = 'POST',
  ) => {
    const reply = await send(on, surface, { method, path, body: { ...body } }, randomUUID());
    if (reply.status >= 300) throw new Error(`${path} was answered ${reply.status}: ${reply.text}`);
    return reply.body.data ?? reply.body;
  };
  const loan = await done('/api/v1/loans', { member_id: 1, product_id: 1, principal: 2_000_000, term_months: 6 });
  await done(`/api/v1/loans/${loan.id}`, { action: 'approve' }, 'officer', 'PATCH');
  const sent = { amount: 2_000_000, channel: 'bank', bank_account: '0112345678' };
  const disbursement = await done(`/api/v1/loans/${loan.id}/disbursements`, sent);
  const confirmed = { action: 'confirm_by_bank', provider_ref: 'FTHAND1' };
  await done(`/api/v1/loans/${loan.id}/disbursements/${disbursement.id}`, confirmed, 'officer', 'PATCH');
  await done(`/api/v1/loans/${loan.id}/repayments`, { amount: 50_000, channel: 'bank', reference: 'SFHAND1' });
  const account = await done('/api/v1/savings_accounts', { member_id: 2, product_id: 1 });
  await done(`/api/v1/savings_accounts/${account.id}/transactions`, {
    type: 'deposit',
    amount: 70_000,
    channel: 'cash',
  });
  await on.invite({ name: 'Amina', email: 'amina@example.org', roles: ['teller'] });
  const nobodys = { msisdn: '+254700000000', account_reference: 'NOBODY-1', receipt_no: 'SFHAND2' };
  await done('/api/v1/mobile_money/transactions', { channel: 'mpesa_paybill', amount: 30_000, ...nobodys });
  await done('/v1/topups', { amount: 1_000_000, reference: 'top-1' }, 'app');
  await takeBackAfterRefund(done);
  await moveMoneyOfApps(on, done);
}

/** Each provider pays and collects for the app, and declines it; and what was collected is refunded in part. */
async function moveMoneyOfApps(on: Stage, done: (path: string, body: object, surface: 'app') => Promise<any>) {
  const pay = (amount: number, channel: string, msisdn: string) =>
    done('/v1/payouts', { amount, channel, msisdn, reference: `payout-${amount}` }, 'app');
  const collect = (amount: number, channel: string, msisdn: string) => {
    const asked = { amount, channel, msisdn, account_reference: 'INV-7', reference: `collection-${amount}` };
    return done('/v1/collections', asked, 'app');
  };
  // The provider of the sandbox reports it a moment later.
  const ended = (n: number) => {
    const over = `select from payout where settled_at is not null union all select from collection where settled_at is not null`;
    return eventually(async () => (await on.testApp.sql(over)).length === n);
  };
  await pay(30_000, 'mpesa_b2c', '+254700000002');
  await pay(20_000, 'mpesa_b2c', '+254700000000');
  await pay(10_000, 'airtel_b2c', '+254730000000');
  await collect(40_000, 'mpesa_stk', '+254700000004');
  await collect(60_000, 'airtel', '+254730000000');
  const collected = await collect(50_000, 'mpesa_stk', '+254700000000');
  await ended(6);
  await done('/v1/refunds', { collection_id: collected.id, amount: 5_000 }, 'app');
  await ended(7);
}

/** A loan is paid too much, which goes back to its member, before the bank takes the payment back. */
async function takeBackAfterRefund(
  done: (path: string, body: object, surface?: 'officer', method?: 'POST' | 'PATCH') => Promise<any>,
): Promise<void> {
  const asked = { member_id: 3, product_id: 1, principal: 400_000, term_months: 3 };
  const { id } = await done('/api/v1/loans', asked);
  const loan = `/api/v1/loans/${id}`;
  const act = (path: string, body: object) => done(path, body, 'officer', 'PATCH');
  await act(loan, { action: 'approve' });
  const sent = { amount: 400_000, channel: 'bank', bank_account: '0112345678' };
  const disbursement = await done(`${loan}/disbursements`, sent);
  await act(`${loan}/disbursements/${disbursement.id}`, { action: 'confirm_by_bank', provider_ref: 'FTHAND2' });
  const { outstanding } = await act(loan, { action: 'pause_arrears', reason: 'To read what is owed.' });
  const paid = { amount: outstanding.total + 700, channel: 'bank', reference: 'SFHAND3' };
  const repayment = await done(`${loan}/repayments`, paid);
  await act(loan, { action: 'refund_overpayment', channel: 'cash' });
  const reversed = { action: 'reverse', reason: 'The bank took it back.', cause: 'taken_back' };
  await act(`${loan}/repayments/${repayment.id}`, reversed);
}

/** Changes it past every constraint and trigger, judges, and takes it back. */
async function judgedAfter(sql: string): Promise<string[]> {
  await changing.query('begin');
  try {
    const { rowCount } = await changing.query(sql);
    expect(rowCount).toBeGreaterThan(0);
    const { findings } = await judge(read, undefined, opening(stage.testApp));
    return findings.map(({ sentence }) => sentence);
  } finally {
    await changing.query('rollback');
  }
}

describe.skipIf(isSecondPass)('The judge, on books that a person changed past the program', () => {
  it('finds nothing before', async () => {
    const { tenants, findings } = await stage.judged();
    expect({ tenants, findings }).toEqual({ tenants: 1, findings: [] });
  });

  it.each(Object.entries(CHANGES))('sees %s and says it in a sentence', async (_, { sql, says }) => {
    expect(await judgedAfter(sql)).toContainEqual(expect.stringMatching(says));
  });

  it.each(Object.entries(CHANGES_OF_MONEY))('sees %s and says it in a sentence', async (_, { sql, says }) => {
    expect(await judgedAfter(sql)).toContainEqual(expect.stringMatching(says));
  });

  it('sees a line too many in each account that stands for records', async () => {
    const sentences = await judgedAfter(
      `insert into journal_line (tenant_id, journal_id, account, side, amount)
       select j.tenant_id, j.id, account, 'debit', 3 from (select * from journal limit 1) j
        cross join unnest(array[${CONTROLLED.map((account) => `'${account}'`).join(', ')}]) account`,
    );
    for (const account of CONTROLLED)
      expect(sentences).toContainEqual(
        expect.stringMatching(new RegExp(`^Account [a-z_ ]*\\b${account}\\b.* has a balance of `)),
      );
  });

  it('goes by whether two people were wanted when a loan was approved, not by whether they are now', async () => {
    const sentences = await judgedAfter(
      `with t as (update tenant set four_eyes = true returning id)
       insert into event
       select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900000, 'uuid', gen_random_uuid(),
                'subject_type', 'institution', 'type', 'institution.policies_changed', 'occurred_at', now(),
                'data', '{"before": {"four_eyes": false}, "after": {"four_eyes": true}}'::jsonb))).*
         from t cross join (select * from event order by id limit 1) e`,
    );
    expect(sentences).not.toContainEqual(expect.stringMatching(/two people were wanted/));
  });

  it('finds nothing wrong with a hold that is paid days after it was placed', async () => {
    const sentences = await judgedAfter(
      `with t as (
         insert into savings_transaction (tenant_id, uuid, account_id, type, amount, channel, state, paid_at, balance_after, recorded_by, booked_on)
         select tenant_id, gen_random_uuid(), id, 'hold', 100, 'cash', 'captured', now() + interval '13 days', 0, 'hand', current_date + 13
           from savings_account where balance > 0 limit 1 returning id, uuid, paid_at)
       insert into event
       select (jsonb_populate_record(null::event, to_jsonb(e) || jsonb_build_object('id', 900000, 'uuid', gen_random_uuid(), 'subject_id', t.id,
                'subject_uuid', t.uuid, 'type', 'savings_transaction.captured', 'occurred_at', t.paid_at))).*
         from t cross join (select * from event where subject_type = 'savings_transaction' order by id limit 1) e`,
    );
    expect(sentences).not.toContainEqual(expect.stringMatching(/after it was recorded/));
  });
});

describe.skipIf(isSecondPass)('umoja judge', () => {
  it('says that nothing is wrong, with 0', async () => {
    const { code, output } = await operate(stage.testApp.settings, ['judge']);
    expect(output).toMatch(/Nothing is wrong: \d+ rules, 1 institutions\.\n$/);
    expect(code).toBe(0);
  });

  it('prints each finding with its institution, with 1', async () => {
    await superuser.query('update agent set held = 300 where agent_no = $1', ['AG-000002']);
    const { code, output } = await operate(stage.testApp.settings, ['judge']);
    await superuser.query('update agent set held = 0 where agent_no = $1', ['AG-000002']);
    expect(output).toMatch(/^Institution \d+, held float is requested: Agent \d+ \(AG-000002\) holds 300 of \d+/m);
    expect(code).toBe(1);
  });
});
