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
import type { Handled, CommandRequest, CommandContext, Transact } from '../transact.ts';
import type { Handling, Running } from './bindings.ts';

type PortsOf<Ports> = (tx: TenantTransaction, context: CommandContext) => Ports;

type AllPorts = {
  readonly savings: PortsOf<SavingsPorts>;
  readonly mobileMoney: PortsOf<MobileMoneyPorts>;
};

/** The use cases of savings, bound. Money that moves is looked at by compliance first. */
export function bindSavings(
  handling: Handling<SavingsPorts>,
  running: Running<SavingsPorts>,
  transact: Transact,
  allPorts: AllPorts,
  screen: Screen,
) {
  const saverOf =
    ({ savingsAccountId }: { readonly savingsAccountId: number }) =>
    async (tx: TenantTransaction, context: CommandContext) => {
      const account = await allPorts.savings(tx, context).savingsAccounts.get(savingsAccountId);
      return account?.state === 'active' ? account.memberId : null;
    };
  const deposit = handling(depositSavings);
  const withdraw = handling(withdrawSavings);
  return {
    openSavingsAccount: handling(openSavingsAccount),
    actOnSavingsAccount: handling(actOnSavingsAccount),
    deposit: async (request: CommandRequest<SavingsTransaction>, command: DepositSavings): Promise<Handled> => {
      await screen(request.caller, { ...command, direction: 'in' }, saverOf(command));
      return deposit(request, command);
    },
    withdraw: async (request: CommandRequest<SavingsTransaction>, command: WithdrawSavings): Promise<Handled> => {
      await screen(request.caller, { ...command, direction: 'out' }, saverOf(command));
      return withdraw(request, command);
    },
    /** Undoes a movement. Money that came by mobile money goes back into suspense, in the same transaction. */
    reverse: (
      request: CommandRequest<SavingsTransaction>,
      command: OnSavingsTransaction & { readonly reason: string | null },
    ): Promise<Handled> =>
      transact.handle('reverseSavingsTransaction', request, async (tx, context) => {
        const { result, events } = await reverseSavingsTransaction(command, allPorts.savings(tx, context));
        const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', undone: events };
        const returned = await returnToSuspense(undone, allPorts.mobileMoney(tx, context));
        return outcome(result, ...returned.events);
      }),
    placeHold: handling(placeSavingsHold),
    releaseHold: handling(releaseSavingsHold),
    captureHold: handling(captureSavingsHold),
    /** For the sweep and the close of business. */
    expireHold: running(expireSavingsHold),
    markDormant: running(markSavingsAccountDormant),
  };
}
