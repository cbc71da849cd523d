import type { EventSubject } from '../graph/generated/names.ts';

/** What is not the subject of an event, but is named as a record. */
export type OtherRecord = 'agent' | 'mobile_money_transaction';

/**
 * What the verb of a record begins with, where it is not the `I` of most: `Mkopo umetolewa`, `Marejesho yametenguliwa`. The
 * words of its states begin so, too.
 */
const SUBJECTS: { readonly [Record in EventSubject | OtherRecord]?: string } = {
  member: 'A',
  person: 'A',
  student: 'A',
  agent: 'A',
  loan: 'U',
  disbursement: 'U',
  guarantee: 'U',
  savings_transaction: 'U',
  mobile_money_transaction: 'U',
  delivery: 'U',
  enrolment: 'U',
  sponsorship: 'U',
  academic_year: 'U',
  term: 'U',
  fee_structure: 'U',
  close_of_business: 'U',
  repayment: 'Ya',
  payout: 'Ya',
  collection: 'Ya',
  payment: 'Ya',
  sandbox: 'Ya',
  death_claim: 'Li',
  incident: 'Li',
  proposal: 'Li',
  refund: 'Li',
  result: 'Li',
  unit: 'Li',
  intake: 'Li',
  balance: 'Li',
  session: 'Ki',
  grading_scale: 'Ki',
  ledger_period: 'Ki',
  mobile_money: 'Zi',
};

/** `Imetolewa` of a loan as `Umetolewa`; words that have a subject of their own stay as they are. */
export const agreeing = (word: string, type: string): string =>
  word.replace(/^I(?=me|na)/, SUBJECTS[type as EventSubject | OtherRecord] ?? 'I');
