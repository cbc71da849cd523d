import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { personLifecycle } from './person/lifecycle.ts';
import { sessionLifecycle } from './session/lifecycle.ts';
import { SIGN_IN_METHODS } from './session/session.ts';

const roles = fact.texts('The roles that the person has.');
const reason = fact.nullable(fact.text('Why.'));

/** What the events of people carry. They are audited, and sent to no client. */
export const peopleFacts: readonly EventFacts[] = [
  {
    lifecycle: personLifecycle,
    subjectType: 'person',
    always: {},
    of: {
      'person.invited': { roles },
      'person.invited_again': { state: fact.state(personLifecycle) },
      'person.joined': { method: fact.oneOf(SIGN_IN_METHODS, 'How the person signs in.') },
      'person.roles_assigned': { roles, before: fact.texts('The roles before.') },
      'person.branches_assigned': { branches: fact.nullable(fact.texts('The branches, by id; null: all.')) },
      'person.units_assigned': {
        units: fact.texts('The units, by id.'),
        before: fact.texts('The units before, by id.'),
      },
      'person.clients_assigned': { clients: fact.texts('The clients, by id.') },
      'person.sign_in_failed': { why: fact.text('What did not verify.') },
      'person.suspended': { reason },
      'person.left': { reason },
    },
  },
  {
    lifecycle: sessionLifecycle,
    subjectType: 'session',
    always: {},
    of: {
      'session.opened': { method: fact.oneOf(SIGN_IN_METHODS, 'How the person signed in.') },
      'session.ended': { ended_by: fact.text('Who ended it.') },
    },
  },
  {
    others: {
      'institution.rail_chosen': 'The institution pays through this account of a provider from now on.',
      'institution.rail_removed': 'The institution pays through this provider no more.',
      'institution.rail_resumed': 'Payments are sent through this provider again.',
    },
    subjectType: 'institution',
    always: { rail: fact.text('Which kind of provider.') },
    of: { 'institution.rail_chosen': { environment: fact.text('Whether the provider moves real money.') } },
  },
  {
    others: {
      'institution.paybill_requested': 'An operator requests that the provider notify us of payments to this paybill.',
      'institution.paybill_registered': 'The provider notifies us of payments to this paybill.',
      'institution.paybill_pulled': 'The provider’s list of this paybill is compared with the books once a day.',
    },
    subjectType: 'institution',
    always: { shortcode: fact.text('The number of the paybill.') },
  },
  {
    others: {
      'institution.opened': 'The data space of the institution was opened.',
      'institution.keys_rotated': 'The keys of the institution and of its people are sealed again.',
      'institution.bank_credit_explained':
        'A credit of the bank that was in no book was booked by people in another way.',
      'institution.notification_retried': 'A notification of a provider that was not processed is tried again.',
      'institution.reactions_retried': 'Reactions to events that failed for good are tried again.',
    },
    subjectType: 'institution',
    always: {},
    of: {
      'institution.opened': { mode: fact.oneOf(['sandbox', 'live'], 'Whether it moves real money.') },
      'institution.bank_credit_explained': {
        line: fact.text('The id of the line of the bank.'),
        evidence: fact.text('Where the booking is seen.'),
      },
      'institution.notification_retried': { notification: fact.text('The id of the notification.') },
      'institution.reactions_retried': { reactions: fact.count('How many.') },
    },
  },
  {
    others: {
      'institution.secret_replaced': 'Another secret of the installation is in use.',
      'institution.former_secret_retired': 'What is under former secrets of the installation is accepted no more.',
    },
    subjectType: 'institution',
    always: { secret: fact.text('The id of the secret in use, of which nothing of it follows.') },
  },
  {
    others: { 'institution.policies_changed': 'The institution has decided how it works from now on.' },
    subjectType: 'institution',
    always: {
      changed: fact.texts('The policies, by name.'),
      before: fact.map('What they were.'),
      after: fact.map('What they are.'),
      proposed_by: fact.nullable(fact.text('Who proposed it, where it took two people.')),
      reason,
    },
  },
];
