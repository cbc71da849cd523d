import { randomUUIDv7 } from 'node:crypto';
import type { AmlPorts } from '#core/aml/ports.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { previewSchedule } from '#core/lending/use-cases/preview-schedule.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { quoteSettlement } from '#core/lending/use-cases/servicing/quote-settlement.ts';
import { recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import { topUpFloat } from '#core/lending/use-cases/agents/float.ts';
import type { MembershipPorts } from '#core/membership/ports.ts';
import { changeMember } from '#core/membership/use-cases/change-member.ts';
import {
  blacklistMember,
  exitMember,
  reactivateMember,
  recordMemberDeath,
  reinstateMember,
  rejectMemberKyc,
  resubmitMemberKyc,
  suspendMember,
  verifyMemberKyc,
} from '#core/membership/use-cases/move-member.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { changeClientQuotas, createClient, rotateClientSecret } from '#core/partners/use-cases/manage-client.ts';
import type { ReconciliationPorts } from '#core/reconciliation/ports.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import type { Caller } from '../auth/caller.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { businessCloser } from './processes/close-of-business/close.ts';
import { bindAml } from './compose/aml.ts';
import { bindings, type PortsOf } from './compose/bindings.ts';
import { bindDisbursing } from './compose/disbursing.ts';
import { bindEducation } from './compose/education.ts';
import { bindLoanApplications } from './compose/loan-applications.ts';
import { bindLoanService } from './compose/loan-service.ts';
import { bindMobileMoney } from './compose/mobile-money.ts';
import { bindPaymentBridge } from './compose/payment-bridge.ts';
import { bindReconciliation, paymentBooker } from './compose/reconciliation.ts';
import { bindSavings } from './compose/savings.ts';
import { bindWebhooks } from './compose/webhooks.ts';
import { collectionProcess } from './processes/collection/collection-process.ts';
import { paymentDestinationsOf } from './processes/payment-destinations.ts';
import { disbursements } from './processes/disbursement/disburse.ts';
import type { Log } from '../runtime/log.ts';
import { periodCloser } from './processes/close-of-business/close-period.ts';
import { payoutProcess } from './processes/payout/payout-process.ts';
import { noCollectionRail } from '../rails/no-rail.ts';
import type { CollectionRailOf, PayoutRailOf } from '../rails/rail.ts';
import { identityProviderOf } from '../rails/sandbox/kyc.ts';
import type { Database, TenantTransaction } from '../postgres/database.ts';
import { amlPorts } from '../postgres/aml/repository.ts';
import { educationPorts } from '../postgres/education/repository.ts';
import { lendingPorts } from '../postgres/lending/repository.ts';
import { membershipPorts } from '../postgres/membership/repository.ts';
import { mobileMoneyPorts } from '../postgres/mobile-money/repository.ts';
import { partnersPorts } from '../postgres/partners/repository.ts';
import { bridgePorts } from '../postgres/payment-bridge/repository.ts';
import { reconciliationPorts } from '../postgres/reconciliation/repository.ts';
import { savingsPorts } from '../postgres/savings/repository.ts';
import { forgetTombstones } from '../postgres/education/tombstones.ts';
import { screener } from './processes/screening.ts';
import type { Tenants } from './tenants.ts';
import { callbackStore } from './processes/callbacks/inbox.ts';
import { schoolFeesOf } from './processes/school-fee/school-fees.ts';
import { transactor, type Handled, type CommandRequest, type Clock, type CommandContext } from './transact.ts';
import { viewsOf, type Views } from './views.ts';

/** Who looks at records: of which institution, and whether personal data of minors are shown. */
type Reader = Pick<Caller, 'tenantId' | 'pii'>;

export type Environment = {
  readonly database: Database;
  readonly tenants: Tenants;
  readonly clock: Clock;
  readonly payoutRailOf: PayoutRailOf;
  /** The way of asking payers for money; without it nobody can be asked. */
  readonly collectionRailOf?: CollectionRailOf;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Log;
};

/**
 * Binds use cases to transactions. Adapters and workers get this, and nothing below it: each member of a context is a
 * use case that takes who asks and the command, and answers when everything is committed.
 */
export function compose({
  database,
  tenants,
  clock,
  payoutRailOf,
  collectionRailOf = () => noCollectionRail,
  random,
  log,
}: Environment) {
  const transact = transactor(database, tenants, clock);

  const context = ({ now, today, businessDate, actor }: CommandContext) => ({
    now,
    today,
    businessDate,
    actor,
    newUuid: randomUUIDv7,
  });
  const membership: PortsOf<MembershipPorts> = (tx, g) => ({
    ...membershipPorts(tx),
    ...context(g),
    identityProvider: identityProviderOf(g.tenant.mode),
  });
  const lending: PortsOf<LendingPorts> = (tx, g) => ({
    ...lendingPorts(tx),
    ...context(g),
    fourEyes: g.tenant.fourEyes,
    verifiedNumbersOnly: g.tenant.verifiedNumbersOnly,
    endOfDay: (on) => on.add({ days: 1 }).toZonedDateTime(g.tenant.timeZone).toInstant(),
  });
  const education: PortsOf<EducationPorts> = (tx, g) => ({
    ...educationPorts(tx),
    ...context(g),
    policies: g.tenant.education,
  });
  const savings: PortsOf<SavingsPorts> = (tx, g) => ({
    ...savingsPorts(tx),
    ...context(g),
    fourEyes: g.tenant.fourEyes,
    openingNeedsApproval: g.tenant.savingsNeedApproval,
  });
  const mobileMoney: PortsOf<MobileMoneyPorts> = (tx, g) => ({
    ...mobileMoneyPorts(tx),
    ...context(g),
    paymentDestinations: paymentDestinationsOf(tx, {
      lending: lending(tx, g),
      savings: savings(tx, g),
      education: education(tx, g),
    }),
  });
  const aml: PortsOf<AmlPorts> = (tx, g) => ({
    ...amlPorts(tx, g.tenant.timeZone),
    ...context(g),
    currency: g.tenant.currency,
  });
  const bridge: PortsOf<BridgePorts> = (tx, g) => ({
    ...bridgePorts(tx),
    ...context(g),
    currency: g.tenant.currency,
    tariff: g.tenant.appTariff,
  });
  const reconciliation: PortsOf<ReconciliationPorts> = (tx, g) => ({
    ...reconciliationPorts(tx),
    ...context(g),
    bookPayment: paymentBooker(mobileMoney(tx, g)),
  });
  const partners: PortsOf<PartnersPorts> = (tx, g) => ({
    ...partnersPorts(tx),
    ...context(g),
    random,
    eventTypes: eventCatalogue,
  });

  const handling = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).handling;
  const running = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).running;

  /** A use case that only looks: it reads through the ports, and nothing is written. */
  const reading =
    <Ports>(portsOf: PortsOf<Ports>) =>
    <Command, Result>(useCase: (command: Command, ports: Ports) => Promise<Result>) =>
    (caller: Caller, command: Command): Promise<Result> =>
      transact.look(caller, (tx, g) => useCase(command, portsOf(tx, g)));

  const forMembers = handling(membership);
  const forLoans = handling(lending);
  const payOut = payoutProcess(transact, payoutRailOf, log);
  const collectFrom = collectionProcess(transact, collectionRailOf, log);
  const schoolFees = schoolFeesOf({ lending, education });
  const disburse = payOut(disbursements(lending, schoolFees.beforeMoneyLeaves));
  const forApps = bindPaymentBridge(handling(bridge), running(bridge), {
    transact,
    portsOf: bridge,
    tenants,
    payoutRailOf,
    payOut,
    collectFrom,
  });
  const screen = screener(transact, aml, clock);
  const forMobileMoney = bindMobileMoney(handling(mobileMoney), running(mobileMoney), {
    transact,
    portsOf: mobileMoney,
    bridgeOf: bridge,
    collectFrom,
  });

  return {
    membership: {
      ...forMembers({
        createMember,
        changeMember,
        verifyMemberKyc,
        rejectMemberKyc,
        resubmitMemberKyc,
        suspendMember,
        reinstateMember,
        reactivateMember,
        blacklistMember,
        exitMember,
        recordMemberDeath,
      }),
      ...running(membership)({ screenMember }),
    },
    lending: {
      previewSchedule: reading(lending)(previewSchedule),
      ...bindLoanApplications(forLoans, transact, lending, schoolFees),
      disburse: async (request: CommandRequest<Disbursement>, command: RequestDisbursement): Promise<Handled> => {
        const { loanId, amount, channel } = command;
        const borrowerOf = async (tx: TenantTransaction, g: CommandContext) =>
          disbursableOwner(await lending(tx, g).loans.get(loanId));
        await screen(request.caller, { amount, channel, direction: 'out' }, borrowerOf);
        return disburse.request(request, command);
      },
      ...forLoans({ recordRepayment }),
      quoteSettlement: reading(lending)(quoteSettlement),
      ...bindDisbursing(forLoans),
      ...bindLoanService(forLoans, transact, { lending, savings, mobileMoney }),
      ...forLoans({ topUpFloat }),
      checkDisbursement: disburse.check,
      ...running(lending)({ recordPayoutStatus }),
    },
    education: {
      ...bindEducation(handling(education), running(education), transact, { education, mobileMoney }),
      /** For the sweep: removals that readers who sync were told for long enough. */
      forgetTombstones: (caller: Caller) =>
        transact.run('forgetTombstones', caller, async (tx, g) => outcome(await forgetTombstones(tx, g.now))),
    },
    savings: bindSavings(handling(savings), running(savings), transact, { savings, mobileMoney }, screen),
    mobileMoney: forMobileMoney,
    reconciliation: bindReconciliation(handling(reconciliation), transact, reconciliation),
    aml: bindAml(handling(aml), running(aml)),
    bridge: forApps,
    ledger: { closePeriod: periodCloser(transact, tenants) },
    schoolFees,
    closeOfBusiness: businessCloser({ database, transact, tenants, clock }),
    operators: {
      ...running(lending)({ topUpFloat }),
    },
    partners: {
      ...bindWebhooks(handling(partners)),
      ...running(partners)({
        createClient,
        rotateClientSecret,
        changeClientQuotas,
      }),
    },
    /** Provider notifications as they came. */
    inbox: callbackStore(transact, clock),
    /** Every kind of payments to people, for the provider notifications. */
    payOuts: [disburse.receive, forApps.receivePayout],
    /** Every kind of collections from people, for the provider notifications and the checks. */
    collections: [forMobileMoney.collection, forApps.collection],
    /** Runs views in one read-only transaction of the caller's tenant. */
    read: async <T>(caller: Reader, look: (views: Views) => Promise<T>): Promise<T> => {
      const tenant = await tenants.get(caller.tenantId);
      const today = clock().toZonedDateTimeISO(tenant.timeZone).toPlainDate();
      return database.read(tenant.id, (tx) =>
        look(viewsOf({ sql: tx.sql, today, pii: caller.pii, bands: tenant.arrearsBands })),
      );
    },
    /** Fails where the database does not answer. */
    ping: async (): Promise<void> => void (await database.ask('select 1')),
    transact,
    allPorts: { membership, lending, education, savings, mobileMoney, aml, bridge, partners },
    tenants,
    clock,
  };
}

export type App = ReturnType<typeof compose>;

/** Whose money a disbursement would move; a loan that takes none is refused without anybody looking at its member. */
function disbursableOwner(loan: Loan | null): number | null {
  return loan?.state === 'ready_to_disburse' || loan?.state === 'active' ? loan.memberId : null;
}
