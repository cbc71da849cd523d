import { refuse } from '../kernel/domain-error.ts';
import { invalidField } from '../kernel/field-error.ts';
import { kernelRefusals } from '../kernel/refusals.ts';
import type { Cents } from '../kernel/money.ts';
import { namesOf } from '../kernel/names.ts';
import { amountProblem } from './channels.ts';

/**
 * What a person who tries a sandbox answers in the provider's place: the code that it notifies then. Late, after it said
 * something else, or twice: a provider does all of that.
 */
export const PROMPT_ANSWERS = {
  paid: '0',
  insufficient_funds: '1',
  wrong_pin: '2001',
  cancelled: '1032',
  expired: '1019',
  unreachable: '1037',
} as const;
export const PAYOUT_ANSWERS = {
  paid: '0',
  float_insufficient: '1',
  recipient_unregistered: '2040',
  recipient_limit: '8',
  /** The provider's own queue has timed out: what became of the payment stays open. */
  timed_out: null,
} as const;
export type PromptAnswer = keyof typeof PROMPT_ANSWERS;
export type PayoutAnswer = keyof typeof PAYOUT_ANSWERS;
export const SIMULATED_ANSWERS = [...new Set([...namesOf(PROMPT_ANSWERS), ...namesOf(PAYOUT_ANSWERS)])] as readonly (
  PromptAnswer | PayoutAnswer
)[];

/** What the simulator has: payments that we asked it to make, and prompts to payers. */
export const SIMULATED_KINDS = ['payout', 'prompt'] as const;
export type SimulatedKind = (typeof SIMULATED_KINDS)[number];

export type SimulatedAnswer = {
  readonly answer: PromptAnswer | PayoutAnswer;
  /** Minor units that a payer sends in place of what was requested; null: as much as was requested. */
  readonly amount: Cents | null;
};

/** @throws DomainError validation_failed (invalid) where such a payment is not answered so */
export function requireSimulatedAnswer(kind: SimulatedKind, { answer, amount }: SimulatedAnswer): void {
  const answers: readonly string[] = kind === 'prompt' ? namesOf(PROMPT_ANSWERS) : namesOf(PAYOUT_ANSWERS);
  if (!answers.includes(answer)) throw invalidField('answer', 'invalid', `Use one of: ${answers.join(', ')}.`);
  if (amount === null) return;
  if (kind !== 'prompt' || answer !== 'paid') {
    throw invalidField('amount', 'not_allowed', 'Only who pays a prompt sends another amount. Leave it out.');
  }
  requireSentByPhone(amount);
}

/** @throws DomainError validation_failed (invalid) for an amount that no phone sends */
export function requireSentByPhone(amount: Cents): void {
  const detail = amountProblem('mpesa_stk', amount);
  if (detail !== null) throw invalidField('amount', 'range', detail);
}

/** The answer of this name, where there is one. */
export const answerIn = <Answers extends object>(
  answers: Answers,
  name: string | null,
): (keyof Answers & string) | null => namesOf(answers).find((each) => each === name) ?? null;

/** @throws DomainError not_found */
export function requireSimulated<Found>(found: Found | null): asserts found is Found {
  if (found === null)
    throw refuse(kernelRefusals.not_found, 'The simulator has no such payment.', { resource: 'payment' });
}
