import { stepOf, type Field, type Step, type StepToMake, type Values } from '../../components/step.ts';
import { wholeList } from '../../components/whole-list.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClientsToAssignQuery, PersonQuery, UnitsToAssignQuery } from '../../graph/generated/graphql.ts';
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

const UNITS = graphql(`
  mutation AssignUnits($input: AssignUnitsInput!, $idempotencyKey: String, $version: Int) {
    assignUnits(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const ALL_CLIENTS = graphql(`
  query ClientsToAssign($first: Int!, $after: String) {
    clients(first: $first, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);
const ALL_UNITS = graphql(`
  query UnitsToAssign($first: Int!, $after: String) {
    units(first: $first, after: $after) {
      nodes {
        id
        code
        title
        programme {
          code
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const reachTexts = texts({
  en: {
    branches: 'Branches',
    changeBranches: 'Change branches',
    branchesTitle: 'Branches of {name}',
    allBranches: '{name} reads and changes the records of every branch. Choose some to limit them.',
    someBranches: '{name} reads and changes the records of {codes} alone, in every role and session.',
    everyBranch: 'All branches',
    clients: 'Clients',
    changeClients: 'Change clients',
    clientsTitle: 'Clients of {name}',
    someClients: 'Clients that {name} sees: {count}. Nothing else of the institution is shown.',
    noClient: 'None yet',
    units: 'Units',
    changeUnits: 'Change units',
    unitsTitle: 'Units of {name}',
    someUnits: '{name} reads and marks the classes of {codes} alone, from the next request on.',
    noUnits: '{name} sees no class.',
    noUnit: 'None: no class is seen',
    more: 'and {count} more',
  },
  sw: {
    branches: 'Matawi',
    changeBranches: 'Badilisha matawi',
    branchesTitle: 'Matawi ya {name}',
    allBranches: '{name} anasoma na kubadilisha rekodi za matawi yote. Chagua baadhi ili kuweka mipaka.',
    someBranches: '{name} anasoma na kubadilisha rekodi za {codes} pekee, katika kila jukumu na kikao.',
    everyBranch: 'Matawi yote',
    clients: 'Programu',
    changeClients: 'Badilisha programu',
    clientsTitle: 'Programu za {name}',
    someClients: '{name} anaona programu {count}, na hakuna kingine cha taasisi.',
    noClient: 'Bado hakuna',
    units: 'Masomo',
    changeUnits: 'Badilisha masomo',
    unitsTitle: 'Masomo ya {name}',
    someUnits: '{name} anasoma na kutoa alama za madarasa ya {codes} pekee, kuanzia ombi lijalo.',
    noUnits: '{name} haoni darasa lolote.',
    noUnit: 'Hakuna: haoni darasa lolote',
    more: 'na zaidi {count}',
  },
});

type T = Translate<(typeof reachTexts)['en']>;
type Reaching = Pick<
  NonNullable<PersonQuery['person']>,
  'id' | 'version' | 'name' | 'branchIds' | 'clientIds' | 'unitIds'
>;
export type Branch = NonNullable<PersonQuery['branches']>[number];
export type NamedClient = NonNullable<PersonQuery['clients']>['nodes'][number];
export type Unit = NonNullable<PersonQuery['units']>['nodes'][number];

/** Programmes may have units of the same code. */
export const unitWord = ({ code, programme }: Unit): string => (programme ? `${programme.code} ${code}` : code);

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
    word: t('changeBranches'),
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

/** So many are chosen from at most; what is beyond stays as it is. */
const MOST = 2_000;
const pageAfter = (after: string | null) => ({ first: 100, after });

/** What a person has that is not among these: it stays as it is. */
export const unlisted = (held: readonly string[] | null, listed: readonly { readonly id: string }[]) =>
  held?.filter((id) => !listed.some((each) => each.id === id)) ?? [];

/** The clients that a developer maintains, of all that the institution has: read when the form is opened. */
export function clientsStep(person: Reaching, t: T): StepToMake {
  const shown = { name: 'assignClients', title: t('clientsTitle', { name: person.name }), word: t('changeClients') };
  return {
    ...shown,
    make: async (client) => {
      const list = {
        document: ALL_CLIENTS,
        variables: {},
        pageAfter,
        listOf: ({ clients }: ClientsToAssignQuery) => clients,
      };
      const { rows } = await wholeList(client, list, MOST);
      return clientsForm(person, rows.toSorted(byName), shown, t);
    },
  };
}

type Shown = Pick<StepToMake, 'name' | 'title' | 'word'>;
const byName = (a: NamedClient, b: NamedClient): number => a.name.localeCompare(b.name, 'en', { numeric: true });

function clientsForm(person: Reaching, clients: readonly NamedClient[], shown: Shown, t: T): Step {
  const kept = unlisted(person.clientIds, clients);
  const chosen = (values: Values) => [...kept, ...chosenOf(clients, values).map(({ id }) => id)];
  return stepOf({
    ...shown,
    recordId: person.id,
    version: person.version,
    fields: clients.map(({ id, name }) => choice(id, name, person.clientIds)),
    document: CLIENTS,
    variables: (values, sent) => ({ input: { personId: person.id, clientIds: chosen(values) }, ...sent }),
    consequence: (values) => t('someClients', { name: person.name, count: chosen(values).length }),
  });
}

/** The units whose classes a lecturer reads and marks, of the whole catalogue: read when the form is opened. */
export function unitsStep(person: Reaching, t: T): StepToMake {
  const shown = { name: 'assignUnits', title: t('unitsTitle', { name: person.name }), word: t('changeUnits') };
  return {
    ...shown,
    make: async (client) => {
      const list = { document: ALL_UNITS, variables: {}, pageAfter, listOf: ({ units }: UnitsToAssignQuery) => units };
      const { rows } = await wholeList(client, list, MOST);
      return unitsForm(person, rows.toSorted(byWord), shown, t);
    },
  };
}

export const byWord = (a: Unit, b: Unit): number => unitWord(a).localeCompare(unitWord(b), 'en', { numeric: true });

function unitsForm(person: Reaching, units: readonly Unit[], shown: Shown, t: T): Step {
  const kept = unlisted(person.unitIds, units);
  return stepOf({
    ...shown,
    recordId: person.id,
    version: person.version,
    fields: units.map((unit) => choice(unit.id, `${unitWord(unit)} · ${unit.title}`, person.unitIds)),
    document: UNITS,
    variables: (values, sent) => ({
      input: { personId: person.id, unitIds: [...kept, ...chosenOf(units, values).map(({ id }) => id)] },
      ...sent,
    }),
    consequence: (values) => {
      const chosen = chosenOf(units, values).map(unitWord);
      if (chosen.length + kept.length === 0) return t('noUnits', { name: person.name });
      const more = kept.length === 0 ? [] : [`+ ${kept.length}`];
      return t('someUnits', { name: person.name, codes: [...chosen, ...more].join(', ') });
    },
  });
}
