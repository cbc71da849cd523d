import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { StudentFormQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { particularsOf, studentFields } from './student-fields.ts';
import { studentFormTexts } from './student-texts.ts';
import { needed, text } from './words.ts';

const CHOICES = graphql(`
  query StudentForm {
    programmes(first: 60) {
      nodes {
        id
        code
        name
        state
      }
    }
    intakes(first: 20) {
      nodes {
        id
        name
      }
    }
  }
`);
const REGISTER = graphql(`
  mutation RegisterStudent($input: RegisterStudentInput!, $idempotencyKey: String) {
    registerStudent(input: $input, idempotencyKey: $idempotencyKey) {
      student {
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

type T = Translate<(typeof studentFormTexts)['en']>;

function registerStep(choices: StudentFormQuery, t: T, spoken: Language): Step {
  const nameOf = (id: string | null) => choices.programmes?.nodes.find((each) => each.id === id)?.name ?? null;
  return stepOf({
    name: 'registerStudent',
    recordId: null,
    title: t('register'),
    word: t('registerWord'),
    fields: studentFields({ t, spoken, choices, known: null }),
    document: REGISTER,
    variables: (values, { idempotencyKey }) => ({
      input: {
        ...particularsOf(values),
        firstName: needed(values['firstName']),
        lastName: needed(values['lastName']),
        programmeId: needed(values['programmeId']),
        admissionNo: text(values['admissionNo']),
      },
      idempotencyKey,
    }),
    consequence: ({ programmeId }) => {
      const programme = nameOf(text(programmeId));
      return programme === null ? null : t('registerMeans', { programme });
    },
  });
}

type Props = { readonly onDone: (data: unknown) => void };

/** A person who wants to study here. */
export function Fill({ onDone }: Props) {
  const t = useTexts(studentFormTexts);
  const spoken = useLanguage();
  return (
    <WithChoices document={CHOICES} variables={{}}>
      {(choices) => <Form step={registerStep(choices, t, spoken)} onDone={onDone} />}
    </WithChoices>
  );
}
