import { stepOf, type Step } from '../../components/step.ts';
import { moneyText, phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { PromptChannel } from '../../graph/generated/graphql.ts';
import { cents, reason, text, type StepTexts } from './disbursement-steps.ts';
import type { Place } from './placement.tsx';
import type { Received } from './received-page.tsx';

const ALLOCATE = graphql(`
  mutation AllocateMobileMoney($input: AllocateMobileMoneyInput!, $idempotencyKey: String, $version: Int) {
    allocateMobileMoney(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      mobileMoneyTransaction {
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
const PROPOSE_RETURN = graphql(`
  mutation ProposeMobileMoneyReturn($input: ProposeMobileMoneyReturnInput!, $idempotencyKey: String, $version: Int) {
    proposeMobileMoneyReturn(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      mobileMoneyTransaction {
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
const APPROVE_RETURN = graphql(`
  mutation ApproveMobileMoneyReturn($input: ApproveMobileMoneyReturnInput!, $idempotencyKey: String, $version: Int) {
    approveMobileMoneyReturn(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      mobileMoneyTransaction {
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
const RETURN = graphql(`
  mutation ReturnMobileMoney($input: ReturnMobileMoneyInput!, $idempotencyKey: String, $version: Int) {
    returnMobileMoney(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      mobileMoneyTransaction {
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
const CORRECT = graphql(`
  mutation CorrectMobileMoney($input: CorrectMobileMoneyInput!, $idempotencyKey: String, $version: Int) {
    correctMobileMoney(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      mobileMoneyTransaction {
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
const COLLECT = graphql(`
  mutation CollectMobileMoney($input: CollectMobileMoneyInput!, $idempotencyKey: String) {
    collectMobileMoney(input: $input, idempotencyKey: $idempotencyKey) {
      mobileMoneyTransaction {
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
const RECORD = graphql(`
  mutation RecordPaybillPayment($input: RecordPaybillPaymentInput!, $idempotencyKey: String) {
    recordPaybillPayment(input: $input, idempotencyKey: $idempotencyKey) {
      mobileMoneyTransaction {
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

type T = StepTexts;
const shared = ({ id, version }: Received) => ({ recordId: id, version });

const DESTINATIONS = {
  loan: (loanId: string) => ({ loanId }),
  savings_account: (savingsAccountId: string) => ({ savingsAccountId }),
  student: (studentId: string) => ({ studentId }),
} as const satisfies { readonly [Kind in Place['kind']]: (id: string) => object };

/** Money in suspense is booked where it belongs. */
export const allocateStep = (money: Received, place: Place, t: T): Step =>
  stepOf({
    recordId: `${money.id}:${place.id}`,
    version: money.version,
    name: 'allocateMobileMoney',
    title: t('allocateTitle'),
    word: t('allocate'),
    fields: [],
    document: ALLOCATE,
    variables: (_, sent) => ({
      input: {
        mobileMoneyId: money.id,
        ...DESTINATIONS[place.kind](place.id),
      },
      ...sent,
    }),
    consequence: () =>
      t(place.kind === 'student' ? 'allocateToFees' : 'allocateMeans', {
        amount: moneyText(money.amount),
        no: place.no,
      }),
  });

/** What may be done with it beside placing it, as its `availableActions` say. */
export function returnSteps(money: Received, t: T): readonly Step[] {
  const may = (action: Received['availableActions'][number]) => money.availableActions.includes(action);
  const { returnProposal: proposal } = money;
  if (proposal === null) return may('PROPOSE_RETURN') ? [proposeReturn(money, t)] : [];
  if (proposal.approvedBy === null) return may('APPROVE_RETURN') ? [approveReturn(money, t), returned(money, t)] : [];
  return may('RETURN') ? [returned(money, t)] : [];
}

const proposeReturn = (money: Received, t: T) =>
  stepOf({
    ...shared(money),
    name: 'proposeMobileMoneyReturn',
    title: t('proposeReturnTitle'),
    word: t('proposeReturn'),
    fields: [
      reason(t),
      { name: 'evidence', kind: 'long', label: t('evidence'), isRequired: true, hint: t('evidenceHint') },
    ],
    document: PROPOSE_RETURN,
    variables: (values, sent) => ({
      input: {
        mobileMoneyId: money.id,
        reason: text(values['reason']) ?? '',
        evidence: text(values['evidence']) ?? '',
      },
      ...sent,
    }),
    consequence: () => t('proposeReturnMeans'),
  });

const approveReturn = (money: Received, t: T) =>
  stepOf({
    ...shared(money),
    name: 'approveMobileMoneyReturn',
    title: t('approveReturnTitle'),
    word: t('approveReturn'),
    fields: [],
    document: APPROVE_RETURN,
    variables: (_, sent) => ({ input: { mobileMoneyId: money.id }, ...sent }),
    consequence: () => t('approveReturnMeans', { amount: moneyText(money.amount), payer: money.msisdnMasked }),
  });

const returned = (money: Received, t: T) =>
  stepOf({
    ...shared(money),
    name: 'returnMobileMoney',
    title: t('returnedTitle'),
    word: t('returned'),
    isDangerous: true,
    fields: [reason(t)],
    document: RETURN,
    variables: (values, sent) => ({
      input: { mobileMoneyId: money.id, reason: text(values['reason']) ?? '' },
      ...sent,
    }),
    consequence: () => t('returnedMeans', { amount: moneyText(money.amount), payer: money.msisdnMasked }),
  });

/** A person entered it wrongly: it never came so. */
export const correctSteps = (money: Received, t: T): readonly Step[] =>
  money.availableActions.includes('CORRECT')
    ? [
        stepOf({
          ...shared(money),
          name: 'correctMobileMoney',
          title: t('correctTitle'),
          word: t('correct'),
          isDangerous: true,
          fields: [reason(t)],
          document: CORRECT,
          variables: (values, sent) => ({
            input: { mobileMoneyId: money.id, reason: text(values['reason']) ?? '' },
            ...sent,
          }),
          consequence: () => t('correctMeans', { amount: moneyText(money.amount), receipt: money.receiptNo ?? '' }),
        }),
      ]
    : [];

/** A payer is prompted on the phone. */
export function collectStep(t: T): Step {
  const channels: readonly (readonly [PromptChannel, string])[] = [
    ['MPESA_STK', 'M‑Pesa'],
    ['AIRTEL', 'Airtel Money'],
  ];
  return stepOf({
    recordId: null,
    name: 'collectMobileMoney',
    title: t('collectTitle'),
    word: t('collect'),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'msisdn', kind: 'phone', label: t('phone'), isRequired: true },
      { name: 'accountReference', kind: 'text', label: t('typed'), isRequired: true, hint: t('typedHint') },
      { name: 'channel', kind: 'choice', label: t('by'), isRequired: true, choices: channels, initial: 'MPESA_STK' },
    ],
    document: COLLECT,
    variables: ({ amount, msisdn, accountReference, channel }, { idempotencyKey }) => ({
      input: {
        amount: cents(amount) ?? 0,
        msisdn: text(msisdn) ?? '',
        accountReference: text(accountReference) ?? '',
        channel: channels.find(([name]) => name === channel)?.[0] ?? null,
      },
      idempotencyKey,
    }),
    consequence: ({ amount, msisdn }) =>
      typeof amount === 'number'
        ? t('collectMeans', { amount: moneyText(amount), payer: phoneText(text(msisdn) ?? '…') })
        : null,
  });
}

/** A payment that the provider never notified is recorded by its receipt. */
export const recordStep = (t: T): Step =>
  stepOf({
    recordId: null,
    name: 'recordPaybillPayment',
    title: t('recordTitle'),
    word: t('record'),
    fields: [
      { name: 'receiptNo', kind: 'text', label: t('receipt'), isRequired: true },
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'msisdn', kind: 'phone', label: t('phone'), isRequired: true },
      { name: 'accountReference', kind: 'text', label: t('typed'), isRequired: true, hint: t('typedHint') },
    ],
    document: RECORD,
    variables: ({ receiptNo, amount, msisdn, accountReference }, { idempotencyKey }) => ({
      input: {
        receiptNo: text(receiptNo) ?? '',
        amount: cents(amount) ?? 0,
        msisdn: text(msisdn) ?? '',
        accountReference: text(accountReference) ?? '',
      },
      idempotencyKey,
    }),
    consequence: ({ amount }) => (typeof amount === 'number' ? t('recordMeans', { amount: moneyText(amount) }) : null),
  });
