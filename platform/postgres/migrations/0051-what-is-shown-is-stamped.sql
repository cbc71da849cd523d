-- A record is stamped when anything that it shows changes, also where that stands in another table: what is derived from
-- children, and the names of records that it names. Readers who sync fetch what was stamped. The version is left alone:
-- it is what writers decide on.

-- What a student owes and has in credit is shown with the student (platform/postgres/education/views/students.ts).
create function owed_on(v invoice) returns bigint language sql immutable as $$
  select case when v.state in ('issued', 'partially_paid') then v.total - v.paid - v.credited else 0 end $$;
create function in_credit(y invoice_payment) returns bigint language sql immutable as $$
  select case when y.state in ('received', 'partly_allocated') then y.amount - y.allocated - y.surplus else 0 end $$;

create function stamp_student() returns trigger language plpgsql as $$
  declare
    was bigint := 0;
    became bigint := 0;
    of_student bigint;
    of_tenant bigint;
  begin
    if tg_op <> 'INSERT' then
      if tg_table_name = 'invoice' then was := owed_on(old); else was := in_credit(old); end if;
      of_student := old.student_id;
      of_tenant := old.tenant_id;
    end if;
    if tg_op <> 'DELETE' then
      if tg_table_name = 'invoice' then became := owed_on(new); else became := in_credit(new); end if;
      of_student := new.student_id;
      of_tenant := new.tenant_id;
    end if;
    if was <> became then
      update student set updated_at = clock_timestamp() where tenant_id = of_tenant and id = of_student;
    end if;
    return null;
  end $$;
create trigger student_owes after insert or update or delete on invoice
  for each row execute function stamp_student();
create trigger student_has_credit after insert or update or delete on invoice_payment
  for each row execute function stamp_student();

-- Stamps the records that name this one by its id: 'table.column', ...
create function stamp_naming() returns trigger language plpgsql as $$
  declare place text;
  begin
    foreach place in array tg_argv loop
      execute format('update %I set updated_at = clock_timestamp() where tenant_id = $1 and %I = $2',
                     split_part(place, '.', 1), split_part(place, '.', 2)) using new.tenant_id, new.id;
    end loop;
    return null;
  end $$;
create trigger shown_by_code after update on programme for each row when (old.code is distinct from new.code)
  execute function stamp_naming('unit.programme_id', 'fee_structure.programme_id');
create trigger shown_by_name after update on programme
  for each row when ((old.code, old.name) is distinct from (new.code, new.name))
  execute function stamp_naming('student.programme_id', 'enrolment.programme_id');
create trigger shown_by_name after update on unit
  for each row when ((old.code, old.title, old.credit_hours) is distinct from (new.code, new.title, new.credit_hours))
  execute function stamp_naming('result.unit_id');
create trigger shown_by_name after update on academic_year for each row when (old.name is distinct from new.name)
  execute function stamp_naming('term.academic_year_id', 'fee_structure.academic_year_id', 'enrolment.academic_year_id',
                                'result.academic_year_id');
create trigger shown_by_name after update on term for each row when (old.name is distinct from new.name)
  execute function stamp_naming('fee_structure.term_id', 'enrolment.term_id', 'invoice.term_id', 'result.term_id');
create trigger shown_by_name after update on intake for each row when (old.name is distinct from new.name)
  execute function stamp_naming('student.intake_id', 'enrolment.intake_id');
create trigger shown_by_code after update on grading_scale for each row when (old.code is distinct from new.code)
  execute function stamp_naming('programme.grading_scale_id', 'result.grading_scale_id');
create trigger shown_by_number after update on student for each row when (old.admission_no is distinct from new.admission_no)
  execute function stamp_naming('enrolment.student_id', 'invoice.student_id', 'invoice_payment.student_id',
                                'result.student_id');

-- An enrolment shows its units. They are a document of the enrolment's: a renamed unit is rare enough to look through
-- all of them.
create function stamp_enrolments_in() returns trigger language plpgsql as $$
  begin
    update enrolment e set updated_at = clock_timestamp()
     where e.tenant_id = new.tenant_id and e.units @> jsonb_build_array(jsonb_build_object('unitId', new.id));
    return null;
  end $$;
create trigger shown_in_enrolments after update on unit
  for each row when ((old.code, old.title) is distinct from (new.code, new.title)) execute function stamp_enrolments_in();

-- A member shows whether an alert says that it is an exposed person.
create function stamp_member_of_alert() returns trigger language plpgsql as $$
  begin
    update member set updated_at = clock_timestamp() where tenant_id = new.tenant_id and id = new.member_id;
    return null;
  end $$;
create trigger member_is_exposed after insert on aml_alert for each row when (new.watchlist_kind = 'pep')
  execute function stamp_member_of_alert();
create trigger member_is_exposed_still after update on aml_alert
  for each row when (new.watchlist_kind = 'pep' and old.state is distinct from new.state)
  execute function stamp_member_of_alert();
