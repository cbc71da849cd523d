import { DomainError } from '#core/kernel/domain-error.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus, StatusSource } from '#core/payments/provider-status.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Unbooked } from '../callbacks/unbooked.ts';
import { isDecision } from '../../idempotency.ts';
import { together } from './together.ts';
import type { Handled, CommandContext, CommandRequest, ResumableRequest, Transact } from '../../transact.ts';

/** How long a request waits for the provider's reply. Beyond it the payment is unknown, never failed. */
export const REPLY_DEADLINE_MS = 5_000;

type UseCase<Command, Result, Ports> = (command: Command, ports: Ports) => Promise<Outcome<Result>>;
type Named = { readonly originatorId: string };

/** What became of a notification: `unknown` where the payment is none of a kind; otherwise it is for people. */
export type Reception = 'recorded' | 'unknown' | Unbooked;

/** How far a payment has come. */
export type Progress = {
  readonly uuid: string;
  readonly originatorId: string;
  /** The provider's reference, once it has acknowledged. */
  readonly providerRef: string | null;
  /** Recorded, and no reply of the provider: it may have been sent or not. */
  readonly isUnanswered: boolean;
  /** A reply or a result of the provider is awaited. */
  readonly isAwaited: boolean;
};

/** A provider's reply. `sentBy`: a `request` waits for the outcome, a `worker` sends what was recorded earlier. */
type ReplyRecord = Named & { readonly reply: ProviderReply; readonly sentBy?: 'request' | 'worker' };
type StatusRecord = Named & { readonly status: ProviderStatus; readonly source: StatusSource };

/**
 * A kind of payments by a rail: disbursements of loans, payouts and collections of apps, collections of the institution.
 * Its use cases know no provider; what all kinds have in common is in `paymentSteps`.
 */
export type PaymentKind<Command, Item, Ports, Payment extends Progress> = {
  readonly portsOf: (tx: TenantTransaction, context: CommandContext) => Ports;
  /** Records the payment, before anything is sent. */
  readonly request: UseCase<Command, Item, Ports>;
  /** Takes up one that was not sent, for certain; null where there is none. Without it a kind has no such payments. */
  readonly begin?: UseCase<Named, Item | null, Ports>;
  readonly recordReply: UseCase<ReplyRecord, Item, Ports>;
  readonly recordStatus: UseCase<StatusRecord, Item, Ports>;
  readonly find: (tx: TenantTransaction, by: { readonly uuid: string } | Named) => Promise<Item | null>;
  readonly paymentOf: (item: Item) => Payment;
  /**
   * Locks payments that are changed in one transaction, in an order in which no two transactions wait for each other. A
   * kind without it changes each payment in a transaction of its own.
   */
  readonly lockAll?: (originatorIds: readonly string[], tx: TenantTransaction) => Promise<void>;
};

/**
 * Records what a provider said with its reply became of a payment: a step of its own after the reply, so that a request is
 * answered alike by all providers. Where the process dies before it, the check queries the status.
 */
const resultRecorder =
  (record: (caller: Caller, command: StatusRecord) => Promise<unknown>, log: Log) =>
  async (caller: Caller, originatorId: string, reply: ProviderReply): Promise<void> => {
    if (reply.kind !== 'accepted' || reply.result === undefined) return;
    await record(caller, { originatorId, status: reply.result, source: 'query' }).catch((error: unknown) => {
      log.warn({ error, originator_id: originatorId }, 'A result could not be recorded; the check queries it.');
    });
  };

/**
 * The steps of a payment by a rail: two transactions and the provider between them, never inside. Where something breaks in
 * between, it leaves a row that says what was about to be sent, and a check finds out what became of it.
 */
