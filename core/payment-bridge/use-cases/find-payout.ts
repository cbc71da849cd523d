import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { App } from '../app.ts';
import type { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';

export type OnPayout = { readonly app: App; readonly payoutId: number };

/** A payout of the app, held until commit. @throws DomainError not_found */
export async function findPayout({ app, payoutId }: OnPayout, ports: Pick<BridgePorts, 'payouts'>): Promise<Payout> {
  const payout = await ports.payouts.lock(app.id, payoutId);
  if (payout) return payout;
  throw refuse(kernelRefusals.not_found, `This app has no payout ${payoutId}.`, {
    resource: 'payout',
    id: String(payoutId),
  });
}
