import { Migration } from '@mikro-orm/migrations';

/** Incidents in the order of their times, as their list can be asked for. */
export class Migration0021IncidentsByTime extends Migration {
  override up(): void {
    this.addSql('create index incident_by_created_at on incident (tenant_id, created_at, id)');
    this.addSql('create index incident_by_updated_at on incident (tenant_id, updated_at, id)');
  }
}
