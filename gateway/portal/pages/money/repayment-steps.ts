import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReversalCause } from '../../graph/generated/graphql.ts';
import { reason, text, type StepTexts } from './disbursement-steps.ts';
import type { Place } from './placement.tsx';
import type { Repayment } from './repayment-page.tsx';

const REVERSE = graphql(`
  mutation ReverseRepayment($input: ReverseRepaymentInput!, $idempotencyKey: String) {
    reverseRepayment(input: $input, idempotencyKey: $idempotencyKey) {
      repayment {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const REALLOCATE = graphql(`
  mutation ReallocateRepayment($input: ReallocateRepaymentInput!, $idempotencyKey: String) {
    reallocateRepayment(input: $input, idempotencyKey: $idempotencyKey) {
      repayment {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const CAUSES: readonly ReversalCause[] = ['CORRECTED', 'TAKEN_BACK'];

/** The money did not come, or was another's. */
export const reverseStep = (repayment: Repayment, t: StepTexts): Step =>
  stepOf({
    recordId: repayment.id,
    name: 'reverseRepayment',
    title: t('reverseRepaymentTitle', { no: repayment.receiptNo }),
    word: t('reverseRepayment'),
    isDangerous: true,
    fields: [
      {
        name: 'cause',
        kind: 'choice',
        label: t('cause'),
        isRequired: true,
        choices: [
          ['CORRECTED', t('mistake')],
          ['TAKEN_BACK', t('takenBack')],
        ],
      },
      reason(t),
    ],
    document: REVERSE,
    variables: (values, { idempotencyKey }) => ({
      input: {
        repaymentId: repayment.id,
        reason: text(values['reason']) ?? '',
        cause: CAUSES.find((name) => name === values['cause']) ?? null,
      },
      idempotencyKey,
    }),
    consequence: () => t('reverseRepaymentMeans', { amount: moneyText(repayment.amount) }),
  });

/** The money stands on the wrong loan. */
export const reallocateStep = (repayment: Repayment, place: Place, t: StepTexts): Step =>
  stepOf({
    recordId: `${repayment.id}:${place.id}`,
    name: 'reallocateRepayment',
    title: t('reallocateTitle'),
    word: t('reallocate'),
    fields: [reason(t)],
    document: REALLOCATE,
    variables: (values, { idempotencyKey }) => ({
      input: { repaymentId: repayment.id, toLoanId: place.id, reason: text(values['reason']) ?? '' },
      idempotencyKey,
    }),
    consequence: () =>
      t('reallocateMeans', { amount: moneyText(repayment.amount), no: repayment.loan?.loanNo ?? '', to: place.no }),
  });
