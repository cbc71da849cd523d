import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { isToBank, type SentChannel } from '#core/payments/channels.ts';
import { isSent } from '#core/lending/disbursement/channel.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { payInternally } from '#core/lending/use-cases/disbursing/internal-transfer.ts';
import {
  requestDisbursement as promiseDisbursement,
  type RequestDisbursement,
} from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutReply, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { CommandContext } from '../../transact.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';
import type { PayoutKind } from '../payout/payout-process.ts';

/** What other contexts require before money leaves, in the transaction in which it is promised. They may refuse. */
export type BeforeMoneyLeaves = (
  disbursement: Disbursement,
  tx: TenantTransaction,
  context: CommandContext,
) => Promise<readonly DomainEvent[]>;

type Ports = LendingPorts & {
  readonly beforeMoneyLeaves: (disbursement: Disbursement) => Promise<readonly DomainEvent[]>;
};

/** What is not sent to a provider is never handed to a rail, which needs a channel all the same. */
const sentChannel = ({ channel }: Disbursement): SentChannel =>
  isSent(channel) || isToBank(channel) ? channel : 'mpesa_b2c';

/** Disbursements of loans, as payouts. */
export function disbursements(
  lending: (tx: TenantTransaction, context: CommandContext) => LendingPorts,
  beforeMoneyLeaves: BeforeMoneyLeaves,
): PayoutKind<RequestDisbursement, Disbursement, Ports> {
  const requestDisbursement = async (command: RequestDisbursement, ports: Ports) => {
    const { result, events } = await promiseDisbursement(command, ports);
    const before = await ports.beforeMoneyLeaves(result);
    const paid = command.channel === 'internal' ? await payInternally(result, ports) : [];
    return outcome(result, ...events, ...before, ...paid);
  };
  return {
    portsOf: (tx, context) => ({
      ...lending(tx, context),
      beforeMoneyLeaves: (disbursement) => beforeMoneyLeaves(disbursement, tx, context),
    }),
    // A bank is instructed by people or takes a file at any time; a school in our own books is paid immediately.
    sentOn: ({ channel }) => (isSent(channel) ? channel : null),
    request: requestDisbursement,
    recordReply: recordPayoutReply,
    recordStatus: recordPayoutStatus,
    find: (tx, by) => paymentByName(tx.of(Disbursement), by),
    paymentOf: (disbursement) => ({
      uuid: disbursement.uuid,
      originatorId: disbursement.originatorId,
      amount: disbursement.payout(),
      channel: sentChannel(disbursement),
      msisdn: disbursement.msisdn,
      business: disbursement.business,
      bankAccount:
        disbursement.bankAccount === null ? null : { account: disbursement.bankAccount, name: disbursement.bankPayee },
      remarks: `Loan ${disbursement.loanId} disbursement`,
      providerRef: disbursement.providerRef,
      isUnanswered: disbursement.state === 'sending',
      isAwaited: disbursement.nextCheckAt !== null,
      checks: disbursement.checks,
    }),
  };
}
