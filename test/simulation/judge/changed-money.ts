/** What a person changed past the program, and the sentence that has to say so. */
export type Change = { readonly sql: string; readonly says: RegExp };

/** One row each, of what stands beside the books. */
export const CHANGES_OF_MONEY: Readonly<Record<string, Change>> = {
  'the tax of a deposit that was broken': {
    sql: `with t as (update savings_transaction set type = 'fee' where id = (select max(id) from savings_transaction) returning tenant_id, id)
          insert into journal_line (tenant_id, journal_id, account, side, amount)
          select t.tenant_id, j.id, 'withholding_tax', 'debit', 9 from t join journal j on j.subject_type = 'savings_transaction' and j.subject_id = t.id limit 1`,
    says: /^Savings account \d+ got 9 of tax back, and 0 was withheld of its interest\.$/,
  },
  'the journal of a payout': {
    sql: `delete from journal where event_type = 'payout.sent'`,
    says: /^Event \d+ \(payout\.sent of payout \d+\) moved money, and no journal belongs to it\.$/,
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
