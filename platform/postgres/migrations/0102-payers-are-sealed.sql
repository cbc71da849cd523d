-- Numbers of payers and payees, addresses of people who sign in, and what providers sent are sealed with a key of the tenant by the
-- process, which alone has it (decision 50). Rows from before would neither be sealed nor found.
do $$
  begin
    if exists (select from person) or exists (select from mobile_money_transaction) or exists (select from payout)
       or exists (select from collection) or exists (select from callback) then
      raise exception 'Payments or people are stored from before their numbers and addresses were sealed.' using errcode = 'UM075';
    end if;
  end $$;
