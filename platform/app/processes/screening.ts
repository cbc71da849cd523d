import type { AmlPorts } from '#core/aml/ports.ts';
import { screenProposed, type ProposedMovement } from '#core/aml/use-cases/screen.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { isRepeated } from '../idempotency.ts';
import type { Clock, CommandContext, CommandRequest, Transact } from '../transact.ts';

/** How long a process works with what it has read of a tenant's rules. */
const FRESH_FOR_MS = 5_000;
const MOST_TENANTS = 10_000;

type Movement = Omit<ProposedMovement, 'memberId'>;

/** Who is about to move money, and whether the request may be a repetition. */
export type Requested = Pick<CommandRequest<unknown>, 'caller' | 'claim'>;

/** Whose money it is, read in the transaction of the screening; null where there is nothing to look at. */
type OwnerOf = (tx: TenantTransaction, context: CommandContext) => Promise<number | null>;

/** What is about to move, read in the same way. */
type MovementsOf = (tx: TenantTransaction, context: CommandContext) => Promise<readonly ProposedMovement[]>;

/**
 * Evaluates the rules that hold money, before it moves. That is a transaction of its own: the alert stands although the
 * movement is then refused with its id, and a refusal leaves no trace. Where no rule of the tenant holds money, as by
 * default, nothing is evaluated.
 */
export function screener(
  transact: Transact,
  amlPorts: (tx: TenantTransaction, context: CommandContext) => AmlPorts,
  clock: Clock,
) {
  const known = new Map<number, { holding: boolean; readAt: number }>();

  const holdsMoney = async (caller: Caller): Promise<boolean> => {
    const now = clock().epochMilliseconds;
    const found = known.get(caller.tenantId);
    if (found && Math.abs(now - found.readAt) < FRESH_FOR_MS) return found.holding;
    const rules = await transact.look(caller, (tx, context) => amlPorts(tx, context).amlRules.inForce());
    const holding = rules.some(({ holds }) => holds);
    if (known.size >= MOST_TENANTS) known.clear();
    known.set(caller.tenantId, { holding, readAt: now });
    return holding;
  };

  /** What one command is about to move for several members. A request that is sent again moves nothing, and was looked at. */
  const screenAll = async ({ caller, claim }: Requested, movementsOf: MovementsOf): Promise<void> => {
    if (!(await holdsMoney(caller))) return;
    await transact.run('screenProposed', caller, async (tx, context) => {
      if (claim !== null && (await isRepeated(tx, caller.clientId, claim, context.realTime))) return outcome([]);
      return screenProposed(await movementsOf(tx, context), amlPorts(tx, context));
    });
  };

  const screen = async (request: Requested, movement: Movement, ownerOf: OwnerOf): Promise<void> => {
    if (movement.amount <= 0n) return;
    await screenAll(request, async (tx, context) => {
      const memberId = await ownerOf(tx, context);
      return memberId === null ? [] : [{ ...movement, memberId }];
    });
  };

  return { screen, screenAll };
}

type Screening = ReturnType<typeof screener>;
export type Screen = Screening['screen'];
export type ScreenAll = Screening['screenAll'];
