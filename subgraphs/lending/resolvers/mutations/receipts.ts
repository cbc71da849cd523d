import { invalidField } from '#core/kernel/field-error.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import {
  PART_TYPES,
  type Part,
  type PartType,
  type ReceiptSplit,
  type Rest,
  type SplitChannel,
} from '#core/payments/split/receipt-split.ts';
import { MOST_PARTS } from '#core/payments/split/split-receipt.ts';
import { byUuids } from '../../../batches.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

const IDS = {
  loan: 'loanId',
  savings_account: 'savingsAccountId',
  invoice: 'invoiceId',
  student: 'studentId',
} as const;
type PartInput = { readonly amount: bigint } & { readonly [Id in (typeof IDS)[keyof typeof IDS]]?: string | null };

type SplitInput = {
  readonly channel: SplitChannel;
  readonly reference: string;
  readonly amount: bigint;
  readonly paidAt?: Temporal.Instant | null;
  readonly msisdn?: string | null;
  readonly rest?: Rest | null;
  readonly parts: readonly PartInput[];
};
type ReverseInput = {
  readonly receiptId: string;
  readonly reason: string;
  readonly cause?: ReversalCause | null;
};

type Records = { load(uuid: string): Promise<{ readonly id: number } | null> };
/** How what parts name is found: all of one type in one statement. */
const recordsIn = ({ read }: LendingContext): { readonly [T in PartType]: Records } => ({
  loan: byUuids(read, (views, uuids) => views.loans.byUuids(uuids)),
  savings_account: byUuids(read, (views, uuids) => views.savingsAccounts.byUuids(uuids)),
  invoice: byUuids(read, (views, uuids) => views.invoices.byUuids(uuids)),
  student: byUuids(read, (views, uuids) => views.students.byUuids(uuids)),
});

const show = async (uuid: string, { loaders }: LendingContext) => ({ receipt: await loaders.receiptSplits.load(uuid) });

/** @throws DomainError validation_failed, unknown_reference (invalid) */
async function partsIn(sent: readonly PartInput[], context: LendingContext): Promise<readonly Part[]> {
  if (sent.length === 0 || sent.length > MOST_PARTS) {
    throw invalidField('parts', 'length', `Send 1 to ${MOST_PARTS} parts.`);
  }
  const chosen = sent.map((part, index) => {
    const types = PART_TYPES.filter((type) => part[IDS[type]] != null);
    const [type] = types;
    if (type === undefined || types.length > 1) {
      const detail = `Give one of ${Object.values(IDS).join(', ')}.`;
      throw invalidField(`parts.${index}`, types.length === 0 ? 'required' : 'choice', detail);
    }
    return { type, uuid: part[IDS[type]] ?? '', amount: part.amount, field: `parts.${index}.${IDS[type]}` };
  });
  const records = recordsIn(context);
  return Promise.all(
    chosen.map(async ({ type, uuid, amount, field }) => {
      const { id } = await named(field, uuid, type.replaceAll('_', ' '), records[type]);
      return { type, id, amount };
    }),
  );
}

export const receiptMutations = {
  splitReceipt: change<SplitInput, ReceiptSplit>({
    show,
    run: async ({ input, context }, request) => {
      check({ reference: input.reference }, { reference: text(64) });
      const { channel, reference: receiptNo, amount, paidAt = null, msisdn = null, rest } = input;
      const parts = await partsIn(input.parts, context);
      const payment = { channel, receiptNo, amount, paidAt, msisdn, rest: rest ?? ('none' as const) };
      return context.app.receipts.splitReceipt(request(), { ...payment, parts });
    },
  }),
  reverseReceipt: change<ReverseInput, ReceiptSplit>({
    show,
    run: async ({ input, context: { app, loaders } }, request) => {
      check({ reason: input.reason }, { reason: text(500) });
      const { id } = await named('receiptId', input.receiptId, 'receipt', loaders.receiptSplits);
      return app.receipts.reverseSplit(request(), {
        splitId: id,
        reason: input.reason,
        cause: input.cause ?? undefined,
      });
    },
  }),
};
