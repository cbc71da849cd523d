/** What a person changed past the program, and the sentence that has to say so. */
export type Change = { readonly sql: string; readonly says: RegExp };

/** A statement of the paybill with these lines: receipt, amount, number. */
const statementWith = (lines: string) => `
  with r as (
    insert into reconciliation (tenant_id, uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there, out_there, fees_there, opening_here, in_here,
                                out_here, closing_here, in_transit, compared_at, compared_by)
    select id, gen_random_uuid(), 'mpesa_paybill', 'statement', current_date, current_date, 'hand', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, now(), 'hand' from tenant
    returning tenant_id, id)
  insert into statement_line (tenant_id, reconciliation_id, line_no, receipt_no, kind, at, amount)
  select tenant_id, id, n, receipt, 'movement', now(), amount from r cross join (values (${lines})) x(receipt, amount, n)`;

/** One row each, of what providers and the bank did beside what the books say. */
export const CHANGES_OF_MONEY: Readonly<Record<string, Change>> = {
  'what the provider was asked for': {
    sql: `update sandbox_payment s set amount = s.amount + 100 from payout p where p.originator_id = s.originator_id and p.state = 'succeeded'`,
    says: /^Payout \d+ is of 20000, and the provider was asked for 20100\.$/,
  },
  'a payout that failed though its provider paid': {
    sql: `update payout set state = 'failed' where state = 'succeeded' and purpose = 'payout'`,
    says: /^The provider paid 20000 under receipt \w{10}, and payout \d+ is failed\.$/,
  },
  'a payout that succeeded though its provider declined': {
    sql: `update payout set state = 'succeeded' where state = 'failed'`,
    says: /^The provider declined payout \d+ of 30000, which is succeeded\.$/,
  },
  'a collection that failed though its payer paid': {
    sql: `update collection set state = 'failed' where state = 'succeeded'`,
    says: /^The provider paid 50000 under receipt \w{10}, and collection \d+ is failed\.$/,
  },
  'a collection that succeeded though its payer refused': {
    sql: `update collection set state = 'succeeded' where state = 'cancelled_by_payer'`,
    says: /^The provider declined collection \d+ of 40000, which is succeeded\.$/,
  },
  'what a person answered in the provider’s place': {
    sql: `update sandbox_prompt s set answered = 'cancelled', answered_at = now() from collection c
           where c.originator_id = s.originator_id and c.state = 'succeeded' and c.channel = 'mpesa_stk'`,
    says: /^The provider declined collection \d+ of 50000, which is succeeded\.$/,
  },
  'how much came by a prompt': {
    sql: `update sandbox_prompt s set answered = 'paid', answered_amount = 49900 from collection c
           where c.originator_id = s.originator_id and c.state = 'succeeded' and c.channel = 'mpesa_stk'`,
    says: /^The provider moved 49900 for collection \d+, which says 50000\.$/,
  },
  'how much the registry has of a receipt': {
    sql: `update payment_receipt r set amount = r.amount + 1 from payout p
           where r.receipt_no = p.receipt_no and r.direction = 'out' and p.purpose = 'payout'`,
    says: /^The provider moved 20000 under receipt \w{10} for payout \d+, and the registry has it with 20001\.$/,
  },
  'a payout that was never sent, and is on its way': {
    sql: `update payout set state = 'cancelled' where state = 'succeeded' and purpose = 'payout'`,
    says: /^Payout \d+ is cancelled, and the provider has accepted it\.$/,
  },
  'a payment that no record asked for': {
    sql: `update payout set originator_id = gen_random_uuid() where state = 'succeeded' and purpose = 'payout'`,
    says: /^The provider has accepted 20000 under [0-9a-f-]{36}, which no record of ours sent\.$/,
  },
  'one payment for two records': {
    sql: `update disbursement d set originator_id = p.originator_id from payout p
           where p.state = 'failed' and d.id = (select id from disbursement where channel = 'bank' order by id limit 1)`,
    says: /^The provider has accepted 30000 under [0-9a-f-]{36}, which is of Disbursement \d+, Payout \d+\.$/,
  },
  'a payment that its provider has not made': {
    sql: `delete from sandbox_payment s using payout p where p.originator_id = s.originator_id and p.state = 'succeeded' and p.purpose = 'payout'`,
    says: /^Payout \d+ is succeeded, and the provider has never accepted it\.$/,
  },
  'the receipt of a payout': {
    sql: `update payout set receipt_no = 'SFHAND8' where state = 'succeeded' and purpose = 'payout'`,
    says: /^Payout \d+ is succeeded under receipt SFHAND8, and the provider has receipt \w{10} for it\.$/,
  },
  'the end of a refund': {
    sql: `update refund set state = 'failed'`,
    says: /^Refund \d+ of 5000 is failed, and its payout \d+ of 5000 is succeeded\.$/,
  },
  'what a provider reported and was not read': {
    sql: `update callback set processed_at = null, due_at = null where id = (select max(id) from callback)`,
    says: /^Message \d+ of [0-9a-f-]{36} \(\w+\) was received \d+ times, was never read and is not tried again\.$/,
  },
  'the tax of a deposit that was broken': {
    sql: `with t as (update savings_transaction set type = 'fee' where id = (select max(id) from savings_transaction) returning tenant_id, id)
          insert into journal_line (tenant_id, journal_id, account, side, amount)
          select t.tenant_id, j.id, 'withholding_tax', 'debit', 9 from t join journal j on j.subject_type = 'savings_transaction' and j.subject_id = t.id limit 1`,
    says: /^Savings account \d+ got 9 of tax back, and 0 was withheld of its interest\.$/,
  },
  'one payout in two journals': {
    sql: `insert into journal select (jsonb_populate_record(null::journal, to_jsonb(j) || jsonb_build_object('id', 900001, 'uuid', gen_random_uuid()))).*
            from (select * from journal where event_type = 'payout.succeeded' limit 1) j`,
    says: /^Journals \d+, 900001 all book payout \d+ \(payout\.succeeded\)\.$/,
  },
  'the journal of a payout': {
    sql: `delete from journal where event_type = 'payout.sent'`,
    says: /^Event \d+ \(payout\.sent of payout \d+\) moved money, and no journal belongs to it\.$/,
  },
  'what the bank is asked for': {
    sql: `insert into bank_payment (tenant_id, originator_id, reference, amount, payee_account, payee_name, narration)
          select tenant_id, originator_id, 'UBHAND0000000A', amount + 1, 'hand', 'hand', 'hand' from disbursement where channel = 'bank' limit 1`,
    says: /^Payment \d+ to the bank of \d+ is disbursement \d+ of \d+ \(\w+\)\.$/,
  },
  'the sum of a file to the bank': {
    sql: `insert into bank_file (tenant_id, number, name, content, payments, total, made_by) select id, 9, 'hand', 'hand', 1, 700, 'hand' from tenant`,
    says: /^File 9 to the bank is of 1 payments of 700, and has 0 of 0\.$/,
  },
  'what a line of the bank paid': {
    sql: `insert into bank_line (tenant_id, statement_id, line_no, line_key, booked_on, happened_at, amount, kind, receipt_no, originator_id,
                                 account_reference, settled_at, settled_as, is_return)
          select tenant_id, 1, 1, 'hand', current_date, now(), -amount - 1, 'movement', 'FTHAND7', originator_id, 'hand', now(), 'payment', false
            from disbursement where channel = 'bank' limit 1`,
    says: /^Line \d+ of the bank of -\d+ settled disbursement \d+ of \d+, which is confirmed\.$/,
  },
  'two lines of the bank for one payment': {
    sql: `insert into bank_line (tenant_id, statement_id, line_no, line_key, booked_on, happened_at, amount, kind, receipt_no, originator_id,
                                 account_reference, settled_at, settled_as, is_return)
          select tenant_id, 1, n, 'hand' || n, current_date, now(), -amount, 'movement', 'FTHAND' || n, originator_id, 'hand', now(), 'payment', false
            from (select * from disbursement where channel = 'bank' limit 1) d cross join generate_series(7, 8) n`,
    says: /^Lines \d+, \d+ of the bank settled disbursement \d+\.$/,
  },
  'the amount of a receipt on a statement': {
    sql: statementWith(`'SFHAND2', 30100, 1`),
    says: /^A statement of mpesa_paybill has 30100 under receipt SFHAND2, which we have with 30000\.$/,
  },
  'a receipt that a statement has twice': {
    sql: statementWith(`'SFHAND2', 30000, 1), ('SFHAND2', 30000, 2`),
    says: /^A statement of mpesa_paybill has receipt SFHAND2 2 times, and people have no break of it\.$/,
  },
};

/** Every account that stands for records. */
export const CONTROLLED: readonly string[] = `
  loan_portfolio interest_receivable fee_receivable penalty_receivable loan_overpayments loan_loss_allowance
  savings_control share_capital share_transfers savings_transfers interest_payable withholding_tax
  estates_payable disbursements_in_transit duplicate_payments unallocated_receipts mpesa_paybill
  airtel_collected school_fees_collected due_from_schools app_funds app_payouts_in_transit app_float
  app_float_airtel`
  .trim()
  .split(/\s+/);
