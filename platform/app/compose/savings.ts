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
import { runIn, type Handling, type Running } from './bindings.ts';

/** The use cases of savings, bound, but for money that moves: see approvables. */
export function bindSavings(handling: Handling<SavingsPorts>, running: Running<SavingsPorts>) {
  return {
    ...handling({ openSavingsAccount, ...runIn(savingsAccountSteps) }),
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
