import { namesOf } from '../kernel/names.ts';
import type { ApprovalMove } from './moves.ts';

/**
 * @param scopes what who approves has to be granted for its records, all of it, beside deciding itself; who reads these records
 *   sees the proposal
 * @param means what it does once another person has approved it
 */
const takesTwo = (scopes: string | readonly string[], moves: ApprovalMove, means: string) => ({
  scopes: [scopes].flat(),
  moves,
  means,
});

/** An app of the payment bridge has the first for its own payments, and nothing to do with a student's. */
const PAYMENTS_OF_FEES = ['payments:write', 'invoices:write'] as const;

/** The commands that may take two people. */
export const PROPOSED = {
  correct_death: takesTwo('members:write', 'nothing', 'A death was recorded by mistake: the member lives.'),
  erase_member: takesTwo('privacy:write', 'nothing', 'What is known of a person is cleared everywhere, for good.'),
  erase_student: takesTwo('privacy:write', 'nothing', 'What is known of a student is cleared everywhere, for good.'),
  settle_claim_loan: takesTwo('repayments:write', 'owed', 'A loan of a member who died is settled.'),
  distribute_estate: takesTwo(
    'savings_accounts:write',
    'owed',
    'What a member who died left is shared out among the beneficiaries.',
  ),
  pay_beneficiary: takesTwo('savings_accounts:write', 'out', 'A beneficiary of a member who died is paid.'),
  reverse_claim_part: takesTwo(
    'savings_accounts:write',
    'back',
    'A settlement, distribution or payment after a death is undone.',
  ),
  substitute_guarantor: takesTwo('loans:write', 'nothing', 'Another member takes the place of a guarantor who died.'),
  discharge_guarantor: takesTwo('loans:write', 'nothing', 'The estate of a guarantor who died is bound no longer.'),
  reverse_repayment: takesTwo('repayments:write', 'back', 'A repayment is taken back.'),
  reallocate_repayment: takesTwo('repayments:write', 'back', 'A repayment is moved to the loan that it belongs to.'),
  record_repayment: takesTwo('repayments:write', 'in', 'A repayment of long ago is booked.'),
  settle_loan: takesTwo('repayments:write', 'in', 'A loan was settled long ago: it is booked.'),
  reverse_split: takesTwo('receipts:write', 'back', 'All that a split receipt was booked as is taken back.'),
  charge_loan: takesTwo('loans:write', 'owed', 'A fee or penalty is put on a loan.'),
  waive_charge: takesTwo('loans:write', 'owed', 'Interest, fees or penalties of a loan are waived.'),
  reschedule_loan: takesTwo('loans:write', 'owed', 'The rows of a schedule that are still to come are cut again.'),
  refinance_loan: takesTwo('loans:write', 'owed', 'A loan is paid off with a new one, which is approved by it.'),
  charge_off_loan: takesTwo('loans:write', 'owed', 'The books take the loss of a loan; the member still owes it.'),
  write_off_loan: takesTwo('loans:write', 'owed', 'The debt of a loan is given up.'),
  undo_write_off: takesTwo('loans:write', 'owed', 'A debt that was written off is owed again.'),
  undo_disbursement: takesTwo('loans:write', 'back', 'The provider took the money of a loan back: it is owed no more.'),
  reverse_disbursement: takesTwo('disbursements:write', 'back', 'The money of a disbursement came back whole.'),
  return_part_of_disbursement: takesTwo(
    'disbursements:write',
    'back',
    'Part of the money of a disbursement came back: so much less was lent.',
  ),
  deposit_savings: takesTwo('savings_accounts:write', 'in', 'A deposit of long ago is booked.'),
  withdraw_savings: takesTwo('savings_accounts:write', 'out', 'A withdrawal of long ago is booked.'),
  reverse_savings_transaction: takesTwo(
    'savings_accounts:write',
    'back',
    'A movement on a savings account is taken back.',
  ),
  record_payment: takesTwo(PAYMENTS_OF_FEES, 'in', 'A payment of long ago is booked for a student.'),
  reverse_payment: takesTwo(PAYMENTS_OF_FEES, 'back', 'A payment of a student is taken back.'),
  credit_invoice: takesTwo('invoices:write', 'owed', 'What an invoice asks for is lowered.'),
  void_invoice: takesTwo('invoices:write', 'owed', 'An invoice is declared a mistake: it is owed no more.'),
  write_off_invoice: takesTwo('invoices:write', 'owed', 'What is left of an invoice is given up.'),
  top_up_float: takesTwo('disbursements:write', 'in', 'Float of an agent grows by money that came from the bank.'),
  top_up_from_paybill: takesTwo(
    'disbursements:write',
    'in',
    'Money of the paybill is moved to the account that pays people, as float of an agent.',
  ),
  settle_float_top_up: takesTwo(
    'disbursements:write',
    'in',
    'People have found out what became of a top-up in review: it is booked.',
  ),
  reverse_float_top_up: takesTwo(
    'disbursements:write',
    'back',
    'The provider moved a top-up back to the paybill: it is no float any more.',
  ),
  pay_provider_charges: takesTwo(
    'disbursements:write',
    'out',
    'Float of an agent was moved to the account of the provider’s charges.',
  ),
  correct_mobile_money: takesTwo(
    'mobile_money:write',
    'back',
    'Money in suspense was entered wrongly: it never came so, and its receipt is free.',
  ),
  book_bank_charge: takesTwo(
    'mobile_money:write',
    'out',
    'A line of the bank’s statement is its charge: it is booked as one.',
  ),
  confirm_wallet: takesTwo(
    'disbursements:write',
    'nothing',
    'A number is known to be at a provider, whatever its range: it is paid there from now on.',
  ),
  confirm_topup: takesTwo('mobile_money:write', 'in', 'A top-up of an app has arrived: its balance grows.'),
  top_up_app_float: takesTwo(
    'mobile_money:write',
    'in',
    'Money of apps was moved from the bank to the provider that pays for them.',
  ),
  change_policies: takesTwo('settings:write', 'nothing', 'What the institution has decided is changed.'),
  change_role_limit: takesTwo(
    'settings:write',
    'nothing',
    'The most that a role approves or pays out in one step is changed.',
  ),
  reverse_payout: takesTwo(
    'mobile_money:write',
    'back',
    'The provider took a payout of an app back: it is the app’s again.',
  ),
  reverse_collection: takesTwo(
    'mobile_money:write',
    'back',
    'The provider took a collection of an app back: the money is the app’s no more.',
  ),
  reverse_topup: takesTwo(
    'mobile_money:write',
    'back',
    'The bank took a top-up of an app back: the money is the app’s no more.',
  ),
};
export type ProposedCommand = keyof typeof PROPOSED;
export const PROPOSED_COMMANDS = namesOf(PROPOSED);
