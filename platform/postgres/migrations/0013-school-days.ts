import { Migration } from '@mikro-orm/migrations';

/** Schools that have something to do by the calendar, in their own zones: found from the indexes, whoever they are. */
export class Migration0013SchoolDays extends Migration {
  override up(): void {
    this.addSql(`create function schools_to_tend(at timestamptz, cap integer) returns table (tenant_id bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
        select t.id from tenant t
         where exists (select from invoice v
                        where v.tenant_id = t.id and v.overdue_told_on is null and v.state in ('issued', 'partially_paid')
                          and v.due_date < (at at time zone t.time_zone)::date)
            or exists (select from tombstone x where x.tenant_id = t.id and x.updated_at < at - interval '90 days')
         order by t.id limit cap $$`);
  }
}
