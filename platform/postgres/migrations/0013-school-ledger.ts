import { Migration } from '@mikro-orm/migrations';

/** A loan may be paid to a school whose fees are collected in the lender's own books: without a number and an account. */
export class Migration0013SchoolLedger extends Migration {
  override up(): void {
    this.addSql('alter table disbursement drop constraint disbursement_has_recipient');
    this.addSql(`alter table disbursement add constraint disbursement_has_recipient check (
      case channel when 'bank' then bank_account is not null when 'internal' then true
                   else msisdn is not null and agent_id is not null end)`);
  }
}
