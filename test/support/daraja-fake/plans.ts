/** An HTTP answer as it stands. Text is sent as it is, anything else as JSON. */
export type Reply = { readonly status: number; readonly body: unknown; readonly contentType?: string };

/** A notification to one of our callback endpoints. */
export type Notification = {
  /** `result` is the only one that STK has: its callback. */
  readonly callback: 'result' | 'timeout';
  readonly code?: string;
  /** How often it is sent. */
  readonly times?: number;
  /** Added to the amount in it, in shillings. */
  readonly amountOff?: number;
  /** On top of the usual delay. */
  readonly afterMs?: number;
};

/** How one payment or prompt is treated. */
export type Plan = {
  /** So many requests of this payment are turned away first, with nothing booked. */
  readonly turnsAway?: { readonly times: number; readonly reply: Reply | 'invalid_token' };
  /**
   * `late`: after the first notification. `hang`: never. `drop`: the connection is closed in place of a response.
   */
  readonly reply: 'acknowledge' | 'late' | 'hang' | 'drop' | Reply;
  /** What the provider's books say in the end, and a status query with them. `nothing`: the provider does not know it. */
  readonly books: 'completed' | 'declined' | 'pending' | 'nothing';
  readonly notifications: readonly Notification[];
  /** On top of the usual delay. */
  readonly settlesAfterMs?: number;
  /** What a query about a prompt says until it is settled; `processing` where nothing is said here. */
  readonly queriedBefore?: string;
};

const LATER_MS = 60_000;

const paid: Plan = { reply: 'acknowledge', books: 'completed', notifications: [{ callback: 'result' }] };
const fails = (code: string): Plan => ({ ...paid, books: 'declined', notifications: [{ callback: 'result', code }] });
const UNAVAILABLE: Reply = {
  status: 503,
  contentType: 'text/html',
  body: '<html><body><h1>503 Service Unavailable</h1></body></html>',
};
const BUSY: Reply = {
  status: 500,
  body: {
    requestId: '11728-2929992-1',
    errorCode: '500.003.02',
    errorMessage: 'System is busy. Please try again in few minutes.',
  },
};
const DECLINED_AT_ONCE: Reply = {
  status: 200,
  body: { ResponseCode: '1', ResponseDescription: 'The request was declined.' },
};

const both: { readonly [suffix: string]: Plan } = {
  '000': paid,
  '001': fails('1'),
  '009': { ...paid, notifications: [{ callback: 'result', times: 3 }] },
  '010': { ...paid, reply: 'late' },
  '011': { ...paid, reply: 'hang' },
  '012': { reply: UNAVAILABLE, books: 'nothing', notifications: [] },
  '013': { ...paid, turnsAway: { times: 2, reply: BUSY } },
  '015': { ...paid, notifications: [{ callback: 'result', amountOff: -1 }] },
  '016': { ...paid, turnsAway: { times: 1, reply: 'invalid_token' } },
  '017': fails('8006'),
  '019': { reply: DECLINED_AT_ONCE, books: 'nothing', notifications: [] },
};

/** Payments to customers, by the last three digits of the number that is paid. */
export const B2C_PLANS: { readonly [suffix: string]: Plan } = {
  ...both,
  '002': fails('SFC_IC0003'),
  '003': fails('2040'),
  '004': fails('8'),
  '005': { ...paid, notifications: [{ callback: 'timeout' }] },
  '006': { ...paid, notifications: [{ callback: 'timeout' }, { callback: 'result', afterMs: LATER_MS }] },
  '007': { ...paid, notifications: [] },
  '008': { ...paid, books: 'pending', notifications: [] },
  '014': {
    ...paid,
    notifications: [
      { callback: 'result', code: '17' },
      { callback: 'result', afterMs: LATER_MS },
    ],
  },
  '018': { ...paid, books: 'declined', notifications: [] },
};

/** Prompts to pay, by the last three digits of the payer's number. */
export const STK_PLANS: { readonly [suffix: string]: Plan } = {
  ...both,
  '002': fails('2001'),
  '003': fails('1037'),
  '004': fails('1032'),
  '005': fails('1019'),
  '006': {
    ...paid,
    notifications: [{ callback: 'result', afterMs: LATER_MS }],
    settlesAfterMs: LATER_MS,
    queriedBefore: '1037',
  },
  '007': { ...paid, notifications: [] },
  '008': { ...paid, books: 'pending', notifications: [] },
};

/** Every other number is treated as 000 is. A script's step changes what it names. */
export function planOf(table: typeof B2C_PLANS, msisdn: string, step: Partial<Plan> | null): Plan {
  return { ...(table[msisdn.slice(-3)] ?? paid), ...step };
}

/** The plan of a payment that the provider itself finds wrong, regardless of its plan. */
export const failing = fails;
