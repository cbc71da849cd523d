import { Migration } from '@mikro-orm/migrations';

/**
 * Of a million deliveries those are found that wait, and those that are under way, without a walk over all. Each index
 * has an order that no other one has, and whoever asks asks in that order: so the planner takes it whatever it believes
 * of how many there are. That changes within seconds, and before the first ANALYZE nothing is known of it.
 */
export class Migration0018RestingDeliveries extends Migration {
  override up(): void {
    this.addSql(
      `create index webhook_delivery_resting on webhook_delivery (endpoint_id, next_attempt_at) where parked`,
    );
    this.addSql(`drop index webhook_delivery_parked`);
    this.addSql(`create index webhook_delivery_parked on webhook_delivery (endpoint_id, (sequence + 0)) where parked`);
    this.addSql(`drop index webhook_delivery_in_flight`);
    this.addSql(`create index webhook_delivery_in_flight on webhook_delivery (endpoint_id, started_at)
      where started_at is not null`);
  }
}
