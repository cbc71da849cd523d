import { randomUUID } from 'node:crypto';
import { JOB_REQUEST } from '#core/partners/webhook-delivery/payload.ts';
import type { Caller } from '../auth/caller.ts';
import { systemCaller } from '../auth/system-caller.ts';
import type { Database } from '../postgres/database.ts';
import { dueWork } from '../postgres/due-work.ts';
import type { CollectionRailOf, PayoutRailOf, IdentifyNotified, ProviderAccountsOf } from '../rails/rail.ts';
import type { Log } from '../runtime/log.ts';
import { allPorts } from './ports.ts';
import type { ShowRecords } from './processes/delivery/records.ts';
import type { SigningSecrets } from './processes/delivery/signing-secrets.ts';
import type { Tenants } from './tenants.ts';
import { transactor, type Clock } from './transact.ts';

export type Environment = {
  readonly database: Database;
  readonly tenants: Tenants;
  readonly clock: Clock;
  readonly payoutRailOf: PayoutRailOf;
  /** The way of requesting money from payers; by default there is none. */
  readonly collectionRailOf?: CollectionRailOf;
  /** The institution's accounts at its providers; by default there are none. */
  readonly providerAccountsOf?: ProviderAccountsOf;
  /** What notifications at a rail's one address are about; by default nothing. */
  readonly identify?: IdentifyNotified;
  readonly signingSecrets: SigningSecrets;
  /** How records look to partners, for the deliveries that carry them; by default none does. */
  readonly showRecords?: ShowRecords;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Log;
};

export type Internals = ReturnType<typeof internalsOf>;

/** What the application is bound to: transactions and ports. Its processes use it; adapters get the application alone. */
export function internalsOf(environment: Environment) {
  const { database, tenants, clock, random } = environment;
  return {
    ...environment,
    transact: transactor(database, tenants, clock),
    ports: allPorts(random),
    due: dueWork(database),
    /** A job of a tenant, as the audit trail names it: `job:<role>`. */
    jobCaller: async (tenantId: number, role: string): Promise<Caller> => {
      const { mode } = await tenants.get(tenantId);
      return systemCaller({ id: tenantId, mode }, `job:${role}`, `${JOB_REQUEST}${randomUUID()}`);
    },
  };
}
