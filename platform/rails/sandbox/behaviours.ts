import type { PayoutAnswer } from '#core/lending/ports.ts';

/** What the provider says later: a result with a code, or that its own queue has timed out. */
export type News =
  | { readonly kind: 'result'; readonly code: string; readonly description: string; readonly wrongAmount?: true }
  | { readonly kind: 'timeout' };

/** How the sandbox's provider treats a payment. */
export type Behaviour = {
  readonly means: string;
  /** The first requests are turned away, with nothing booked; the client sends the same request again. */
  readonly turnsAway?: { readonly times: number; readonly because: string };
  /** `hang`: no answer at all. `late`: the answer comes after the news. Otherwise what it answers. */
  readonly answers: 'accept' | 'hang' | 'late' | Exclude<PayoutAnswer, { kind: 'accepted' }>;
  /** In order, the first after NEWS_AFTER_MS, each further one as long after the one before. */
  readonly news: readonly News[];
  /** What it says when it is asked: as its books say, or that it can't tell. */
  readonly asked: 'as booked' | 'pending' | 'declined' | { readonly code: string };
};

const result = (code: string, description: string): News => ({ kind: 'result', code, description });
const SUCCESS = result('0', 'The service request is processed successfully.');
const TIMEOUT: News = { kind: 'timeout' };

const fails = (code: string, description: string): Behaviour => ({
  means: `is declined with ${code}`,
  answers: 'accept',
  news: [result(code, description)],
  asked: { code },
});

const pays: Behaviour = { means: 'is paid', answers: 'accept', news: [SUCCESS], asked: 'as booked' };

/** By the last three digits of the number that is paid; every other number is paid as 000 is. */
export const behaviours: { readonly [suffix: string]: Behaviour } = {
  '000': pays,
  '001': fails('1', 'The balance is insufficient for the transaction.'),
  '002': fails('SFC_IC0003', 'The operator does not exist.'),
  '003': fails('2040', 'Credit Party customer type (Unregistered or Registered Customer) can’t be supported.'),
  '004': fails('8', 'The balance would rise above the maximum balance.'),
  '005': { ...pays, means: 'is paid; only the queue’s time-out is told', news: [TIMEOUT] },
  '006': { ...pays, means: 'is paid; the queue’s time-out is told first', news: [TIMEOUT, SUCCESS] },
  '007': { ...pays, means: 'is paid; nothing is told, who asks learns it', news: [] },
  '008': { ...pays, means: 'stays open for ever', news: [], asked: 'pending' },
  '009': { ...pays, means: 'is paid; told three times', news: [SUCCESS, SUCCESS, SUCCESS] },
  '010': { ...pays, means: 'is paid; told before the request is answered', answers: 'late' },
  '011': { ...pays, means: 'is paid; the request is never answered', answers: 'hang' },
  '012': {
    means: 'fails in the provider’s front (503); whether it was booked can’t be learnt',
    answers: { kind: 'unknown' },
    news: [],
    asked: 'pending',
  },
  '013': { ...pays, means: 'is paid; turned away twice first', turnsAway: { times: 2, because: '500.003.02' } },
  '014': {
    ...pays,
    means: 'is paid after an internal failure was told',
    news: [result('17', 'Internal failure.'), SUCCESS],
  },
  '015': {
    ...pays,
    means: 'is paid, another amount than was asked for',
    news: [
      { kind: 'result', code: '0', description: 'The service request is processed successfully.', wrongAmount: true },
    ],
  },
  '016': {
    ...pays,
    means: 'is paid; the token has to be renewed first',
    turnsAway: { times: 1, because: '401.002.01' },
  },
  '017': {
    means: 'is not sent: the credential is locked and the circuit open (8006)',
    answers: {
      kind: 'unreachable',
      message: 'The provider has locked our credential (8006); nothing was sent.',
      retryAfterSeconds: 60,
    },
    news: [],
    asked: 'as booked',
  },
  '018': {
    ...pays,
    means: 'is declined; nothing is told, who asks learns it',
    news: [],
    asked: 'declined',
  },
  '019': {
    means: 'is rejected at once',
    answers: { kind: 'rejected', code: '1', message: 'The provider rejected the request (ResponseCode 1).' },
    news: [],
    asked: 'as booked',
  },
};

export function behaviourOf(msisdn: string): Behaviour {
  return behaviours[msisdn.slice(-3)] ?? pays;
}
