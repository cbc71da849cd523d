import { seesClassesOnly, type Caller } from '../auth/caller.ts';
import { noCollectionRail } from '../rails/no-rail.ts';
import { sandboxCollectionNotifications } from '../rails/sandbox/collection-rail.ts';
import { sandboxPayoutNotifications } from '../rails/sandbox/payout-rail.ts';
import { bindAml } from './compose/aml.ts';
import { approvalsSeenBy } from './compose/approvals.ts';
import { bindApprovables } from './compose/approvables.ts';
import { bindings, type PortsOf } from './compose/bindings.ts';
import { bindDeathClaims } from './compose/death-claims.ts';
import { bindEducation } from './compose/education.ts';
import { bindLending } from './compose/lending.ts';
import { bindMembership } from './compose/membership.ts';
import { bindMobileMoney, receiveNotified } from './compose/mobile-money.ts';
import { bindPartners } from './compose/partners.ts';
import { bindPaymentBridge } from './compose/payment-bridge.ts';
import { bindPeople } from './compose/people.ts';
import { bindReceipts } from './compose/receipts.ts';
import { bindReconciliation } from './compose/reconciliation.ts';
import { bindSavings } from './compose/savings.ts';
import type { Internals } from './internals.ts';
import { admitted, type Database } from '../postgres/database.ts';
import { businessNow, businessTime } from '../postgres/tenant-clock.ts';
import { callbackStore } from '../postgres/callbacks.ts';
import { plannedOnce } from '../postgres/views/view.ts';
import { businessCloser } from './processes/close-of-business/close.ts';
import { proofRecorder } from './processes/proofs.ts';
import { periodCloser } from './processes/close-of-business/close-period.ts';
import { collectionProcess } from './processes/collection/collection-process.ts';
import { deliveries } from './processes/delivery/deliver.ts';
import { outboxRelay } from './processes/delivery/relay.ts';
import { pausedBy } from './processes/payment/paused.ts';
import { payoutProcess } from './processes/payout/payout-process.ts';
import { reactor } from './processes/react.ts';
import { businessOf } from './processes/test-clock/day.ts';
import { testClock } from './processes/test-clock/test-clock.ts';
import { prepared } from '../postgres/prepared.ts';
import { readInstant } from '../postgres/mapping/types.ts';
import { testReset } from './processes/test-reset/test-reset.ts';
import { rounds } from './processes/rounds.ts';
import { signInAt, type SignInParts } from './processes/sign-in/sign-in.ts';
import { schoolFeesOf } from './processes/school-fee/school-fees.ts';
import { screener } from './processes/screening.ts';
import { simulator } from './processes/simulator.ts';
import { watchlists } from './processes/watchlists/watchlists.ts';
import { personalReadings } from './personal-readings.ts';
import { operationLog } from './operation-log.ts';
import { requestLog } from './request-log.ts';
import { rereadingSettings, type Tenant } from './tenants.ts';
import { stepOf } from './caller-context.ts';
import { limitedFor, writer } from './transact.ts';
import { traced } from '../runtime/tracing/tracing.ts';
import type { Log } from '../runtime/log.ts';
import { viewsOf, type Views } from './views.ts';

export type App = ReturnType<typeof compose>;

/**
 * Binds use cases to transactions. Adapters and workers get this, and nothing below it: each member of a context is a
 * use case that takes the caller and the command, and returns once everything is committed.
 */
