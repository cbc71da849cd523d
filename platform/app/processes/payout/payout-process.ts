import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { isRepeatable, type SentChannel } from '#core/payments/channels.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutCallback, PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { PayoutRailOf } from '../../../rails/rail.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Handled, CommandRequest, Transact } from '../../transact.ts';
import { notAbout } from '../callbacks/unbooked.ts';
import { requireUnpaused, type IsPaused } from '../payment/paused.ts';
import { paymentSteps, REPLY_DEADLINE_MS, type PaymentKind, type Progress, type Reception } from '../payment/steps.ts';

/** A payment to a person as a rail has to know it, and how far it has come. */
export type Outgoing = PayoutOrder & Progress & { readonly checks: number };

/**
 * On which channel a command sends to a provider; null where it sends nothing. `found_within`: it sends, on a channel that
 * its use case finds.
 */
type SentOn = SentChannel | 'found_within' | null;

/** A kind of payments out. */
export type PayoutKind<Command, Item, Ports> = PaymentKind<Command, Item, Ports, Outgoing> & {
  readonly sentOn: (command: Command) => SentOn;
};

/** A provider notification at a callback address that is known to be ours. */
export type ReceivedNotification = {
  readonly originatorId: string;
  readonly callback: PayoutCallback;
  readonly text: string;
};

export type PayoutProcess<Command, Item> = {
  /** Pays: float held, committed; sent to the provider; reply recorded and presented. */
  readonly request: (request: CommandRequest<Item>, command: Command) => Promise<Handled>;
  /**
   * Checks a payment: one that was not sent is sent; of one without a reply or a result the status is queried. Only what
   * has no reply is sent again, under the same originator id, and only on a channel that pays the same once. While the
   * institution's payments are paused it stays as it is.
   * @returns whether it is a payment of this kind
   */
  readonly check: (caller: Caller, originatorId: string) => Promise<boolean>;
  /** Records what a statement of the provider says of a payment. */
  readonly record: (caller: Caller, payment: { originatorId: string; status: ProviderStatus }) => Promise<Reception>;
  /** Records a provider notification. */
  readonly receive: (caller: Caller, notification: ReceivedNotification) => Promise<Reception>;
};

/** Payments to people by a rail. */
export function payoutProcess(transact: Transact, payoutRailOf: PayoutRailOf, isPaused: IsPaused, log: Log) {
  const railOf = ({ tenantId, mode }: Caller) => payoutRailOf(tenantId, mode);

  const { send, query } = attemptsOf(log);

  return <Command, Item, Ports>(kind: PayoutKind<Command, Item, Ports>): PayoutProcess<Command, Item> => {
    const steps = paymentSteps(transact, log, kind);

    const checkOne = async (caller: Caller, originatorId: string): Promise<void> => {
      const rail = railOf(caller);
      const begun = await steps.begin(caller, originatorId);
      if (begun !== null) {
        const reply = await send(rail, begun);
        return steps.recordReply(caller, { originatorId, reply, sentBy: 'worker' });
      }
      const payment = await steps.find(caller, originatorId);
      if (!payment?.isAwaited) return;
      const status = await query(rail, payment);
      if (payment.isUnanswered && maySendAgain(payment, status)) {
        const reply = await send(rail, payment);
        // That this request was declined or went nowhere says nothing of the first one, which may have arrived.
        if (status.kind === 'never_received' || reply.kind === 'accepted' || reply.kind === 'unknown') {
          return steps.recordReply(caller, { originatorId, reply });
        }
      }
      return steps.recordQueried(caller, originatorId, status);
    };

    return {
      request: async (handling, command) => {
        const rail = railOf(handling.caller);
        const sentOn = kind.sentOn(command);
        const paused = sentOn !== null && (await isPaused(handling.caller));
        const admit = await admission(rail, { channel: sentOn === 'found_within' ? null : sentOn, paused });
        // What no provider is sent needs no reply: a bank is paid by people. A request that is continued was admitted before.
        const reply = async (order: Outgoing) => (order.isUnanswered && !paused ? send(rail, order) : null);
        return steps.request(handling, command, reply, admit);
      },

      check: async (caller, originatorId) => {
        if ((await steps.find(caller, originatorId)) === null) return false;
        if (!(await isPaused(caller))) await checkOne(caller, originatorId);
        return true;
      },

      record: async (caller, { originatorId, status }) => {
        if ((await steps.find(caller, originatorId)) === null) return 'unknown';
        return steps.recordNotified(caller, { originatorId, status, source: 'query' });
      },

      receive: async (caller, { originatorId, callback, text }) => {
        const payment = await steps.find(caller, originatorId);
        if (payment === null) return 'unknown';
        const { status, concerns, resultCode } = await railOf(caller).receive(callback, text, payment);
        if (concerns.length > 0) {
          // Operators have to know of them: with the payment's id, without a name or a number.
          const about = { originator_id: originatorId, concerns, result_code: resultCode };
          log.warn(about, 'A provider notification raises concerns.');
        }
        const source = callback === 'payout_status' ? 'query' : 'notification';
        const reception = status && (await steps.recordNotified(caller, { originatorId, status, source }));
        const isLost = concerns.includes('unreadable') || concerns.includes('other_payment');
        return isLost ? notAbout('payout', text) : (reception ?? 'recorded');
      },
    };
  };
}

/** On which channel a payment is sent; null: no provider is sent it now, or it is not known yet on which. */
type Sending = { readonly channel: SentChannel | null; readonly paused: boolean };

/** What refuses a payment that can't be sent now. */
async function admission(rail: PayoutRail, { channel, paused }: Sending): Promise<() => void> {
  const closedFor = channel === null ? null : await rail.closedFor(channel);
  return () => {
    requireUnpaused({ paused });
    if (closedFor !== null) throw railClosed(closedFor);
  };
}

/** A channel that does not pay the same once is sent it again only where the provider has never seen it. */
function maySendAgain({ channel, checks }: Pick<Outgoing, 'channel'> & { checks: number }, status: ProviderStatus) {
  return status.kind === 'never_received' || (isRepeatable(channel) && status.kind === 'pending' && checks > 0);
}

/** Calls to a rail: what breaks leaves the payment unknown, or its status open. */
function attemptsOf(log: Log) {
  const send = async (rail: PayoutRail, order: PayoutOrder): Promise<ProviderReply> => {
    try {
      return await rail.send(order, AbortSignal.timeout(REPLY_DEADLINE_MS));
    } catch (error) {
      // Whatever broke, it may have broken after the request had left.
      log.warn({ error, originator_id: order.originatorId }, 'The payout rail failed; the payment is unknown.');
      return { kind: 'unknown' };
    }
  };

  const query = async (rail: PayoutRail, payment: Outgoing): Promise<ProviderStatus> =>
    rail.query(payment, AbortSignal.timeout(REPLY_DEADLINE_MS)).catch((error: unknown) => {
      log.warn(
        { error, originator_id: payment.originatorId },
        'The payout rail can’t be queried; it is queried again later.',
      );
      return { kind: 'pending' } as const;
    });

  return { send, query };
}

function railClosed(seconds: number) {
  return refuse(kernelRefusals.service_unavailable, 'The provider is not sent requests for now; nothing was sent.', {
    retry_after: seconds,
  });
}
