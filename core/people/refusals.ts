import { refusals } from '../kernel/domain-error.ts';

export const peopleRefusals = refusals({
  person_exists: {
    kind: 'conflict',
    title: 'A person with this e-mail address works here',
    remedy: 'Use the person named by existing_id: invite them again, or give them other roles.',
  },
  own_person: {
    kind: 'conflict',
    title: 'Your own roles and standing are changed by another person',
    remedy: 'Let another administrator do it.',
  },
  own_limit: {
    kind: 'forbidden',
    title: 'The limits of a role are changed by people who do not hold it',
    remedy: 'Let an administrator propose and another one approve it who do not hold the role.',
  },
  last_administrator: {
    kind: 'conflict',
    title: 'The institution needs an administrator',
    remedy: 'Make another active person administrator first.',
  },
  role_not_grantable: {
    kind: 'forbidden',
    title: 'Your roles do not give or take this role',
    remedy: 'Let a person do it whose role lists it among those that it grants.',
  },
  beyond_branches: {
    kind: 'forbidden',
    title: 'You are limited to some branches',
    remedy: 'Let a person do it who is limited to no branch, or to all that this is about.',
  },
  invitation_unusable: {
    kind: 'gone',
    title: 'The invitation can’t be used',
    remedy: 'Ask an administrator for a new one; one that replaces a key may wait for a second administrator.',
  },
  key_registered: {
    kind: 'conflict',
    title: 'The key is registered already',
    remedy: 'Register another key: let the browser make a new one, or use another device.',
  },
  sign_in_failed: {
    kind: 'unauthenticated',
    title: 'Signing in failed',
    remedy: 'Try again with the key that you registered. Where it is lost, ask an administrator for a new invitation.',
  },
  login_code_unusable: {
    kind: 'gone',
    title: 'No command line waits with this code',
    remedy:
      'Compare it with the terminal. A code is good for ten minutes and once: run `umoja login` again for another one.',
  },
  session_required: {
    kind: 'unauthenticated',
    title: 'No session is open',
    remedy: 'Sign in again.',
  },
  step_up_required: {
    kind: 'forbidden',
    title: 'Your key has to be shown again',
    remedy: 'Show the key again (step-up); for five minutes after that the same request is allowed.',
  },
});
