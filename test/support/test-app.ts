import { randomInt, randomUUID } from 'node:crypto';
import { Agent } from '#core/lending/agent/agent.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { authenticator, type Authenticator } from '#platform/auth/authenticate.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { tokenHolders } from '#platform/auth/sessions.ts';
import { compose, type App } from '#platform/app/compose.ts';
import type { CollectionRailOf, PayoutRailOf } from '#platform/rails/rail.ts';
import { internalsOf, type Internals } from '#platform/app/internals.ts';
import type { ShowRecords } from '#platform/app/processes/delivery/records.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { deriveKeys, type Keys } from '#platform/auth/keys.ts';
import { openLog, type Log } from '#platform/runtime/log.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { createApiClient } from '#platform/cli/clients.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { openDatabase, type Database, type DatabaseSettings } from '#platform/postgres/database.ts';
import type { Rails } from '#platform/rails/rails.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import type { Handled, ProposableRequest, Clock } from '#platform/app/transact.ts';
import { carryOut } from './carry-out.ts';
import { createDatabase, takeAnyTime, TEST_SECRET } from './database.ts';
import { bookOpeningFloat } from './opening-float.ts';
import { testRails } from './test-app-rails.ts';
import { requireErrorAsWritten } from './emitted-events.ts';
import { watchedApp } from './watched-app.ts';

/** An api client, as its owner knows it. */
export type TestClient = {
  readonly id: number;
  readonly clientKey: string;
  readonly secret: string;
  /** Who it is inside the test app, as if it had come with a token of all its scopes. */
  readonly caller: Caller;
};

/**
 * A whole institution on a database of its own: what main.ts composes, and a sandbox tenant with the people and things
 * that most suites need. Everything below is committed by the real use cases where there are any.
 */
export type TestApp = {
  readonly settings: DatabaseSettings;
  readonly database: Database;
  readonly keys: Keys;
  readonly rails: Rails;
  /** Says where the callback endpoint is, once there is one. */
  readonly callbacksTo: (url: string) => void;
  readonly log: Log;
  readonly clock: Clock;
  readonly app: App;
  /** What the application is bound to; operators and the demo use it, adapters don't. */
  readonly internals: Internals;
  readonly auth: Authenticator;
  readonly tenantId: number;
  /** An operator of the tenant, for use cases that return their result. */
  readonly operator: Caller;
  readonly branchId: number;
  /** The agent of the branch: 10,000,000.00 of float unless said otherwise. */
  readonly agent: { readonly id: number; readonly agentNo: string };
  readonly productId: number;
  /** An active member. */
  readonly memberId: number;
  /** Holds every scope. */
  readonly client: TestClient;
  /** Another client of the tenant. */
  newClient(scopes?: readonly string[]): Promise<TestClient>;
  /** Another active member. */
  newMember(): Promise<number>;
  /** A loan of the member that is ready to disburse. */
  readyLoan(principal: bigint, memberId?: number): Promise<number>;
  /** Carries out a use case that answers, and returns its result. Refusals are thrown. */
  done<Command, Result>(
    useCase: (request: ProposableRequest<Result>, command: Command) => Promise<Handled>,
    command: Command,
    caller?: Caller,
  ): Promise<Result>;
  /** One statement inside the tenant, as the application's role. */
  sql: Database['query'];
  close(): Promise<void>;
};

export type TestAppOptions = {
  /** The way of paying; by default the sandbox's own provider. */
  readonly payoutRailOf?: PayoutRailOf;
  /** The way of asking payers; by default the sandbox's own provider. */
  readonly collectionRailOf?: CollectionRailOf;
  readonly clock?: Clock;
  /** How records look to partners, for deliveries that carry them; by default none does. */
  readonly showRecords?: ShowRecords;
  /** Minor units. */
  readonly float?: bigint;
  readonly poolSize?: number;
  /** Whether connections know statements by name; they do. */
  readonly statements?: 'named' | 'unnamed';
  /** Milliseconds of a clock that never goes back: how old what is known of the tenant and its rails is. */
  readonly elapsed?: () => number;
  /** Log lines of the test app; silent by default. */
  readonly log?: Log;
};

