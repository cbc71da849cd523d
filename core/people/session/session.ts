import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import { sessionLifecycle, type SessionState } from './lifecycle.ts';

/**
 * How a person signed in. `sandbox`: into the planted demo, without a key. `command_line`: a command line, which the person
 * has confirmed in another session.
 */
export const SIGN_IN_METHODS = ['passkey', 'openid', 'sandbox', 'command_line'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A session that is not used for so long has ended. */
export const IDLE_MINUTES = 30;
/** A session ends after so long, however it is used. */
const SESSION_HOURS = 12;
/** So long after the key was shown, what is sensitive is allowed. */
export const STEP_UP_MINUTES = 5;

export type NewSession = {
  readonly uuid: string;
  readonly personId: number;
  /** SHA-256 of the secret, made outside; the secret itself is stored nowhere. */
  readonly tokenHash: string;
  readonly method: SignInMethod;
  /** What was signed to open it: the same signature opens no second one. */
  readonly proof: string;
  /** The browser, as it names itself. */
  readonly agent: string;
  /** When the person showed who they are: signing in on what was shown before brings no more than that. */
  readonly shownAt: Temporal.Instant;
  /** The session in which it was confirmed: it lasts no longer than that. */
  readonly confirmedIn?: Pick<Session, 'id' | 'expiresAt'>;
};

/** A person signed in at one browser, or at one command line. Times are those of the database. */
export class Session {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  personId!: number;
  tokenHash!: string;
  method!: SignInMethod;
  proof!: string;
  agent!: string;
  state!: SessionState;
  openedAt!: Temporal.Instant;
  expiresAt!: Temporal.Instant;
  lastUsedAt!: Temporal.Instant;
  /** When the person last showed a key in it. */
  steppedUpAt!: Temporal.Instant;
  endedAt!: Temporal.Instant | null;
  endedBy!: string | null;
  /** The session in which the person has confirmed this one; null for all but those of a command line. */
  confirmedIn!: number | null;

  static open(
    { shownAt, confirmedIn, ...fields }: NewSession,
    now: Temporal.Instant,
  ): { session: Session; opened: DomainEvent } {
    const session = Object.assign(new Session(), fields);
    const latest = now.add({ hours: SESSION_HOURS });
    session.state = 'open';
    session.openedAt = now;
    session.confirmedIn = confirmedIn?.id ?? null;
    session.expiresAt =
      confirmedIn && Temporal.Instant.compare(confirmedIn.expiresAt, latest) < 0 ? confirmedIn.expiresAt : latest;
    session.lastUsedAt = now;
    session.steppedUpAt = Temporal.Instant.compare(shownAt, now) < 0 ? shownAt : now;
    session.endedAt = null;
    session.endedBy = null;
    return { session, opened: event('session.opened', 'session', session, { method: session.method }) };
  }

  /**
   * The person has shown the key. Null where this brings nothing: it was shown before, or later than this.
   * @param at when what was signed was made
   */
  stepUp(at: Temporal.Instant): DomainEvent | null {
    this.state = advance(sessionLifecycle, this.state, 'step_up');
    if (Temporal.Instant.compare(at, this.steppedUpAt) <= 0) return null;
    this.steppedUpAt = at;
    return event('session.stepped_up', 'session', this);
  }

  end(by: string, now: Temporal.Instant): DomainEvent {
    this.state = advance(sessionLifecycle, this.state, 'end');
    this.endedAt = now;
    this.endedBy = by;
    return event('session.ended', 'session', this, { ended_by: by });
  }

  /** Notes that it was used. */
  recordUse(now: Temporal.Instant): void {
    if (Temporal.Instant.compare(now, this.lastUsedAt) > 0) this.lastUsedAt = now;
  }
}
