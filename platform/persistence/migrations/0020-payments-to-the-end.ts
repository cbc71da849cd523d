import { Migration } from '@mikro-orm/migrations';

/** What was still missing of money on its way: what really moved, what a provider's balance was compared with. */
export class Migration0020PaymentsToTheEnd extends Migration {
  override up(): void {
    for (const statement of [...amounts, ...pulls, ...retention]) this.addSql(statement);
  }
}

const amounts = [
  // What the provider says it moved, where that is not what was asked for.
  `alter table payout add column amount_paid bigint check (amount_paid > 0)`,
  // What the books said when the provider told what it holds.
  `alter table rail add column balance_in_books bigint`,
];

const pulls = [
  // The paybill whose collections are pulled from the provider and compared with the books, and when that is next.
  `alter table rail add column pull_shortcode text, add column pull_due_at timestamptz(3)`,
  `create function paybills_to_pull(at timestamptz, cap integer) returns table (tenant_id bigint)
    language sql stable security definer set search_path = public, pg_temp as $$
      select r.tenant_id from rail r where r.pull_due_at <= at order by r.pull_due_at limit cap $$`,
];

const retention = [
  `create index sandbox_prompt_by_age on sandbox_prompt (created_at)`,
  // Beside discard_expired: rows of money's way that may go, oldest first and a bounded number at a time.
  `create function discard_money_rows(at timestamptz, cap integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone bigint;
    begin
      delete from sandbox_prompt where originator_id in (
        select originator_id from sandbox_prompt where created_at < at - interval '30 days' order by created_at limit cap
          for update skip locked);
      get diagnostics gone = row_count;
      return gone;
    end $$`,
];
