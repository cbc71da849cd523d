import type { ProviderReply } from '#core/payments/provider-reply.ts';

/** What the provider notifies later: a result with a code, or that its own queue has timed out. */
type Notification =
  | { readonly kind: 'result'; readonly code: string; readonly description: string; readonly wrongAmount?: true }
  | { readonly kind: 'timeout' };

/** How the sandbox's provider treats a payment. */
export type PayoutBehaviour = {
  readonly means: string;
  /** The first requests are turned away, with nothing booked; the client sends the same request again. */
  readonly turnsAway?: { readonly times: number; readonly because: string };
  /** `hang`: no reply at all. `late`: the reply comes after the notification. Otherwise the reply itself. */
  readonly replies: 'accept' | 'hang' | 'late' | Exclude<ProviderReply, { kind: 'accepted' }>;
  /** In order, the first after NOTIFIED_AFTER_MS, each further one as long after the one before. */
  readonly notifications: readonly Notification[];
  /** Its reply to a status query: as its books say, or that it doesn't know. */
  readonly queried: 'as booked' | 'pending' | 'declined' | { readonly code: string };
};

const result = (code: string, description: string): Notification => ({ kind: 'result', code, description });
const SUCCESS = result('0', 'The service request is processed successfully.');
const TIMEOUT: Notification = { kind: 'timeout' };

const fails = (code: string, why: string, description: string): PayoutBehaviour => ({
  means: `is declined: ${why}`,
  replies: 'accept',
  notifications: [result(code, description)],
  queried: { code },
});

const pays: PayoutBehaviour = { means: 'is paid', replies: 'accept', notifications: [SUCCESS], queried: 'as booked' };

/** By the last three digits of the number that is paid; every other number is paid as 000 is. */
export const payoutBehaviours: { readonly [suffix: string]: PayoutBehaviour } = {
  '000': pays,
  '001': fails('1', 'the float is too small', 'The balance is insufficient for the transaction.'),
  '002': fails('SFC_IC0003', 'the number does not exist', 'The operator does not exist.'),
  '003': fails(
    '2040',
    'the recipient is not registered',
    'Credit Party customer type (Unregistered or Registered Customer) can’t be supported.',
  ),
  '004': fails('8', 'the recipient’s wallet would hold too much', 'The balance would rise above the maximum balance.'),
  '005': { ...pays, means: 'is paid; the provider reports only a time-out', notifications: [TIMEOUT] },
  '006': { ...pays, means: 'is paid; the provider reports a time-out first', notifications: [TIMEOUT, SUCCESS] },
  '007': { ...pays, means: 'is paid; no notification comes, a status query finds out', notifications: [] },
  '008': { ...pays, means: 'stays open until it is answered on this page', notifications: [], queried: 'pending' },
  '009': { ...pays, means: 'is paid; the notification comes three times', notifications: [SUCCESS, SUCCESS, SUCCESS] },
  '010': { ...pays, means: 'is paid; the notification comes before the reply', replies: 'late' },
  '011': { ...pays, means: 'is paid; the request gets no reply', replies: 'hang' },
  '012': {
    means: 'stays open: the provider is down and cannot say whether it was booked',
    replies: { kind: 'unknown' },
    notifications: [],
    queried: 'pending',
  },
  '013': { ...pays, means: 'is paid at the third attempt', turnsAway: { times: 2, because: '500.003.02' } },
  '014': {
    ...pays,
    means: 'is paid after the provider reported a failure',
    notifications: [result('17', 'Internal failure.'), SUCCESS],
  },
  '015': {
    ...pays,
    means: 'is paid with a different amount',
    notifications: [
      { kind: 'result', code: '0', description: 'The service request is processed successfully.', wrongAmount: true },
    ],
  },
  '016': {
    ...pays,
    means: 'is paid after our access token is renewed',
    turnsAway: { times: 1, because: '401.002.01' },
  },
  '017': {
    means: 'is not sent: the provider has locked our credential',
    replies: {
      kind: 'unreachable',
      message: 'The provider has locked our credential (8006); nothing was sent.',
      retryAfterSeconds: 60,
    },
    notifications: [],
    queried: 'as booked',
  },
  '018': {
    ...pays,
    means: 'is declined; no notification comes, a status query finds out',
    notifications: [],
    queried: 'declined',
  },
  '019': {
    means: 'is rejected immediately',
    replies: { kind: 'rejected', code: '1', message: 'The provider rejected the request (ResponseCode 1).' },
    notifications: [],
    queried: 'as booked',
  },
};

export function payoutBehaviourOf(msisdn: string): PayoutBehaviour {
  return payoutBehaviours[msisdn.slice(-3)] ?? pays;
}
