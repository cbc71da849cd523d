import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Role } from '#core/people/roles.ts';
import type { Internals } from '../../app/internals.ts';
import { schoolFeesOf } from '../../app/processes/school-fee/school-fees.ts';
import type { CommandContext } from '../../app/transact.ts';
import type { Row, TenantTransaction } from '../../postgres/database.ts';

/** One thing that someone did in the society, at a time of its history: one transaction. */
export type Step = {
  /** Days after the first one. */
  readonly day: number;
  /** Minutes after midnight. */
  readonly minute: number;
  readonly by: Role;
  /** As the audit trail names it. */
  readonly command: string;
  readonly take: (office: Office) => Promise<void>;
};

/** What a step needs is not there: an earlier one was refused. */
export class Lacking extends Error {}

/** What a step works with: the use cases' ports at its time, and what it has to look up. */
export type Office = ReturnType<typeof officeOf>;

/** Ports as of the present moment of a transaction. The institution's own rule of two people begins with its present. */
export function officeOf({ ports }: Pick<Internals, 'ports'>, tx: TenantTransaction, context: CommandContext) {
  const events: DomainEvent[] = [];
  const did = async <Result>(done: Promise<Outcome<Result>>): Promise<Result> => {
    const { result, events: emitted } = await done;
    events.push(...emitted);
    await tx.flush();
    return result;
  };
  const row = async <R extends Row>(text: string, values: readonly unknown[]): Promise<R> => {
    const [found] = await tx.sql<R>(text, values);
    if (!found) throw new Lacking(`The history of the society has no row of: ${text} (${values.join(', ')})`);
    return found;
  };
  return {
    tx,
    context,
    events,
    did,
    row,
    lending: ports.lending(tx, context),
    savings: ports.savings(tx, context),
    education: ports.education(tx, context),
    money: ports.mobileMoney(tx, context),
    membership: ports.membership(tx, context),
    aml: ports.aml(tx, context),
    reconciliation: ports.reconciliation(tx, context),
    /** Made where it is needed: a proposal follows what was forgotten. */
    approvals: () => ports.approvals(tx, context),
    schoolFees: schoolFeesOf(ports),
    /** The record that a client reference names. */
    idOf: async (table: 'member' | 'loan' | 'savings_account', reference: string): Promise<number> =>
      Number((await row<{ id: string }>(`select id from ${table} where client_reference = $1`, [reference])).id),
  };
}

const RECEIPT_LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RECEIPTS = 34 ** 7;

/** A receipt as a provider numbers it: different for every number, and the same each time. */
export function receiptOf(number: number): string {
  // Multiplied by what shares no factor with 34, so that no two meet.
  let rest = (BigInt(number) * 48_271_001_707n + 7_776_101n) % BigInt(RECEIPTS);
  let text = '';
  for (let place = 0; place < 7; place++) {
    text = (RECEIPT_LETTERS[Number(rest % 34n)] ?? '0') + text;
    rest /= 34n;
  }
  return `SKD${text}`;
}
