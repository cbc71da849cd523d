import { refusals } from '../kernel/domain-error.ts';

export const membershipRefusals = refusals({
  duplicate_member: {
    kind: 'conflict',
    title: 'A member with this national id exists',
    remedy: 'Use the existing member; one person joins a society once.',
  },
  nominees_final: {
    kind: 'conflict',
    title: 'The nominees of this member are final',
    remedy:
      'They can’t be changed after the member died or left; where the death was recorded by mistake, correct that first.',
  },
  member_has_obligations: {
    kind: 'conflict',
    title: 'The member still owes or is owed something',
    remedy: 'Settle the loans, guarantees, savings and shares that are named, then let the member exit.',
  },
});
