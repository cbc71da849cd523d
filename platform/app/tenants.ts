import type { EducationPolicies } from '#core/education/ports.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Cents } from '#core/kernel/money.ts';
import { FREE, tariffInForce, type StoredTariff, type Tariff } from '#core/payments/tariff.ts';
import type { LimitsOfOne } from '#core/payments/limits-of-one.ts';
import type { LendingLimits } from '#core/lending/limits.ts';
import { USUAL_BANDS, type Band } from '#core/lending/arrears.ts';
import type { ShareBylaws } from '#core/savings/shares.ts';
import { admitted, type Database, type TenantTransaction } from '../postgres/database.ts';
import { readDate } from '../postgres/mapping/types.ts';

/** What the platform has to know of an institution before it opens a transaction for it. */
export type Tenant = {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly mode: 'sandbox' | 'live';
  readonly timeZone: string;
  readonly currency: string;
  /** Counts the changes of its policies. */
  readonly policiesVersion: number;
  /** Networks (CIDR) beside the public internet that its webhooks may lead to: none, but of the planted demo this machine, while visitors enter it from here alone. */
  readonly webhookNetworks: readonly string[];
  /** Maker and approver have to differ. */
  readonly fourEyes: boolean;
  /** Loans are paid to the member's own number alone. */
  readonly verifiedNumbersOnly: boolean;
  /** For so many days who changed a member's number does not pay out to it, where two people are required. */
  readonly phoneChangeDays: number;
  /** What apps pay while the provider takes no payments waits for it, and is not refused. */
  readonly queuesPayouts: boolean;
  /** Why no provider is sent its payments, or asked about them, until an operator resumes them; null: they go on. */
  readonly paymentsPaused: string | null;
  /** How much, and how far back, people may book on loans. */
  readonly limits: LendingLimits & { readonly backdateDays: number };
  /** What one person may do without a second one. */
  readonly alone: LimitsOfOne;
  /** After so many days a proposal can’t be approved any more. */
  readonly proposalDays: number;
  /** Another person approves a new savings account. */
  readonly savingsNeedApproval: boolean;
  /** After how many days without activity accounts and members are dormant; null: never. */
  readonly dormancyDays: number | null;
  readonly shareBylaws: ShareBylaws;
  /** The paybill to which school-fee loans are paid on mpesa_b2b; null where each disbursement names it. */
  readonly schoolPaybill: string | null;
  /** What the institution's schools decide for themselves. */
  readonly education: EducationPolicies;
  /** Classes of lateness, and what is set aside for each. */
  readonly arrearsBands: readonly Band[];
  /** What apps of the payment bridge are charged. */
  readonly appTariff: Tariff;
  /** The most that an app is charged for one payment, in minor units. */
  readonly appFeeLimit: Cents;
  /** For so many days it is kept who was shown personal data. */
  readonly personalReadingDays: number;
  /** For so many years after the last business the data of members are kept. */
  readonly retentionYears: number;
  /** The same of students. */
  readonly studentRetentionYears: number;
  /** The last day of the last period whose books were closed; null where none was. */
  readonly booksClosedThrough: Temporal.PlainDate | null;
  /** How often its sandbox had been reset when its settings were read. */
  readonly resets: number;
};

type TenantRow = {
  readonly uuid: string;
  readonly name: string;
  readonly mode: Tenant['mode'];
  readonly time_zone: string;
  readonly currency: string;
  readonly policies_version: number;
  readonly webhook_networks: readonly string[];
  readonly four_eyes: boolean;
  readonly verified_numbers_only: boolean;
  readonly phone_change_days: number;
  readonly queues_payouts: boolean;
  readonly payments_paused: string | null;
  readonly backdate_days: number;
  readonly overpayment_limit: string | null;
  readonly charge_limit_percent: number;
  readonly in_duplum: boolean;
  readonly reversal_limit: string | null;
  readonly charge_limit: string | null;
  readonly waiver_limit: string | null;
  readonly reschedules_by_two: boolean;
  readonly bank_charge_limit: string | null;
  readonly proposal_days: number;
  readonly savings_need_approval: boolean;
  readonly dormancy_days: number | null;
  readonly share_buyer: ShareBylaws['buyer'];
  readonly share_notice_days: number;
  readonly admission_pattern: string;
  readonly school_paybill: string | null;
  readonly four_eyes_on_results: boolean;
  readonly late_registration: EducationPolicies['lateRegistration'];
  readonly arrears_bands: readonly Band[] | null;
  readonly books_closed_through: string | null;
  readonly app_tariff: StoredTariff | null;
  readonly app_fee_limit: string;
  readonly personal_reading_days: number;
  readonly retention_years: number;
  readonly student_retention_years: number;
  readonly resets: number;
};

/** What one person reverses, charges, waives or takes for the bank's charge, unless something else is set: KES 10,000. */
const ALONE_BY_DEFAULT = 1_000_000;

const limitOf = (cents: string | null): Cents | null => (cents === null ? null : BigInt(cents));

/** How long a process works with what it has read of a tenant's settings. */
export const FRESH_FOR_MS = 5_000;
const MOST_TENANTS = 10_000;

export type Tenants = {
  readonly get: (id: number) => Promise<Tenant>;
  /** What is known of a tenant turned out to be old: it is read again. */
  readonly forget: (id: number) => void;
};

