import { namesOf } from '../../format/names.ts';
import type { TypedDocumentNode } from 'urql';
import { stepOf, type Field, type Sent, type Step, type Values } from '../../components/step.ts';
import { END_SESSION } from '../../graph/end-session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { PersonQuery, PersonRole } from '../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../texts/texts.ts';
import type { personStepTexts } from './texts.ts';
import { rolesMean } from './roles-mean.ts';
import { roleWords } from '../../texts/role-words.ts';

const INVITE = graphql(`
  mutation InvitePerson($input: InvitePersonInput!, $idempotencyKey: String) {
    invitePerson(input: $input, idempotencyKey: $idempotencyKey) {
      person {
        id
      }
      invitationToken
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const AGAIN = graphql(`
  mutation InvitePersonAgain($input: InvitePersonAgainInput!, $idempotencyKey: String, $version: Int) {
    invitePersonAgain(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
        id
      }
      invitationToken
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const CONFIRM_LINK = graphql(`
  mutation ConfirmInvitation($input: ConfirmInvitationInput!, $idempotencyKey: String, $version: Int) {
    confirmInvitation(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const CONFIRM = graphql(`
  mutation ConfirmPerson($input: ConfirmPersonInput!, $idempotencyKey: String, $version: Int) {
    confirmPerson(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const ROLES = graphql(`
  mutation AssignRoles($input: AssignRolesInput!, $idempotencyKey: String, $version: Int) {
    assignRoles(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const SUSPEND = graphql(`
  mutation SuspendPerson($input: SuspendPersonInput!, $idempotencyKey: String, $version: Int) {
    suspendPerson(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
const RESUME = graphql(`
  mutation ResumePerson($input: ResumePersonInput!, $idempotencyKey: String, $version: Int) {
    resumePerson(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const DISMISS = graphql(`
  mutation DismissPerson($input: DismissPersonInput!, $idempotencyKey: String, $version: Int) {
    dismissPerson(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const END_SESSIONS = graphql(`
  mutation EndSessions($input: EndSessionsInput!, $idempotencyKey: String, $version: Int) {
    endSessions(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
export type Person = NonNullable<PersonQuery['person']>;
export type StepText = Translate<(typeof personStepTexts)['en']>;

const textIn = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '');
const ALL_ROLES = namesOf(roleWords);
const roleFields = (held: readonly PersonRole[], spoken: Language): Field[] =>
  ALL_ROLES.map((role) => ({
    name: role,
    kind: 'check',
    label: roleWords[role][spoken],
    initial: held.includes(role) ? 'on' : 'off',
  }));
const chosenRoles = (values: Values) => ALL_ROLES.filter((role) => values[role] === true);

export const inviteStep = (spoken: Language, t: StepText): Step =>
  stepOf({
    name: 'invitePerson',
    recordId: null,
    title: t('invite'),
    word: t('invite'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), isRequired: true },
      { name: 'email', kind: 'text', label: t('email'), isRequired: true },
      ...roleFields([], spoken),
    ],
    document: INVITE,
    variables: (values, { idempotencyKey }) => ({
      input: { name: textIn(values['name']), email: textIn(values['email']), roles: chosenRoles(values) },
      idempotencyKey,
    }),
    consequence: () => t('inviteMeans'),
  });

const on = ({ id, version }: Person) => ({ recordId: id, version });

type OnPerson<Input> = Pick<Step, 'name' | 'title' | 'word' | 'isDangerous' | 'consequence' | 'undo'> & {
  readonly document: TypedDocumentNode<unknown, Sent & { readonly input: Input }>;
};

/** A step that takes no more than the person. */
const simply = (person: Person, step: OnPerson<{ readonly personId: string }>): Step =>
  stepOf({
    ...on(person),
    fields: [],
    variables: (_, sent) => ({ input: { personId: person.id }, ...sent }),
    ...step,
  });

/** The same with its reason. */
const saying = (
  person: Person,
  t: StepText,
  step: OnPerson<{ readonly personId: string; readonly reason: string }>,
): Step =>
  stepOf({
    ...on(person),
    fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
    variables: ({ reason }, sent) => ({ input: { personId: person.id, reason: textIn(reason) }, ...sent }),
    ...step,
  });

export const rolesStep = (person: Person, spoken: Language, t: StepText): Step =>
  stepOf({
    ...on(person),
    name: 'assignRoles',
    title: t('rolesTitle', { name: person.name }),
    word: t('roles'),
    fields: roleFields(person.roles, spoken),
    document: ROLES,
    variables: (values, sent) => ({ input: { personId: person.id, roles: chosenRoles(values) }, ...sent }),
    consequence: (values) => rolesMean(person, chosenRoles(values), spoken, t),
  });

export const againStep = (person: Person, t: StepText): Step =>
  simply(person, {
    name: 'invitePersonAgain',
    title: t('againTitle', { name: person.name }),
    word: t('again'),
    document: AGAIN,
    consequence: () => t('againMeans', { name: person.name }),
  });

export const confirmLinkStep = (person: Person, t: StepText): Step =>
  simply(person, {
    name: 'confirmInvitation',
    title: t('confirmLinkTitle', { name: person.name }),
    word: t('confirmLink'),
    document: CONFIRM_LINK,
  });

export const confirmStep = (person: Person, t: StepText): Step =>
  simply(person, {
    name: 'confirmPerson',
    title: t('confirmTitle', { name: person.name }),
    word: t('confirm'),
    document: CONFIRM,
    consequence: () => t('confirmMeans', { name: person.name }),
  });

export const suspendStep = (person: Person, t: StepText): Step =>
  saying(person, t, {
    name: 'suspendPerson',
    title: t('suspendTitle', { name: person.name }),
    word: t('suspend'),
    isDangerous: true,
    document: SUSPEND,
    undo: resumeStep(person, t),
    consequence: () => t('suspendMeans'),
  });

export const resumeStep = (person: Person, t: StepText): Step =>
  simply(person, {
    name: 'resumePerson',
    title: t('resumeTitle', { name: person.name }),
    word: t('resume'),
    document: RESUME,
  });

export const dismissStep = (person: Person, t: StepText): Step =>
  saying(person, t, {
    name: 'dismissPerson',
    title: t('dismissTitle', { name: person.name }),
    word: t('dismiss'),
    isDangerous: true,
    document: DISMISS,
    consequence: () => t('dismissMeans'),
  });

export const endSessionsStep = (person: Person, t: StepText): Step =>
  simply(person, {
    name: 'endSessions',
    title: t('endSessionsTitle', { name: person.name }),
    word: t('endSessions'),
    isDangerous: true,
    document: END_SESSIONS,
    consequence: () => t('endSessionsMeans', { name: person.name }),
  });

export const endSessionStep = (sessionId: string, t: StepText): Step =>
  stepOf({
    name: 'endSession',
    recordId: sessionId,
    title: t('endSessionTitle'),
    word: t('endSession'),
    isDangerous: true,
    fields: [],
    document: END_SESSION,
    variables: (_, { idempotencyKey }) => ({ input: { sessionId }, idempotencyKey }),
    consequence: () => t('endSessionMeans'),
  });
