import type { SavingsPorts } from '#core/savings/ports.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import {
  captureSavingsHold,
  expireSavingsHold,
  placeSavingsHold,
  releaseSavingsHold,
} from '#core/savings/use-cases/hold-savings.ts';
import { openSavingsAccount } from '#core/savings/use-cases/open-savings-account.ts';
import { transferShares } from '#core/savings/use-cases/transfer-shares.ts';
import { captured } from '../processes/leaving-money.ts';
import type { ScreenAll } from '../processes/screening.ts';
import { runIn, type Handling, type Running } from './bindings.ts';

/** The use cases of savings, bound, but for money that moves: see approvables. Compliance looks at what is held before it is paid out. */
export function bindSavings(
  handling: Handling<SavingsPorts>,
  running: Running<SavingsPorts>,
  { screenAll }: { readonly screenAll: ScreenAll },
) {
  const holds = handling({ placeSavingsHold, releaseSavingsHold, captureSavingsHold });
  return {
    ...handling({ openSavingsAccount, ...runIn(savingsAccountSteps) }),
    ...handling({ transferShares }),
    ...holds,
    captureSavingsHold: async (...[request, command]: Parameters<typeof holds.captureSavingsHold>) => {
      await screenAll(request, (tx, context) => captured(command, tx, context));
      return holds.captureSavingsHold(request, command);
    },
    /** For the sweep and the close of business. */
    ...running({
      expireSavingsHold,
    }),
  };
}