export function compose(internals: Internals) {
  const { tenants, clock, transact } = internals;
  const processes = processesOf(internals);
  const lists = watchlists(internals);
  const app = { ...contexts(internals, processes), closeOfBusiness: businessCloser(internals) };
  return {
    ...app,
    operators: {
      ...processes.approvables.forOperators,
    },
    ledger: { closePeriod: periodCloser(transact, tenants), recordProof: proofRecorder(transact) },
    /** Provider notifications as they came. */
    inbox: callbackStore(transact, clock),
    /** Which payment a notification at a rail's one address is about. */
    identify: internals.identify ?? (async () => null),
    /** Every kind of payments to people, for the provider notifications. */
    payOuts: [app.lending.receiveDisbursement, app.lending.receiveFloatTopUp, app.bridge.receivePayout],
    /** Every kind of collections from people, for the provider notifications and the checks. */
    collections: [app.mobileMoney.collection, app.bridge.collection],
    /** What the sandbox's own provider notifies. */
    sandbox: {
      payouts: sandboxPayoutNotifications({ store: transact, clock }),
      collections: sandboxCollectionNotifications({ store: transact, clock }),
    },
    delivery: deliveryOf(internals),
    /** A log of the requests that this process serves. */
    requestLog: (log: Log) => requestLog(writer(admitted(internals.database)), log),
    /** A log of the operations of the graph that this process serves. */
    operationLog: (log: Log) => operationLog(writer(admitted(internals.database)), log),
    /** Writes down whose personal data a request is about to show. */
    recordReadings: personalReadings(transact.write),
    watchlists: lists,
    /** How people sign in. */
    signInAt: (at: Pick<SignInParts, 'key' | 'origin' | 'openid' | 'sandboxTenant' | 'percentGrown'>) => {
      const { transact, ports, clock, database } = internals;
      const store = { read: database.read, query: database.query, write: transact.write };
      return signInAt({ transact, portsOf: ports.people, store, clock, ...at, commandLines: app.people.commandLines });
    },
    react: reactor(internals, processes.schoolFees),
    testClock: {
      ...testClock(internals),
      /** What is due in a tenant by its own time, of jobs and of other business. */
      dueJobs: (tenantId: number) => internals.due.jobsOf(tenantId, 500),
      business: businessOf(internals, {
        expireHold: app.savings.expireSavingsHold,
        expireProposal: app.approvals.expireProposal,
        markOverdueInvoices: app.education.markOverdueInvoices,
        forgetTombstones: app.education.forgetTombstones,
        closeOfBusiness: app.closeOfBusiness,
      }),
    },
    testReset: testReset(internals),
    /** Who tries a sandbox plays its payers and its provider. */
    simulator: simulatorOf(internals),
    rounds: rounds(internals, {
      reconcile: app.reconciliation.reconcile,
      requestFloat: app.lending.requestFloat,
      askAgain: app.mobileMoney.askAgain,
      screenBatch: lists.screenBatch,
      expireHold: app.savings.expireSavingsHold,
      expireProposal: app.approvals.expireProposal,
      markOverdueInvoices: app.education.markOverdueInvoices,
      forgetTombstones: app.education.forgetTombstones,
      closeOfBusiness: app.closeOfBusiness,
    }),
    ...readsOf(internals),
    clock,
    jobCaller: internals.jobCaller,
  };
}

type Processes = ReturnType<typeof processesOf>;

/** What several contexts share: payments, the check by compliance, and school fees. */
function processesOf({ transact, ports, tenants, clock, log, payoutRailOf, collectionRailOf }: Internals) {
  const { screen, screenAll } = screener(transact, ports.aml, clock);
  return {
    approvables: bindApprovables(transact, ports, { screen, screenAll }),
    payOut: payoutProcess(transact, payoutRailOf, pausedBy(tenants), log),
    collectFrom: collectionProcess(transact, collectionRailOf ?? (() => noCollectionRail), pausedBy(tenants), log),
    screen,
    screenAll,
    schoolFees: schoolFeesOf(ports),
  };
}

/** The use cases of each context. */
function contexts(
  { transact, ports, tenants, payoutRailOf, providerAccountsOf = async () => [] }: Internals,
  processes: Processes,
) {
  const { payOut, collectFrom, screenAll, approvables } = processes;
  const { membership, lending, education, savings, mobileMoney, aml, bridge, reconciliation, partners, people } = ports;
  const handling = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).handling;
  const running = <Ports>(portsOf: PortsOf<Ports>) => bindings(transact, portsOf).running;
  const rereading = rereadingSettings(tenants);
  const received = { transact, portsOf: mobileMoney, bridgeOf: bridge, collectFrom, providerAccountsOf };
  const bridged = { transact, portsOf: bridge, tenants, payoutRailOf, payOut, collectFrom };
  return {
    membership: { ...bindMembership(handling(membership), running(membership)), ...approvables.membership },
    deathClaims: { ...bindDeathClaims(transact, ports), ...approvables.deathClaims },
    approvals: { ...approvables.deciding, approveProposal: rereading(approvables.deciding.approveProposal) },
    lending: {
      ...bindLending(handling(lending), running(lending), { transact, ports, providerAccountsOf, ...processes }),
      ...approvables.lending,
    },
    education: { ...bindEducation(handling(education), running(education), transact), ...approvables.education },
    savings: { ...bindSavings(handling(savings), running(savings), processes), ...approvables.savings },
    mobileMoney: {
      ...bindMobileMoney(handling(mobileMoney), running(mobileMoney), received),
      ...approvables.mobileMoney,
    },
    receipts: { ...bindReceipts(transact, ports, screenAll), ...approvables.receipts },
    bridge: bindPaymentBridge(handling(bridge), running(bridge), bridged),
    reconciliation: bindReconciliation(handling(reconciliation), transact, reconciliation),
    aml: bindAml(handling(aml), running(aml)),
    partners: bindPartners(handling(partners), running(partners)),
    people: {
      ...bindPeople(handling(people), running(people)),
      changePolicies: rereading(approvables.people.changePolicies),
      changeRoleLimit: rereading(approvables.people.changeRoleLimit),
    },
  };
}

