import type { AmlPorts } from '#core/aml/ports.ts';
import type { ApprovalPorts } from '#core/approvals/ports.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { MembershipPorts } from '#core/membership/ports.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import { payeeSubject } from '#core/aml/alert/aml-alert.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { nameKey } from '#core/aml/watchlist/names.ts';
import type { Payees } from '#core/payment-bridge/payee.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { tariffInForce } from '#core/payments/tariff.ts';
import type { PeoplePorts } from '#core/people/ports.ts';
import type { ReconciliationPorts } from '#core/reconciliation/ports.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { amlPorts } from '../postgres/aml/repository.ts';
import { approvalPorts } from '../postgres/approvals/repository.ts';
import { educationPorts } from '../postgres/education/repository.ts';
import { lendingPorts } from '../postgres/lending/repository.ts';
import { membershipPorts } from '../postgres/membership/repository.ts';
import { mobileMoneyPorts } from '../postgres/mobile-money/repository.ts';
import { introductionsOf, peoplePorts } from '../postgres/people/repository.ts';
import { partnersPorts } from '../postgres/partners/repository.ts';
import { peopleBehind, responsibleFor } from '../postgres/partners/responsible.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { payeeViews } from '../postgres/aml/payees.ts';
import { agreedTariff, bridgePorts } from '../postgres/payment-bridge/repository.ts';
import { businessOf, businessOfStudent } from '../postgres/privacy/kept.ts';
import { policiesOf } from '../postgres/people/policies.ts';
import { receiptPorts } from '../postgres/payments/repository.ts';
import { reconciliationPorts } from '../postgres/reconciliation/repository.ts';
import { savingsPorts } from '../postgres/savings/repository.ts';
import { identityProviderOf } from '../rails/sandbox/kyc.ts';
import type { PortsOf } from './compose/bindings.ts';
import { paymentBooker } from './compose/reconciliation.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { policyFaults } from './policy-faults.ts';
import { paymentDestinationsOf } from './processes/payment-destinations.ts';
import type { Tenant } from './tenants.ts';
import type { CommandContext } from './transact.ts';

/** What every context needs of a command. */
function common(tx: TenantTransaction, context: CommandContext) {
  const { sql, newUuid } = tx;
  const { now, today, businessDate, actor, calledBy, mayApprove, personalLimits, agreement } = context;
  const { proposedBy, proposedKey, tenant } = context;
  const named = new Map<string, Promise<string | null>>();
  const namedFor = (client: string) => {
    const known = named.get(client) ?? responsibleFor(tx, client);
    named.set(client, known);
    return known;
  };
  return {
    now,
    today,
    businessDate,
    startOfDay: (on: Temporal.PlainDate) => on.toZonedDateTime(tenant.timeZone).toInstant(),
    backdateDays: tenant.limits.backdateDays,
    actor,
    calledBy,
    mayApprove,
    personalLimits,
    agreement,
    proposedBy,
    proposedKey,
    alone: tenant.alone,
    responsibleFor: async (client: string) => (await namedFor(client)) ?? client,
    peopleBehind: (client: string) => peopleBehind(tx, client),
    // Where one person may do everything, who invited whom decides nothing.
    introductionsOf: async (refs: readonly string[]) => (twoPeopleIn(tenant) ? introductionsOf(sql, refs) : []),
    /** The same; null where the client has none. */
    namedFor,
    newUuid,
  };
}

/** Two people in live, whatever the institution would have. */
const twoPeopleIn = ({ fourEyes, mode }: Tenant) => fourEyes || mode === 'live';

const membership: PortsOf<MembershipPorts> = (tx, context) => ({
  ...membershipPorts(tx),
  ...common(tx, context),
  identityProvider: identityProviderOf(context.tenant.mode),
  business: { of: (memberId) => businessOf(tx, memberId, context.tenant.timeZone) },
  retentionYears: context.tenant.retentionYears,
  fourEyes: twoPeopleIn(context.tenant),
});

const aml: PortsOf<AmlPorts> = (tx, context) => ({
  ...amlPorts(tx, context.tenant.timeZone),
  ...common(tx, context),
  currency: context.tenant.currency,
});

const bridge: PortsOf<BridgePorts> = (tx, context) => ({
  ...bridgePorts(tx),
  ...receiptPorts(tx),
  ...common(tx, context),
  payees: payeesOf(tx, context),
  fourEyes: twoPeopleIn(context.tenant),
  institution: { id: context.tenant.id, uuid: context.tenant.uuid },
  currency: context.tenant.currency,
  tariffOf: async (appId) => tariffInForce(await agreedTariff(tx.sql, appId), context.tenant.appTariff),
});

