import { Form } from '../../../components/form.tsx';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { TransferFormQuery } from '../../../graph/generated/graphql.ts';
import { useTexts, type Translate } from '../../../texts/texts.ts';
import { enrolmentFormTexts } from './enrolment-texts.ts';
import { needed, text } from './words.ts';

const CHOICES = graphql(`
  query TransferForm {
    programmes(first: 60, filter: { states: [ACTIVE] }) {
      nodes {
        id
        code
        name
      }
    }
  }
`);
const TRANSFER = graphql(`
  mutation TransferEnrolment($input: TransferEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    transferEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
type Of = { readonly id: string; readonly version: number; readonly programmeCode: string | null };

function transferStep({ id, version, programmeCode }: Of, { programmes }: TransferFormQuery, t: T): Step {
  const others = (programmes?.nodes ?? []).filter(({ code }) => code !== programmeCode);
  return stepOf({
    name: 'transferEnrolment',
    recordId: id,
    version,
    title: t('transferTitle'),
    word: t('transfer'),
    isDangerous: true,
    fields: [
      {
        name: 'programmeId',
        kind: 'choice',
        label: t('programme'),
        isRequired: true,
        choices: others.map((each) => [each.id, `${each.code} · ${each.name}`]),
      },
      { name: 'reason', kind: 'long', label: t('reason') },
    ],
    document: TRANSFER,
    variables: ({ programmeId, reason }, sent) => ({
      input: { enrolmentId: id, programmeId: needed(programmeId), reason: text(reason) },
      ...sent,
    }),
    consequence: ({ programmeId }) => {
      const chosen = others.find((each) => each.id === programmeId);
      return chosen === undefined ? null : t('transferMeans', { programme: chosen.name });
    },
  });
}

type Props = { readonly of: Of; readonly onDone: (data: unknown) => void };

/** Another programme for the same period. */
export function Fill({ of, onDone }: Props) {
  const t = useTexts(enrolmentFormTexts);
  return (
    <WithChoices document={CHOICES} variables={{}}>
      {(choices) => <Form step={transferStep(of, choices, t)} onDone={onDone} />}
    </WithChoices>
  );
}
