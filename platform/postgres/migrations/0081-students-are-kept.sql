-- For so many years after the last business the school keeps what is known of a student. The law asks for five years of fees
-- (Tax Procedures Act 2015, s. 23) and seven where a society's loan paid them (POCAMLA, s. 46).
alter table tenant add column student_retention_years integer not null default 7
  check (student_retention_years between 0 and 30);
