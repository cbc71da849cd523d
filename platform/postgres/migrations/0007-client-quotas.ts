import { Migration } from '@mikro-orm/migrations';

/**
 * Quotas that were agreed with one client, known with its token: the limiter asks the database nothing of its own.
 * And what the payment bridge sums up, found without a walk over every disbursement.
 */
export class Migration0007ClientQuotas extends Migration {
  override up(): void {
    this.addSql(`alter table api_client add column quotas jsonb not null default '{}'`);
    this.addSql('drop function credential_of_token(bytea)');
    this.addSql(`create function credential_of_token(hash bytea) returns table (
        tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], pii boolean, id_format text,
        quotas jsonb, state text, fresh boolean, expires_at timestamptz, expired boolean, last_used_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp as $$
        select k.tenant_id, t.mode, c.id, c.client_key, k.scopes, c.pii, c.id_format, c.quotas,
               c.state, k.epoch = c.credential_epoch, k.expires_at, k.expires_at <= now(), c.last_used_at
          from access_token k join api_client c on c.id = k.client_id join tenant t on t.id = k.tenant_id
         where k.token_hash = hash $$`);
    this.addSql(`create index disbursement_in_transit on disbursement (tenant_id)
      where state in ('sent', 'unknown', 'review')`);
  }
}
