import { Migration } from '@mikro-orm/migrations';

/** What changed among the credit notes of one invoice, in the order of the changes. */
export class Migration0014ChangedCreditNotes extends Migration {
  override up(): void {
    this.addSql('create index credit_note_changes on credit_note (tenant_id, invoice_id, updated_at, id)');
  }
}
