-- A page that has one filter is read in its order. What many records share (a state, a branch) has an index with each order of
-- its list: without it a page of a rare state is found by walking the order through all records, or by sorting all that
-- match. A write pays some ten microseconds for each: what every payment writes has them for its states alone.

-- `call index_within('loan', 'state', 'principal', ...)`: (tenant_id, state, principal, id), ...
create procedure template.index_within(of_table text, within text, variadic fields text[]) language plpgsql as $$
  declare field text;
  begin
    foreach field in array fields loop
      execute format('create index %I on %I (tenant_id, %s, %s, id)',
        of_table || '_of_' || substring(within from '(\w+)(?: collate "C")?$') || '_by_'
          || substring(field from '(\w+)(?: collate "C")?$'), of_table, within, field);
    end loop;
  end $$;

call template.index_within('aml_alert', 'severity', 'rule_id collate "C"', 'state', 'amount', 'holds', 'window_start', 'due_at', 'created_at', 'updated_at');
call template.index_within('aml_alert', 'state', 'rule_id collate "C"', 'severity', 'amount', 'holds', 'window_start', 'due_at', 'created_at', 'updated_at');
call template.index_within('aml_alert', 'holds', 'rule_id collate "C"', 'severity', 'state', 'amount', 'window_start', 'due_at', 'created_at', 'updated_at');
call template.index_within('proposal', 'command', 'state', 'expires_at', 'created_at', 'updated_at');
call template.index_within('proposal', 'state', 'command', 'expires_at', 'created_at', 'updated_at');
call template.index_within('disbursement', 'state', 'channel', 'amount', 'created_at', 'updated_at');
call template.index_within('float_top_up', 'state', 'amount', 'created_at', 'updated_at');
call template.index_within('incident', 'kind', 'state', 'created_at', 'updated_at');
call template.index_within('incident', 'state', 'kind', 'created_at', 'updated_at');
call template.index_within('loan', 'state', 'loan_no collate "C"', 'principal', 'term_months', 'next_due_order', 'created_at', 'updated_at');
call template.index_within('loan_product', 'state', 'code collate "C"', 'name collate "C"', 'created_at', 'updated_at');
call template.index_within('repayment', 'state', 'channel', 'amount', 'receipt_no collate "C"', 'paid_at', 'created_at', 'updated_at');
call template.index_within('member', 'branch_id', 'member_no collate "C"', 'name collate "C"', 'state', 'created_at', 'updated_at');
call template.index_within('member', 'state', 'member_no collate "C"', 'name collate "C"', 'created_at', 'updated_at');
call template.index_within('person', 'state', 'name collate "C"', 'created_at', 'updated_at');
call template.index_within('death_claim', 'state', 'claim_no collate "C"', 'died_on', 'created_at', 'updated_at');
call template.index_within('mobile_money_transaction', 'state', 'channel', 'amount', 'created_at', 'updated_at');
call template.index_within('personal_reading', 'reader collate "C"', 'created_at');
call template.index_within('reconciliation_break', 'type', 'state', 'reconciliation_id', 'account collate "C"', 'occurred_at', 'created_at', 'updated_at');
call template.index_within('reconciliation_break', 'state', 'type', 'reconciliation_id', 'account collate "C"', 'occurred_at', 'created_at', 'updated_at');
call template.index_within('savings_account', 'state', 'account_no collate "C"', 'kind', 'balance', 'created_at', 'updated_at');
call template.index_within('savings_product', 'state', 'code collate "C"', 'name collate "C"', 'kind', 'created_at', 'updated_at');
call template.index_within('savings_product', 'kind', 'code collate "C"', 'name collate "C"', 'state', 'created_at', 'updated_at');
call template.index_within('collection', 'app_id, state', 'amount', 'reference collate "C"', 'created_at', 'updated_at');
call template.index_within('payout', 'app_id, state', 'amount', 'reference collate "C"', 'created_at', 'updated_at');
call template.index_within('refund', 'app_id, state', 'created_at');
call template.index_within('topup', 'app_id, state', 'created_at');
call template.index_within('app_transaction', 'app_id, type', 'amount', 'created_at');

-- What a code names is looked up by what was written; its key is for what is unique.
call template.index_by('programme', 'code');
call template.index_by('grading_scale', 'code');
call template.index_by('invoice_payment', 'state');
-- The incidents of a disbursement, in the order of the list.
call template.index_by('incident', 'disbursement_id');
