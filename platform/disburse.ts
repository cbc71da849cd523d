import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingWorld, PayoutAnswer, PayoutRail } from '#core/lending/ports.ts';
import { requestDisbursement, type RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { Caller } from './auth/caller.ts';
import type { Log } from './log.ts';
import type { TenantTransaction } from './persistence/database.ts';
import type { Answered, Asked, Given, Transact } from './transact.ts';

/** How long a request waits for the provider's answer. Beyond it the payment is unknown, never failed. */
const ANSWER_DEADLINE_MS = 5_000;

/** The way of paying of one tenant: the sandbox's simulation, or a provider. */
export type RailOf = (tenantId: number, mode: 'sandbox' | 'live') => PayoutRail;

type Worlds = (tx: TenantTransaction, given: Given) => LendingWorld;

export type Disburse = {
  /** Pays a loan out: float held, committed; provider called; answer written down and replied. */
  readonly request: (asked: Asked<Disbursement>, command: RequestDisbursement) => Promise<Answered>;
  /**
   * Looks after a payment that lacks an answer or a result: the provider is asked first, and only what it has never
   * received is sent again, under the same originator id.
   */
  readonly check: (caller: Caller, originatorId: string) => Promise<void>;
};

/** The one flow with a foreign effect: two transactions and the provider between them, never inside. */
export function disburser(transact: Transact, worldOf: Worlds, railOf: RailOf, log: Log): Disburse {
  const send = async (rail: PayoutRail, disbursement: Disbursement): Promise<PayoutAnswer> => {
    try {
      return await rail.send(
        {
          originatorId: disbursement.originatorId,
          amount: disbursement.payout(),
          msisdn: disbursement.msisdn,
          remarks: `Loan ${disbursement.loanId} disbursement`,
        },
        AbortSignal.timeout(ANSWER_DEADLINE_MS),
      );
    } catch (error) {
      // Whatever broke, it may have broken after the request had left.
      log.warn({ error, originator_id: disbursement.originatorId }, 'The payout rail failed; the payment is unknown.');
      return { kind: 'unknown' };
    }
  };

  return {
    request: async (asked, command) => {
      const begun = await transact.begin<Disbursement>(
        'requestDisbursement',
        {
          caller: asked.caller,
          claim: asked.claim,
          refused: asked.refused,
          resourceOf: (disbursement) => disbursement.uuid,
          resume: async (uuid, tx) => {
            const disbursement = await tx.em.findOneOrFail(Disbursement, { uuid });
            return disbursement.state === 'sending' ? null : asked.present(disbursement, tx);
          },
        },
        (tx, given) => requestDisbursement(command, worldOf(tx, given)),
      );
      if (begun.kind === 'answered') return begun;
      const answer = await send(railOf(asked.caller.tenantId, asked.caller.mode), begun.result);
      return transact.finish('recordPayoutAnswer', asked, (tx, given) =>
        recordPayoutAnswer({ originatorId: begun.result.originatorId, answer }, worldOf(tx, given)),
      );
    },

    check: async (caller, originatorId) => {
      const rail = railOf(caller.tenantId, caller.mode);
      const disbursement = await transact.run('lookAtDisbursement', caller, async (tx) => ({
        result: await tx.em.findOne(Disbursement, { originatorId }),
        events: [],
      }));
      if (!disbursement || disbursement.nextCheckAt === null) return;
      const status = await rail.query(originatorId, AbortSignal.timeout(ANSWER_DEADLINE_MS)).catch((error: unknown) => {
        log.warn({ error, originator_id: originatorId }, 'The payout rail can’t be asked; it is asked again later.');
        return { kind: 'pending' } as const;
      });
      if (status.kind === 'never_received' && disbursement.state === 'sending') {
        const answer = await send(rail, disbursement);
        await transact.run('recordPayoutAnswer', caller, (tx, given) =>
          recordPayoutAnswer({ originatorId, answer }, worldOf(tx, given)),
        );
        return;
      }
      await transact.run('recordPayoutStatus', caller, (tx, given) =>
        recordPayoutStatus({ originatorId, status }, worldOf(tx, given)),
      );
    },
  };
}
