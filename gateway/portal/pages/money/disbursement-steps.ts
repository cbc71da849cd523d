import { known } from '../../components/later-values.ts';
import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DisbursementAction, PaymentOutcome } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { Disbursement } from './disbursement-page.tsx';
import type { moneyStepTexts } from './step-texts.ts';

const PROPOSE = graphql(`
  mutation ProposeDisbursementOutcome(
    $input: ProposeDisbursementOutcomeInput!
    $idempotencyKey: String
    $version: Int
  ) {
    proposeDisbursementOutcome(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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
const AGREE = graphql(`
  mutation ApproveDisbursementOutcome(
    $input: ApproveDisbursementOutcomeInput!
    $idempotencyKey: String
    $version: Int
  ) {
    approveDisbursementOutcome(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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
const CONFIRM = graphql(`
  mutation ConfirmDisbursementByBank($input: ConfirmDisbursementByBankInput!, $idempotencyKey: String, $version: Int) {
    confirmDisbursementByBank(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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
const CANCEL = graphql(`
  mutation CancelDisbursement($input: CancelDisbursementInput!, $idempotencyKey: String, $version: Int) {
    cancelDisbursement(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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
const REVERSE = graphql(`
  mutation ReverseDisbursement($input: ReverseDisbursementInput!, $idempotencyKey: String, $version: Int) {
    reverseDisbursement(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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
const RETURN_PART = graphql(`
  mutation ReturnPartOfDisbursement($input: ReturnPartOfDisbursementInput!, $idempotencyKey: String, $version: Int) {
    returnPartOfDisbursement(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      disbursement {
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

export type StepTexts = Translate<(typeof moneyStepTexts)['en']>;
type T = StepTexts;

export const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
export const cents = (value: Values[string] | undefined): number | null => (typeof value === 'number' ? value : null);
export const reason = (t: T): Field => ({
  name: 'reason',
  kind: 'long',
  label: t('reason'),
  isRequired: true,
  hint: t('reasonHint'),
});
const outcomes: readonly PaymentOutcome[] = ['PAID', 'NOT_PAID'];
export const outcomeOf = (value: Values[string] | undefined): PaymentOutcome =>
  outcomes.find((name) => name === value) ?? 'NOT_PAID';

/** What a person says of a payment in review. */
export const findingFields = (t: T, words: readonly [paid: string, notPaid: string]): readonly Field[] => [
  {
    name: 'outcome',
    kind: 'choice',
    label: t('outcome'),
    isRequired: true,
    choices: [
      ['PAID', words[0]],
      ['NOT_PAID', words[1]],
    ],
  },
  { name: 'receiptNo', kind: 'text', label: t('receipt'), hint: t('receiptHint') },
  { name: 'amount', kind: 'money', label: t('paidAmount'), hint: t('paidAmountHint') },
  { name: 'evidence', kind: 'long', label: t('evidence'), isRequired: true, hint: t('evidenceHint') },
];

const shared = ({ id, version }: Disbursement) => ({ recordId: id, version });

/** What may be done about a disbursement now, as its `availableActions` say: agreeing only once there is something to agree with. */
export const disbursementSteps = (payment: Disbursement, t: T): readonly Step[] =>
  known(payment.availableActions, STEPS)
    .filter((action) => action !== 'APPROVE_OUTCOME' || payment.proposal !== null)
    .map((action) => STEPS[action](payment, t));

const STEPS: { readonly [Action in DisbursementAction]: (payment: Disbursement, t: T) => Step } = {
  PROPOSE_OUTCOME: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'proposeDisbursementOutcome',
      title: t('proposeTitle'),
      word: t('propose'),
      fields: findingFields(t, [t('paid'), t('notPaid')]),
      document: PROPOSE,
      variables: ({ outcome, receiptNo, amount, evidence }, sent) => ({
        input: {
          disbursementId: payment.id,
          outcome: outcomeOf(outcome),
          receiptNo: text(receiptNo),
          amount: cents(amount),
          evidence: text(evidence) ?? '',
        },
        ...sent,
      }),
      consequence: () => t('proposeMeans'),
    }),
  APPROVE_OUTCOME: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'approveDisbursementOutcome',
      title: t('agreeTitle'),
      word: t('agree'),
      fields: [],
      document: AGREE,
      variables: (_, sent) => ({ input: { disbursementId: payment.id }, ...sent }),
      consequence: () => agreedMeans(payment, t),
    }),
  CONFIRM_BY_BANK: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'confirmDisbursementByBank',
      title: t('confirmTitle'),
      word: t('confirm'),
      fields: [{ name: 'providerRef', kind: 'text', label: t('bankRef'), isRequired: true }],
      document: CONFIRM,
      variables: ({ providerRef }, sent) => ({
        input: { disbursementId: payment.id, providerRef: text(providerRef) ?? '' },
        ...sent,
      }),
      consequence: () => t('confirmMeans', { amount: moneyText(payment.amount) }),
    }),
  CANCEL: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'cancelDisbursement',
      title: t('cancelTitle'),
      word: t('cancel'),
      isDangerous: true,
      fields: [reason(t)],
      document: CANCEL,
      variables: (values, sent) => ({
        input: { disbursementId: payment.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('cancelMeans', { amount: moneyText(payment.amount) }),
    }),
  REVERSE: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'reverseDisbursement',
      title: t('reverseTitle'),
      word: t('reverse'),
      isDangerous: true,
      fields: [{ name: 'reversalReceiptNo', kind: 'text', label: t('reversalReceipt'), isRequired: true }, reason(t)],
      document: REVERSE,
      variables: (values, sent) => ({
        input: {
          disbursementId: payment.id,
          reversalReceiptNo: text(values['reversalReceiptNo']) ?? '',
          reason: text(values['reason']) ?? '',
        },
        ...sent,
      }),
      consequence: () => {
        const means = t('reverseMeans', { amount: moneyText(payment.amount) });
        return `${means} ${rises(payment, payment.amount, t)}`;
      },
    }),
  RETURN_PART: (payment, t) =>
    stepOf({
      ...shared(payment),
      name: 'returnPartOfDisbursement',
      title: t('returnPartTitle'),
      word: t('returnPart'),
      fields: [
        { name: 'amount', kind: 'money', label: t('partAmount'), isRequired: true },
        { name: 'reversalReceiptNo', kind: 'text', label: t('reversalReceipt'), isRequired: true },
        reason(t),
      ],
      document: RETURN_PART,
      variables: (values, sent) => ({
        input: {
          disbursementId: payment.id,
          amount: cents(values['amount']) ?? 0,
          reversalReceiptNo: text(values['reversalReceiptNo']) ?? '',
          reason: text(values['reason']) ?? '',
        },
        ...sent,
      }),
      consequence: ({ amount }) =>
        typeof amount === 'number'
          ? `${t('returnPartMeans', { amount: moneyText(amount) })} ${rises(payment, amount, t)}`
          : null,
    }),
};

/** What float becomes where money comes back to it; nothing where a bank has paid. */
function rises({ agent }: Disbursement, amount: number, t: T): string {
  if (!agent) return '';
  const after = moneyText(agent.available + amount);
  return t('floatRises', { no: agent.agentNo, before: moneyText(agent.available), after });
}

function agreedMeans(payment: Disbursement, t: T): string {
  const { proposal, amount } = payment;
  const said = moneyText(proposal?.amount ?? amount);
  if (proposal?.outcome === 'PAID') return t('agreePaid', { amount: said });
  return `${t('agreeNotPaid', { amount: said })} ${rises(payment, amount, t)}`;
}