/** Commands that may change settings: what this process knows of them is read again behind each. */
export const rereadingSettings =
  ({ forget }: Pick<Tenants, 'forget'>) =>
  <Request extends { readonly caller: { readonly tenantId: number } }, Command, Reply>(
    handle: (request: Request, command: Command) => Promise<Reply>,
  ) =>
  async (request: Request, command: Command): Promise<Reply> => {
    try {
      return await handle(request, command);
    } finally {
      forget(request.caller.tenantId);
    }
  };

/**
 * Tenants by id, read once in a while.
 * @param elapsed milliseconds of a clock that never goes back
 * @param visitors from where they enter the planted demo: those from anywhere are no reason to reach this machine
 */
export function tenantsOf(
  database: Database,
  elapsed: () => number,
  visitors: 'from here' | 'from anywhere' = 'from here',
): Tenants {
  const known = new Map<number, { tenant: Tenant; readAt: number }>();
  return {
    forget: (id) => void known.delete(id),
    get: async (id) => {
      const found = known.get(id);
      if (found && elapsed() - found.readAt < FRESH_FOR_MS) return found.tenant;
      const look = async ({ sql }: Pick<TenantTransaction, 'sql'>) =>
        sql<TenantRow>(
          `select uuid, name, mode, time_zone, currency, policies_version, webhook_networks, four_eyes, verified_numbers_only, phone_change_days, queues_payouts, payments_paused, admission_pattern, school_paybill, four_eyes_on_results, late_registration,
                  coalesce(backdate_days, case mode when 'live' then 30 else 365 end) as backdate_days,
                  overpayment_limit::text, charge_limit_percent, coalesce(in_duplum, mode = 'live') as in_duplum,
                  coalesce(reversal_limit, case when two_people then $2::bigint end)::text as reversal_limit,
                  coalesce(charge_limit, case when two_people then $2::bigint end)::text as charge_limit,
                  coalesce(waiver_limit, case when two_people then $2::bigint end)::text as waiver_limit,
                  coalesce(bank_charge_limit, case when two_people then $2::bigint end)::text as bank_charge_limit,
                  coalesce(reschedules_by_two, two_people) as reschedules_by_two, proposal_days,
                  dormancy_days, share_buyer, share_notice_days,
                  arrears_bands, app_tariff, app_fee_limit::text, personal_reading_days, retention_years, student_retention_years, resets, (select max(ends_on)::text from ledger_period) as books_closed_through,
                  coalesce(savings_need_approval, mode = 'live') as savings_need_approval
             from tenant, lateral (select four_eyes or mode = 'live' as two_people) of_mode where id = $1`,
          [id, ALONE_BY_DEFAULT],
        );
      // Settings stay while a sandbox is being reset.
      const [row] = await admitted(database).read(id, look);
      if (!row)
        throw refuse(kernelRefusals.not_found, `There is no tenant ${id}.`, { resource: 'tenant', id: String(id) });
      const tenant = tenantOf(id, visitors === 'from anywhere' ? { ...row, webhook_networks: [] } : row);
      if (known.size >= MOST_TENANTS) known.clear();
      known.set(id, { tenant, readAt: elapsed() });
      return tenant;
    },
  };
}

function tenantOf(id: number, row: TenantRow): Tenant {
  return {
    id,
    uuid: row.uuid,
    name: row.name,
    mode: row.mode,
    timeZone: row.time_zone,
    currency: row.currency,
    policiesVersion: row.policies_version,
    webhookNetworks: row.mode === 'sandbox' ? row.webhook_networks : [],
    fourEyes: row.four_eyes,
    verifiedNumbersOnly: row.verified_numbers_only,
    phoneChangeDays: row.phone_change_days,
    queuesPayouts: row.queues_payouts,
    paymentsPaused: row.payments_paused,
    limits: {
      backdateDays: row.backdate_days,
      overpayment: row.overpayment_limit === null ? null : BigInt(row.overpayment_limit),
      chargePercent: row.charge_limit_percent,
      inDuplum: row.in_duplum,
    },
    alone: {
      reversal: limitOf(row.reversal_limit),
      charges: limitOf(row.charge_limit),
      waivers: limitOf(row.waiver_limit),
      reschedules: row.reschedules_by_two ? 'two_people' : 'one_person',
      bankCharges: limitOf(row.bank_charge_limit),
    },
    proposalDays: row.proposal_days,
    savingsNeedApproval: row.savings_need_approval,
    dormancyDays: row.dormancy_days,
    shareBylaws: { buyer: row.share_buyer, noticeDays: row.share_notice_days },
    schoolPaybill: row.school_paybill,
    education: {
      admissionPattern: row.admission_pattern,
      fourEyesOnResults: row.four_eyes_on_results,
      lateRegistration: row.late_registration,
    },
    arrearsBands: row.arrears_bands ?? USUAL_BANDS,
    appTariff: tariffInForce(row.app_tariff ?? {}, FREE),
    appFeeLimit: BigInt(row.app_fee_limit),
    personalReadingDays: row.personal_reading_days,
    retentionYears: row.retention_years,
    studentRetentionYears: row.student_retention_years,
    booksClosedThrough: row.books_closed_through === null ? null : readDate(row.books_closed_through),
    resets: row.resets,
  };
}
