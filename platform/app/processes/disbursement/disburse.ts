import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { isMobile } from '#core/lending/disbursement/channel.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { payInternally } from '#core/lending/use-cases/disbursing/internal-transfer.ts';
import {
  requestDisbursement as promiseDisbursement,
  type RequestDisbursement,
} from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { CommandContext } from '../../transact.ts';
import type { PaymentKind } from '../payout/pay-out.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';

/** What others have to say before money leaves, in the transaction in which it is promised. They may refuse. */
export type BeforeMoneyLeaves = (
  disbursement: Disbursement,
  tx: TenantTransaction,
  given: CommandContext,
) => Promise<readonly DomainEvent[]>;

type Ports = LendingPorts & { readonly askedBefore: (disbursement: Disbursement) => Promise<readonly DomainEvent[]> };

/** Disbursements of loans, as payments on their way out. */
export function disbursements(
  lending: (tx: TenantTransaction, given: CommandContext) => LendingPorts,
  beforeMoneyLeaves: BeforeMoneyLeaves,
): PaymentKind<RequestDisbursement, Disbursement, Ports> {
  const requestDisbursement = async (command: RequestDisbursement, ports: Ports) => {
    const { result, events } = await promiseDisbursement(command, ports);
    const asked = await ports.askedBefore(result);
    const paid = command.channel === 'internal' ? await payInternally(result, ports) : [];
    return outcome(result, ...events, ...asked, ...paid);
  };
  return {
    portsOf: (tx, given) => ({
      ...lending(tx, given),
      askedBefore: (disbursement) => beforeMoneyLeaves(disbursement, tx, given),
    }),
    // A bank is told by people, and a school in our own books is paid at once.
    callsProvider: ({ channel }) => isMobile(channel),
    request: requestDisbursement,
    recordAnswer: recordPayoutAnswer,
    recordStatus: recordPayoutStatus,
    find: ({ of }, by) => paymentByName(of(Disbursement), by),
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
