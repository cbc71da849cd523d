import type { AmlWorld } from '#core/aml/ports.ts';
import { screenProposed } from '#core/aml/use-cases/screen.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { SavingsWorld } from '#core/savings/ports.ts';
import type { Caller } from './auth/caller.ts';
import type { TenantTransaction } from './persistence/database.ts';
import type { Clock, Given, Transact } from './transact.ts';

/** How long a process works with what it has read of a tenant's rules. */
const FRESH_FOR_MS = 5_000;
const MOST_TENANTS = 10_000;

type Movement = {
  readonly savingsAccountId: number;
  readonly amount: bigint;
  readonly direction: 'in' | 'out';
  readonly channel: string;
};

type Worlds = {
  readonly aml: (tx: TenantTransaction, given: Given) => AmlWorld;
  readonly savings: (tx: TenantTransaction, given: Given) => SavingsWorld;
};

/**
 * Asks the rules that hold money, before it moves. That is a transaction of its own: the alert stands although the
 * movement is then refused with its id, and a refusal leaves no trace. Where no rule of the tenant holds money, as by
 * default, nothing is asked.
 */
export function screener(transact: Transact, worlds: Worlds, clock: Clock) {
  const known = new Map<number, { holding: boolean; readAt: number }>();

  const holdsMoney = async (caller: Caller): Promise<boolean> => {
    const now = clock().epochMilliseconds;
    const found = known.get(caller.tenantId);
    if (found && Math.abs(now - found.readAt) < FRESH_FOR_MS) return found.holding;
    const rules = await transact.look(caller, (tx, given) => worlds.aml(tx, given).amlRules.inForce());
    const holding = rules.some(({ holds }) => holds);
    if (known.size >= MOST_TENANTS) known.clear();
    known.set(caller.tenantId, { holding, readAt: now });
    return holding;
  };

  return async (caller: Caller, { savingsAccountId, ...movement }: Movement): Promise<void> => {
    if (movement.amount <= 0n || !(await holdsMoney(caller))) return;
    await transact.run('screenProposed', caller, async (tx, given) => {
      const account = await worlds.savings(tx, given).savingsAccounts.get(savingsAccountId);
      if (account?.state !== 'active') return outcome([]);
      return screenProposed({ ...movement, memberId: account.memberId }, worlds.aml(tx, given));
    });
  };
}
