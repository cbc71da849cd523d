import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import { useMay } from '../../../frame/session.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { StudentToChangeQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { changedIn } from './changed-in.ts';
import { particularsOf, studentFields } from './student-fields.ts';
import { studentFormTexts } from './student-texts.ts';
import { needed } from './words.ts';

const STUDENT = graphql(`
  query StudentToChange($id: ID!, $withMembers: Boolean!) {
    student(id: $id) {
      id
      version
      firstName
      middleName
      lastName
      admissionNo
      gender
      dateOfBirth
      nationalId
      birthCertificateNo
      passportNo
      masked
      phone
      email
      county
      country
      yearOfStudy
      studyMode
      sponsorshipType
      kuccpsRef
      kcseIndexNo
      kcseYear
      helbRef
      programme {
        id
      }
      intake {
        id
      }
      guardians {
        name
        relationship
        phone
        email
        primary
        member @include(if: $withMembers) {
          id
        }
      }
    }
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
const CHANGE = graphql(`
  mutation ChangeStudent($input: ChangeStudentInput!, $idempotencyKey: String, $version: Int) {
    changeStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

type T = Translate<(typeof studentFormTexts)['en']>;

function changeStep(
  known: NonNullable<StudentToChangeQuery['student']>,
  choices: StudentToChangeQuery,
  t: T,
  spoken: Language,
): Step {
  const fields = studentFields({ t, spoken, choices, known });
  return stepOf({
    name: 'changeStudent',
    recordId: known.id,
    version: known.version,
    title: t('change'),
    word: t('changeWord'),
    fields,
    document: CHANGE,
    variables: (values, sent) => ({
      input: {
        studentId: known.id,
        ...changedIn(fields, values, {
          ...particularsOf(values),
          firstName: needed(values['firstName']),
          lastName: needed(values['lastName']),
          programmeId: needed(values['programmeId']),
          admissionNo: needed(values['admissionNo']),
        }),
      },
      ...sent,
    }),
  });
}

type Props = { readonly of: { readonly id: string }; readonly onDone: (data: unknown) => void };

/** The particulars of a student as they are, to be corrected. */
export function Fill({ of: { id }, onDone }: Props) {
  const t = useTexts(studentFormTexts);
  const spoken = useLanguage();
  const withMembers = useMay()('members:read');
  return (
    <WithChoices document={STUDENT} variables={{ id, withMembers }}>
      {(data) => (data.student ? <Form step={changeStep(data.student, data, t, spoken)} onDone={onDone} /> : <p>–</p>)}
    </WithChoices>
  );
}
