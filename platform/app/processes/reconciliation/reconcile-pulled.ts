import type { Reconcile, Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Internals } from '../../internals.ts';
import type { Clock } from '../../transact.ts';
import type { Rails } from '../../../rails/rails.ts';
import { instantText } from '../../../runtime/wire.ts';
import { pulledUntil, type PulledRange } from './pull-progress.ts';
import { pullList } from './pulled-list.ts';

export type PullPorts = {
  readonly app: {
    readonly reconciliation: {
      readonly reconcile: (caller: Caller, command: Reconcile, pulled: PulledRange) => Promise<Reconciled>;
    };
    readonly clock: Clock;
  };
  readonly internals: Pick<Internals, 'database' | 'transact'>;
  readonly rails: Pick<Rails, 'darajaOf'>;
};

/** A provider that could not be pulled from is tried again in an hour, any other once a day. */
const TRIED_AGAIN_AFTER = { hours: 1 };
const DAILY = { hours: 24 };
const PAYBILL = { account: 'mpesa_paybill', subAccount: null };

export type Pulled =
  | { readonly kind: 'compared'; readonly done: Reconciled; readonly unreadable: number }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Compares what a paybill collected, as the provider's list has it, with the books: payments whose confirmation never
 * came are found without an exported statement. Nothing is booked.
 */
export async function reconcilePulled(
  { app, rails, internals: { database } }: PullPorts,
  caller: Caller,
  shortcode: string,
): Promise<Pulled> {
  const open = await rails.darajaOf(caller.tenantId);
  if (!open) return { kind: 'refused', why: 'The institution has no provider; choose one with `rails set`.' };
  const since = await database.read(caller.tenantId, ({ sql }) => pulledUntil(sql, shortcode));
  const list = await pullList(open.daraja, shortcode, since);
  if (list.kind === 'refused') return list;
  const { statement, unreadable } = list;
  // A payer whom an app has prompted pays into the same paybill: that money is in the books as the app's.
  const ofApps = await database.read(caller.tenantId, ({ sql }) =>
    sql<{ receipt_no: string; amount: string }>(
      `select receipt_no, amount_received::text as amount from collection
        where receipt_no = any($1) and state = 'succeeded'`,
      [list.lines.map(({ receiptNo }) => receiptNo)],
    ),
  );
  const theirs = new Set(ofApps.map(({ receipt_no, amount }) => `${receipt_no} ${amount}`));
  const lines = list.lines.filter(({ receiptNo, amount }) => !theirs.has(`${receiptNo} ${amount}`));
  const pulled = { shortcode, from: statement.collectedFrom, until: statement.collectedUntil };
  return {
    kind: 'compared',
    done: await app.reconciliation.reconcile(caller, { ...PAYBILL, statement, lines }, pulled),
    unreadable,
  };
}

/** The same for the paybill that the institution has said is to be pulled; null where there is none. */
export async function pullInItsTime(ports: PullPorts, caller: Caller): Promise<Pulled | null> {
  const dueNext = async (after: Temporal.DurationLike) => {
    const rows = await ports.internals.transact.write(caller.tenantId, ({ sql }) =>
      sql<{ pull_shortcode: string }>(
        'update rail set pull_due_at = $1 where pull_shortcode is not null returning pull_shortcode',
        [instantText(ports.app.clock().add(after))],
      ),
    );
    return rows[0]?.pull_shortcode ?? null;
  };
  const shortcode = await dueNext(TRIED_AGAIN_AFTER);
  if (shortcode === null) return null;
  const pulled = await reconcilePulled(ports, caller, shortcode);
  if (pulled.kind === 'compared') await dueNext(DAILY);
  return pulled;
}
