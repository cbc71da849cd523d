-- Whom apps pay, as far as compliance has found the person on a list: looked up by number before each payment.

create index aml_alert_holding_payee on aml_alert (tenant_id, msisdn) where holds and subject_key like 'payee:%';
