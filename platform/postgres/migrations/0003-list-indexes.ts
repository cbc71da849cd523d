import { Migration } from '@mikro-orm/migrations';

/**
 * One index for each field that a list of partners can be filtered by, led by the tenant and ended by the id, in which
 * every walk ends. Text is compared byte by byte there, whatever the collation of the database is.
 * Lists within one parent (disbursements, repayments, webhooks) are served by the index of the parent.
 */
export class Migration0003ListIndexes extends Migration {
  override up(): void {
    for (const [table, columns] of Object.entries(indexed)) {
      for (const column of columns) {
        const [name = column] = column.split(' ');
        this.addSql(`create index ${table}_list_${name} on ${table} (tenant_id, ${column}, id)`);
      }
    }
    this.addSql('create index loan_product_page on loan_product (tenant_id, id)');
  }
}

const bytewise = (column: string) => `${column} collate "C"`;

const indexed: { readonly [table: string]: readonly string[] } = {
  member: [
    bytewise('member_no'),
    bytewise('name'),
    bytewise('national_id'),
    bytewise('phone'),
    bytewise('client_reference'),
    'created_at',
    'updated_at',
  ],
  loan: [
    bytewise('loan_no'),
    bytewise('client_reference'),
    'term_months',
    'disbursed_on',
    'maturity_date',
    'updated_at',
  ],
  loan_product: [bytewise('code'), bytewise('name'), 'state', 'created_at', 'updated_at'],
};
