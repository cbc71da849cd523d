import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { PayoutAnswer, PayoutOrder, PayoutStatus } from '#core/lending/ports.ts';
import { lendingRefusals } from '#core/lending/refusals.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Log } from '../../../runtime/log.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { PayoutDoor, PayoutNews } from '../../../rails/daraja/payout-notification.ts';
import type { Rail, RailOf } from '../../../rails/rail.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../../transact.ts';

/** How long a request waits for the provider's answer. Beyond it the payment is unknown, never failed. */
const ANSWER_DEADLINE_MS = 5_000;

type UseCase<Command, Payment, Ports> = (command: Command, ports: Ports) => Promise<Outcome<Payment>>;

/** A payment as a rail has to know it, and how far it has come. */
export type Outgoing = PayoutOrder & {
  readonly uuid: string;
  /** The provider's reference, once it has acknowledged. */
  readonly providerRef: string | null;
  /** Written down, and no answer of the provider: it may never have left. */
  readonly isUnanswered: boolean;
  /** Something is awaited of the provider. */
  readonly isAwaited: boolean;
  /** How often it was looked after so far. */
  readonly checks: number;
};

/**
 * A kind of payments to people: disbursements of loans, payouts of the payment bridge. Its use cases know no provider;
 * what every payment has in common on its way out and back is here.
 */
export type PaymentKind<Command, Payment, Ports> = {
  readonly portsOf: (tx: TenantTransaction, given: CommandContext) => Ports;
  /** Whether what is asked for goes to the rail's provider. */
  readonly callsProvider: (command: Command) => boolean;
  /** Writes the payment down and holds the float for it, before anything is sent. */
  readonly request: UseCase<Command, Payment, Ports>;
  readonly recordAnswer: UseCase<Answering, Payment, Ports>;
  readonly recordStatus: UseCase<StatusNews, Payment, Ports>;
  readonly find: (
    tx: TenantTransaction,
    by: { readonly uuid: string } | { readonly originatorId: string },
  ) => Promise<Payment | null>;
  readonly outgoing: (payment: Payment) => Outgoing;
};

/** The provider's answer. `waits` is false where a worker sends what was written down earlier: nobody waits for it. */
type Answering = { readonly originatorId: string; readonly answer: PayoutAnswer; readonly waits?: boolean };

/** What the provider says became of a payment. `asked`: it answers a question of ours, so its books say so. */
export type StatusNews = { readonly originatorId: string; readonly status: PayoutStatus; readonly asked: boolean };

/** News at a callback address that is known to be ours. */
export type HeardNews = { readonly originatorId: string; readonly door: PayoutDoor; readonly text: string };

export type PayOut<Command, Payment, Ports> = {
  /** Pays: float held, committed; provider called; answer written down and replied. */
  readonly request: (asked: CommandRequest<Payment>, command: Command) => Promise<Handled>;
  /**
   * Looks after a payment that lacks an answer or a result: the provider is asked first; only what lacks an answer is
   * sent again, under the same originator id.
   */
  readonly check: (caller: Caller, originatorId: string) => Promise<void>;
  /**
   * Sends a payment that was written down earlier, for a worker. `begin` says, under the payment's lock, that it leaves
   * now; null where there is nothing to send, or somebody else was quicker. False then.
   */
  readonly dispatch: (caller: Caller, begin: (ports: Ports) => Promise<Outcome<Payment | null>>) => Promise<boolean>;
  /** Takes the provider's news. False where the payment is none of this kind. */
  readonly hear: (caller: Caller, news: HeardNews) => Promise<boolean>;
};

/**
 * The one flow with a foreign effect: two transactions and the provider between them, never inside. Whatever breaks in
 * between leaves a row that says what was about to be sent, and `check` finds out what became of it.
 */
