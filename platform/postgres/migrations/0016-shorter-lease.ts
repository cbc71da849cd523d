import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery whose worker died is taken back after 30 s instead of 60: an attempt takes 15 at most, and ten that are
 * lost at once are all that an endpoint may have under way.
 */
export class Migration0016ShorterLease extends Migration {
  override up(): void {
    this.addSql(`create or replace function due_jobs(at timestamptz, cap integer)
        returns table (queue text, tenant_id bigint, id text)
      language sql stable security definer set search_path = public, pg_temp as $$
        (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
          where d.next_attempt_at <= at order by d.next_attempt_at limit cap)
        union all
        (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
          where d.started_at <= at - interval '30 seconds' order by d.started_at limit cap)
        union all
        (select 'react', r.tenant_id, r.id::text from reaction r where r.due_at <= at order by r.due_at limit cap)
        union all
        (select 'check-disbursement', d.tenant_id, d.originator_id::text from disbursement d
          where d.next_check_at <= at order by d.next_check_at limit cap)
        union all
        (select 'sandbox-callback', p.tenant_id, p.originator_id::text from sandbox_payment p
          where p.news_due_at <= at order by p.news_due_at limit cap) $$`);
  }
}
