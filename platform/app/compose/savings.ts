import { outcome } from '#core/kernel/outcome.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import type { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import { actOnSavingsAccount, markSavingsAccountDormant } from '#core/savings/use-cases/act-on-savings-account.ts';
import type { OnSavingsTransaction } from '#core/savings/use-cases/find-savings.ts';
import {
  captureSavingsHold,
  expireSavingsHold,
  placeSavingsHold,
  releaseSavingsHold,
} from '#core/savings/use-cases/hold-savings.ts';
import {
  depositSavings,
  withdrawSavings,
  type DepositSavings,
  type WithdrawSavings,
} from '#core/savings/use-cases/move-savings.ts';
import { openSavingsAccount } from '#core/savings/use-cases/open-savings-account.ts';
import { reverseSavingsTransaction } from '#core/savings/use-cases/reverse-savings.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Screen } from '../processes/screening.ts';
import type { Answered, CommandRequest, CommandContext, Transact } from '../transact.ts';
import type { Answering, Running } from './bindings.ts';

type PortsOf<Ports> = (tx: TenantTransaction, given: CommandContext) => Ports;

type AllPorts = {
  readonly savings: PortsOf<SavingsPorts>;
  readonly mobileMoney: PortsOf<MobileMoneyPorts>;
};

/** The use cases of savings, bound. Money that moves is looked at by compliance first. */
export function bindSavings(
  answering: Answering<SavingsPorts>,
  running: Running<SavingsPorts>,
  transact: Transact,
  allPorts: AllPorts,
  screen: Screen,
) {
  const saverOf =
    ({ savingsAccountId }: { readonly savingsAccountId: number }) =>
    async (tx: TenantTransaction, given: CommandContext) => {
      const account = await allPorts.savings(tx, given).savingsAccounts.get(savingsAccountId);
      return account?.state === 'active' ? account.memberId : null;
    };
  const deposit = answering(depositSavings);
  const withdraw = answering(withdrawSavings);
  return {
    openSavingsAccount: answering(openSavingsAccount),
    actOnSavingsAccount: answering(actOnSavingsAccount),
    deposit: async (asked: CommandRequest<SavingsTransaction>, command: DepositSavings): Promise<Answered> => {
      await screen(asked.caller, { ...command, direction: 'in' }, saverOf(command));
      return deposit(asked, command);
    },
    withdraw: async (asked: CommandRequest<SavingsTransaction>, command: WithdrawSavings): Promise<Answered> => {
      await screen(asked.caller, { ...command, direction: 'out' }, saverOf(command));
      return withdraw(asked, command);
    },
    /** Undoes a movement. Money that came by mobile money goes back into suspense, in the same transaction. */
    reverse: (
      asked: CommandRequest<SavingsTransaction>,
      command: OnSavingsTransaction & { readonly reason: string | null },
    ): Promise<Answered> =>
      transact.answer('reverseSavingsTransaction', asked, async (tx, given) => {
        const { result, events } = await reverseSavingsTransaction(command, allPorts.savings(tx, given));
        const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', undone: events };
        const returned = await returnToSuspense(undone, allPorts.mobileMoney(tx, given));
        return outcome(result, ...returned.events);
      }),
    placeHold: answering(placeSavingsHold),
    releaseHold: answering(releaseSavingsHold),
    captureHold: answering(captureSavingsHold),
    /** For the sweep and the close of business. */
    expireHold: running(expireSavingsHold),
    markDormant: running(markSavingsAccountDormant),
  };
}
