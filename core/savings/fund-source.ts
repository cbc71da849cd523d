/** Where money that is paid in comes from; the ledger debits its account. */
export const FUND_SOURCES = ['cash', 'bank', 'mpesa_paybill', 'airtel'] as const;
export type FundSource = (typeof FUND_SOURCES)[number];

/** How money is paid out. A paybill can't pay out. */
export const PAYOUT_SOURCES = ['cash', 'bank'] as const satisfies readonly FundSource[];
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];
