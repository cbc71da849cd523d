import { outcome } from '#core/kernel/outcome.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import type { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import * as moves from '#core/savings/use-cases/move-savings-account.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
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
import { transferShares } from '#core/savings/use-cases/transfer-shares.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Screen } from '../processes/screening.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../transact.ts';
import { stepsIn, type Handling, type Running, type PortsOf } from './bindings.ts';

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
  const moving = handling({ depositSavings, withdrawSavings });
  return {
    ...handling({ openSavingsAccount, ...stepsIn(moves, savingsAccountSteps) }),
    depositSavings: async (request: CommandRequest<SavingsTransaction>, command: DepositSavings): Promise<Handled> => {
      await screen(request.caller, { ...command, direction: 'in' }, saverOf(command));
      return moving.depositSavings(request, command);
    },
    withdrawSavings: async (
      request: CommandRequest<SavingsTransaction>,
      command: WithdrawSavings,
    ): Promise<Handled> => {
      await screen(request.caller, { ...command, direction: 'out' }, saverOf(command));
      return moving.withdrawSavings(request, command);
    },
    /** Undoes a movement. Money that came by mobile money goes back into suspense, in the same transaction. */
    reverseSavingsTransaction: (
      request: CommandRequest<SavingsTransaction>,
      command: Parameters<typeof reverseSavingsTransaction>[0],
    ): Promise<Handled> =>
      transact.handle('reverseSavingsTransaction', request, async (tx, context) => {
        const { result, events } = await reverseSavingsTransaction(command, allPorts.savings(tx, context));
        const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', cause: command.cause, undone: events };
        const returned = await returnToSuspense(undone, allPorts.mobileMoney(tx, context));
        return outcome(result, ...returned.events);
      }),
    ...handling({
      placeSavingsHold,
      releaseSavingsHold,
      captureSavingsHold,
      transferShares,
    }),
    /** For the sweep and the close of business. */
    ...running({
      expireSavingsHold,
    }),
  };
}
