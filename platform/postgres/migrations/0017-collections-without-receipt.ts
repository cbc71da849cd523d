import { Migration } from '@mikro-orm/migrations';

/** A paybill's confirmation is looked for among the prompts of its amount that no receipt is known of. */
export class Migration0017CollectionsWithoutReceipt extends Migration {
  override up(): void {
    this.addSql(`create index collection_without_receipt on collection (tenant_id, amount, id)
      where receipt_no is null and state in ('sending', 'sent', 'unknown', 'succeeded')`);
  }
}
