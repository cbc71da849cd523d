import { outcome } from '#core/kernel/outcome.ts';
import type { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { findPayout, type OnPayout } from '#core/payment-bridge/use-cases/find-payout.ts';
import { cancelCollection } from '#core/payment-bridge/use-cases/request-collection.ts';
import { completeCollection } from '#core/payment-bridge/use-cases/sandbox-helpers.ts';
import { requestBatch, type RequestBatch } from '#core/payment-bridge/use-cases/request-batch.ts';
import { cancelPayout, queuePayout, type RequestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { reviewPayout } from '#core/payment-bridge/use-cases/review-payout.ts';
import { reviewCollection } from '#core/payment-bridge/use-cases/settle-collection.ts';
import { postponePayout } from '#core/payment-bridge/use-cases/settle-payout.ts';
import { requestTopup } from '#core/payment-bridge/use-cases/top-up.ts';
import type { PayoutChannel } from '#core/payments/channels.ts';
import type { Caller } from '../../auth/caller.ts';
import { requireUnpaused } from '../processes/payment/paused.ts';
import type { payoutProcess } from '../processes/payout/payout-process.ts';
import type { PayoutRailOf } from '../../rails/rail.ts';
import type { Tenants } from '../tenants.ts';
import type { collectionProcess } from '../processes/collection/collection-process.ts';
import { collections } from '../processes/collection/app-collections.ts';
import { payouts, refunds } from '../processes/payout/app-payouts.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../transact.ts';
import type { Handling, Running } from './bindings.ts';

/** The name of a recipient as the app knows it: it is looked for on the lists, and not stored. */
type Named = { readonly recipientName?: string | null };
type Recipient = Named & { readonly msisdn: string };

type Parts = {
  readonly transact: Transact;
  readonly portsOf: (tx: TenantTransaction, context: CommandContext) => BridgePorts;
  readonly tenants: Tenants;
  readonly payoutRailOf: PayoutRailOf;
  readonly payOut: ReturnType<typeof payoutProcess>;
  readonly collectFrom: ReturnType<typeof collectionProcess>;
};

/** The use cases of the payment bridge, bound. */
export function bindPaymentBridge(
  handling: Handling<BridgePorts>,
  running: Running<BridgePorts>,
  { transact, portsOf, tenants, payoutRailOf, payOut, collectFrom }: Parts,
) {
  const payout = payOut(payouts(portsOf));
  const queued = payOut({ ...payouts(portsOf), sentOn: () => null, request: queuePayout });
  const closedFor = ({ tenantId, mode }: Caller, channel: PayoutChannel) =>
    payoutRailOf(tenantId, mode).closedFor(channel);
  const collection = collectFrom(collections(portsOf));

  const { postponePayout: postpone } = running({ postponePayout });

  const screen = screening({ transact, portsOf });
  /** Checks a payout: one that is pending is sent; of any other that is open the status is queried. */
  const checkPayout = async (caller: Caller, originatorId: string): Promise<void> => {
    if ((await tenants.get(caller.tenantId)).paymentsPaused !== null) return;
    const known = await transact.look(caller, (tx) => tx.of(Payout).first('originator_id = $1', [originatorId]));
    const seconds = known === null ? null : await closedFor(caller, known.channel);
    if (seconds !== null && (await postpone(caller, { originatorId, seconds })) !== null) return;
    await payout.check(caller, originatorId);
  };

  return {
    /** While the provider takes none, a payout is refused, or waits where the institution wants that. */
    payout: async (
      request: CommandRequest<Payout>,
      { recipientName = null, ...command }: RequestPayout & Named,
    ): Promise<Handled> => {
      await screen(request.caller, [{ msisdn: command.msisdn, recipientName }]);
      const { queuesPayouts, paymentsPaused } = await tenants.get(request.caller.tenantId);
      const waits =
        queuesPayouts && (paymentsPaused !== null || (await closedFor(request.caller, command.channel)) !== null);
      return (waits ? queued : payout).request(request, command);
    },
    receivePayout: payout.receive,
    refund: payOut(refunds(portsOf)).request,
    ...handling({ requestTopup }),
    checkPayout,
    refreshPayout: refreshing({ transact, portsOf }, payout),
    ...handling({ cancelPayout }),
    /** Many payouts, taken on whole or not at all. While payments are paused, only where they may wait. */
    requestBatch: async (
      request: CommandRequest<PayoutBatch>,
      { recipients = [], ...command }: RequestBatch & { readonly recipients?: readonly Recipient[] },
    ): Promise<Handled> => {
      await screen(request.caller, recipients);
      const { queuesPayouts, paymentsPaused } = await tenants.get(request.caller.tenantId);
      return transact.handle('requestBatch', request, async (tx, context) => {
        // Who repeats one that came after a backup would have its rows paid twice.
        requireUnpaused({ paused: paymentsPaused !== null && !queuesPayouts });
        return requestBatch(command, portsOf(tx, context));
      });
    },
    collect: collection.request,
    collection,
    ...handling({ cancelCollection }),
    ...running({ reviewCollection }),
    /** The same over the API, where another person approves. */
    reviews: handling({ reviewPayout, reviewCollection }),
    /** What apps do in a sandbox only. */
    ...handling({
      completeCollection,
    }),
    /** What the institution's people do about a payout. */
    ...running({ reviewPayout }),
  };
}

/**
 * Names that an app gives with a payment are looked for before anything is held. That is a transaction of its own: the
 * alert stands although the payment is then refused.
 */
function screening({ transact, portsOf }: Pick<Parts, 'transact' | 'portsOf'>) {
  return async (caller: Caller, payees: readonly Recipient[]): Promise<void> => {
    const named = payees.flatMap(({ msisdn, recipientName: name }) => (name == null ? [] : [{ msisdn, name }]));
    if (named.length === 0) return;
    await transact.run('screenPayees', caller, async (tx, context) =>
      outcome(null, ...(await portsOf(tx, context).payees.screen(named))),
    );
  };
}

/** Queries the status now, for an app that requests it; replies with what is known then. */
function refreshing(
  { transact, portsOf }: Pick<Parts, 'transact' | 'portsOf'>,
  payout: { check(caller: Caller, originatorId: string): Promise<unknown> },
) {
  return async (request: CommandRequest<Payout>, command: OnPayout): Promise<Handled> => {
    const { app, payoutId } = command;
    const known = await transact.look(request.caller, (tx) =>
      tx.of(Payout).first('app_id = $1 and id = $2', [app.id, payoutId]),
    );
    if (known && known.state !== 'pending') await payout.check(request.caller, known.originatorId);
    return transact.handle('refreshPayout', request, async (tx, context) =>
      outcome(await findPayout(command, portsOf(tx, context))),
    );
  };
}
