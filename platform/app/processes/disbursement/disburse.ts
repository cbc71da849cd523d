import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { isMobile } from '#core/lending/disbursement/channel.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingWorld } from '#core/lending/ports.ts';
import { payInternally } from '#core/lending/use-cases/disbursing/internal-transfer.ts';
import {
  requestDisbursement as promiseDisbursement,
  type RequestDisbursement,
} from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { Given } from '../../transact.ts';
import type { PaymentKind } from '../payout/pay-out.ts';

/** What others have to say before money leaves, in the transaction in which it is promised. They may refuse. */
export type BeforeMoneyLeaves = (
  disbursement: Disbursement,
  tx: TenantTransaction,
  given: Given,
) => Promise<readonly DomainEvent[]>;

type World = LendingWorld & { readonly askedBefore: (disbursement: Disbursement) => Promise<readonly DomainEvent[]> };

/** Disbursements of loans, as payments on their way out. */
export function disbursements(
  lending: (tx: TenantTransaction, given: Given) => LendingWorld,
  beforeMoneyLeaves: BeforeMoneyLeaves,
): PaymentKind<RequestDisbursement, Disbursement, World> {
  const requestDisbursement = async (command: RequestDisbursement, world: World) => {
    const { result, events } = await promiseDisbursement(command, world);
    const asked = await world.askedBefore(result);
    const paid = command.channel === 'internal' ? await payInternally(result, world) : [];
    return outcome(result, ...events, ...asked, ...paid);
  };
  return {
    worldOf: (tx, given) => ({
      ...lending(tx, given),
      askedBefore: (disbursement) => beforeMoneyLeaves(disbursement, tx, given),
    }),
    // A bank is told by people, and a school in our own books is paid at once.
    callsProvider: ({ channel }) => isMobile(channel),
    request: requestDisbursement,
    recordAnswer: recordPayoutAnswer,
    recordStatus: recordPayoutStatus,
    find: ({ records }, by) =>
      'uuid' in by
        ? records.of(Disbursement).first('uuid = $1', [by.uuid])
        : records.of(Disbursement).first('originator_id = $1', [by.originatorId]),
    outgoing: (disbursement) => ({
      uuid: disbursement.uuid,
      originatorId: disbursement.originatorId,
      amount: disbursement.payout(),
      msisdn: disbursement.msisdn ?? '',
      remarks: `Loan ${disbursement.loanId} disbursement`,
      providerRef: disbursement.providerRef,
      isUnanswered: disbursement.state === 'sending',
      isAwaited: disbursement.nextCheckAt !== null,
      checks: disbursement.checks,
    }),
  };
}
