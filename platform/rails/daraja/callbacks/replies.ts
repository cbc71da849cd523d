/** The reply to every result, once its raw body is stored: that it was received (portal, "B2C": acknowledging). */
export const RECEIVED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/** The reply to a paybill's confirmation. */
export const CONFIRMED = { ResultCode: 0, ResultDesc: 'Success' } as const;

/** Why a payment to a paybill is not wanted, and the code that says so. */
const REJECTIONS = {
  payer: 'C2B00011',
  account_number: 'C2B00012',
  amount: 'C2B00013',
  kyc: 'C2B00014',
  shortcode: 'C2B00015',
  other: 'C2B00016',
} as const;

export type ValidationReply = {
  readonly ResultCode: string;
  readonly ResultDesc: 'Accepted' | 'Rejected';
  readonly ThirdPartyTransID?: string;
};

/** Lets a payment to a paybill through (portal, "Customer to Business": validation response). */
export function acceptPayment(ourReference: string | null): ValidationReply {
  const accepted = { ResultCode: '0', ResultDesc: 'Accepted' } as const;
  return ourReference === null ? accepted : { ...accepted, ThirdPartyTransID: ourReference };
}

/** Turns a payment to a paybill away before it is made. */
export function rejectPayment(reason: keyof typeof REJECTIONS): ValidationReply {
  return { ResultCode: REJECTIONS[reason], ResultDesc: 'Rejected' };
}
