import { formatDecimal, rational } from '#core/kernel/rational.ts';
import { PAR_DAYS, portfolioAtRisk, type Band, type PortfolioAtRisk } from '#core/lending/arrears.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { ParReport } from '../../../postgres/ledger/views/ledger.ts';

/** The portfolio as the last close of business left it, in one statement. */
export async function portfolioOf(sql: TenantTransaction['sql'], bands: readonly Band[]): Promise<PortfolioAtRisk> {
  const rows = await sql<{ days_past_due: number; band: string; loans: string; principal: string; provision: string }>(
    `select days_past_due, band, count(*) as loans, sum(principal)::text as principal, sum(provision)::text as provision
       from loan_classification where principal > 0 group by days_past_due, band`,
  );
  return portfolioAtRisk(
    rows.map(({ days_past_due, band, loans, principal, provision }) => ({
      daysPastDue: days_past_due,
      band,
      loans: Number(loans),
      principal: BigInt(principal),
      provision: BigInt(provision),
    })),
    bands,
  );
}

export function parReport({ gross, later, bands }: PortfolioAtRisk): ParReport {
  const share = (part: bigint) => (gross === 0n ? '0.00' : formatDecimal(rational(part * 100n, gross), 2));
  return {
    gross: Number(gross),
    par: PAR_DAYS.map((days) => ({ days, principal: Number(later[days]), percent: share(later[days]) })),
    bands: bands.map((band) => ({ ...band, principal: Number(band.principal), provision: Number(band.provision) })),
  };
}
