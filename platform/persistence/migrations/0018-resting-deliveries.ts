import { Migration } from '@mikro-orm/migrations';

/** Of a million that wait at a webhook, those are found that would look soon, without a walk over all. */
export class Migration0018RestingDeliveries extends Migration {
  override up(): void {
    this.addSql(
      `create index webhook_delivery_resting on webhook_delivery (endpoint_id, next_attempt_at) where parked`,
    );
  }
}
