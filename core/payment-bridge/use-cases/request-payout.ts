import { refuse } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import { publicId, type App } from '../app.ts';
import { CHANNELS, requireCarriable, type PayoutChannel } from '../../payments/channels.ts';
import { requireReachable } from '../../payments/wallet.ts';
import type { Metadata } from '../app.ts';
import { requireNotHeld } from '../payee.ts';
import { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';
import { feeOf } from '../../payments/tariff.ts';
import { findPayout, type OnPayout } from './find-payout.ts';
import { accountBehind, accountOf, requireCurrency, type Booking } from './accounts.ts';

export type RequestPayout = {
  readonly app: App;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly currency: string;
  readonly channel: PayoutChannel;
  /** E.164. */
  readonly msisdn: string;
  /** The app's own name for it, unique for ever. */
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
};

type Requesting = Booking & Pick<BridgePorts, 'payouts' | 'payees' | 'wallets' | 'currency' | 'tariffOf' | 'actor'>;

/**
 * Records a payout and holds the money for it. It is `sending` when this is committed: the provider is called next.
 * @throws DomainError insufficient_balance, recipient_held, duplicate_reference (conflict) with existing_id; invalid_msisdn,
 *   msisdn_not_on_channel, validation_failed, currency_mismatch (invalid)
 */
export async function requestPayout(command: RequestPayout, ports: Requesting): Promise<Outcome<Payout>> {
  const { result, events } = await queuePayout(command, ports);
  result.begin(ports.now);
  return { result, events };
}

/** The same for a provider that takes no payments just now: it is `pending`, and a worker sends it. */
export async function queuePayout(command: RequestPayout, ports: Requesting): Promise<Outcome<Payout>> {
  const { app, ...order } = command;
  requireCarriable(order.channel, order.amount, order.msisdn);
  await requireReachable(order.channel, order.msisdn, ports);
  requireCurrency(order.currency, ports);
  // All that can be read before the account is locked: others wait for it.
  const [id, tariff] = await Promise.all([
    ports.payouts.nextId(),
    ports.tariffOf(app.id),
    requireNewReference(app, order.reference, ports),
    requireNotHeld(order.msisdn, ports),
  ]);
  const { account, events: opened } = await accountOf(app, order.currency, ports);
  const fee = feeOf(tariff.payout, order.amount);
  const low = account.hold(order.amount + fee);
  const { payout, event } = Payout.create(
    {
      ...order,
      app,
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      accountId: account.id,
      purpose: 'payout',
      fee,
      provider: CHANNELS[order.channel].provider,
      requestedBy: ports.actor,
    },
    ports.now,
  );
  ports.payouts.add(Object.assign(payout, { id }));
  return outcome(payout, ...opened, event, ...low);
}

/** Calls a payout off that has not left. @throws DomainError invalid_state_transition, precondition_failed, not_found */
export async function cancelPayout(
  command: OnPayout & { readonly version?: number | undefined },
  ports: Pick<BridgePorts, 'payouts' | 'accounts' | 'now'>,
): Promise<Outcome<Payout>> {
  const payout = await findPayout(command, ports);
  requireVersion(payout, command.version);
  const cancelled = payout.cancel(ports.now);
  const account = await accountBehind(payout, ports)();
  account.release(payout.total());
  return outcome(payout, cancelled);
}

async function requireNewReference(app: App, reference: string, ports: Pick<BridgePorts, 'payouts'>): Promise<void> {
  const other = await ports.payouts.findByReference(app.id, reference);
  if (!other) return;
  throw refuse(kernelRefusals.duplicate_reference, 'This app has used the reference for another payout.', {
    existing_id: publicId('payout', other.uuid),
  });
}
