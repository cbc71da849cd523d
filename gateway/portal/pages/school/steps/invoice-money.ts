import { stepOf, type Step, type Values } from '../../../components/step.ts';
import { moneyText } from '../../../format/format.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import { methodsByHand } from '../payment-methods.ts';
import type { invoiceStepTexts } from './texts.ts';

const PAY = graphql(`
  mutation RecordInvoicePayment($input: RecordInvoicePaymentInput!, $idempotencyKey: String) {
    recordInvoicePayment(input: $input, idempotencyKey: $idempotencyKey) {
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
const CREDIT = graphql(`
  mutation IssueCreditNote($input: IssueCreditNoteInput!, $idempotencyKey: String, $version: Int) {
    issueCreditNote(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      creditNote {
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

type T = Translate<(typeof invoiceStepTexts)['en']>;
type OpenInvoice = {
  readonly id: string;
  readonly version: number;
  readonly balance: number;
};
const text = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '');
const cents = (value: Values[string] | undefined): number => (typeof value === 'number' ? value : 0);

/** Money that arrived for the invoice. */
export const payStep = (invoice: OpenInvoice, t: T, spoken: Language): Step =>
  stepOf({
    name: 'recordInvoicePayment',
    recordId: invoice.id,
    title: t('payTitle'),
    word: t('pay'),
    fields: [
      {
        name: 'amount',
        kind: 'money',
        label: t('amount'),
        isRequired: true,
        initial: (invoice.balance / 100).toFixed(2),
      },
      {
        name: 'method',
        kind: 'choice',
        label: t('method'),
        isRequired: true,
        choices: methodsByHand(spoken),
        initial: 'BANK',
      },
      { name: 'reference', kind: 'text', label: t('reference'), hint: t('referenceHint'), isRequired: true },
    ],
    document: PAY,
    variables: ({ amount, method, reference }, { idempotencyKey }) => ({
      input: {
        invoiceId: invoice.id,
        amount: cents(amount),
        method: methodsByHand(spoken).find(([name]) => name === method)?.[0] ?? 'BANK',
        reference: text(reference),
      },
      idempotencyKey,
    }),
    consequence: ({ amount }) => {
      if (typeof amount !== 'number') return null;
      const left = invoice.balance - amount;
      return left >= 0
        ? t('payMeans', { amount: moneyText(amount), left: moneyText(left) })
        : t('payMore', { amount: moneyText(amount), more: moneyText(-left) });
    },
  });

/** A correction: less is owed. */
export const creditStep = (invoice: OpenInvoice, t: T): Step =>
  stepOf({
    name: 'issueCreditNote',
    recordId: invoice.id,
    version: invoice.version,
    title: t('creditTitle'),
    word: t('credit'),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'reason', kind: 'long', label: t('reason'), isRequired: true },
    ],
    document: CREDIT,
    variables: ({ amount, reason }, sent) => ({
      input: { invoiceId: invoice.id, amount: cents(amount), reason: text(reason) },
      ...sent,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number' ? t('creditMeans', { amount: moneyText(invoice.balance - amount) }) : null,
  });
