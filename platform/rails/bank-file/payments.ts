import { createHash } from 'node:crypto';
import type { PayoutOrder } from '#core/payments/rail.ts';
import type { Store } from '../../postgres/database.ts';
import { businessTime } from '../../postgres/tenant-clock.ts';
import { instantText } from '../../runtime/wire.ts';
import type { PaidAccount } from './payment-file.ts';

export type PaymentsPorts = { readonly store: Store; readonly clock: () => Temporal.Instant };

/** Letters and digits that are not mistaken for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Our name of a payment on the bank's statement: it fits into 16 characters, which is all that some formats carry. It
 * follows from the originator id, so that every try has the same.
 */
export function referenceOf(originatorId: string): string {
  const bytes = createHash('sha256').update(originatorId.toLowerCase()).digest().subarray(0, 12);
  return `UB${[...bytes].map((byte) => ALPHABET[byte % 32]).join('')}`;
}

/** The payments that an institution has its bank make. */
export function bankPayments({ store, clock }: PaymentsPorts, tenantId: number) {
  return {
    /** Writes a payment down, once, however often it is sent. */
    order: async ({ originatorId, amount, remarks }: PayoutOrder, payee: PaidAccount): Promise<string> => {
      const reference = referenceOf(originatorId);
      await store.write(tenantId, ({ sql }) =>
        sql(
          `insert into bank_payment (originator_id, reference, amount, payee_account, payee_name, narration)
           values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, originator_id) do nothing`,
          [originatorId, reference, amount.toString(), payee.account, payee.name, remarks],
        ),
      );
      return reference;
    },

    /** Whether it was written down, and whether an operator took it back since; null where it is not known. */
    find: async (originatorId: string): Promise<'sent' | 'withdrawn' | null> => {
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<{ withdrawn_at: unknown }>('select withdrawn_at from bank_payment where originator_id = $1', [
          originatorId,
        ]),
      );
      if (!row) return null;
      return row.withdrawn_at === null ? 'sent' : 'withdrawn';
    },

    /** Takes a payment back that is in no file yet: its originator id; null where it left, or is not known. */
    withdraw: async (reference: string): Promise<string | null> => {
      const [row] = await store.write(tenantId, (tx) =>
        tx.sql<{ originator_id: string }>(
          `update bank_payment set withdrawn_at = coalesce(withdrawn_at, $1)
            where reference = $2 and file_id is null returning originator_id::text`,
          [instantText(businessTime(clock(), tx)), reference.trim().toUpperCase()],
        ),
      );
      return row?.originator_id ?? null;
    },
  };
}
