import type { Answer } from '#core/payment-bridge/payment-attempt.ts';

/** How the sandbox's provider treats a prompt to pay. Codes are those of M-Pesa Express. */
export type PromptPlan = {
  readonly means: string;
  readonly turnsAway?: number;
  /** `hang`: no answer at all. `late`: the answer comes after the news. Otherwise what it answers. */
  readonly answers: 'accept' | 'hang' | 'late' | Exclude<Answer, { kind: 'accepted' }>;
  /** The codes that it tells, in order; `short`: paid, but not as much as was asked for. */
  readonly tells: readonly string[];
  /** How long it takes with the first of them, where that is longer than usual. */
  readonly tellsAfterMs?: number;
  /** The code that it says when it is asked: before anything was told, and after. */
  readonly asked: { readonly before: string; readonly after: string };
};

const PAID = '0';
const OPEN = '4999';

const pays: PromptPlan = { means: 'is paid', answers: 'accept', tells: [PAID], asked: { before: OPEN, after: PAID } };
const fails = (code: string, means: string): PromptPlan => ({
  means,
  answers: 'accept',
  tells: [code],
  asked: { before: OPEN, after: code },
});

/** By the last three digits of the payer's number; every other number pays as 000 does. */
export const promptPlans: { readonly [suffix: string]: PromptPlan } = {
  '000': pays,
  '001': fails('1', 'is not paid: too little money'),
  '002': fails('2001', 'is not paid: wrong PIN'),
  '003': fails('1037', 'is not paid: the phone does not answer'),
  '004': fails('1032', 'is cancelled by the payer'),
  '005': fails('1019', 'expires'),
  '006': {
    ...pays,
    means: 'is paid late: who asks before is told that the phone did not answer',
    tellsAfterMs: 90_000,
    asked: { before: '1037', after: PAID },
  },
  '007': {
    ...pays,
    means: 'is paid; nothing is told, who asks learns it',
    tells: [],
    asked: { before: PAID, after: PAID },
  },
  '008': { ...pays, means: 'stays open for ever', tells: [], asked: { before: OPEN, after: OPEN } },
  '009': { ...pays, means: 'is paid; told three times', tells: [PAID, PAID, PAID] },
  '010': { ...pays, means: 'is paid; told before the request is answered', answers: 'late' },
  '011': { ...pays, means: 'is paid; the request is never answered', answers: 'hang' },
  '012': {
    means: 'fails in the provider’s front (503)',
    answers: { kind: 'unknown' },
    tells: [],
    asked: { before: OPEN, after: OPEN },
  },
  '013': { ...pays, means: 'is paid; turned away twice first', turnsAway: 2 },
  '015': { ...pays, means: 'is paid, another amount than was asked for', tells: ['short'] },
  '016': { ...pays, means: 'is paid; the token has to be renewed first', turnsAway: 1 },
  '017': fails('8006', 'is not paid: the payer’s PIN is locked'),
  '019': {
    means: 'is rejected at once',
    answers: { kind: 'rejected', code: '1', message: 'The provider rejected the request (ResponseCode 1).' },
    tells: [],
    asked: { before: OPEN, after: OPEN },
  },
};

export function promptPlanOf(msisdn: string): PromptPlan {
  return promptPlans[msisdn.slice(-3)] ?? pays;
}
