import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#platform/auth/caller.ts';
import { compose, type App } from '#platform/app/compose.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openDatabase, type Database, type DatabaseSettings } from '#platform/postgres/database.ts';
import type { PayoutRail } from '#core/payments/rail.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { toWire } from '#platform/runtime/wire.ts';

export const AMOUNT = 100_000n;
const MSISDN = '+254712000000';
export const agentNo = (n: number) => `AG-1${String(n).padStart(5, '0')}`;

/** Accepts everything, immediately. */
const ready: PayoutRail = {
  send: () => Promise.resolve({ kind: 'accepted', providerRef: `AG_${randomUUID()}` }),
  query: () => Promise.resolve({ kind: 'pending' }),
  closedFor: () => Promise.resolve(null),
  receive: () => Promise.reject(new Error('This provider sends no notifications.')),
};

export type Office = {
  readonly database: Database;
  /** Pays a loan out as a request does: under a key, with the reply made and kept. */
  readonly payOut: (loanId: number, agent: number) => Promise<void>;
};

/** A process of the system as far as it pays loans out, with a provider that costs nothing. */
export async function openOffice(settings: DatabaseSettings, caller: Caller): Promise<Office> {
  const database = await openDatabase(settings);
  const app: App = compose(
    internalsOf({
      database,
      tenants: tenantsOf(database, () => performance.now()),
      clock: () => Temporal.Now.instant(),
      payoutRailOf: () => ready,
      collectionRailOf: () => {
        throw new Error('There are no prompts here.');
      },
      random: Math.random,
      log: openLog('silent'),
      signingSecrets: signingSecrets(deriveKeys('a secret of at least 32 characters, for benches')),
    }),
  );
  return {
    database,
    payOut: async (loanId, agent) => {
      const { response } = await app.lending.disburse(
        {
          caller,
          claim: { key: `bench-${loanId}`, fingerprint: createHash('sha256').update(String(loanId)).digest() },
          present: async ({ id }, views) => {
            const disbursement = await views.disbursements.one(id);
            return { status: 201, headers: {}, body: JSON.stringify(toWire(disbursement)) };
          },
          refused: (error) => {
            throw error;
          },
        },
        { loanId, amount: AMOUNT, channel: 'mpesa_b2c', msisdn: MSISDN, agentNo: agentNo(agent) },
      );
      if (response.status !== 201) throw new Error(`Loan ${loanId} was not paid out: ${response.body}`);
    },
  };
}
