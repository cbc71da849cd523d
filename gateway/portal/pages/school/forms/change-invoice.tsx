import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import { moneyText } from '../../../format/format.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { InvoiceToChangeQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { changedIn } from './changed-in.ts';
import { chargesField, chargesOf, payerOf, termsFields, totalOf } from './invoice-fields.ts';
import { invoiceFormTexts } from './invoice-texts.ts';
import { needed } from './words.ts';

const INVOICE = graphql(`
  query InvoiceToChange($id: ID!) {
    invoice(id: $id) {
      id
      version
      dueDate
      payer {
        type
        ref
      }
      lines {
        id
        code
        description
        feeCategory
        amount
        discount
        priority
      }
    }
  }
`);
const CHANGE = graphql(`
  mutation ChangeInvoice($input: ChangeInvoiceInput!, $idempotencyKey: String, $version: Int) {
    changeInvoice(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      invoice {
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

type T = Translate<(typeof invoiceFormTexts)['en']>;

function changeStep(draft: NonNullable<InvoiceToChangeQuery['invoice']>, t: T, spoken: Language): Step {
  const fields = [...termsFields(t, spoken, draft), chargesField(t, spoken, draft)];
  return stepOf({
    name: 'changeInvoice',
    recordId: draft.id,
    version: draft.version,
    title: t('changeTitle'),
    word: t('change'),
    fields,
    document: CHANGE,
    variables: (values, sent) => {
      const payer = payerOf(values);
      const { payerRef, ...changed } = changedIn(fields, values, {
        dueDate: needed(values['dueDate']),
        payer,
        payerRef: payer,
        lines: chargesOf(values),
      });
      // A payer and its reference are one.
      return { input: { invoiceId: draft.id, ...changed, ...(payerRef ? { payer: payerRef } : {}) }, ...sent };
    },
    consequence: (values) => {
      const total = totalOf(values);
      return total === null ? null : t('draftMeans', { amount: moneyText(total) });
    },
  });
}

type Props = { readonly of: { readonly id: string }; readonly onDone: (data: unknown) => void };

/** A draft as it is now, to be changed. */
export function Fill({ of: { id }, onDone }: Props) {
  const t = useTexts(invoiceFormTexts);
  const spoken = useLanguage();
  return (
    <WithChoices document={INVOICE} variables={{ id }}>
      {({ invoice }) => (invoice ? <Form step={changeStep(invoice, t, spoken)} onDone={onDone} /> : <p>–</p>)}
    </WithChoices>
  );
}