/**
 * Opens a test app for one suite: a fresh migrated database, `compose()` over it, a sandbox tenant with a branch, an agent
 * with float, a product, an active member and a client with all scopes.
 *
 *     const testApp = await openTestApp();
 *     const loanId = await testApp.readyLoan(20_000_000n);
 *     await testApp.done(testApp.app.lending.undoLoanApproval, { loanId });
 *     await testApp.close();
 *
 * Workers are started over it with `openWorkerContext` of test/support/worker-context.ts.
 */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { settings, drop } = await createDatabase();
  if (options.clock) await takeAnyTime(settings);
  const { poolSize = 10, statements = 'named' } = options;
  const database = await openDatabase({ ...settings, poolSize, statements });
  const keys = deriveKeys(TEST_SECRET);
  const log = options.log ?? openLog('silent');
  const clock = options.clock ?? database.clock.now;
  let callbackUrl = 'http://127.0.0.1:1';
  const elapsed = options.elapsed ?? (() => performance.now());
  const ways = testRails({ database, clock, keys, elapsed }, () => callbackUrl);
  const internals = internalsOf({
    database,
    tenants: tenantsOf(database, elapsed),
    clock,
    payoutRailOf: options.payoutRailOf ?? ways.payoutRailOf,
    collectionRailOf: options.collectionRailOf ?? ways.collectionRailOf,
    providerAccountsOf: ways.providerAccountsOf,
    identify: ways.identify,
    random: Math.random,
    log,
    signingSecrets: signingSecrets(keys),
    ...(options.showRecords ? { showRecords: options.showRecords } : {}),
  });
  const app = await watchedApp(compose(internals), {
    settings,
    keys,
    log,
    clockOn: (present) => options.clock ?? present.clock.now,
  });
  const tenantId = await createTenant(settings.adminUrl, { name: 'Umoja Test Society', mode: 'sandbox' });
  const operator = systemCaller({ id: tenantId, mode: 'sandbox' }, 'test', randomUUID());

  const sql: Database['query'] = (text, params) => database.write(tenantId, (tx) => tx.sql(text, params));
  const newClient = (scopes: readonly string[] = SCOPES) => makeClient(app, keys, operator, scopes);
  const client = await newClient();
  const done: TestApp['done'] = (useCase, command, caller = client.caller) => carryOut(useCase, command, caller);

  const [branch] = await sql<{ id: string }>('insert into branch (uuid, code, name) values ($1, $2, $3) returning id', [
    randomUUID(),
    'HQ',
    'Head office',
  ]);
  const branchId = Number(branch?.id);
  const { agent, product } = await database.write(tenantId, async (tx) => {
    const appointed = Agent.appoint({
      uuid: randomUUID(),
      agentNo: 'AG-000001',
      name: 'Cashier',
      branchId,
      provider: 'mpesa',
    });
    appointed.float = options.float ?? 1_000_000_000n;
    const offered = LoanProduct.offer({
      uuid: randomUUID(),
      code: 'DEV',
      name: 'Development loan',
      method: 'declining_equal_instalments',
      annualRate: '12' as LoanProduct['annualRate'],
      minPrincipal: 1_000n,
      maxPrincipal: 1_000_000_000n,
      minTermMonths: 1,
      maxTermMonths: 60,
    });
    tx.of(Agent).add(appointed);
    tx.of(LoanProduct).add(offered);
    await tx.flush();
    const on = clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
    await bookOpeningFloat(tx.sql, { agentNo: appointed.agentNo, amount: appointed.float, on });
    return { agent: { id: appointed.id, agentNo: appointed.agentNo }, product: offered };
  });

  const newMember = async (): Promise<number> => {
    const nationalId = String(randomInt(10_000_000, 99_999_999));
    const member = await done(app.membership.createMember, {
      name: 'Wanjiku Kamau',
      nationalId,
      phone: `+2547${randomInt(10_000_000, 99_999_999)}`,
      branchId,
      kyc: {
        id_type: 'national_id',
        id_number: nationalId,
        date_of_birth: '1990-04-01',
        address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
      },
    });
    await app.membership.screenMember(operator, { memberId: member.id });
    await sql('delete from reaction');
    return member.id;
  };
  const memberId = await newMember();

  return {
    settings,
    database,
    keys,
    rails: ways,
    callbacksTo: (url) => {
      callbackUrl = url;
    },
    log,
    clock,
    app,
    internals,
    auth: authenticator(database, keys.pepper, tokenHolders(database, database.clock.now, keys.challenge)),
    tenantId,
    operator,
    branchId,
    agent,
    productId: product.id,
    memberId,
    client,
    newClient,
    newMember,
    readyLoan: async (principal, borrower = memberId) => {
      const applied = { memberId: borrower, productId: product.id, principal, termMonths: 12 };
      const { id: loanId } = await done(app.lending.applyForLoan, applied);
      await done(app.lending.approveLoan, { loanId });
      return loanId;
    },
    done,
    sql,
    close: async () => {
      await database.close();
      await requireErrorAsWritten(settings.adminUrl).finally(drop);
    },
  };
}

async function makeClient(app: App, keys: Keys, operator: Caller, scopes: readonly string[]): Promise<TestClient> {
  const made = await createApiClient(app, keys.pepper, operator, { name: 'A partner', scopes, pii: false });
  const { id, clientKey, secret } = made;
  const caller: Caller = { ...operator, clientId: id, clientKey, scopes: made.scopes, requestId: 'req_test' };
  return { id, clientKey, secret, caller };
}
