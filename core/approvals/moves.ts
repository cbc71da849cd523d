import type { ProposedCommand } from './commands.ts';
import type { WaitingKind } from './waiting.ts';

/** What money does once something is agreed. */
export const APPROVAL_MOVES = {
  out: 'Money leaves the institution.',
  in: 'Money that came in is booked.',
  back: 'What was booked is taken back.',
  owed: 'What a member owes, or the books expect of it, changes; no money moves.',
  permits: 'Nothing moves yet: the amount may be paid out, or paid in, from then on.',
  nothing: 'No money moves.',
} as const;
type ApprovalMove = keyof typeof APPROVAL_MOVES;

/** By what is carried out; where no command was proposed, by what waits. */
export const MOVES: { readonly [Of in ProposedCommand | Exclude<WaitingKind, 'proposal'>]: ApprovalMove } & {
  readonly proposal: ApprovalMove;
} = {
  proposal: 'nothing',
  loan_application: 'permits',
  savings_account_opening: 'permits',
  disbursement_outcome: 'owed',
  payout_finding: 'owed',
  collection_finding: 'in',
  mobile_money_return: 'out',
  correct_death: 'nothing',
  erase_member: 'nothing',
  erase_student: 'nothing',
  settle_claim_loan: 'owed',
  distribute_estate: 'owed',
  pay_beneficiary: 'out',
  reverse_claim_part: 'back',
  substitute_guarantor: 'nothing',
  discharge_guarantor: 'nothing',
  reverse_repayment: 'back',
  reallocate_repayment: 'back',
  record_repayment: 'in',
  settle_loan: 'in',
  reverse_split: 'back',
  charge_loan: 'owed',
  waive_charge: 'owed',
  reschedule_loan: 'owed',
  refinance_loan: 'owed',
  charge_off_loan: 'owed',
  write_off_loan: 'owed',
  undo_write_off: 'owed',
  undo_disbursement: 'back',
  reverse_disbursement: 'back',
  return_part_of_disbursement: 'back',
  deposit_savings: 'in',
  withdraw_savings: 'out',
  reverse_savings_transaction: 'back',
  record_payment: 'in',
  reverse_payment: 'back',
  top_up_float: 'in',
  top_up_from_paybill: 'in',
  settle_float_top_up: 'in',
  reverse_float_top_up: 'back',
  pay_provider_charges: 'out',
  book_bank_charge: 'out',
  confirm_wallet: 'nothing',
  confirm_topup: 'in',
  top_up_app_float: 'in',
  change_policies: 'nothing',
  change_role_limit: 'nothing',
  reverse_payout: 'back',
};
