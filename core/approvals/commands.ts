import { namesOf } from '../kernel/names.ts';

/** The commands that may take two people, and what each does once another person has approved it. */
export const PROPOSED = {
  correct_death: 'A death was recorded by mistake: the member lives.',
  erase_member: 'What is known of a person is cleared everywhere, for good.',
  settle_claim_loan: 'A loan of a member who died is settled.',
  distribute_estate: 'What a member who died left is shared out among the beneficiaries.',
  pay_beneficiary: 'A beneficiary of a member who died is paid.',
  reverse_claim_part: 'A settlement, distribution or payment after a death is undone.',
  substitute_guarantor: 'Another member takes the place of a guarantor who died.',
  discharge_guarantor: 'The estate of a guarantor who died is bound no longer.',
  reverse_repayment: 'A repayment is taken back.',
  record_repayment: 'A repayment of long ago is booked.',
  settle_loan: 'A loan was settled long ago: it is booked.',
  reverse_split: 'All that a split receipt was booked as is taken back.',
  charge_loan: 'A fee or penalty is put on a loan.',
  waive_charge: 'Interest, fees or penalties of a loan are waived.',
  reschedule_loan: 'The rows of a schedule that are still to come are cut again.',
  charge_off_loan: 'The books take the loss of a loan; the member still owes it.',
  write_off_loan: 'The debt of a loan is given up.',
  deposit_savings: 'A deposit of long ago is booked.',
  withdraw_savings: 'A withdrawal of long ago is booked.',
  reverse_savings_transaction: 'A movement on a savings account is taken back.',
  record_payment: 'A payment of long ago is booked for a student.',
  reverse_payment: 'A payment of a student is taken back.',
  top_up_float: 'Float of an agent grows by money that came from the bank.',
  top_up_from_paybill: 'Money of the paybill is moved to the account that pays people, as float of an agent.',
  settle_float_top_up: 'People have found out what became of a top-up in review: it is booked.',
  reverse_float_top_up: 'The provider moved a top-up back to the paybill: it is no float any more.',
  pay_provider_charges: 'Float of an agent was moved to the account of the provider’s charges.',
  book_bank_charge: 'A line of the bank’s statement is its charge: it is booked as one.',
  confirm_wallet: 'A number is known to be at a provider, whatever its range: it is paid there from now on.',
  confirm_topup: 'A top-up of an app has arrived: its balance grows.',
  top_up_app_float: 'Money of apps was moved from the bank to the provider that pays for them.',
  reverse_payout: 'The provider took a payout of an app back: it is the app’s again.',
} as const;
export type ProposedCommand = keyof typeof PROPOSED;
export const PROPOSED_COMMANDS = namesOf(PROPOSED);
