-- Loans that pay a school at its paybill or till, and schools that are promised money which went to a phone.

-- The paybill to which school-fee loans are paid on mpesa_b2b; null where each disbursement names it.
alter table tenant add column school_paybill text check (school_paybill ~ '^[0-9]{5,7}$');

-- The paybill or till that is paid: {type, number, account}.
alter table disbursement add column business jsonb;
alter table disbursement drop constraint disbursement_has_recipient;
alter table disbursement add constraint disbursement_has_recipient check (
  case channel
    when 'bank' then bank_account is not null
    when 'internal' then true
    -- It is paid from the institution's own paybill, which is no agent's float.
    when 'mpesa_b2b' then business is not null and agent_id is null
    else msisdn is not null and agent_id is not null
  end);

-- The money went to a phone: what came for the invoice since keeps the promise.
alter table invoice_reservation add column disbursement_uuid uuid;
alter table invoice_reservation add column paid_before bigint;
alter table invoice_reservation add constraint invoice_reservation_promised
  check ((state = 'promised') <= (disbursement_uuid is not null and paid_before is not null));
create unique index invoice_reservation_of_disbursement on invoice_reservation (tenant_id, disbursement_uuid)
  where disbursement_uuid is not null;
