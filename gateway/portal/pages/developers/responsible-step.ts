import type { Client as GraphClient } from 'urql';
import { readFor, stepOf, type Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { textIn, type StepText } from './client-steps.ts';

const PEOPLE = graphql(`
  query PeopleWhoMayAnswer {
    people(filter: { states: [ACTIVE] }, first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);
const CHANGE = graphql(`
  mutation ChangeClientResponsible($input: ChangeClientResponsibleInput!, $idempotencyKey: String, $version: Int) {
    changeClientResponsible(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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

type Answered = {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly responsiblePerson?: { readonly id: string } | null;
};

/** Another person answers for the client from now on: the form, with who may. */
export async function responsibleStep(graph: GraphClient, client: Answered, t: StepText): Promise<Step> {
  const { people } = await readFor(graph, PEOPLE, {});
  return stepOf({
    name: 'changeClientResponsible',
    title: t('answerTitle', { name: client.name }),
    word: t('answer'),
    recordId: client.id,
    version: client.version,
    fields: [
      {
        name: 'responsibleId',
        kind: 'choice',
        label: t('responsible'),
        isRequired: true,
        choices: (people?.nodes ?? [])
          .filter(({ id }) => id !== client.responsiblePerson?.id)
          .map(({ id, name }) => [id, name]),
      },
    ],
    document: CHANGE,
    variables: ({ responsibleId }, sent) => ({
      input: { clientId: client.id, responsibleId: textIn(responsibleId) ?? '' },
      ...sent,
    }),
    consequence: () => t('answerMeans'),
  });
}
