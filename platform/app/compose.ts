import { outcome } from '#core/kernel/outcome.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { previewSchedule } from '#core/lending/use-cases/preview-schedule.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { quoteSettlement } from '#core/lending/use-cases/servicing/quote-settlement.ts';
import { recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import { topUpFloat } from '#core/lending/use-cases/agents/float.ts';
import { changeMember } from '#core/membership/use-cases/change-member.ts';
import * as moves from '#core/membership/use-cases/move-member.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';
import { changeClientQuotas, createClient, rotateClientSecret } from '#core/partners/use-cases/manage-client.ts';
import type { Caller } from '../auth/caller.ts';
import { businessCloser } from './processes/close-of-business/close.ts';
import { bindAml } from './compose/aml.ts';
import { bindings, stepsIn, type PortsOf } from './compose/bindings.ts';
import { bindDisbursing } from './compose/disbursing.ts';
import { bindEducation } from './compose/education.ts';
import { bindLoanApplications } from './compose/loan-applications.ts';
import { bindLoanService } from './compose/loan-service.ts';
import { bindMobileMoney } from './compose/mobile-money.ts';
import { bindPaymentBridge } from './compose/payment-bridge.ts';
import { bindReconciliation } from './compose/reconciliation.ts';
import { bindSavings } from './compose/savings.ts';
import { bindWebhooks } from './compose/webhooks.ts';
import { collectionProcess } from './processes/collection/collection-process.ts';
import { floatRecorder } from './processes/disbursement/float-check.ts';
import { disbursements } from './processes/disbursement/disburse.ts';
import { periodCloser } from './processes/close-of-business/close-period.ts';
import { payoutProcess } from './processes/payout/payout-process.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { forgetTombstones } from '../postgres/education/tombstones.ts';
import { screener } from './processes/screening.ts';
import { callbackStore } from './processes/callbacks/inbox.ts';
import { schoolFeesOf } from './processes/school-fee/school-fees.ts';
import type { Tenant } from './tenants.ts';
import type { Handled, CommandRequest, CommandContext } from './transact.ts';
import { viewsOf, type Views } from './views.ts';
import { sandboxCollectionNotifications } from '../rails/sandbox/collection-rail.ts';
import { sandboxPayoutNotifications } from '../rails/sandbox/payout-rail.ts';
import { noCollectionRail } from '../rails/no-rail.ts';
import type { Internals } from './internals.ts';
import { deliveries } from './processes/delivery/deliver.ts';
import { outboxRelay } from './processes/delivery/relay.ts';
import { reactor } from './processes/react.ts';
import { rounds } from './processes/rounds.ts';

/** Who looks at records: of which institution, and whether personal data of minors are shown. */
type Reader = Pick<Caller, 'tenantId' | 'pii'>;
/**
 * Binds use cases to transactions. Adapters and workers get this, and nothing below it: each member of a context is a
 * use case that takes the caller and the command, and returns once everything is committed.
 */
export function compose(internals: Internals) {
  const {
    database,
    tenants,
    clock,
    payoutRailOf,
    collectionRailOf = () => noCollectionRail,
    signingSecrets,
    log,
  } = internals;
  const { transact, ports, due, jobCaller } = internals;
  const { membership, lending, education, savings, mobileMoney, aml, bridge, reconciliation, partners } = ports;

  const handling = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).handling;
  const running = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).running;

  /** A use case that only looks: it reads through the ports, and nothing is written. */
  const reading =
    <Ports>(portsOf: PortsOf<Ports>) =>
    <Command, Result>(useCase: (command: Command, ports: Ports) => Promise<Result>) =>
    (caller: Caller, command: Command): Promise<Result> =>
      transact.look(caller, (tx, context) => useCase(command, portsOf(tx, context)));

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

  const app = {
    membership: {
      ...forMembers({ createMember, changeMember, ...stepsIn(moves, memberSteps) }),
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
      recordFloat: floatRecorder(transact),
      ...running(lending)({ recordPayoutStatus }),
    },
    education: {
      ...bindEducation(handling(education), running(education), transact, { education, mobileMoney }),
      /** For the sweep: removals that clients who sync have had enough time to read. */
      forgetTombstones: (caller: Caller) =>
        transact.run('forgetTombstones', caller, async (tx, g) => outcome(await forgetTombstones(tx, g.now))),
    },
    savings: bindSavings(handling(savings), running(savings), transact, { savings, mobileMoney }, screen),
    mobileMoney: forMobileMoney,
    reconciliation: bindReconciliation(handling(reconciliation), transact, reconciliation),
    aml: bindAml(handling(aml), running(aml)),
    bridge: forApps,
    ledger: { closePeriod: periodCloser(transact, tenants) },
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
    clock,
    /** Settings of the caller's institution. */
    institution: ({ tenantId }: Pick<Caller, 'tenantId'>): Promise<Tenant> => tenants.get(tenantId),
    jobCaller,
    delivery: {
      ...deliveries(transact, partners, signingSecrets, (tenantId) => jobCaller(tenantId, 'deliver-webhook')),
      ...outboxRelay(transact, clock),
      tenantsWithEvents: due.tenantsWithEvents,
      /** Calls back when events are written, and now and then. Returns what ends it. */
      onEvents: (wake: () => void): (() => Promise<void>) => database.listen('outbox', wake),
    },
    /** What the sandbox's own provider notifies. */
    sandbox: {
      payouts: sandboxPayoutNotifications({ store: transact, clock }),
      collections: sandboxCollectionNotifications({ store: transact, clock }),
    },
    react: reactor(internals, schoolFees),
    /** Jobs that are due, whether they are enqueued or not. */
    dueJobs: (limit: number) => due.jobs(clock(), limit),
    /** Stored callbacks that were not processed. */
    dueCallbacks: (limit: number) => due.callbacksToProcess(clock(), limit),
  };
  const { education: schools, savings: accounts, closeOfBusiness } = app;
  return {
    ...app,
    rounds: rounds(internals, {
      reconcile: app.reconciliation.reconcile,
      expireHold: accounts.expireSavingsHold,
      markOverdueInvoices: schools.markOverdueInvoices,
      forgetTombstones: schools.forgetTombstones,
      closeOfBusiness,
    }),
  };
}

export type App = ReturnType<typeof compose>;

/** Whose money a disbursement would move; a loan that takes none is refused without anybody looking at its member. */
function disbursableOwner(loan: Loan | null): number | null {
  return loan?.state === 'ready_to_disburse' || loan?.state === 'active' ? loan.memberId : null;
}