/** The payment bridge and compliance don't know each other: here whom apps pay is looked for on the lists. */
const payeesOf: PortsOf<Payees> = (tx, context) => ({
  ...payeeViews(tx),
  screen: async (payees) => {
    const people = payees.map(({ msisdn, name, evidence = [] }) => ({
      subject: payeeSubject(msisdn, nameKey(name)),
      person: { name, born: null, idNumber: null },
      evidence,
    }));
    const ports = { ...amlPorts(tx, context.tenant.timeZone), ...common(tx, context) };
    return (await screenNames(people, ports)).events;
  },
});

const people: PortsOf<PeoplePorts> = (tx, context) => ({
  institution: { id: context.tenant.id, uuid: context.tenant.uuid, version: 1 },
  policies: { ...policiesOf(tx), faultsOf: policyFaults },
  ...peoplePorts(tx),
  ...common(tx, { ...context, now: context.realTime }),
  grants: context.grants,
  roles: context.roles,
  branches: context.branches,
  clientExists: async (id) => (await tx.sql('select from api_client where id = $1', [id])).length > 0,
  branchExists: async (id) => (await tx.sql('select from branch where id = $1', [id])).length > 0,
  unitsAmong: async (ids) =>
    new Set((await tx.sql('select id from unit where id = any ($1::bigint[])', [ids])).map(({ id }) => Number(id))),
  twoPeople: twoPeopleIn(context.tenant),
});

const proposing: PortsOf<ApprovalPorts> = (tx, context) => ({
  ...approvalPorts(tx),
  ...common(tx, context),
  proposalDays: context.tenant.proposalDays,
  namedPeopleOnly: context.tenant.mode === 'live',
});

const savingsPolicies = ({ savingsNeedApproval, phoneChangeDays, shareBylaws }: Tenant) => ({
  openingNeedsApproval: savingsNeedApproval,
  vouchedDays: phoneChangeDays,
  shareBylaws,
});

/**
 * The ports of every context: its collections, the clock, and the tenant's settings.
 * @param random in [0, 1), for jitter
 */
export function allPorts(random: () => number) {
  const lending: PortsOf<LendingPorts> = (tx, context) => ({
    ...lendingPorts(tx, context),
    ...receiptPorts(tx),
    ...common(tx, context),
    fourEyes: twoPeopleIn(context.tenant),
    verifiedNumbersOnly: context.tenant.verifiedNumbersOnly,
    phoneChangeDays: context.tenant.phoneChangeDays,
    limits: context.tenant.limits,
    endOfDay: (on) => on.add({ days: 1 }).toZonedDateTime(context.tenant.timeZone).toInstant(),
  });
  const education: PortsOf<EducationPorts> = (tx, context) => ({
    ...educationPorts(tx),
    ...receiptPorts(tx),
    ...common(tx, context),
    policies: context.tenant.education,
    pii: context.pii,
    isLecturer: context.roles?.includes('lecturer') ?? false,
    business: { of: (studentId) => businessOfStudent(tx, studentId, context.tenant.timeZone) },
    retentionYears: context.tenant.studentRetentionYears,
    fourEyes: twoPeopleIn(context.tenant),
  });
  const savings: PortsOf<SavingsPorts> = (tx, context) => ({
    ...savingsPorts(tx),
    ...receiptPorts(tx),
    ...common(tx, context),
    fourEyes: twoPeopleIn(context.tenant),
    ...savingsPolicies(context.tenant),
  });
  const mobileMoney: PortsOf<MobileMoneyPorts> = (tx, context) => ({
    ...mobileMoneyPorts(tx),
    ...receiptPorts(tx),
    ...common(tx, context),
    fourEyes: twoPeopleIn(context.tenant),
    institution: { id: context.tenant.id, uuid: context.tenant.uuid },
    paymentDestinations: paymentDestinationsOf(tx, {
      lending: lending(tx, context),
      savings: savings(tx, context),
      education: education(tx, context),
    }),
  });
  const reconciliation: PortsOf<ReconciliationPorts> = (tx, context) => ({
    ...reconciliationPorts(tx),
    ...common(tx, context),
    institution: { id: context.tenant.id, uuid: context.tenant.uuid },
    bookPayment: paymentBooker({ tx, mobileMoney: mobileMoney(tx, context), bridge: bridge(tx, context) }),
  });
  // Webhooks, their deliveries and credentials live in real time; events, which it only spans, in the tenant's.
  const partners: PortsOf<PartnersPorts> = (tx, context) => ({
    ...partnersPorts(tx),
    ...common(tx, { ...context, now: context.realTime }),
    eventTime: context.now,
    random,
    eventTypes: eventCatalogue,
    appFeeLimit: context.tenant.appFeeLimit,
  });
  return {
    approvals: proposing,
    people,
    membership,
    lending,
    education,
    savings,
    mobileMoney,
    aml,
    bridge,
    reconciliation,
    partners,
  };
}
