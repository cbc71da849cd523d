-- A process that remembers the key of before a rotation makes no more people under it: it reads the tenant’s keys again, and the
-- transaction begins again. After the insert: `sealed_by` is generated.
create function require_newest_key() returns trigger language plpgsql as $$
  begin
    if new.sealed_by <> (select max(k.id) from sealing_key k where k.tenant_id = new.tenant_id and k.purpose = 'wrapping') then
      raise exception 'The key % of the tenant is superseded.', new.sealed_by
        using errcode = 'serialization_failure', constraint = 'personal_key_is_newest';
    end if;
    return null;
  end $$;
create trigger personal_key_is_newest after insert on personal_key for each row execute function require_newest_key();
