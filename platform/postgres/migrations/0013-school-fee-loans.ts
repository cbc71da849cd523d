import { Migration } from '@mikro-orm/migrations';

/** A loan may name the invoice of a school that it pays. */
export class Migration0013SchoolFeeLoans extends Migration {
  override up(): void {
    this.addSql('alter table loan add column invoice_id bigint references invoice (id) deferrable initially deferred');
    this.addSql('create index loan_of_invoice on loan (tenant_id, invoice_id, id) where invoice_id is not null');
  }
}
