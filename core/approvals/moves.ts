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
export type ApprovalMove = keyof typeof APPROVAL_MOVES;

/** By what waits; of a proposal its command says it (`PROPOSED`). */
export const WAITING_MOVES: { readonly [K in WaitingKind]: ApprovalMove } = {
  proposal: 'nothing',
  loan_application: 'permits',
  savings_account_opening: 'permits',
  disbursement_outcome: 'owed',
  payout_finding: 'owed',
  collection_finding: 'in',
  mobile_money_return: 'out',
  alert_report: 'nothing',
  key_replacement: 'nothing',
  introduction: 'nothing',
  class_results: 'nothing',
};
