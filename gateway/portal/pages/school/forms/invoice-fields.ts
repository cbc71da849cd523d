import { linesOf, textOfLines } from '../../../components/lines.ts';
import type { Field, Values } from '../../../components/step.ts';
import type { InvoiceToChangeQuery } from '../../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import type { invoiceFormTexts } from './invoice-texts.ts';
import { choicesOf, chosenFrom, feeCategories, needed, number, payerTypes, text } from './words.ts';

type T = Translate<(typeof invoiceFormTexts)['en']>;
type Draft = NonNullable<InvoiceToChangeQuery['invoice']>;

const inShillings = (cents: number): string => (cents / 100).toFixed(2);

/** When it is due, and who pays. */
export const termsFields = (t: T, spoken: Language, draft: Draft | null): readonly Field[] => [
  {
    name: 'dueDate',
    kind: 'date',
    label: t('dueDate'),
    hint: t('dueHint'),
    isRequired: true,
    initial: draft?.dueDate ?? '',
  },
  {
    name: 'payer',
    kind: 'choice',
    label: t('payer'),
    choices: choicesOf(payerTypes, spoken),
    initial: draft?.payer.type ?? 'SELF',
  },
  { name: 'payerRef', kind: 'text', label: t('payerRef'), initial: draft?.payer.ref ?? '' },
];

/** The charges, one line each. */
export const chargesField = (t: T, spoken: Language, draft: Draft | null): Field => ({
  name: 'lines',
  kind: 'lines',
  label: t('lines'),
  isRequired: draft !== null,
  initial:
    draft === null
      ? ''
      : textOfLines(
          draft.lines.map(({ code, description, feeCategory, amount, discount, priority }) => ({
            description,
            feeCategory,
            amount: inShillings(amount),
            discount: discount === 0 ? '' : inShillings(discount),
            // They are not asked for, and stay.
            code: code ?? '',
            priority: String(priority),
          })),
        ),
  line: {
    add: t('addLine'),
    fields: [
      { name: 'description', kind: 'text', label: t('description'), isRequired: true },
      {
        name: 'feeCategory',
        kind: 'choice',
        label: t('category'),
        isRequired: true,
        choices: choicesOf(feeCategories, spoken),
        initial: 'TUITION',
      },
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'discount', kind: 'money', label: t('discount') },
    ],
  },
});

export const payerOf = ({ payer, payerRef }: Values) => {
  const type = chosenFrom(payerTypes, payer);
  return type === undefined ? null : { type, ref: text(payerRef) };
};

/** The charges as they are sent; null where none was entered. */
export function chargesOf(values: Values) {
  const lines = linesOf(values['lines']).map(({ description, feeCategory, amount, discount, code, priority }) => ({
    description: needed(description),
    feeCategory: chosenFrom(feeCategories, feeCategory) ?? ('OTHER' as const),
    amount: number(amount) ?? 0,
    discount: number(discount),
    code: text(code) || null,
    priority: text(priority) === null ? null : Number(priority),
  }));
  return lines.length === 0 ? null : lines;
}

/** What the charges come to; null where none was entered. */
export const totalOf = (values: Values): number | null =>
  chargesOf(values)?.reduce((sum, { amount, discount }) => sum + amount - (discount ?? 0), 0) ?? null;
