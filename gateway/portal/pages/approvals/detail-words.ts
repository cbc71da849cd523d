import { phoneText, plainWords } from '../../format/format.ts';
import { recordWord } from '../../texts/record-words.ts';
import type { InLanguages, Language } from '../../texts/texts.ts';

/** What the values of a proposed command are called. */
const NAMES: { readonly [name: string]: InLanguages } = {
  reason: { en: 'Reason', sw: 'Sababu' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  channel: { en: 'Channel', sw: 'Njia' },
  method: { en: 'Way of paying', sw: 'Njia ya malipo' },
  reference: { en: 'Reference', sw: 'Rejeleo' },
  bank_reference: { en: 'Reference of the bank', sw: 'Rejeleo la benki' },
  document_reference: { en: 'Document', sw: 'Hati' },
  statement_line: { en: 'Line of the statement', sw: 'Mstari wa taarifa' },
  msisdn: { en: 'Phone number', sw: 'Nambari ya simu' },
  provider: { en: 'Provider', sw: 'Mtoa huduma' },
  paid_at: { en: 'Paid at', sw: 'Ililipwa' },
  died_on: { en: 'Died on', sw: 'Alifariki' },
  cause: { en: 'Cause', sw: 'Chanzo' },
  part: { en: 'Part', sw: 'Sehemu' },
  parts: { en: 'Part', sw: 'Sehemu' },
  instalment: { en: 'Instalment', sw: 'Awamu' },
  instalments: { en: 'Instalments still to come', sw: 'Awamu zilizobaki' },
  instalment_amount: { en: 'Amount of an instalment', sw: 'Kiasi cha awamu' },
  annual_rate: { en: 'Rate a year', sw: 'Riba kwa mwaka' },
  rate_from: { en: 'At this rate from', sw: 'Kwa riba hii kuanzia' },
  from: { en: 'From', sw: 'Kutoka' },
  first_due_on: { en: 'First one due on', sw: 'Ya kwanza hudaiwa' },
  grace_on_principal: { en: 'Instalments without principal', sw: 'Awamu bila mtaji' },
  grace_on_interest: { en: 'Instalments without paying interest', sw: 'Awamu bila kulipa riba' },
  interest_free: { en: 'Instalments free of interest', sw: 'Awamu zisizo na riba' },
  term_months: { en: 'Term in months', sw: 'Muda kwa miezi' },
  top_up: { en: 'Lent beyond the old loan', sw: 'Kinachokopeshwa zaidi ya mkopo wa zamani' },
  principal: { en: 'Principal', sw: 'Mtaji' },
  product_id: { en: 'Product', sw: 'Bidhaa' },
  member_id: { en: 'Member', sw: 'Mwanachama' },
  payer_member_id: { en: 'Paid by member', sw: 'Imelipwa na mwanachama' },
  loan_id: { en: 'Loan', sw: 'Mkopo' },
  to_loan_id: { en: 'To loan', sw: 'Kwa mkopo' },
  savings_account_id: { en: 'Savings account', sw: 'Akaunti ya akiba' },
  branch_id: { en: 'Branch', sw: 'Tawi' },
  agent_no: { en: 'Agent', sw: 'Wakala' },
  receipt_no: { en: 'Receipt', sw: 'Risiti' },
  reversal_receipt_no: { en: 'Receipt of the reversal', sw: 'Risiti ya utenguzi' },
  evidence: { en: 'What was seen', sw: 'Kilichoonekana' },
  outcome: { en: 'Outcome', sw: 'Matokeo' },
  finding: { en: 'What was found', sw: 'Kilichogunduliwa' },
  beneficiary: { en: 'Beneficiary', sw: 'Mrithi' },
  allocations: { en: 'Share', sw: 'Mgao' },
  categories: { en: 'Kind of fee', sw: 'Aina ya karo' },
  split: { en: 'Whole payment', sw: 'Malipo yote' },
  type: { en: 'Kind of record', sw: 'Aina ya rekodi' },
  currency: { en: 'Currency', sw: 'Sarafu' },
  by: { en: 'By', sw: 'Na' },
  metadata: { en: 'Said by the app', sw: 'Yaliyosemwa na programu' },
};

/** Names that only hold others, and say nothing that these do not. */
const HOLDERS: readonly string[] = ['change', 'settled'];

/** What a value is called by where it stands: `Part 2 · Amount`. */
export const detailName = (path: readonly string[], spoken: Language): string =>
  path
    .filter((name) => !HOLDERS.includes(name))
    .map((name) => NAMES[name]?.[spoken] ?? plainWords(name))
    .join(' · ')
    .replaceAll(/ · (\d+)(?= ·|$)/g, ' $1');

/** Words that commands take from lists of their own. */
const WORDS: { readonly [word: string]: InLanguages } = {
  cash: { en: 'Cash', sw: 'Pesa taslimu' },
  bank: { en: 'Bank', sw: 'Benki' },
  paybill: { en: 'Paybill', sw: 'Paybill' },
  mpesa: { en: 'M‑Pesa', sw: 'M‑Pesa' },
  mpesa_paybill: { en: 'M‑Pesa paybill', sw: 'Paybill ya M‑Pesa' },
  airtel: { en: 'Airtel Money', sw: 'Airtel Money' },
  school: { en: 'School', sw: 'Shule' },
  savings: { en: 'Savings', sw: 'Akiba' },
  insurance: { en: 'Insurance', sw: 'Bima' },
  adjustment: { en: 'Without money', sw: 'Bila pesa' },
  corrected: { en: 'A mistake that is corrected', sw: 'Kosa linalosahihishwa' },
  taken_back: { en: 'The payer took it back', sw: 'Mlipaji aliirudisha' },
  fees: { en: 'Fees', sw: 'Ada' },
  penalties: { en: 'Penalties', sw: 'Faini' },
  interest: { en: 'Interest', sw: 'Riba' },
  paid: { en: 'Paid', sw: 'Imelipwa' },
  failed: { en: 'Failed', sw: 'Imeshindikana' },
};

/** Values that are typed by people are shown as they were typed. */
const TYPED = /^(reason|evidence|.*reference|.*_no|statement_line|by|annual_rate|currency)$/;

/** A text among the values of a command. */
export function detailText(path: readonly string[], value: string, spoken: Language): string {
  const name = path.at(-1) ?? '';
  if (name === 'msisdn') return phoneText(value);
  if (TYPED.test(name) || !/^[a-z]+(_[a-z]+)*$/.test(value)) return value;
  if (name === 'type') return recordWord(value, spoken);
  return WORDS[value]?.[spoken] ?? plainWords(value);
}
