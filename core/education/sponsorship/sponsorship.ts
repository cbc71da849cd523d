import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';
import { educationRefusals } from '../refusals.ts';

/** The states are what the student (or a guardian) lets the sponsor see. */
export const sponsorshipLifecycle = lifecycle('sponsorship', ['pending', 'balance', 'marks', 'revoked'], {
  sponsor: { from: [], to: 'pending', emits: 'sponsorship.created', means: 'A member offers to pay for a student.' },
  grant: {
    from: ['pending', 'balance', 'marks', 'revoked'],
    to: ['balance', 'marks'],
    emits: 'sponsorship.consent_granted',
    means: 'The student lets the sponsor see invoice balances, or marks as well.',
  },
  revoke: {
    from: ['pending', 'balance', 'marks'],
    to: 'revoked',
    emits: 'sponsorship.consent_revoked',
    means: 'The sponsor sees nothing any more; the sponsorship itself goes on.',
  },
  end: {
    from: ['pending', 'balance', 'marks', 'revoked'],
    to: 'revoked',
    emits: 'sponsorship.ended',
    means: 'The member no longer sponsors the student.',
  },
});

export type Consent = StateOf<typeof sponsorshipLifecycle>;
export type SponsorshipAction = ActionOf<typeof sponsorshipLifecycle>;

/** A member of the society who pays for a student. */
export class Sponsorship {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** The member, in the society's books. */
  memberId!: number;
  studentId!: number;
  relationship!: string | null;
  /** The part of the fees that the member means to carry, in basis points; null where nothing was said. */
  shareBp!: number | null;
  consent!: Consent;
  consentChangedAt!: Temporal.Instant | null;
  consentChangedBy!: string | null;
  startedOn!: Temporal.PlainDate;
  endedOn!: Temporal.PlainDate | null;

  static sponsor(facts: {
    uuid: string;
    memberId: number;
    studentId: number;
    relationship: string | null;
    shareBp: number | null;
    startedOn: Temporal.PlainDate;
  }): Sponsorship {
    return Object.assign(new Sponsorship(), facts, {
      consent: 'pending' as const,
      consentChangedAt: null,
      consentChangedBy: null,
      endedOn: null,
    });
  }

  created(): DomainEvent {
    return this.emit('sponsor');
  }

  grant(consent: 'balance' | 'marks', by: string, at: Temporal.Instant): DomainEvent {
    this.requireRunning();
    this.consent = advance(sponsorshipLifecycle, this.consent, 'grant', consent);
    return this.consented('grant', by, at);
  }

  revoke(by: string, at: Temporal.Instant): DomainEvent {
    this.requireRunning();
    this.consent = advance(sponsorshipLifecycle, this.consent, 'revoke');
    return this.consented('revoke', by, at);
  }

  /** Ends the sponsorship, and with it what the sponsor may see. */
  end(on: Temporal.PlainDate): DomainEvent {
    this.requireRunning();
    this.consent = advance(sponsorshipLifecycle, this.consent, 'end');
    this.endedOn = on;
    return this.emit('end');
  }

  private consented(action: SponsorshipAction, by: string, at: Temporal.Instant): DomainEvent {
    this.consentChangedAt = at;
    this.consentChangedBy = by;
    return this.emit(action);
  }

  private requireRunning(): void {
    if (this.endedOn === null) return;
    throw refuse(educationRefusals.sponsorship_ended, `The sponsorship ended on ${this.endedOn}.`, {
      sponsorship_id: this.id,
      ended_on: this.endedOn.toString(),
    });
  }

  private emit(action: SponsorshipAction): DomainEvent {
    return event(sponsorshipLifecycle.verbs[action].emits, 'sponsorship', this, {
      member_id: this.memberId,
      student_id: this.studentId,
      consent: this.consent,
    });
  }
}

/** True where the sponsor may see the student's invoice balances. */
export function maySeeBalances(sponsorship: Pick<Sponsorship, 'consent' | 'endedOn'>): boolean {
  return sponsorship.endedOn === null && (sponsorship.consent === 'balance' || sponsorship.consent === 'marks');
}

/** True where the sponsor may see the student's marks. */
export function maySeeMarks(sponsorship: Pick<Sponsorship, 'consent' | 'endedOn'>): boolean {
  return sponsorship.endedOn === null && sponsorship.consent === 'marks';
}
