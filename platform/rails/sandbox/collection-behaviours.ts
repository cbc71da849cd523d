import type { ProviderReply } from '#core/payments/provider-reply.ts';

/** How the sandbox's provider treats a prompt to pay. Codes are those of M-Pesa Express. */
export type CollectionBehaviour = {
  readonly means: string;
  readonly turnsAway?: number;
  /** `hang`: no reply at all. `late`: the reply comes after the notification. Otherwise the reply itself. */
  readonly replies: 'accept' | 'hang' | 'late' | Exclude<ProviderReply, { kind: 'accepted' }>;
  /** The codes that it notifies, in order; `short`: paid, but not as much as was requested. */
  readonly notifies: readonly string[];
  /** When the first of them is sent, where that is later than usual. */
  readonly notifiesAfterMs?: number;
  /** The code of its reply to a status query: before anything was notified, and after. */
  readonly queried: { readonly before: string; readonly after: string };
};

const PAID = '0';
const OPEN = '4999';

const pays: CollectionBehaviour = {
  means: 'is paid',
  replies: 'accept',
  notifies: [PAID],
  queried: { before: OPEN, after: PAID },
};
const fails = (code: string, means: string): CollectionBehaviour => ({
  means,
  replies: 'accept',
  notifies: [code],
  queried: { before: OPEN, after: code },
});

/** By the last three digits of the payer's number; every other number pays as 000 does. */
export const collectionBehaviours: { readonly [suffix: string]: CollectionBehaviour } = {
  '000': pays,
  '001': fails('1', 'is not paid: too little money'),
  '002': fails('2001', 'is not paid: wrong PIN'),
  '003': fails('1037', 'is not paid: the phone does not answer'),
  '004': fails('1032', 'is cancelled by the payer'),
  '005': fails('1019', 'expires'),
  '006': {
    ...pays,
    means: 'is paid late; an earlier status query says that the phone did not answer',
    notifiesAfterMs: 90_000,
    queried: { before: '1037', after: PAID },
  },
  '007': {
    ...pays,
    means: 'is paid; no notification comes, a status query finds out',
    notifies: [],
    queried: { before: PAID, after: PAID },
  },
  '008': {
    ...pays,
    means: 'stays open until it is answered on this page',
    notifies: [],
    queried: { before: OPEN, after: OPEN },
  },
  '009': { ...pays, means: 'is paid; the notification comes three times', notifies: [PAID, PAID, PAID] },
  '010': { ...pays, means: 'is paid; the notification comes before the reply', replies: 'late' },
  '011': { ...pays, means: 'is paid; the request gets no reply', replies: 'hang' },
  '012': {
    means: 'fails: the provider is down',
    replies: { kind: 'unknown' },
    notifies: [],
    queried: { before: OPEN, after: OPEN },
  },
  '013': { ...pays, means: 'is paid at the third attempt', turnsAway: 2 },
  '015': { ...pays, means: 'is paid with a different amount', notifies: ['short'] },
  '016': { ...pays, means: 'is paid after our access token is renewed', turnsAway: 1 },
  '017': fails('8006', 'is not paid: the payer’s PIN is locked'),
  '019': {
    means: 'is rejected immediately',
    replies: { kind: 'rejected', code: '1', message: 'The provider rejected the request (ResponseCode 1).' },
    notifies: [],
    queried: { before: OPEN, after: OPEN },
  },
};

export function collectionBehaviourOf(msisdn: string): CollectionBehaviour {
  return collectionBehaviours[msisdn.slice(-3)] ?? pays;
}