export function paymentSteps<Command, Item, Ports, Payment extends Progress>(
  transact: Transact,
  log: Log,
  kind: PaymentKind<Command, Item, Ports, Payment>,
) {
  const { begin, recordReply, recordStatus, find, paymentOf } = kind;
  const stepOf = stepsOf(transact, kind);
  const record = stepOf(recordStatus);
  const reply = stepOf(recordReply);
  const takeUp = begin && stepOf(begin);

  const recordResult = resultRecorder(record, log);
  return {
    find: (caller: Caller, originatorId: string): Promise<Payment | null> =>
      transact.look(caller, async (tx) => {
        const item = await find(tx, { originatorId });
        return item === null ? null : paymentOf(item);
      }),

    request: requesting(transact, kind, recordResult),

    /** Takes up a payment that was not sent, for certain; null where there is none. */
    begin: async (caller: Caller, originatorId: string): Promise<Payment | null> => {
      const item = takeUp === undefined ? null : await takeUp(caller, { originatorId });
      return item === null ? null : paymentOf(item);
    },

    recordReply: async (caller: Caller, command: ReplyRecord): Promise<void> => {
      await reply(caller, command);
      await recordResult(caller, command.originatorId, command.reply);
    },

    /** Records the reply to a status query. */
    recordQueried: async (caller: Caller, originatorId: string, status: ProviderStatus): Promise<void> => {
      await record(caller, { originatorId, status, source: 'query' });
    },

    /** Records the status in a notification. One that contradicts what is settled changes nothing, and is for people. */
    recordNotified: (caller: Caller, command: StatusRecord): Promise<Reception> =>
      record(caller, command).then(
        () => 'recorded',
        (error: unknown) => contradiction(error, command),
      ),
  };
}

/** How a payment is requested: recorded, committed; sent to the provider; the reply recorded and presented. */
function requesting<Command, Item, Ports, Payment extends Progress>(
  transact: Transact,
  kind: PaymentKind<Command, Item, Ports, Payment>,
  recordResult: ReturnType<typeof resultRecorder>,
) {
  const { request, recordReply, paymentOf, portsOf } = kind;
  /**
   * @param send null where nothing is sent to a provider
   * @param admit throws where the request can't be taken on now
   */
  return async (
    handling: CommandRequest<Item>,
    command: Command,
    send: (payment: Payment) => Promise<ProviderReply | null>,
    admit: () => void = () => undefined,
  ): Promise<Handled> => {
    const begun = await transact.begin<Item>(request.name, resumable(handling, kind), (tx, context) => {
      admit();
      return request(command, portsOf(tx, context));
    });
    if (begun.kind === 'handled') return begun;
    const payment = paymentOf(begun.result);
    const { originatorId } = payment;
    const reply = await send(payment);
    const finishing = { ...handling, resource: payment.uuid };
    const handled = await transact.finish(recordReply.name, finishing, async (tx, context) =>
      reply === null
        ? { result: begun.result, events: [] }
        : recordReply({ originatorId, reply }, portsOf(tx, context)),
    );
    if (reply !== null) await recordResult(handling.caller, originatorId, reply);
    return handled;
  };
}

/** How a step of the kind is carried out: with others of the same moment where the kind allows it. */
function stepsOf<Command, Item, Ports, Payment extends Progress>(
  transact: Transact,
  { portsOf, lockAll }: PaymentKind<Command, Item, Ports, Payment>,
) {
  return <Step extends Named, Result>(useCase: UseCase<Step, Result, Ports>) => {
    const work = (step: Step) => (tx: TenantTransaction, context: CommandContext) =>
      useCase(step, portsOf(tx, context));
    if (!lockAll) return (caller: Caller, step: Step) => transact.run(useCase.name, caller, work(step));
    return together<Step, Result>((calls) =>
      transact.runTogether(
        useCase.name,
        calls.map(({ caller, command }) => ({ caller, work: work(command) })),
        async (tx) => {
          const names = calls.map(({ command }) => command.originatorId);
          if (names.length > 1) await lockAll(names, tx);
        },
      ),
    );
  };
}

/** A request that is continued, or answered from its payment, where its key was stored before the reply. */
function resumable<Command, Item, Ports, Payment extends Progress>(
  handling: CommandRequest<Item>,
  { find, paymentOf }: PaymentKind<Command, Item, Ports, Payment>,
): ResumableRequest<Item> {
  return {
    caller: handling.caller,
    claim: handling.claim,
    refused: handling.refused,
    resourceOf: (item) => paymentOf(item).uuid,
    resume: async (uuid, tx, views) => {
      const item = await find(tx, { uuid });
      if (item === null) throw new Error(`The payment ${uuid} of a stored key is gone.`);
      return paymentOf(item).isUnanswered ? null : handling.present(item, views);
    },
  };
}

function contradiction(error: unknown, { status, originatorId }: StatusRecord): Unbooked {
  if (!(error instanceof DomainError) || !isDecision(error)) throw error;
  const { receiptNo = null, amount = null } = status.kind === 'paid' ? status : {};
  const why = `${error.code}: it says ${status.kind} of the payment ${originatorId}. ${error.message}`;
  return { kind: 'notification_contradicts', receiptNo, amount, why };
}
