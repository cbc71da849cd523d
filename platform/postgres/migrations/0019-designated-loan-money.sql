-- Money of a school-fee loan stays meant for the invoice that the loan is for.
alter table invoice_payment add constraint invoice_payment_loan_stays_designated
  check (method <> 'loan' or designated_invoice_id is not distinct from invoice_id);
