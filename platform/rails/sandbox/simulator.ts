import type { SimulatedAnswer, SimulatedKind } from '#core/payments/simulated.ts';
import { maskedNumber } from '#core/payments/receipt.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import { isUuid } from '../../runtime/is-uuid.ts';
import { instantText } from '../../runtime/wire.ts';

/** A row of the provider's books, as a person sees it who plays the provider. */
export type SimulatedPayment = {
  /** The originator id, under which we sent it. */
  readonly uuid: string;
  readonly kind: SimulatedKind;
  /** Minor units. */
  readonly amount: bigint;
  /** The number that is paid, or is to pay, or the shortcode of a business. */
  readonly party: string;
  readonly acceptedAt: Temporal.Instant;
  readonly notificationsSent: number;
  readonly isDue: boolean;
  readonly answered: string | null;
  readonly answeredAt: Temporal.Instant | null;
};

const TABLES = { payout: 'sandbox_payment', prompt: 'sandbox_prompt' } as const satisfies Record<SimulatedKind, string>;

type Row = {
  originator_id: string;
  amount: string;
  msisdn: string;
  accepted_at: unknown;
  notifications_sent: number;
  is_due: boolean;
  answered: string | null;
  answered_at: unknown;
};
const COLUMNS = `originator_id::text, amount::text, msisdn, accepted_at, notifications_sent,
    notification_due_at is not null as is_due, answered, answered_at`;

/** The newest of what the provider has accepted, newest first. */
export async function newestSimulated(
  tx: TenantTransaction,
  kind: SimulatedKind,
  most: number,
): Promise<SimulatedPayment[]> {
  const rows = await tx.sql<Row>(
    `select ${COLUMNS} from ${TABLES[kind]} where accepted_at is not null
      order by tenant_id desc, created_at desc, originator_id desc limit $1`,
    [most],
  );
  return rows.map((row) => simulatedFrom(kind, row, tx));
}

export async function simulatedByUuid(tx: TenantTransaction, uuid: string): Promise<SimulatedPayment | null> {
  // A person may send any text as an id.
  if (!isUuid(uuid)) return null;
  for (const kind of ['prompt', 'payout'] as const) {
    const [row] = await tx.sql<Row>(
      `select ${COLUMNS} from ${TABLES[kind]} where originator_id = $1 and accepted_at is not null`,
      [uuid],
    );
    if (row) return simulatedFrom(kind, row, tx);
  }
  return null;
}

/** The provider notifies it at once, as a person has answered. */
export async function answerSimulated(
  { sql }: Pick<TenantTransaction, 'sql'>,
  { uuid, kind }: Pick<SimulatedPayment, 'uuid' | 'kind'>,
  { answer, amount, at }: SimulatedAnswer & { readonly at: Temporal.Instant },
): Promise<void> {
  const answered = [uuid, answer, instantText(at)];
  if (kind === 'payout')
    await sql(
      `update sandbox_payment set answered = $2, answered_at = $3, notification_due_at = $3, notification_attempts = 0
        where originator_id = $1`,
      answered,
    );
  else
    await sql(
      `update sandbox_prompt set answered = $2, answered_at = $3, notification_due_at = $3, notification_attempts = 0,
              answered_amount = $4::bigint
        where originator_id = $1`,
      [...answered, amount?.toString() ?? null],
    );
}

const simulatedFrom = (kind: SimulatedKind, row: Row, { sealing }: Pick<TenantTransaction, 'sealing'>) => ({
  uuid: row.originator_id,
  kind,
  amount: BigInt(row.amount),
  party: shownParty(sealing.openAlike(row.msisdn)),
  acceptedAt: readInstant(row.accepted_at),
  notificationsSent: row.notifications_sent,
  isDue: row.is_due,
  answered: row.answered,
  answeredAt: row.answered_at === null ? null : readInstant(row.answered_at),
});

/** A person's number but for its middle; the shortcode of a business is public. */
const shownParty = (party: string): string => (party.startsWith('+') ? (maskedNumber(party) ?? '') : party);
