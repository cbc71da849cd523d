import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { identifierKey } from '../../kernel/text.ts';
import { requireAgreement, requireMovable, type Agreeing } from '../../kernel/two-people.ts';
import { valuedOn, valueDateOf } from '../../payments/payment-time.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { requireReceipt } from '../../payments/receipt-registry.ts';
import type { Institution } from '../../payments/wallet.ts';
import { publicId, type App } from '../app.ts';
import type { Metadata } from '../app.ts';
import type { BridgePorts } from '../ports.ts';
import { bridgeRefusals } from '../refusals.ts';
import { Topup } from '../topup/topup.ts';
import { accountOf, bookLine, requireCurrency, type Booking } from './accounts.ts';

/** The most that one top-up brings, in minor units: a billion shillings. */
export const MOST_TOPUP: Cents = 100_000_000_000n;

export type RequestTopup = {
  readonly app: App;
  /** Minor units. */
  readonly amount: Cents;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
};

type ToppingUp = Booking & Pick<BridgePorts, 'topups' | 'currency' | 'actor'> & ReceiptPorts;

/**
 * An app puts money on its account: in a sandbox immediately, in live when the bank's statement shows it.
 * @throws DomainError duplicate_reference (conflict); validation_failed, currency_mismatch (invalid)
 */
export async function requestTopup(command: RequestTopup, ports: ToppingUp): Promise<Outcome<Topup>> {
  const { app, reference } = command;
  requirePositive(command.amount, 'amount');
  requireCurrency(command.currency, ports);
  const other = reference === null ? null : await ports.topups.findByReference(app.id, reference);
  if (other) {
    throw refuse(kernelRefusals.duplicate_reference, 'This app has used the reference for another top-up.', {
      existing_id: publicId('topup', other.uuid),
    });
  }
  const { topup, event } = Topup.create({ ...command, uuid: ports.newUuid(), requestedBy: ports.actor });
  ports.topups.add(topup);
  if (!app.sandbox) return outcome(topup, event);
  const play = { statementLine: 'Play money of the sandbox.', by: ports.actor };
  return outcome(topup, event, ...(await arrive(topup, play, ports)));
}

/**
 * The bank's statement shows the transfer of a top-up. One line confirms one top-up; the same once more changes nothing.
 * @throws DomainError topup_differs, invalid_state_transition, duplicate_payment_reference (conflict); not_found;
 *   SecondPersonRequired
 */
export async function confirmTopup(
  command: {
    readonly bankReference: string;
    /** What the statement shows, minor units. */
    readonly amount: Cents;
    /** The bank's reference of it. */
    readonly statementLine: string;
    readonly by: string;
    /** When the bank booked it; now where people don't say. */
    readonly paidAt?: Temporal.Instant;
  },
  ports: ToppingUp & Agreeing & Pick<BridgePorts, 'businessDate'>,
): Promise<Outcome<Topup>> {
  const topup = await ports.topups.lockByBankReference(command.bankReference);
  if (!topup) {
    throw refuse(kernelRefusals.not_found, `No top-up has the bank reference ${command.bankReference}.`, {
      resource: 'topup',
      id: command.bankReference,
    });
  }
  if (topup.amount !== command.amount) {
    throw refuse(
      bridgeRefusals.topup_differs,
      `The top-up announces ${topup.amount}; the statement shows ${command.amount}.`,
      { announced_amount: topup.amount, statement_amount: command.amount },
    );
  }
  const { paidAt = ports.now } = command;
  const { replayOf, book } = await requireReceipt(
    {
      account: 'bank',
      direction: 'in',
      receiptNo: command.statementLine,
      amount: topup.amount,
      paidAt,
      reportedBy: 'caller',
      record: { type: 'topup', uuid: topup.uuid },
      recordExists: true,
      party: `app:${topup.appId}`,
    },
    ports,
  );
  if (replayOf) return replay(topup);
  const arrived = await arrive(topup, command, ports);
  requireAgreement(ports, {
    subject: { type: 'topup', id: topup.id, uuid: topup.uuid },
    rule: 'Confirming a top-up takes two people.',
    amount: topup.amount,
  });
  const valued = arrived.map((each) => valuedOn(each, valueDateOf(paidAt, ports)));
  return outcome(topup, ...valued, ...book());
}

/**
 * People moved money that apps have topped up with from the bank to the provider that pays for them: it is booked there,
 * once for a reference. `amount` in minor units.
 * @throws DomainError duplicate_payment_reference (conflict), validation_failed (invalid); SecondPersonRequired where the
 *   tenant wants two people
 */
export async function topUpAppFloat(
  command: { readonly amount: Cents; readonly reference: string },
  ports: ReceiptPorts & Agreeing & Institution & { readonly fourEyes: boolean },
): Promise<Outcome<Institution['institution']>> {
  const { amount, reference } = command;
  const { institution } = ports;
  const { replayOf, book } = await requireReceipt(
    {
      account: 'mpesa',
      direction: 'in',
      receiptNo: reference,
      amount: requirePositive(amount, 'amount'),
      paidAt: ports.now,
      reportedBy: 'caller',
      record: { type: 'institution', uuid: institution.uuid },
      recordExists: true,
      party: APP_FLOAT,
    },
    ports,
  );
  if (replayOf) return replay(institution);
  requireMovable(ports, {
    subject: { type: 'institution', ...institution },
    rule: 'Moving money of apps from the bank to the provider takes two people.',
    amount,
    paymentKey: identifierKey(reference),
  });
  const subject = { ...institution, version: 1 };
  return outcome(institution, event('app_float.topped_up', 'institution', subject, { amount, reference }), ...book());
}

/** Whose money a receipt is that filled the account from which payouts of apps are made. */
export const APP_FLOAT = 'app_float';

async function arrive(
  topup: Topup,
  confirmation: { readonly statementLine: string; readonly by: string },
  ports: ToppingUp,
): Promise<readonly DomainEvent[]> {
  const succeeded = topup.succeed(confirmation, ports.now);
  const app = { id: topup.appId, sandbox: topup.sandbox };
  const { account, events } = await accountOf(app, topup.currency, ports);
  bookLine(account, 'topup', topup.amount, { type: 'topup', uuid: topup.uuid }, ports);
  return [...events, succeeded];
}
