import { linesOf } from '../../components/lines.ts';
import { readFor, stepOf, type Field, type Found, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { nameIn, namesOf } from '../../format/names.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReceiptChannel, ReversalCause } from '../../graph/generated/graphql.ts';
import type { InLanguages, Language, Translate } from '../../texts/texts.ts';
import { cents, text } from './disbursement-steps.ts';
import { PLACES, placesOf } from './placement.tsx';
import type { splitTexts } from './split-texts.ts';

const SPLIT = graphql(`
  mutation SplitReceipt($input: SplitReceiptInput!, $idempotencyKey: String) {
    splitReceipt(input: $input, idempotencyKey: $idempotencyKey) {
      receipt {
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
const REVERSE = graphql(`
  mutation ReverseReceipt($input: ReverseReceiptInput!, $idempotencyKey: String) {
    reverseReceipt(input: $input, idempotencyKey: $idempotencyKey) {
      receipt {
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

type T = Translate<(typeof splitTexts)['en']>;
/** Where the parts of a payment may go, by what a person may read and book. */
type SplitScopes = { readonly [Kind in 'members' | 'accounts' | 'students']: boolean };

/** How a payment came that one person splits. */
export const splitChannels: { readonly [Channel in ReceiptChannel]: InLanguages } = {
  MPESA_PAYBILL: { en: 'M‑Pesa', sw: 'M‑Pesa' },
  BANK: { en: 'Bank', sw: 'Benki' },
  CHEQUE: { en: 'Cheque', sw: 'Hundi' },
  CASH: { en: 'Cash', sw: 'Taslimu' },
  HELB: { en: 'HELB', sw: 'HELB' },
  BURSARY: { en: 'Bursary', sw: 'Ufadhili wa masomo' },
};

const DESTINATIONS = {
  loan: (loanId: string) => ({ loanId }),
  savings_account: (savingsAccountId: string) => ({ savingsAccountId }),
  student: (studentId: string) => ({ studentId }),
} as const;

/** Where a part may go: the kind stands before the id, which says nothing of it. */
const findPlace =
  (scopes: SplitScopes): NonNullable<Field['find']> =>
  async (client, search) => {
    const { members, students } = await readFor(client, PLACES, { search, ...scopes });
    const ofMembers = (members?.nodes ?? []).flatMap(({ name, loans, savingsAccounts }): Found[] =>
      placesOf(loans?.nodes ?? [], savingsAccounts?.nodes ?? []).map(({ kind, id, no, cents: amount }) => ({
        id: `${kind}:${id}`,
        name,
        note: `${no} · ${moneyText(amount)}`,
      })),
    );
    const ofStudents = (students?.nodes ?? []).map(({ id, admissionNo, firstName, lastName, balanceDue }) => ({
      id: `student:${id}`,
      name: `${firstName} ${lastName}`,
      note: `${admissionNo} · ${moneyText(balanceDue)}`,
    }));
    return [...ofMembers, ...ofStudents];
  };

function destinationOf(value: Values[string] | undefined) {
  const [kind = '', id = ''] = (text(value) ?? '').split(':');
  const named = nameIn(DESTINATIONS, kind);
  return named === undefined ? {} : DESTINATIONS[named](id);
}

const fieldsOf = (scopes: SplitScopes, t: T, spoken: Language): readonly Field[] => [
  {
    name: 'channel',
    kind: 'choice',
    label: t('channel'),
    isRequired: true,
    choices: namesOf(splitChannels).map((channel) => [channel, splitChannels[channel][spoken]]),
  },
  { name: 'reference', kind: 'text', label: t('reference'), hint: t('referenceHint'), isRequired: true },
  { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
  { name: 'msisdn', kind: 'phone', label: t('payer'), hint: t('payerHint') },
  {
    name: 'parts',
    kind: 'lines',
    label: t('parts'),
    isRequired: true,
    line: {
      add: t('addPart'),
      fields: [
        { name: 'place', kind: 'found', label: t('place'), isRequired: true, find: findPlace(scopes) },
        { name: 'amount', kind: 'money', label: t('part'), isRequired: true },
      ],
    },
  },
  { name: 'rest', kind: 'check', label: t('rest') },
];

/** One payment is booked in several records, all of them or none. */
export const splitStep = (
  { scopes, title, word }: Pick<Step, 'title' | 'word'> & { readonly scopes: SplitScopes },
  t: T,
  spoken: Language,
): Step =>
  stepOf({
    name: 'splitReceipt',
    recordId: null,
    title,
    word,
    fields: fieldsOf(scopes, t, spoken),
    document: SPLIT,
    variables: ({ channel, reference, amount, msisdn, parts, rest }, { idempotencyKey }) => ({
      input: {
        channel: nameIn(splitChannels, text(channel) ?? undefined) ?? 'BANK',
        reference: text(reference) ?? '',
        amount: cents(amount) ?? 0,
        msisdn: text(msisdn),
        rest: rest === true ? ('SUSPENSE' as const) : ('NONE' as const),
        parts: linesOf(parts).map((part) => ({ amount: cents(part['amount']) ?? 0, ...destinationOf(part['place']) })),
      },
      idempotencyKey,
    }),
    consequence: ({ amount, parts }) => {
      const lines = linesOf(parts);
      if (typeof amount !== 'number' || lines.length === 0) return null;
      const booked = lines.reduce((sum, part) => sum + (cents(part['amount']) ?? 0), 0);
      const left = amount - booked;
      if (left < 0) return t('splitLacks', { more: moneyText(-left) });
      const means = t('splitMeans', { amount: moneyText(booked), whole: moneyText(amount), count: lines.length });
      return left === 0 ? means : `${means} ${t('splitLeaves', { rest: moneyText(left) })}`;
    },
  });

type Receipt = { readonly id: string };
const CAUSES: readonly ReversalCause[] = ['CORRECTED', 'TAKEN_BACK'];

/** All parts that still stand are taken back. */
export const reverseSplitStep = ({ id }: Receipt, t: T): Step =>
  stepOf({
    name: 'reverseReceipt',
    recordId: id,
    title: t('reverseTitle'),
    word: t('reverse'),
    isDangerous: true,
    fields: [
      {
        name: 'cause',
        kind: 'choice',
        label: t('cause'),
        isRequired: true,
        choices: [
          ['CORRECTED', t('corrected')],
          ['TAKEN_BACK', t('takenBack')],
        ],
      },
      { name: 'reason', kind: 'long', label: t('reason'), isRequired: true },
    ],
    document: REVERSE,
    variables: ({ cause, reason }, { idempotencyKey }) => ({
      input: { receiptId: id, reason: text(reason) ?? '', cause: CAUSES.find((each) => each === cause) ?? null },
      idempotencyKey,
    }),
    consequence: () => t('reverseMeans'),
  });
