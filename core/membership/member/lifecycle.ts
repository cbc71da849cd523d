import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

/** A person who does no business with the society, or never has. */
const ERASABLE = ['pending_kyc', 'kyc_rejected', 'blacklisted', 'exited', 'deceased'] as const;

export const memberLifecycle = lifecycle(
  'member',
  ['pending_kyc', 'kyc_rejected', 'active', 'suspended', 'dormant', 'blacklisted', 'exited', 'deceased'],
  {
    create: { from: [], to: 'pending_kyc', emits: 'member.created', means: 'A person applies for membership.' },
    verify_kyc: {
      from: ['pending_kyc'],
      to: 'active',
      emits: 'member.kyc_verified',
      means: 'The identity was checked; the member may borrow and save.',
    },
    reject_kyc: {
      from: ['pending_kyc'],
      to: 'kyc_rejected',
      emits: 'member.kyc_rejected',
      needsReason: true,
      means: 'The identity could not be confirmed.',
    },
    resubmit_kyc: {
      from: ['kyc_rejected'],
      to: 'pending_kyc',
      emits: 'member.kyc_resubmitted',
      means: 'The member sends corrected particulars.',
    },
    renew_kyc: {
      from: ['active'],
      to: 'active',
      emits: 'member.kyc_renewed',
      means: 'The identity was checked again, on fresh particulars.',
    },
    suspend: {
      from: ['active'],
      to: 'suspended',
      emits: 'member.suspended',
      needsReason: true,
      means: 'The society stops the member from new business.',
    },
    reinstate: {
      from: ['suspended'],
      to: 'active',
      emits: 'member.reinstated',
      means: 'A suspension ends.',
    },
    mark_dormant: {
      from: ['active'],
      to: 'dormant',
      emits: 'member.marked_dormant',
      by: 'system',
      means: 'Close of business found no activity for the tenant’s dormancy period.',
    },
    reactivate: {
      from: ['dormant'],
      to: 'active',
      emits: 'member.reactivated',
      means: 'A dormant member returns: the identity was checked again, on fresh particulars.',
    },
    blacklist: {
      from: ['active', 'suspended', 'dormant'],
      to: 'blacklisted',
      emits: 'member.blacklisted',
      needsReason: true,
      means: 'Compliance ends the relationship.',
    },
    exit: {
      from: ['active', 'dormant'],
      to: 'exited',
      emits: 'member.exited',
      means: 'The member leaves, owing nothing and owed nothing.',
    },
    record_death: {
      from: ['active', 'suspended', 'dormant'],
      to: 'deceased',
      emits: 'member.deceased',
      means: 'The member died.',
    },
    correct_death: {
      from: ['deceased'],
      to: ['active', 'suspended', 'dormant'],
      emits: 'member.death_corrected',
      needsReason: true,
      means: 'The member lives: the death was recorded by mistake.',
    },
    erase: {
      from: ERASABLE,
      to: ERASABLE,
      emits: 'member.erased',
      means: 'Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay.',
    },
  },
);

export type MemberState = StateOf<typeof memberLifecycle>;
export type MemberAction = ActionOf<typeof memberLifecycle>;
