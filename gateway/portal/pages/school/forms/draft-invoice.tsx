import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Field, type Step } from '../../../components/step.ts';
import { moneyText } from '../../../format/format.ts';
import { useMay } from '../../../frame/session.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { InvoiceFormQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { chargesField, chargesOf, payerOf, termsFields, totalOf } from './invoice-fields.ts';
import { invoiceFormTexts } from './invoice-texts.ts';
import { isTrue, needed, text } from './words.ts';

const CHOICES = graphql(`
  query InvoiceForm($studentId: ID!, $ofProgramme: FeeStructureFilter, $withFees: Boolean!, $withEnrolments: Boolean!) {
    student(id: $studentId) {
      id
      enrolments(first: 6) @include(if: $withEnrolments) {
        nodes {
          id
          academicYear {
            name
          }
          term {
            id
            name
          }
        }
      }
    }
    feeStructures(first: 30, filter: $ofProgramme) @include(if: $withFees) {
      nodes {
        id
        name
        total
        academicYear {
          name
        }
      }
    }
  }
`);
const DRAFT = graphql(`
  mutation DraftInvoice($input: DraftInvoiceInput!, $idempotencyKey: String) {
    draftInvoice(input: $input, idempotencyKey: $idempotencyKey) {
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

type T = Translate<(typeof invoiceFormTexts)['en']>;
type Of = {
  readonly studentId: string;
  /** Whose fee structures are offered; null where it may not be seen. */
  readonly programmeId: string | null;
  readonly enrolmentId: string | null;
};
type Context = { readonly of: Of; readonly choices: InvoiceFormQuery; readonly t: T; readonly spoken: Language };

function fieldsOf({ of, choices, t, spoken }: Context): readonly Field[] {
  const enrolments = choices.student?.enrolments?.nodes ?? [];
  const structures = choices.feeStructures?.nodes ?? [];
  return [
    {
      name: 'enrolmentId',
      kind: 'choice',
      label: t('enrolment'),
      choices: enrolments.map(({ id, academicYear, term }) => [
        id,
        `${academicYear.name} · ${term?.name ?? t('wholeYear')}`,
      ]),
      initial: of.enrolmentId ?? enrolments[0]?.id ?? '',
    },
    ...(structures.length === 0
      ? []
      : [
          {
            name: 'feeStructureId',
            kind: 'choice',
            label: t('structure'),
            hint: t('structureHint'),
            choices: structures.map(
              ({ id, name, academicYear, total }) =>
                [id, `${name} · ${academicYear.name} · ${moneyText(total)}`] as const,
            ),
          } satisfies Field,
        ]),
    ...termsFields(t, spoken, null),
    chargesField(t, spoken, null),
    { name: 'issue', kind: 'check', label: t('issue') },
  ];
}

function draftStep(context: Context): Step {
  const { of, choices, t } = context;
  const totalOfStructure = (id: string | null) =>
    choices.feeStructures?.nodes.find((each) => each.id === id)?.total ?? null;
  const termOf = (id: string | null) =>
    choices.student?.enrolments?.nodes.find((each) => each.id === id)?.term?.id ?? null;
  return stepOf({
    name: 'draftInvoice',
    recordId: of.enrolmentId ?? of.studentId,
    title: t('draftTitle'),
    word: t('save'),
    fields: fieldsOf(context),
    document: DRAFT,
    variables: (values, { idempotencyKey }) => ({
      input: {
        studentId: of.studentId,
        enrolmentId: text(values['enrolmentId']),
        termId: termOf(text(values['enrolmentId'])),
        feeStructureId: text(values['feeStructureId']),
        dueDate: needed(values['dueDate']),
        payer: payerOf(values),
        lines: chargesOf(values),
        issue: isTrue(values['issue']),
      },
      idempotencyKey,
    }),
    consequence: (values) => {
      const total = totalOf(values) ?? totalOfStructure(text(values['feeStructureId']));
      if (total === null) return t('noCharge');
      return t(isTrue(values['issue']) ? 'issueMeans' : 'draftMeans', { amount: moneyText(total) });
    },
  });
}

type Props = { readonly of: Of; readonly onDone: (data: unknown) => void };

/** What a student is to pay, put together by hand or from a fee structure. */
export function Fill({ of, onDone }: Props) {
  const t = useTexts(invoiceFormTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { studentId, programmeId } = of;
  const variables = {
    studentId,
    ofProgramme: { programmeId },
    withFees: may('programmes:read') && programmeId !== null,
    withEnrolments: may('enrolments:read'),
  };
  return (
    <WithChoices document={CHOICES} variables={variables}>
      {(choices) => <Form step={draftStep({ of, choices, t, spoken })} onDone={onDone} />}
    </WithChoices>
  );
}
