import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const personLifecycle = lifecycle('person', ['invited', 'active', 'suspended', 'left'], {
  invite: {
    from: [],
    to: 'invited',
    emits: 'person.invited',
    means: 'A person is to work here: a link, valid once, lets them register how they sign in.',
  },
  invite_again: {
    from: ['invited', 'active'],
    to: ['invited', 'active'],
    emits: 'person.invited_again',
    means: 'The person gets a new link: the first was lost or has expired, or a key is lost.',
  },
  confirm_invitation: {
    from: ['active'],
    to: 'active',
    emits: 'person.invitation_confirmed',
    means: 'A second administrator agrees that the person registers a new key in the place of a lost one.',
  },
  join: {
    from: ['invited', 'active'],
    to: 'active',
    emits: 'person.joined',
    by: 'system',
    means: 'The person has opened the link and registered how they sign in; what was registered before is void.',
  },
  confirm: {
    from: ['active'],
    to: 'active',
    emits: 'person.confirmed',
    means:
      'A second administrator, or an operator, says that the person holds the key, and not who made the link to it.',
  },
  assign_roles: {
    from: ['invited', 'active', 'suspended'],
    to: ['invited', 'active', 'suspended'],
    emits: 'person.roles_assigned',
    means: 'The person has these roles from now on, in every session.',
  },
  assign_branches: {
    from: ['invited', 'active', 'suspended'],
    to: ['invited', 'active', 'suspended'],
    emits: 'person.branches_assigned',
    means: 'The person reads and changes records of these branches alone from now on, or of all.',
  },
  assign_clients: {
    from: ['invited', 'active', 'suspended'],
    to: ['invited', 'active', 'suspended'],
    emits: 'person.clients_assigned',
    means: 'A developer maintains these clients from now on, and sees nothing of others.',
  },
  assign_units: {
    from: ['invited', 'active', 'suspended'],
    to: ['invited', 'active', 'suspended'],
    emits: 'person.units_assigned',
    means: 'A lecturer reads and marks the classes of these units from now on, and sees nothing of others.',
  },
  fail_sign_in: {
    from: ['active', 'suspended'],
    to: ['active', 'suspended'],
    emits: 'person.sign_in_failed',
    by: 'system',
    means:
      'A key or an account of the person was shown, and they were not signed in: it did not verify, or they are suspended.',
  },
  suspend: {
    from: ['active'],
    to: 'suspended',
    emits: 'person.suspended',
    needsReason: true,
    means: 'The person may not sign in; their sessions have ended.',
  },
  resume: { from: ['suspended'], to: 'active', emits: 'person.resumed', means: 'The person may sign in again.' },
  leave: {
    from: ['invited', 'active', 'suspended'],
    to: 'left',
    emits: 'person.left',
    needsReason: true,
    means: 'The person works here no more: sessions, links and keys are void for good.',
  },
});

export type PersonState = StateOf<typeof personLifecycle>;
