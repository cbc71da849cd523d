import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import { identifierKey } from '../../kernel/text.ts';
import type { Role } from '../roles.ts';
import { personLifecycle, type PersonState } from './lifecycle.ts';

/** How a person is named where it was they who acted: in the audit trail, and where two people have to be two. */
export const personRef = ({ uuid }: { readonly uuid: string }): string => `person:${uuid}`;

/** A person who works at the institution. */
export class Person {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  name!: string;
  email!: string;
  /** The form in which addresses are compared: one person an address. */
  emailKey!: string;
  roles!: Role[];
  state!: PersonState;
  stateReason!: string | null;
  joinedAt!: Temporal.Instant | null;
  /** Who the person is at the identity provider of the institution: issuer and subject. Null: signs in with keys. */
  openid!: string | null;
  /**
   * The person who made the link by which the present key was registered, and who may have used it themselves. Null: an
   * operator made it, or another administrator has confirmed since that the person holds the key.
   */
  introducedBy!: string | null;
  /** The branches to whose records the person is limited, in every role, by their ids; null: all of the institution's. */
  branchIds!: string[] | null;
  /** The clients that a developer maintains, by their ids; null: none. */
  clientIds!: string[] | null;
  /** The units whose classes a lecturer reads and marks, by their ids; null: none. */
  unitIds!: string[] | null;

  static invite(fields: {
    readonly uuid: string;
    readonly name: string;
    readonly email: string;
    readonly roles: readonly Role[];
    readonly branchIds?: readonly string[] | null;
  }): { person: Person; invited: DomainEvent } {
    const person = new Person();
    person.uuid = fields.uuid;
    person.name = fields.name;
    person.email = fields.email;
    person.emailKey = identifierKey(fields.email);
    person.roles = [...fields.roles];
    person.state = 'invited';
    person.stateReason = null;
    person.joinedAt = null;
    person.openid = null;
    person.introducedBy = null;
    person.clientIds = null;
    person.unitIds = null;
    person.branchIds = fields.branchIds ? [...fields.branchIds] : null;
    return { person, invited: event('person.invited', 'person', person, { roles: person.roles }) };
  }

  /** A new link; one to a person who has joined is a recovery. */
  inviteAgain(): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'invite_again', this.state);
    return event('person.invited_again', 'person', this, { state: this.state });
  }

  confirmInvitation(): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'confirm_invitation');
    return event('person.invitation_confirmed', 'person', this);
  }

  /** @param invitedBy who made the link, and saw it */
  join(now: Temporal.Instant, { how, invitedBy }: { readonly how: string; readonly invitedBy: string }): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'join');
    this.joinedAt ??= now;
    // An operator has the whole machine, and needs no second key.
    this.introducedBy = invitedBy.startsWith('person:') ? invitedBy : null;
    return event('person.joined', 'person', this, { method: how });
  }

  /** Another than who made the link says that the person holds the key. */
  confirm(): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'confirm');
    this.introducedBy = null;
    return event('person.confirmed', 'person', this);
  }

  assignRoles(roles: readonly Role[]): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'assign_roles', this.state);
    const before = this.roles;
    this.roles = [...roles];
    // Clients and units are those of the role: one who gets it again is named them again.
    if (!roles.includes('developer')) this.clientIds = null;
    if (!roles.includes('lecturer')) this.unitIds = null;
    return event('person.roles_assigned', 'person', this, { roles: this.roles, before });
  }

  /** @param branchIds null: of all */
  assignBranches(branchIds: readonly string[] | null): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'assign_branches', this.state);
    this.branchIds = branchIds && [...branchIds];
    return event('person.branches_assigned', 'person', this, { branches: branchIds && [...branchIds] });
  }

  assignClients(clientIds: readonly string[]): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'assign_clients', this.state);
    this.clientIds = [...clientIds];
    return event('person.clients_assigned', 'person', this, { clients: this.clientIds });
  }

  assignUnits(unitIds: readonly string[]): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'assign_units', this.state);
    const before = this.unitIds ?? [];
    this.unitIds = [...unitIds];
    return event('person.units_assigned', 'person', this, { units: this.unitIds, before });
  }

  failSignIn(why: string): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'fail_sign_in', this.state);
    return event('person.sign_in_failed', 'person', this, { why });
  }

  suspend(reason: string | null): DomainEvent {
    return this.move('suspend', reason);
  }

  resume(): DomainEvent {
    this.state = advance(personLifecycle, this.state, 'resume');
    this.stateReason = null;
    return event('person.resumed', 'person', this);
  }

  leave(reason: string | null): DomainEvent {
    return this.move('leave', reason);
  }

  private move(action: 'suspend' | 'leave', reason: string | null): DomainEvent {
    const next = advance(personLifecycle, this.state, action);
    requireReason(personLifecycle, action, reason);
    this.state = next;
    this.stateReason = reason;
    return event(personLifecycle.verbs[action].emits, 'person', this, { reason });
  }
}