/** The payers and the provider of a sandbox; what they pay to the paybill is received as what a provider notifies is. */
const simulatorOf = (internals: Internals) =>
  simulator(internals, (payment, tx, context) =>
    receiveNotified(payment, {
      tx,
      context,
      portsOf: internals.ports.mobileMoney,
      bridgeOf: internals.ports.bridge,
    }),
  );

/** Webhooks, and the events that they deliver. */
function deliveryOf(internals: Internals) {
  const { database, transact, ports, clock, due, jobCaller, signingSecrets: secrets } = internals;
  const { log, showRecords = async () => () => null } = internals;
  return {
    ...deliveries(transact, ports.partners, { secrets, showRecords, log }, (tenantId) =>
      jobCaller(tenantId, 'deliver-webhook'),
    ),
    ...outboxRelay(transact, clock),
    tenantsWithEvents: due.tenantsWithEvents,
    /** Calls back when events are written, and now and then. Returns what ends it. */
    onEvents: (wake: () => void): (() => Promise<void>) => database.listen('outbox', () => wake()),
    /** The same when events have come into the feed of an institution; null: perhaps of any. */
    onChanges: (wake: (tenantId: number | null) => void): (() => Promise<void>) =>
      database.listen('changes', (tenantId) => wake(tenantId === null ? null : Number(tenantId))),
  };
}

/** Who reads records: of which institution, and whether personal data of minors are shown. */
type Reader = Pick<Caller, 'tenantId' | 'pii' | 'person'> &
  Partial<Pick<Caller, 'scopes'>> & { readonly traceparent?: string | null };

const GENERATION = prepared('select resets, reached_before from tenant where id = $1');

/** Which generation of records a sandbox is in. */
const generationIn =
  (database: Database) =>
  async ({ tenantId, mode }: Pick<Caller, 'tenantId' | 'mode'>) => {
    const none = { resets: 0, reachedBefore: null };
    if (mode === 'live') return none;
    const [row] = await database.read(tenantId, ({ run }) => run(GENERATION, [tenantId]));
    if (row === undefined) return none;
    const reached = row['reached_before'];
    return { resets: Number(row['resets']), reachedBefore: reached === null ? null : readInstant(reached) };
  };

/** What is read outside of use cases: views, settings, and the work that is due. */
function readsOf({ database, tenants, clock, due }: Internals) {
  const readFrom =
    (from: Database['forViews']) =>
    async <T>(caller: Reader, look: (views: Views) => Promise<T>): Promise<T> => {
      const tenant = await tenants.get(caller.tenantId);
      return traced('read', stepOf(caller), () =>
        limitedFor(caller, from).read(tenant.id, (tx) => {
          const now = businessTime(clock(), tx);
          const today = now.toZonedDateTimeISO(tenant.timeZone).toPlainDate();
          return look(
            viewsOf({
              sql: plannedOnce(tx.sql),
              sealing: tx.sealing,
              now,
              today,
              pii: caller.pii,
              classesOnly: seesClassesOnly(caller),
              approvals: () => approvalsSeenBy(caller),
              bands: tenant.arrearsBands,
            }),
          );
        }),
      );
    };
  const generationOf = generationIn(database);
  return {
    /** Runs views in one read-only transaction of the caller's tenant, for a command that goes by what they show. */
    read: readFrom(database),
    /**
     * The same for what is only shown: a replica serves it where there is one that has all that was committed before. It
     * may be carried out a second time.
     */
    show: readFrom(database.forViews),
    /** True where `show` met in the middle what `read` does not meet. */
    isReadAgain: database.isReadAgain,
    /** The business time of the caller's institution: where its test clock is ahead, not the database's. */
    now: ({ tenantId }: Pick<Caller, 'tenantId'>) => businessNow(database, tenantId, clock),
    /** Fails where the database does not respond. */
    ping: async (): Promise<void> => void (await database.query('select 1')),
    /** False where this machine's clock is wrong: it changes nothing then. */
    mayChange: database.clock.isSound,
    /** Settings of the caller's institution. */
    institution: ({ tenantId }: Pick<Caller, 'tenantId'>): Promise<Tenant> => tenants.get(tenantId),
    /** The same as they are now, whichever process has changed them. */
    institutionNow: ({ tenantId }: Pick<Caller, 'tenantId'>): Promise<Tenant> => {
      tenants.forget(tenantId);
      return tenants.get(tenantId);
    },
    /**
     * How often the caller's sandbox was reset, as it is now: what another process has reset is not in the settings that this
     * one has read. A live institution is never reset.
     */
    generation: async (caller: Pick<Caller, 'tenantId' | 'mode'>) => (await generationOf(caller)).resets,
    /** The same, and how far the business time of former generations came. */
    generationTimes: generationOf,
    /** Jobs that are due, whether they are enqueued or not. */
    dueJobs: (limit: number) => due.jobs(clock(), limit),
    /** Stored callbacks that were not processed. */
    dueCallbacks: (limit: number) => due.callbacksToProcess(clock(), limit),
  };
}
