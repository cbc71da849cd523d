import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { EnrolmentToChangeQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { enrolmentFormTexts } from './enrolment-texts.ts';
import { unitsField, unitsOf } from './units-field.ts';
import { isTrue } from './words.ts';

const ENROLMENT = graphql(`
  query EnrolmentToChange($id: ID!) {
    enrolment(id: $id) {
      id
      version
      boarding
      units {
        status
        unit {
          id
          code
          title
        }
      }
      programme {
        id
        units(first: 100) {
          nodes {
            id
            code
            title
          }
        }
      }
    }
  }
`);
const CHANGE = graphql(`
  mutation ChangeEnrolment($input: ChangeEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    changeEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

type T = Translate<(typeof enrolmentFormTexts)['en']>;

const changeStep = (enrolment: NonNullable<EnrolmentToChangeQuery['enrolment']>, t: T, spoken: Language): Step =>
  stepOf({
    name: 'changeEnrolment',
    recordId: enrolment.id,
    version: enrolment.version,
    title: t('changeTitle'),
    word: t('change'),
    fields: [
      { name: 'boarding', kind: 'check', label: t('boarding'), initial: enrolment.boarding ? 'on' : 'off' },
      unitsField(t, spoken, enrolment.programme?.units?.nodes ?? [], enrolment.units),
    ],
    document: CHANGE,
    variables: (values, sent) => ({
      input: { enrolmentId: enrolment.id, boarding: isTrue(values['boarding']), units: unitsOf(values) },
      ...sent,
    }),
  });

type Props = { readonly of: { readonly id: string }; readonly onDone: (data: unknown) => void };

/** The units of an enrolment and its boarding, as they are now. */
export function Fill({ of: { id }, onDone }: Props) {
  const t = useTexts(enrolmentFormTexts);
  const spoken = useLanguage();
  return (
    <WithChoices document={ENROLMENT} variables={{ id }}>
      {({ enrolment }) => (enrolment ? <Form step={changeStep(enrolment, t, spoken)} onDone={onDone} /> : <p>–</p>)}
    </WithChoices>
  );
}
