import { refuse } from '../../kernel/domain-error.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { breakLifecycle } from '../break/lifecycle.ts';
import { ReconciliationBreak } from '../break/reconciliation-break.ts';
import { compare, type Charges, type Comparison, type Disagreement } from '../compare.ts';
import type { Movement, StatementLine } from '../movements.ts';
import type { ReconciledAccount, ReconciliationPorts } from '../ports.ts';
import { Reconciliation, turnover, type Statement } from '../reconciliation.ts';
import { reconciliationRefusals } from '../refusals.ts';

export type Reconcile = ReconciledAccount & {
  readonly statement: Statement;
  readonly lines: readonly StatementLine[];
  /** Whether the provider's charges are booked on this account; otherwise they are owed, which is the default. */
  readonly charges?: Charges;
};

/** A comparison that was made, and the breaks of it that are not ended. */
export type Reconciled = {
  readonly reconciliation: Reconciliation;
  readonly open: readonly ReconciliationBreak[];
  /** How many of them are new. */
  readonly fresh: number;
  /** How many of before agree now. */
  readonly cleared: number;
};

/** Beyond so many breaks, and where most of a statement is one, it is a statement of something else. */
const MANY = 1_000;

/**
 * Compares a provider's statement with an account of the books and lists where they disagree. Nothing is booked. The
 * same statement again is the same comparison, made again: what agrees by now is cleared, what people ended stays so as long
 * as nothing else disagrees about it.
 * @throws DomainError statement_of_another_account (invalid)
 */
export async function reconcile(command: Reconcile, ports: ReconciliationPorts): Promise<Outcome<Reconciled>> {
  const { statement, lines } = command;
  const of: ReconciledAccount = { account: command.account, subAccount: command.subAccount };
  const { comparison, movements } = await compareWithBooks(of, command, ports);
  refuseStranger(comparison, lines.length);

  const earlier = await ports.reconciliations.lockByDigest(of, statement.digest);
  const reconciliation = earlier ?? Reconciliation.begin({ ...of, uuid: ports.newUuid() }, statement);
  const here = {
    opening: await ports.books.balanceOn(of, statement.from.subtract({ days: 1 })),
    ...turnover(movements.map(({ amount }) => amount)),
    fees: 0n,
    closing: await ports.books.balanceOn(of, statement.through),
  };
  const step = { by: ports.actor, now: ports.now };
  reconciliation.report({ statement, lines, here, comparison }, step);
  if (!earlier) {
    await ports.reconciliations.add(reconciliation);
    await ports.reconciliations.keepLines(reconciliation, lines);
  }

  const disagreeing = new Set(comparison.disagreements.map(({ key }) => key));
  const before = await ports.breaks.lockByKeys(of, [...disagreeing, ...comparison.agreed]);
  const over = before.filter(isWaiting).filter(({ breakKey }) => !disagreeing.has(breakKey));
  const known = new Map(before.map((each) => [each.breakKey, each]));
  const reopened = comparison.disagreements.flatMap((found) => known.get(found.key)?.findAgain(found, step) ?? []);
  const raised = comparison.disagreements
    .filter(({ key }) => !known.has(key))
    .map((found) => raise(found, of, reconciliation, ports));
  const fresh = raised.map(({ raised: added }) => added);
  await ports.breaks.add(...fresh);
  return outcome(
    {
      reconciliation,
      open: [...before.filter(isWaiting).filter(({ breakKey }) => disagreeing.has(breakKey)), ...fresh],
      fresh: fresh.length,
      cleared: over.length,
    },
    ...over.map((each) => each.clear(step)),
    ...reopened,
    ...raised.map(({ event }) => event),
  );
}

const isWaiting = ({ state }: ReconciliationBreak) => allows(breakLifecycle, state, 'clear');

async function compareWithBooks(
  of: ReconciledAccount,
  { statement, lines, charges = 'owed' }: Reconcile,
  ports: ReconciliationPorts,
): Promise<{ comparison: Comparison; movements: readonly Movement[] }> {
  const { from, through, collectedFrom, collectedUntil, digest } = statement;
  const movements = await ports.books.movements(of, from, through);
  const receipts = unique(lines.flatMap(({ receiptNo, linkedReceiptNo }) => [receiptNo, linkedReceiptNo]));
  const originators = unique(lines.map(({ originatorId }) => originatorId));
  const elsewhere = (await ports.books.named(of, { receipts, originators })).filter(
    ({ bookedOn }) =>
      Temporal.PlainDate.compare(bookedOn, from) < 0 || Temporal.PlainDate.compare(bookedOn, through) > 0,
  );
  const ours = unique(movements.map(({ receiptNo }) => receiptNo));
  const ownCharges = unique(movements.map(({ kind, originatorId }) => (kind === 'fee' ? originatorId : null)));
  const older = await ports.reconciliations.known(of, digest, { receipts: ours, charges: ownCharges });
  const isListed = ({ amount, at }: Movement) =>
    collectedUntil === undefined ||
    (amount > 0n &&
      Temporal.Instant.compare(at, collectedUntil) <= 0 &&
      (collectedFrom === undefined || Temporal.Instant.compare(collectedFrom, at) <= 0));
  const names = new Set(receipts);
  const registered = await ports.registered(receipts);
  const comparison = compare({
    lines,
    movements: [...movements, ...elsewhere].filter(
      (movement) => isListed(movement) || (movement.receiptNo !== null && names.has(movement.receiptNo)),
    ),
    from,
    through,
    charges,
    isOlder: (receiptNo) => older.receipts.has(receiptNo),
    isOlderCharge: (name) => older.charges.has(name),
    registered: (receiptNo) => registered.get(receiptNo) ?? null,
    dayOf: ports.businessDate,
  });
  return { comparison, movements };
}

function raise(found: Disagreement, of: ReconciledAccount, { id }: Reconciliation, ports: ReconciliationPorts) {
  return ReconciliationBreak.raise({ ...of, uuid: ports.newUuid(), reconciliationId: id }, found);
}

function refuseStranger({ disagreements, matched }: Comparison, lines: number): void {
  const missing = disagreements.filter(({ type }) => type === 'missing_here' || type === 'missing_there').length;
  if (missing < MANY || matched > lines / 2) return;
  throw refuse(
    reconciliationRefusals.statement_of_another_account,
    `Of ${lines} lines ${matched} are in the books, and ${missing} payments are on one side only. ` +
      'Is it the statement of this account?',
    { lines, matched, missing },
  );
}

const unique = (names: readonly (string | null)[]) => [...new Set(names.filter((name) => name !== null))];
