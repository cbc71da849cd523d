import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SimulatedAnswer, SimulatedRowFragment, SimulatedKind } from '../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../texts/texts.ts';
import { answerWords, type simulatorTexts } from './simulator-texts.ts';

const ANSWER = graphql(`
  mutation AnswerSimulatedPayment($input: AnswerSimulatedPaymentInput!, $idempotencyKey: String) {
    answerSimulatedPayment(input: $input, idempotencyKey: $idempotencyKey) {
      simulatedPayment {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const PAY = graphql(`
  mutation PayPaybill($input: PayPaybillInput!, $idempotencyKey: String) {
    payPaybill(input: $input, idempotencyKey: $idempotencyKey) {
      receiptNo
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof simulatorTexts)['en']>;

const ANSWERS: { readonly [Kind in SimulatedKind]: readonly SimulatedAnswer[] } = {
  PROMPT: ['PAID', 'CANCELLED', 'INSUFFICIENT_FUNDS', 'WRONG_PIN', 'EXPIRED', 'UNREACHABLE'],
  PAYOUT: ['PAID', 'TIMED_OUT', 'RECIPIENT_UNREGISTERED', 'RECIPIENT_LIMIT', 'FLOAT_INSUFFICIENT'],
};

/** Whether the provider has said something of a payment already. */
export const hasAnswered = ({ notificationsSent, answered }: SimulatedRowFragment): boolean =>
  notificationsSent > 0 || answered !== null;

export function answerStep(row: SimulatedRowFragment, t: T, spoken: Language): Step {
  const { id, kind, amount } = row;
  return stepOf({
    name: 'answerSimulatedPayment',
    recordId: id,
    title: t('answerTitle'),
    word: t('answer'),
    fields: [
      {
        name: 'answer',
        kind: 'choice',
        label: t('what'),
        isRequired: true,
        choices: ANSWERS[kind].map((answer) => [answer, answerWords[answer][spoken]]),
      },
      ...(kind === 'PROMPT'
        ? [
            {
              name: 'amount',
              kind: 'money',
              label: t('other'),
              hint: t('otherHint', { amount: moneyText(amount) }),
            } as const,
          ]
        : []),
    ],
    document: ANSWER,
    consequence: () => t(hasAnswered(row) ? 'contradicts' : 'means'),
    variables: ({ answer, amount: other }, { idempotencyKey }) => {
      const given = ANSWERS[kind].find((each) => each === answer) ?? 'PAID';
      return {
        idempotencyKey,
        input: { simulatedPaymentId: id, answer: given, amount: typeof other === 'number' ? other : null },
      };
    },
  });
}

export const payStep = (t: T): Step =>
  stepOf({
    name: 'payPaybill',
    recordId: null,
    title: t('payTitle'),
    word: t('pay'),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'msisdn', kind: 'phone', label: t('phone'), isRequired: true, initial: '0700 000 000' },
      { name: 'accountReference', kind: 'text', label: t('account'), isRequired: true, hint: t('accountHint') },
    ],
    document: PAY,
    variables: ({ amount, msisdn, accountReference }, { idempotencyKey }) => ({
      idempotencyKey,
      input: { amount: Number(amount), msisdn: String(msisdn), accountReference: String(accountReference) },
    }),
  });

/** The receipt of what was paid, in what the mutation has answered. */
export function receiptIn(data: unknown): string | null {
  const paid = typeof data === 'object' && data !== null && 'payPaybill' in data ? data.payPaybill : null;
  const receipt = typeof paid === 'object' && paid !== null && 'receiptNo' in paid ? paid.receiptNo : null;
  return typeof receipt === 'string' ? receipt : null;
}
