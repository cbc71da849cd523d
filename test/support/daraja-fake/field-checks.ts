import type { ApiName } from '#platform/rails/daraja/endpoints.ts';

type Check = { readonly required: boolean; readonly fits: (value: string) => boolean };

const must = (fits: RegExp | ((value: string) => boolean)): Check => ({
  required: true,
  fits: typeof fits === 'function' ? fits : (value) => fits.test(value),
});
const may = (fits: RegExp): Check => ({ required: false, fits: (value) => fits.test(value) });

const isAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const hasNoRefusedWord = (value: string) => isAddress(value) && !/mpesa|safaricom|exe|cmd|sql|query/i.test(value);

const msisdn = must(/^254[17]\d{8}$/);
const shortcode = must(/^\d{5,7}$/);
const amount = must(/^[1-9]\d{0,8}$/);
const remarks = must(/^.{2,100}$/s);
const occasion = may(/^.{1,100}$/s);
const address = must(isAddress);
const timestamp = must(/^\d{14}$/);
const credential = must(/^[A-Za-z0-9+/]{40,}={0,2}$/);
const command = (...names: string[]) => must((value) => names.includes(value));

/** The one spelling of a status question that this fake takes is an option; see `OriginalConversationID`. */
export const FIELDS: { readonly [Api in Exclude<ApiName, 'token'>]: { readonly [field: string]: Check } } = {
  b2c: {
    OriginatorConversationID: must(/^[\w-]{20,128}$/),
    InitiatorName: must(/^.+$/),
    SecurityCredential: credential,
    CommandID: command('BusinessPayment', 'SalaryPayment', 'PromotionPayment'),
    Amount: amount,
    PartyA: shortcode,
    PartyB: msisdn,
    Remarks: remarks,
    QueueTimeOutURL: address,
    ResultURL: address,
    Occassion: occasion,
  },
  b2b: {
    Initiator: must(/^.+$/),
    SecurityCredential: credential,
    CommandID: command('BusinessPayToBulk', 'BusinessPayBill', 'BusinessBuyGoods', 'BusinessTransferFromMMFToUtility'),
    SenderIdentifierType: must(/^4$/),
    RecieverIdentifierType: must(/^4$/),
    Amount: amount,
    PartyA: shortcode,
    PartyB: shortcode,
    AccountReference: must(/^.{1,13}$/),
    Requester: may(/^254[17]\d{8}$/),
    Remarks: remarks,
    QueueTimeOutURL: address,
    ResultURL: address,
  },
  status: {
    Initiator: must(/^.+$/),
    SecurityCredential: credential,
    CommandID: command('TransactionStatusQuery'),
    TransactionID: may(/^[A-Z0-9]{10}$/),
    OriginalConversationID: may(/^[\w-]{1,128}$/),
    PartyA: shortcode,
    IdentifierType: must(/^[124]$/),
    ResultURL: address,
    QueueTimeOutURL: address,
    Remarks: remarks,
    Occasion: occasion,
  },
  reversal: {
    Initiator: must(/^.+$/),
    SecurityCredential: credential,
    CommandID: command('TransactionReversal'),
    TransactionID: must(/^[A-Z0-9]{10}$/),
    Amount: amount,
    ReceiverParty: shortcode,
    RecieverIdentifierType: must(/^11$/),
    ResultURL: address,
    QueueTimeOutURL: address,
    Remarks: remarks,
    Occasion: occasion,
  },
  balance: {
    Initiator: must(/^.+$/),
    SecurityCredential: credential,
    CommandID: command('AccountBalance'),
    PartyA: shortcode,
    IdentifierType: must(/^4$/),
    Remarks: remarks,
    QueueTimeOutURL: address,
    ResultURL: address,
  },
  stkPush: {
    BusinessShortCode: shortcode,
    Password: must(/^[A-Za-z0-9+/]+={0,2}$/),
    Timestamp: timestamp,
    TransactionType: command('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    Amount: amount,
    PartyA: msisdn,
    PartyB: shortcode,
    PhoneNumber: msisdn,
    CallBackURL: address,
    AccountReference: must(/^.{1,12}$/),
    TransactionDesc: may(/^.{1,13}$/),
  },
  stkQuery: {
    BusinessShortCode: shortcode,
    Password: must(/^[A-Za-z0-9+/]+={0,2}$/),
    Timestamp: timestamp,
    CheckoutRequestID: must(/^ws_CO_\w+$/),
  },
  c2bRegister: {
    ShortCode: shortcode,
    ResponseType: command('Completed', 'Cancelled'),
    ConfirmationURL: must(hasNoRefusedWord),
    ValidationURL: must(hasNoRefusedWord),
  },
  c2bSimulate: {
    ShortCode: shortcode,
    CommandID: command('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    Amount: amount,
    Msisdn: msisdn,
    BillRefNumber: must(/^.{1,20}$/),
  },
  pullRegister: {
    ShortCode: shortcode,
    RequestType: must(/^Pull$/),
    NominatedNumber: msisdn,
    CallBackURL: address,
  },
  pullQuery: {
    ShortCode: shortcode,
    StartDate: must(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    EndDate: must(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    OffSetValue: must(/^\d+$/),
  },
};

export type Fields = { readonly [field: string]: string };

/** The body as fields of text, or the name of the first one that is wrong, missing or misspelt. */
export function checkFields(
  api: keyof typeof FIELDS,
  body: { readonly [field: string]: unknown },
): { readonly fields: Fields } | { readonly wrong: string } {
  const checks = FIELDS[api];
  const fields: Record<string, string> = {};
  for (const name of Object.keys(body)) if (!Object.hasOwn(checks, name)) return { wrong: name };
  for (const [name, { required, fits }] of Object.entries(checks)) {
    const value = body[name];
    if (value === undefined || value === null || value === '') {
      if (required) return { wrong: name };
      continue;
    }
    const text = typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null;
    if (text === null || !fits(text)) return { wrong: name };
    fields[name] = text;
  }
  return { fields };
}
