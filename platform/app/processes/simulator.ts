import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { requireSandboxTenant } from '#core/partners/test-clock.ts';
import {
  requireSentByPhone,
  requireSimulated,
  requireSimulatedAnswer,
  type SimulatedAnswer,
  type SimulatedKind,
} from '#core/payments/simulated.ts';
import type { Caller } from '../../auth/caller.ts';
import {
  answerSimulated,
  newestSimulated,
  simulatedByUuid,
  type SimulatedPayment,
} from '../../rails/sandbox/simulator.ts';
import { newReceipt } from '../../rails/sandbox/books.ts';
import { collectionBehaviours } from '../../rails/sandbox/collection-behaviours.ts';
import { payoutBehaviours } from '../../rails/sandbox/payout-behaviours.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Internals } from '../internals.ts';
import type { CommandContext, CommandRequest, Handled } from '../transact.ts';

/** What a payer does at the paybill, without having been asked to. */
export type PayPaybill = {
  /** Minor units. */
  readonly amount: bigint;
  readonly msisdn: string;
  /** What the payer types. */
  readonly accountReference: string;
};

/** How money that came to the paybill is booked: as the provider's confirmation is. */
type ReceiveAtPaybill = (
  payment: PayPaybill & { readonly receiptNo: string; readonly paidAt: Temporal.Instant },
  tx: TenantTransaction,
  context: CommandContext,
) => Promise<Outcome<unknown>>;

/** What the last three digits of a number make of a payment. */
type SimulatedNumber = { readonly suffix: string; readonly means: string };

/** What came of it: the record that holds the money, and the receipt that the payer has. */
export type PaidAtPaybill = { readonly uuid: string | null; readonly receiptNo: string };

/**
 * A person who tries a sandbox plays the payers and the provider. What they answer is notified as the number's own answers are:
 * over the network, to the address at which a real provider's come.
 */
export function simulator({ transact, database }: Pick<Internals, 'transact' | 'database'>, receive: ReceiveAtPaybill) {
  return {
    /** The newest of the provider's books. @throws DomainError sandbox_only (forbidden) */
    newest: ({ mode, tenantId }: Caller, kind: SimulatedKind, most: number): Promise<SimulatedPayment[]> => {
      requireSandboxTenant(mode);
      return database.read(tenantId, (tx) => newestSimulated(tx, kind, most));
    },

    /** What the last digits of a number make of a payment. @throws DomainError sandbox_only (forbidden) */
    numbers: ({ mode }: Pick<Caller, 'mode'>, kind: SimulatedKind): SimulatedNumber[] => {
      requireSandboxTenant(mode);
      const behaviours = kind === 'prompt' ? collectionBehaviours : payoutBehaviours;
      return Object.entries(behaviours).map(([suffix, { means }]) => ({ suffix, means }));
    },

    /** @throws DomainError sandbox_only (forbidden) */
    one: ({ mode, tenantId }: Caller, uuid: string): Promise<SimulatedPayment | null> => {
      requireSandboxTenant(mode);
      return database.read(tenantId, (tx) => simulatedByUuid(tx, uuid));
    },

    /** @throws DomainError sandbox_only (forbidden), not_found, validation_failed */
    answer: (
      request: CommandRequest<{ readonly uuid: string }>,
      { uuid, ...given }: SimulatedAnswer & { readonly uuid: string },
    ): Promise<Handled> =>
      transact.handle('answerSimulatedPayment', request, async (tx, { tenant, now }) => {
        requireSandboxTenant(tenant.mode);
        const found = await simulatedByUuid(tx, uuid);
        requireSimulated(found);
        requireSimulatedAnswer(found.kind, given);
        await answerSimulated(tx, found, { ...given, at: now });
        return outcome({ uuid });
      }),

    /** @throws DomainError sandbox_only (forbidden), validation_failed */
    payPaybill: (request: CommandRequest<PaidAtPaybill>, command: PayPaybill): Promise<Handled> =>
      transact.handle('payPaybill', request, async (tx, context) => {
        requireSandboxTenant(context.tenant.mode);
        requireSentByPhone(command.amount);
        const receiptNo = newReceipt();
        const { result, events } = await receive({ ...command, receiptNo, paidAt: context.now }, tx, context);
        return outcome({ uuid: uuidOf(result), receiptNo }, ...events);
      }),
  };
}

/** The record of what came: that of the institution, or the collection of an app. */
function uuidOf(result: unknown): string | null {
  const record = typeof result === 'object' && result !== null && 'payment' in result ? result.payment : result;
  const uuid = typeof record === 'object' && record !== null && 'uuid' in record ? record.uuid : null;
  return typeof uuid === 'string' ? uuid : null;
}
