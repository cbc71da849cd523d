import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { publicId, type App } from '../app.ts';
import { checkRows, totalsOf, type BatchRow, type RowProblem } from '../batch/check-rows.ts';
import { PayoutBatch } from '../batch/payout-batch.ts';
import type { Metadata } from '../app.ts';
import { CHANNELS } from '../../payments/channels.ts';
import { reachedOutOfRange } from '../../payments/wallet.ts';
import { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';
import { feeOf } from '../../payments/tariff.ts';
import { accountOf, type Booking } from './accounts.ts';

export type RequestBatch = {
  readonly app: App;
  readonly reference: string;
  readonly currency: string;
  readonly rows: readonly BatchRow[];
  readonly metadata: Metadata;
};

/** The most problems that are reported; a batch with more has another trouble. */
const MOST_REPORTED = 50;

/**
 * Takes a batch on, whole or not at all: the money of all rows is held, and each of them waits for a worker to send it.
 * @throws DomainError insufficient_balance, duplicate_reference (conflict); validation_failed, currency_mismatch (invalid)
 */
export async function requestBatch(
  command: RequestBatch,
  ports: Booking & Pick<BridgePorts, 'payouts' | 'payees' | 'batches' | 'wallets' | 'currency' | 'tariffOf' | 'actor'>,
): Promise<Outcome<PayoutBatch>> {
  const { app, reference, currency, rows, metadata } = command;
  const { account, events } = await accountOf(app, currency, ports);
  const other = await ports.batches.findByReference(app.id, reference);
  if (other) {
    throw refuse(kernelRefusals.duplicate_reference, 'This app has used the reference for another batch.', {
      existing_id: publicId('payout_batch', other.uuid),
    });
  }
  const references = rows.map((row) => row.reference);
  const used = await ports.payouts.usedReferences(app.id, references);
  const held = await ports.payees.heldAmong(rows.map((row) => row.msisdn));
  requireSound(checkRows(rows, { used, held, reached: await reachedOutOfRange(rows, ports.wallets) }));
  const tariff = await ports.tariffOf(app.id);
  const { amount, fee } = totalsOf(rows, tariff);
  const low = account.hold(amount + fee);
  const batch = PayoutBatch.create({
    app,
    uuid: ports.newUuid(),
    reference,
    currency,
    size: rows.length,
    amount,
    fee,
    metadata,
    requestedBy: ports.actor,
  });
  await ports.batches.addNow(batch);
  const created = rows.map((row, index): DomainEvent => {
    const { payout, event } = Payout.create(
      {
        ...row,
        app,
        currency,
        uuid: ports.newUuid(),
        originatorId: ports.newUuid(),
        accountId: account.id,
        purpose: 'payout',
        batchId: batch.id,
        batchRow: index + 1,
        fee: feeOf(tariff.payout, row.amount),
        provider: CHANNELS[row.channel].provider,
        requestedBy: ports.actor,
      },
      ports.now,
    );
    ports.payouts.add(payout);
    return event;
  });
  return outcome(batch, ...events, ...created, ...low);
}

function requireSound(problems: readonly RowProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const errors = problems
    .slice(0, MOST_REPORTED)
    .map(({ row, field, code, detail }) => ({ field: `rows.${row - 1}.${field}`, code, detail }));
  if (problems.every(({ code }) => code === 'duplicate_reference')) {
    throw refuse(kernelRefusals.duplicate_reference, `Row ${first.row}: ${first.detail}`, {
      existing_id: first.existingId,
      errors,
    });
  }
  throw refuse(
    kernelRefusals.validation_failed,
    `Row ${first.row}: ${first.detail} Nothing of the batch was taken on.`,
    {
      errors,
    },
  );
}
