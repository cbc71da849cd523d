import { invalidField } from '../../../kernel/field-error.ts';
import type { Cents } from '../../../kernel/money.ts';
import { requirePayable, type Business } from '../../../payments/business.ts';
import { isToBusiness, requireCarriable } from '../../../payments/channels.ts';
import { requireReachable } from '../../../payments/wallet.ts';
import { isMobile, type Channel } from '../../disbursement/channel.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { refuse, type DomainError } from '../../../kernel/domain-error.ts';
import { isSameAccount } from '../../../kernel/text.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { mayBeSamePerson, type Actor } from '../../../kernel/two-people.ts';
import type { Borrower } from '../../ports.ts';

/** Whom a disbursement pays, as the command names it. */
export type NamedRecipient = {
  readonly channel: Channel;
  /** The recipient on mobile money, E.164. */
  readonly msisdn?: string | null;
  /** The recipient's account at a bank; by default the one on the member's record. */
  readonly bankAccount?: string | null;
  /** The school's paybill or till, and the account there; by default the paybill of the institution's policies. */
  readonly business?: Business | null;
};

/** One of them, by the channel; none where nothing is sent. */
export type Recipient = {
  readonly msisdn: string | null;
  readonly bankAccount: string | null;
  readonly bankPayee: string | null;
  readonly business: Business | null;
};

const NO_RECIPIENT: Recipient = { msisdn: null, bankAccount: null, bankPayee: null, business: null };

/**
 * The recipient on the channel that was chosen: a number on mobile money, a business, an account at a bank, a school in our
 * own books.
 * @param payout what the recipient gets, in minor units
 * @throws DomainError invalid_msisdn, msisdn_not_on_channel, recipient_not_verified, validation_failed (invalid),
 *   four_eyes_required (conflict) where who pays has changed the number or the account of late
 */
export async function requireRecipient(
  command: NamedRecipient,
  payout: Cents,
  { loan, borrower }: { readonly loan: Loan; readonly borrower: Borrower },
  ports: Pick<LendingPorts, 'wallets' | 'schools' | 'verifiedNumbersOnly'> & Changing,
): Promise<Recipient> {
  const { channel } = command;
  if (isMobile(channel)) {
    const msisdn = requireNamed('msisdn', command.msisdn, channel);
    requireCarriable(channel, payout, msisdn);
    await requireReachable(channel, msisdn, ports);
    if (ports.verifiedNumbersOnly) requireOwnNumber(borrower, msisdn);
    if (msisdn === borrower.phone) await requireChangedByAnother('phone', borrower, loan, ports);
    return { ...NO_RECIPIENT, msisdn };
  }
  if (channel === 'bank') {
    const bankAccount = requireNamed('bank_account', command.bankAccount ?? borrower.bankAccount, channel);
    const isOwn = isSameAccount(bankAccount, borrower.bankAccount);
    if (ports.verifiedNumbersOnly && !isOwn) throw notOnRecord('bank_account', borrower);
    if (isOwn) await requireChangedByAnother('bankAccount', borrower, loan, ports);
    return { ...NO_RECIPIENT, bankAccount, bankPayee: borrower.name };
  }
  const invoiceId = requireSchoolFee(loan, channel);
  if (!isToBusiness(channel)) return NO_RECIPIENT;
  const business = await schoolsBusiness(command.business ?? null, invoiceId, ports);
  requirePayable(channel, payout, business);
  return { ...NO_RECIPIENT, business };
}

/** @throws DomainError validation_failed (invalid) */
function requireNamed(field: 'msisdn' | 'bank_account', value: string | null | undefined, channel: Channel): string {
  if (value != null && value.trim() !== '') return value;
  throw invalidField(field, 'required', `${field} is required on the channel ${channel}.`);
}

/** @throws DomainError validation_failed (invalid) */
function requireSchoolFee(loan: Loan, channel: Channel): number {
  if (loan.invoiceId !== null) return loan.invoiceId;
  const detail = `The channel ${channel} pays a school, and the loan names no invoice.`;
  throw invalidField('channel', 'not_for_loan', detail);
}

/**
 * The school's paybill with the pay code of the invoice, unless the command names another business. Where the institution
 * has set its school's paybill, no other business is paid.
 */
async function schoolsBusiness(
  named: Business | null,
  invoiceId: number,
  { schools }: Pick<LendingPorts, 'schools'>,
): Promise<Business> {
  const { paybill, payCode } = await schools.payee(invoiceId);
  if (named === null && paybill === null) {
    const detail = 'Name the school’s paybill or till, or set the paybill in the institution’s policies.';
    throw invalidField('business', 'required', detail);
  }
  if (named !== null && paybill !== null && (named.type !== 'paybill' || named.number !== paybill)) {
    throw invalidField('business', 'not_the_schools', `School fees are paid to the paybill ${paybill} alone.`);
  }
  if (named?.type === 'till') return named;
  const { number, account } = named ?? { number: paybill ?? '', account: null };
  return { type: 'paybill', number, account: account ?? payCode };
}

/** @throws DomainError recipient_not_verified (invalid) */
function requireOwnNumber(borrower: Borrower, msisdn: string): void {
  if (msisdn !== borrower.phone) throw notOnRecord('msisdn', borrower);
}

const RECORDED = {
  msisdn: 'Loans are paid to the number on the record of member',
  bank_account: 'Loans are paid to the bank account on the record of member',
};

function notOnRecord(field: keyof typeof RECORDED, { memberNo }: Borrower): DomainError {
  const detail = `${RECORDED[field]} ${memberNo} alone.`;
  return refuse(lendingRefusals.recipient_not_verified, detail, { errors: [{ field, code: 'not_verified', detail }] });
}

type Changing = Pick<LendingPorts, 'fourEyes' | 'phoneChangeDays' | 'now' | keyof Actor>;

const CHANGED = { phone: 'number', bankAccount: 'bank account' };

/**
 * Money does not leave for a number or an account by the one person who has put it on the member's record a while ago: that
 * would be a payment to whom one person chooses.
 * @throws DomainError four_eyes_required (conflict) with until
 */
async function requireChangedByAnother(
  what: keyof typeof CHANGED,
  borrower: Borrower,
  { id }: Loan,
  ports: Changing,
): Promise<void> {
  const changed = borrower[`${what}Changed`];
  if (!ports.fourEyes || changed === null) return;
  const until = changed.at.add({ hours: 24 * ports.phoneChangeDays });
  if (Temporal.Instant.compare(until, ports.now) <= 0) return;
  if (!(await mayBeSamePerson(changed.by, ports))) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `${changed.by} has changed the ${CHANGED[what]} of member ${borrower.memberNo}: until ` +
      `${until.toString({ smallestUnit: 'second' })} another person pays out to it.`,
    { loan_id: id, action: 'disburse', changed_at: changed.at.toString(), until: until.toString() },
  );
}
