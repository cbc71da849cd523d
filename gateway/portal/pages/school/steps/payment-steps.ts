import { stepOf, type Step } from '../../../components/step.ts';
import { moneyText } from '../../../format/format.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { InvoicePaymentAction, PaymentMethod, ReversalCause } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import { needed } from '../forms/words.ts';
import type { paymentStepTexts } from './payment-texts.ts';

const REVERSE = graphql(`
  mutation ReverseInvoicePayment($input: ReverseInvoicePaymentInput!, $idempotencyKey: String, $version: Int) {
    reverseInvoicePayment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoicePayment {
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
const RETURN_CREDIT = graphql(`
  mutation ReturnLoanCredit($input: ReturnLoanCreditInput!, $idempotencyKey: String, $version: Int) {
    returnLoanCredit(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoicePayment {
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

type T = Translate<(typeof paymentStepTexts)['en']>;
/** What its steps need of it. */
export type PaymentInStep = {
  readonly id: string;
  readonly version: number;
  readonly amount: number;
  readonly reference: string;
  readonly method: PaymentMethod;
  /** What is on no invoice: of a loan's money, what its invoice does not need. */
  readonly unapplied: number;
  readonly availableActions: readonly InvoicePaymentAction[];
};

const CAUSES = ['CORRECTED', 'TAKEN_BACK'] as const satisfies readonly ReversalCause[];

const STEPS: { readonly [Action in InvoicePaymentAction]: ((payment: PaymentInStep, t: T) => Step) | null } = {
  REVERSE: (payment, t) =>
    stepOf({
      name: 'reverseInvoicePayment',
      recordId: payment.id,
      version: payment.version,
      title: t('reverseTitle', { reference: payment.reference }),
      word: t('reverse'),
      isDangerous: true,
      fields: [
        {
          name: 'cause',
          kind: 'choice',
          label: t('cause'),
          isRequired: true,
          choices: CAUSES.map((cause) => [cause, t(cause)] as const),
          initial: 'CORRECTED',
        },
        { name: 'reason', kind: 'long', label: t('reason'), isRequired: true },
      ],
      document: REVERSE,
      variables: ({ cause, reason }, sent) => ({
        input: {
          paymentId: payment.id,
          cause: CAUSES.find((each) => each === cause) ?? 'CORRECTED',
          reason: needed(reason),
        },
        ...sent,
      }),
      consequence: ({ cause }) =>
        `${t('reverseMeans', { amount: moneyText(payment.amount) })} ${t(cause === 'TAKEN_BACK' ? 'neverAgain' : 'onceMore')}`,
    }),
};

const returnStep = (payment: PaymentInStep, t: T): Step =>
  stepOf({
    name: 'returnLoanCredit',
    recordId: payment.id,
    version: payment.version,
    title: t('returnTitle'),
    word: t('return'),
    fields: [],
    document: RETURN_CREDIT,
    variables: (_, sent) => ({ input: { paymentId: payment.id }, ...sent }),
    consequence: () => t('returnMeans', { amount: moneyText(payment.unapplied) }),
  });

/** What may be done with a payment now. */
export const paymentSteps = (payment: PaymentInStep, t: T): readonly Step[] => [
  ...(payment.method === 'LOAN' && payment.unapplied > 0 ? [returnStep(payment, t)] : []),
  ...payment.availableActions.flatMap((action) => STEPS[action]?.(payment, t) ?? []),
];
