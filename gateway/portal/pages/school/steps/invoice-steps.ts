import { stepOf, type Step, type Values } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { InvoiceAction } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import type { invoiceStepTexts } from './texts.ts';

const ISSUE_INVOICE = graphql(`
  mutation IssueInvoice($input: IssueInvoiceInput!, $idempotencyKey: String, $version: Int) {
    issueInvoice(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoice {
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

const VOID_INVOICE = graphql(`
  mutation VoidInvoice($input: VoidInvoiceInput!, $idempotencyKey: String, $version: Int) {
    voidInvoice(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoice {
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

const WRITE_OFF_INVOICE = graphql(`
  mutation WriteOffInvoice($input: WriteOffInvoiceInput!, $idempotencyKey: String, $version: Int) {
    writeOffInvoice(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoice {
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

const DISCARD_INVOICE = graphql(`
  mutation DiscardInvoice($input: DiscardInvoiceInput!, $idempotencyKey: String, $version: Int) {
    discardInvoice(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      discardedInvoiceId
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof invoiceStepTexts)['en']>;
/** What its steps need of it. */
export type InvoiceInStep = {
  readonly id: string;
  readonly version: number;
  readonly availableActions: readonly InvoiceAction[];
};

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
/** The steps that the invoice may take now, as its `availableActions` say. */
export const invoiceSteps = (invoice: InvoiceInStep, t: T): readonly Step[] =>
  invoice.availableActions.flatMap((action) => STEPS[action]?.(invoice, t) ?? []);

const shared = ({ id, version }: InvoiceInStep) => ({ recordId: id, version });

const STEPS: { readonly [Action in InvoiceAction]: ((invoice: InvoiceInStep, t: T) => Step) | null } = {
  // A draft is changed in a form of its own (forms/change-invoice.tsx); here it is discarded, which takes the same state.
  EDIT: (invoice, t) =>
    stepOf({
      ...shared(invoice),
      name: 'discardInvoice',
      title: t('discardInvoice'),
      word: t('discard'),
      isDangerous: true,
      fields: [],
      document: DISCARD_INVOICE,
      variables: (_, sent) => ({ input: { invoiceId: invoice.id }, ...sent }),
      consequence: () => t('discardInvoiceMeans'),
    }),
  ISSUE: (invoice, t) =>
    stepOf({
      ...shared(invoice),
      name: 'issueInvoice',
      title: t('issueInvoice'),
      word: t('issue'),
      fields: [],
      document: ISSUE_INVOICE,
      variables: (_, sent) => ({ input: { invoiceId: invoice.id }, ...sent }),
      consequence: () => t('issueInvoiceMeans'),
    }),
  VOID: (invoice, t) =>
    stepOf({
      ...shared(invoice),
      name: 'voidInvoice',
      title: t('voidInvoice'),
      word: t('void'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: VOID_INVOICE,
      variables: (values, sent) => ({
        input: { invoiceId: invoice.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('voidInvoiceMeans'),
    }),
  WRITE_OFF: (invoice, t) =>
    stepOf({
      ...shared(invoice),
      name: 'writeOffInvoice',
      title: t('writeOffInvoice'),
      word: t('write_off'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: WRITE_OFF_INVOICE,
      variables: (values, sent) => ({
        input: { invoiceId: invoice.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('writeOffInvoiceMeans'),
    }),
};
