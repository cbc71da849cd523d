import { refuse } from '../../kernel/domain-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { App } from '../app.ts';
import type { ProviderStatus } from '../../payments/provider-status.ts';
import type { Collection } from '../collection/collection.ts';
import { collectionLifecycle } from '../collection/lifecycle.ts';
import { findCollection, type OnCollection } from './find-collection.ts';
import { recordCollectionStatus } from './settle-collection.ts';

/** What an app in a sandbox can make of a collection, as if the payer had done it. */
export const REHEARSED = ['succeeded', 'failed', 'expired', 'cancelled_by_payer'] as const;

const REASONS = {
  failed: { code: 'insufficient_funds', message: 'The payer’s balance is too low.' },
  expired: { code: 'expired', message: 'The prompt has expired.' },
  cancelled_by_payer: { code: 'cancelled_by_payer', message: 'The payer cancelled.' },
} as const;

/**
 * Ends a collection of a sandbox as an app wants it, also one that has failed: late money can be tested, too.
 * @throws DomainError not_found in live; invalid_state_transition (conflict)
 */
export async function completeCollection(
  command: OnCollection & {
    readonly outcome: (typeof REHEARSED)[number];
    /** What comes, in minor units; what was requested, by default. */
    readonly amount: Cents | null;
  },
  ports: Parameters<typeof recordCollectionStatus>[1],
): Promise<Outcome<Collection>> {
  requireSandbox(command.app);
  const collection = await findCollection(command, ports);
  const isPaid = command.outcome === 'succeeded';
  const isOver = collection.state === 'review' || collection.state === 'cancelled' || collection.state === 'pending';
  if (isOver || (!isPaid && collection.settledAt !== null))
    requireAllowed(collectionLifecycle, collection.state, 'decline');
  if (isPaid && collection.state === 'succeeded') requireAllowed(collectionLifecycle, collection.state, 'succeed');
  const status: ProviderStatus =
    command.outcome === 'succeeded'
      ? {
          kind: 'paid',
          providerRef: collection.providerRef,
          receiptNo: `TEST${collection.uuid.slice(-6).toUpperCase()}`,
          at: ports.now,
          amount: command.amount ?? collection.amount,
        }
      : { kind: 'not_paid', ...REASONS[command.outcome] };
  const { originatorId } = collection;
  const { events } = await recordCollectionStatus({ originatorId, status, source: 'query' }, ports);
  return outcome(collection, ...events);
}

/** What helps to test is not there in live. */
function requireSandbox(app: App): void {
  if (app.sandbox) return;
  throw refuse(kernelRefusals.not_found, 'There is nothing here.', { resource: 'test' });
}
