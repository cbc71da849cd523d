import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { PersonQuery } from '../../graph/generated/graphql.ts';
import { texts, type Translate } from '../../texts/texts.ts';

const BRANCHES = graphql(`
  mutation AssignBranches($input: AssignBranchesInput!, $idempotencyKey: String, $version: Int) {
    assignBranches(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const CLIENTS = graphql(`
  mutation AssignClients($input: AssignClientsInput!, $idempotencyKey: String, $version: Int) {
    assignClients(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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

export const reachTexts = texts({
  en: {
    branches: 'Branches',
    branchesTitle: 'Branches of {name}',
    allBranches: '{name} reads and changes the records of every branch. Choose some to limit them.',
    someBranches: '{name} reads and changes the records of {codes} alone, in every role and session.',
    everyBranch: 'Every branch',
    clients: 'Clients',
    clientsTitle: 'Clients of {name}',
    someClients: '{name} sees {count} clients, and nothing else of the institution.',
    noClient: 'None yet',
  },
  sw: {
    branches: 'Matawi',
    branchesTitle: 'Matawi ya {name}',
    allBranches: '{name} anasoma na kubadilisha rekodi za matawi yote. Chagua baadhi ili kuweka mipaka.',
    someBranches: '{name} anasoma na kubadilisha rekodi za {codes} pekee, katika kila jukumu na kipindi.',
    everyBranch: 'Matawi yote',
    clients: 'Programu',
    clientsTitle: 'Programu za {name}',
    someClients: '{name} anaona programu {count}, na hakuna kingine cha taasisi.',
    noClient: 'Bado hakuna',
  },
});

type T = Translate<(typeof reachTexts)['en']>;
type Reaching = Pick<NonNullable<PersonQuery['person']>, 'id' | 'version' | 'name' | 'branchIds' | 'clientIds'>;
export type Branch = NonNullable<PersonQuery['branches']>[number];
export type NamedClient = NonNullable<PersonQuery['clients']>['nodes'][number];

const choice = (id: string, label: string, chosen: readonly string[] | null): Field => ({
  name: id,
  kind: 'check',
  label,
  initial: chosen?.includes(id) ? 'on' : 'off',
});
const chosenOf = <Row extends { readonly id: string }>(rows: readonly Row[], values: Values): readonly Row[] =>
  rows.filter(({ id }) => values[id] === true);

/** The branches to which a person is limited; none of them: all. */
export const branchesStep = (person: Reaching, branches: readonly Branch[], t: T): Step =>
  stepOf({
    recordId: person.id,
    version: person.version,
    name: 'assignBranches',
    title: t('branchesTitle', { name: person.name }),
    word: t('branches'),
    fields: branches.map(({ id, code, name }) => choice(id, `${code} ${name}`, person.branchIds)),
    document: BRANCHES,
    variables: (values, sent) => {
      const ids = chosenOf(branches, values).map(({ id }) => id);
      return { input: { personId: person.id, branchIds: ids.length === 0 ? null : ids }, ...sent };
    },
    consequence: (values) => {
      const codes = chosenOf(branches, values).map(({ code }) => code);
      if (codes.length === 0) return t('allBranches', { name: person.name });
      return t('someBranches', { name: person.name, codes: codes.join(', ') });
    },
  });

/** The clients that a developer looks after. */
export const clientsStep = (person: Reaching, clients: readonly NamedClient[], t: T): Step =>
  stepOf({
    recordId: person.id,
    version: person.version,
    name: 'assignClients',
    title: t('clientsTitle', { name: person.name }),
    word: t('clients'),
    fields: clients.map(({ id, name }) => choice(id, name, person.clientIds)),
    document: CLIENTS,
    variables: (values, sent) => ({
      input: { personId: person.id, clientIds: chosenOf(clients, values).map(({ id }) => id) },
      ...sent,
    }),
    consequence: (values) => t('someClients', { name: person.name, count: chosenOf(clients, values).length }),
  });