export function payingOut(transact: Transact, railOf: RailOf, log: Log) {
  const send = async (rail: Rail, order: PayoutOrder): Promise<PayoutAnswer> => {
    try {
      return await rail.send(order, AbortSignal.timeout(ANSWER_DEADLINE_MS));
    } catch (error) {
      // Whatever broke, it may have broken after the request had left.
      log.warn({ error, originator_id: order.originatorId }, 'The payout rail failed; the payment is unknown.');
      return { kind: 'unknown' };
    }
  };

  const ask = async (rail: Rail, originatorId: string): Promise<PayoutStatus> =>
    rail.query(originatorId, AbortSignal.timeout(ANSWER_DEADLINE_MS)).catch((error: unknown) => {
      log.warn({ error, originator_id: originatorId }, 'The payout rail can’t be asked; it is asked again later.');
      return { kind: 'pending' } as const;
    });

  return <Command, Payment, Ports>(kind: PaymentKind<Command, Payment, Ports>): PayOut<Command, Payment, Ports> => {
    const { request, recordAnswer, recordStatus, find, outgoing, portsOf } = kind;
    const look = (caller: Caller, originatorId: string) =>
      transact.look(caller, async (tx) => {
        const payment = await find(tx, { originatorId });
        return payment === null ? null : outgoing(payment);
      });
    const record = (caller: Caller, news: StatusNews) =>
      transact.run(recordStatus.name, caller, (tx, given) => recordStatus(news, portsOf(tx, given)));

    return {
      request: async (asked, command) => {
        const { caller } = asked;
        const rail = railOf(caller.tenantId, caller.mode);
        const closedFor = kind.callsProvider(command) ? await rail.closedFor() : null;
        const begun = await transact.begin<Payment>(
          request.name,
          {
            caller,
            claim: asked.claim,
            refused: asked.refused,
            resourceOf: (payment) => outgoing(payment).uuid,
            resume: async (uuid, tx, views) => {
              const payment = await find(tx, { uuid });
              if (payment === null) throw new Error(`The payment ${uuid} of a kept key is gone.`);
              return outgoing(payment).isUnanswered ? null : asked.present(payment, views);
            },
          },
          (tx, given) => {
            if (closedFor !== null) throw railClosed(closedFor);
            return request(command, portsOf(tx, given));
          },
        );
        if (begun.kind === 'handled') return begun;
        const order = outgoing(begun.result);
        // What nobody sends is answered with at once: a bank is paid by people.
        const answer = order.isUnanswered ? await send(rail, order) : null;
        return transact.finish(recordAnswer.name, { ...asked, resource: order.uuid }, async (tx, given) =>
          answer === null
            ? { result: begun.result, events: [] }
            : recordAnswer({ originatorId: order.originatorId, answer }, portsOf(tx, given)),
        );
      },

      check: async (caller, originatorId) => {
        const payment = await look(caller, originatorId);
        if (!payment?.isAwaited) return;
        const rail = railOf(caller.tenantId, caller.mode);
        const status = await ask(rail, originatorId);
        const isNew = status.kind === 'never_received';
        if (payment.isUnanswered && (isNew || (status.kind === 'pending' && payment.checks > 0))) {
          const answer = await send(rail, payment);
          // That this request was declined or went nowhere says nothing of the first one, which may have arrived.
          if (isNew || answer.kind === 'accepted' || answer.kind === 'unknown') {
            await transact.run(recordAnswer.name, caller, (tx, given) =>
              recordAnswer({ originatorId, answer }, portsOf(tx, given)),
            );
            return;
          }
        }
        await record(caller, { originatorId, status, asked: true });
      },

      dispatch: async (caller, begin) => {
        const begun = await transact.run(begin.name, caller, (tx, given) => begin(portsOf(tx, given)));
        if (begun === null) return false;
        const order = outgoing(begun);
        const answer = await send(railOf(caller.tenantId, caller.mode), order);
        await transact.run(recordAnswer.name, caller, (tx, given) =>
          recordAnswer({ originatorId: order.originatorId, answer, waits: false }, portsOf(tx, given)),
        );
        return true;
      },

      hear: async (caller, { originatorId, door, text }) => {
        const payment = await look(caller, originatorId);
        if (payment === null) return false;
        const { amount, msisdn, providerRef, isAwaited } = payment;
        const rail = railOf(caller.tenantId, caller.mode);
        const news = await rail.hear(door, text, { originatorId, amount, msisdn, providerRef, isAwaited });
        tellConcerns(log, originatorId, news);
        if (news.status === null) return true;
        try {
          await record(caller, { originatorId, status: news.status, asked: door === 'status_result' });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          log.error(
            { code: error.code, originator_id: originatorId, news: news.status.kind, request_id: caller.requestId },
            'A provider’s news contradict what is settled; somebody has to look at this payment.',
          );
        }
        return true;
      },
    };
  };
}

function railClosed(seconds: number): DomainError {
  return refuse(lendingRefusals.service_unavailable, 'The provider is not being asked for now; nothing was sent.', {
    retry_after: seconds,
  });
}

/** Who is on duty has to know of them; which payment it was stands beside, no name and no number. */
function tellConcerns(log: Log, originatorId: string, { concerns, resultCode }: PayoutNews): void {
  if (concerns.length === 0) return;
  log.warn({ originator_id: originatorId, concerns, result_code: resultCode }, 'A provider’s news need a look.');
}
