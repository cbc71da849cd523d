import { plainWords } from '../../format/format.ts';
import type { AccountName, AccountType } from '../../graph/generated/names.ts';
import type { Language } from '../../texts/texts.ts';

/** In Swahili; English is the name itself, in words. */
const ACCOUNTS: { readonly [Account in AccountName]: string } = {
  cash: 'Pesa taslimu',
  bank: 'Benki',
  mpesa_paybill: 'Paybill ya M‑Pesa',
  airtel_collected: 'Makusanyo ya Airtel',
  mpesa_float: 'Floti ya M‑Pesa',
  airtel_float: 'Floti ya Airtel',
  due_from_schools: 'Zinazodaiwa shule',
  disbursements_in_transit: 'Mikopo inayotolewa iliyo njiani',
  app_float: 'Floti ya programu',
  app_float_airtel: 'Floti ya programu, Airtel',
  app_payouts_in_transit: 'Malipo ya programu yaliyo njiani',
  duplicate_payments: 'Zilizolipwa mara mbili',
  loan_portfolio: 'Mikopo',
  interest_receivable: 'Riba inayodaiwa',
  fee_receivable: 'Ada zinazodaiwa',
  penalty_receivable: 'Faini zinazodaiwa',
  loan_loss_allowance: 'Tengo la hasara ya mikopo',
  savings_control: 'Akiba za wanachama',
  interest_payable: 'Riba ya kulipwa',
  loan_overpayments: 'Malipo ya ziada ya mikopo',
  unallocated_receipts: 'Mapokezi yasiyopangiwa',
  school_fees_collected: 'Karo zilizokusanywa',
  app_funds: 'Pesa za programu',
  withholding_tax: 'Kodi ya zuio',
  charges_payable: 'Ada za kulipwa',
  estates_payable: 'Mirathi ya kulipwa',
  savings_transfers: 'Uhamisho wa akiba',
  share_transfers: 'Uhamisho wa hisa',
  share_capital: 'Mtaji wa hisa',
  retained: 'Faida iliyobaki',
  interest_income: 'Mapato ya riba',
  fee_income: 'Mapato ya ada',
  penalty_income: 'Mapato ya faini',
  recovery_income: 'Mapato ya mikopo iliyofutwa',
  written_off: 'Mikopo iliyofutwa',
  provision: 'Gharama ya tengo la hasara',
  interest_on_savings: 'Riba ya akiba',
  provider_charges: 'Ada za watoa huduma',
  bank_charges: 'Ada za benki',
};

const TYPES: { readonly [Type in AccountType]: string } = {
  asset: 'Mali',
  liability: 'Deni',
  equity: 'Mtaji',
  income: 'Mapato',
  expense: 'Gharama',
};

const wordOf = (name: string, swahili: { readonly [name: string]: string }, spoken: Language): string =>
  (spoken === 'sw' ? swahili[name] : undefined) ?? plainWords(name);

/** `loan_portfolio` as `Loan portfolio`. */
export const accountWord = (account: string, spoken: Language): string => wordOf(account, ACCOUNTS, spoken);

/** `asset` as `Asset`. */
export const accountTypeWord = (type: string, spoken: Language): string => wordOf(type, TYPES, spoken);
