import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Field, type Step } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { EnrolmentFormQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { enrolmentFormTexts } from './enrolment-texts.ts';
import { unitsField, unitsOf } from './units-field.ts';
import { isTrue, needed, number, text } from './words.ts';

const CHOICES = graphql(`
  query EnrolmentForm($id: ID!) {
    student(id: $id) {
      id
      yearOfStudy
      intake {
        id
      }
      programme {
        id
        code
        name
        units(first: 100) {
          nodes {
            id
            code
            title
            yearOfStudy
          }
        }
      }
    }
    academicYears(first: 4) {
      nodes {
        id
        name
        startDate
        endDate
        terms {
          id
          name
        }
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
const ENROL = graphql(`
  mutation EnrolStudent($input: EnrolStudentInput!, $idempotencyKey: String) {
    enrolStudent(input: $input, idempotencyKey: $idempotencyKey) {
      enrolment {
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

type T = Translate<(typeof enrolmentFormTexts)['en']>;
type Student = NonNullable<EnrolmentFormQuery['student']>;

/** As the machine of the person has it: the server says where the school's day is another one. */
const today = (): string => new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' });

/** A year, and each of its terms, in one choice: `<year>` or `<year> <term>`. */
function periodsOf({ academicYears }: EnrolmentFormQuery, whole: string) {
  return (academicYears?.nodes ?? []).flatMap(({ id, name, terms }) => [
    ...terms.map((term) => [`${id} ${term.id}`, `${name} · ${term.name}`] as const),
    [id, `${name} · ${whole}`] as const,
  ]);
}

function fieldsOf(student: Student, choices: EnrolmentFormQuery, t: T, spoken: Language): readonly Field[] {
  const units = student.programme?.units?.nodes ?? [];
  const ofYear = units.filter(({ yearOfStudy }) => yearOfStudy === student.yearOfStudy);
  return [
    { name: 'period', kind: 'choice', label: t('term'), isRequired: true, choices: periodsOf(choices, t('wholeYear')) },
    {
      name: 'yearOfStudy',
      kind: 'number',
      label: t('yearOfStudy'),
      isRequired: true,
      initial: String(student.yearOfStudy),
    },
    {
      name: 'enrolledOn',
      kind: 'date',
      label: t('enrolledOn'),
      hint: t('enrolledHint'),
      isRequired: true,
      initial: today(),
    },
    {
      name: 'intakeId',
      kind: 'choice',
      label: t('intake'),
      choices: (choices.intakes?.nodes ?? []).map(({ id, name }) => [id, name]),
      initial: student.intake?.id ?? '',
    },
    { name: 'boarding', kind: 'check', label: t('boarding') },
    unitsField(
      t,
      spoken,
      units,
      ofYear.map((unit) => ({ unit, status: 'REGISTERED' })),
    ),
  ];
}

function enrolStep(student: Student, choices: EnrolmentFormQuery, t: T, spoken: Language): Step {
  return stepOf({
    name: 'enrolStudent',
    recordId: student.id,
    title: t('enrolTitle'),
    word: t('enrol'),
    fields: fieldsOf(student, choices, t, spoken),
    document: ENROL,
    variables: (values, { idempotencyKey }) => {
      const [academicYearId = '', termId = null] = needed(values['period']).split(' ');
      return {
        input: {
          studentId: student.id,
          programmeId: student.programme?.id ?? '',
          academicYearId,
          termId,
          intakeId: text(values['intakeId']),
          yearOfStudy: number(values['yearOfStudy']) ?? 0,
          units: unitsOf(values),
          enrolledOn: needed(values['enrolledOn']),
          boarding: isTrue(values['boarding']),
        },
        idempotencyKey,
      };
    },
    consequence: () => t('enrolMeans'),
  });
}

type Props = { readonly of: { readonly id: string }; readonly onDone: (data: unknown) => void };

/** A place in a period, with the units of the student's year to begin with. */
export function Fill({ of: { id }, onDone }: Props) {
  const t = useTexts(enrolmentFormTexts);
  const spoken = useLanguage();
  return (
    <WithChoices document={CHOICES} variables={{ id }}>
      {(data) => (data.student ? <Form step={enrolStep(data.student, data, t, spoken)} onDone={onDone} /> : <p>–</p>)}
    </WithChoices>
  );
}
