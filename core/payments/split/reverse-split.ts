import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAgreement, SecondPersonRequired } from '../../kernel/two-people.ts';
import { requireReversible, type Limited } from '../limits-of-one.ts';
import type { ReversalCause } from '../payment-receipt.ts';
import type { ReceiptPorts } from '../ports.ts';
import { paymentRefusals } from '../refusals.ts';
import type { ReceiptSplit, SplitPart } from './receipt-split.ts';
import { withEachPart } from './with-each-part.ts';

export type ReverseSplit = {
  readonly splitId: number;
  readonly reason: string;
  /** `corrected`, by default: the parts may be booked again. `taken_back`: the money is the payer's again. */
  readonly cause?: ReversalCause | undefined;
};

export type ReverseSplitPorts = Pick<ReceiptPorts, 'receipts'> & {
  readonly splits: {
    find(id: number): Promise<{ readonly split: ReceiptSplit; readonly parts: readonly SplitPart[] } | null>;
  };
  /** Takes a part back by the rules of its own command. @throws DomainError, SecondPersonRequired those of that command */
  reverse(part: SplitPart, why: Omit<ReverseSplit, 'splitId'>): Promise<readonly DomainEvent[]>;
};

/**
 * Takes all parts of a payment back that still stand where they were booked, or none. One that was taken back alone stays
 * as it is; money that was moved to another record since is in the way.
 * @throws DomainError not_found; split_refused (conflict), validation_failed (invalid) with the parts that can't be taken back;
 *   SecondPersonRequired
 */
export async function reverseSplit(
  { splitId, ...why }: ReverseSplit,
  ports: ReverseSplitPorts & Limited,
): Promise<Outcome<ReceiptSplit>> {
  const found = await ports.splits.find(splitId);
  if (!found) {
    const facts = { resource: 'receipt', id: String(splitId) };
    throw refuse(kernelRefusals.not_found, `There is no receipt ${splitId} that was split.`, facts);
  }
  const { split, parts } = found;
  await ports.receipts.lock(split.receiptKey);
  /** What parts take two people for. */
  const rules: string[] = [];
  const named = parts.map(({ type, targetId: id, amount }) => ({ type, id, amount }));
  const undone = await withEachPart(named, async (_, index) => {
    const part = parts[index];
    if (!part) throw new Error(`The receipt ${split.receiptNo} has no part ${index + 1}.`);
    const uses = await ports.receipts.lockUses({ type: part.bookedType, uuid: part.bookedUuid });
    if (uses.some((use) => use.isLive())) return withRule(rules, () => ports.reverse(part, why));
    if (!uses.some(({ state }) => state === 'moved')) return [];
    throw refuse(
      paymentRefusals.split_refused,
      `The money of part ${part.number} was moved to another record since. Reverse it there first.`,
    );
  });
  const { id, uuid, amount } = split;
  const subject = { type: 'receipt', id, uuid };
  requireReversible(amount, subject, ports);
  if (rules[0] !== undefined) requireAgreement(ports, { subject, rule: rules[0], amount });
  return outcome(split, ...[...undone.values()].flat());
}

/** Takes a part back; where that takes two people, the rule of it is kept, for the whole is proposed and not the part. */
async function withRule(rules: string[], reverse: () => Promise<readonly DomainEvent[]>) {
  try {
    return await reverse();
  } catch (error) {
    if (!(error instanceof SecondPersonRequired)) throw error;
    rules.push(error.demand.rule);
    return [];
  }
}
