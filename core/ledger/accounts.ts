/**
 * The chart of accounts. `normal` is the side on which the account grows. An account with `perAgent` has one
 * sub-account for each agent, written `mpesa_float:AG-0001`; one with `perApp` has one for each app, by the app's id.
 */
export const accounts = {
  cash: { type: 'asset', normal: 'debit' },
  bank: { type: 'asset', normal: 'debit' },
  mpesa_paybill: { type: 'asset', normal: 'debit' },
  // What payers have sent to the account at Airtel Money, when they were prompted.
  airtel_collected: { type: 'asset', normal: 'debit' },
  mpesa_float: { type: 'asset', normal: 'debit', perAgent: true },
  // The same at Airtel Money: each provider's own account reconciles with accounts of ours.
  airtel_float: { type: 'asset', normal: 'debit', perAgent: true },
  // What schools hold for the lender: money of school-fee loans that their invoices did not take.
  due_from_schools: { type: 'asset', normal: 'debit' },
  disbursements_in_transit: { type: 'asset', normal: 'debit' },
  app_float: { type: 'asset', normal: 'debit' },
  app_float_airtel: { type: 'asset', normal: 'debit' },
  app_payouts_in_transit: { type: 'asset', normal: 'debit' },
  duplicate_payments: { type: 'asset', normal: 'debit' },
  loan_portfolio: { type: 'asset', normal: 'debit' },
  interest_receivable: { type: 'asset', normal: 'debit' },
  fee_receivable: { type: 'asset', normal: 'debit' },
  penalty_receivable: { type: 'asset', normal: 'debit' },
  loan_loss_allowance: { type: 'asset', normal: 'credit' },
  savings_control: { type: 'liability', normal: 'credit' },
  interest_payable: { type: 'liability', normal: 'credit' },
  loan_overpayments: { type: 'liability', normal: 'credit' },
  unallocated_receipts: { type: 'liability', normal: 'credit' },
  school_fees_collected: { type: 'liability', normal: 'credit' },
  app_funds: { type: 'liability', normal: 'credit', perApp: true },
  withholding_tax: { type: 'liability', normal: 'credit' },
  charges_payable: { type: 'liability', normal: 'credit' },
  // What members who died left, and beneficiaries were not paid yet.
  estates_payable: { type: 'liability', normal: 'credit' },
  // Savings between two accounts, or of an account and a loan, within one transaction: always empty at its end.
  savings_transfers: { type: 'liability', normal: 'credit' },
  // Shares between two members, within one transaction: always empty at its end.
  share_transfers: { type: 'equity', normal: 'credit' },
  share_capital: { type: 'equity', normal: 'credit' },
  retained: { type: 'equity', normal: 'credit' },
  interest_income: { type: 'income', normal: 'credit' },
  fee_income: { type: 'income', normal: 'credit' },
  penalty_income: { type: 'income', normal: 'credit' },
  recovery_income: { type: 'income', normal: 'credit' },
  written_off: { type: 'expense', normal: 'debit' },
  provision: { type: 'expense', normal: 'debit' },
  interest_on_savings: { type: 'expense', normal: 'debit' },
  provider_charges: { type: 'expense', normal: 'debit' },
  bank_charges: { type: 'expense', normal: 'debit' },
} as const satisfies Record<
  string,
  {
    type: 'asset' | 'liability' | 'equity' | 'income' | 'expense';
    normal: 'debit' | 'credit';
    perAgent?: true;
    perApp?: true;
  }
>;

export type AccountName = keyof typeof accounts;

/** The account of agents' float at each provider, by the name that agents and payments give it. */
export const FLOAT_AT = { mpesa: 'mpesa_float', airtel: 'airtel_float' } as const satisfies {
  readonly [provider: string]: AccountName;
};
