import type { FieldError } from '../kernel/field-error.ts';
import type { Acting, Agreement } from '../kernel/two-people.ts';
import type { Invitation } from './invitation/invitation.ts';
import type { Passkey } from './passkey/passkey.ts';
import type { Person } from './person/person.ts';
import type { Role } from './roles.ts';
import type { Policies } from './use-cases/change-policies.ts';
import type { Session } from './session/session.ts';

/** What the use cases of people need from outside. All times are the database's. */
export type PeoplePorts = Acting & {
  readonly now: Temporal.Instant;
  readonly newUuid: () => string;
  /** The roles that who acts may give and take; null: an operator on the machine, who may all. */
  readonly grants: readonly string[] | null;
  /** The roles of who acts; null where no person is signed in. */
  readonly roles: readonly Role[] | null;
  /** How far two people have come with the command. */
  readonly agreement: Agreement;
  /** Who proposed what is carried out now; null where one person does all of it. */
  readonly proposedBy: string | null;
  /** The branches to which who acts is limited; null: to none. */
  readonly branches: readonly number[] | null;
  readonly branchExists: (id: number) => Promise<boolean>;
  readonly clientExists: (id: number) => Promise<boolean>;
  /** Which of these units of the school there are. */
  readonly unitsAmong: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** The institution wants two people: for the key of a person who has joined, and for its policies. */
  readonly twoPeople: boolean;
  /** The institution itself, which policies are about. */
  readonly institution: { readonly id: number; readonly uuid: string; readonly version: number };
  readonly policies: {
    /** As they are stored; another command waits until this one has ended. */
    lock(): Promise<Policies>;
    /** Writes some of them; gives the version that they have now. */
    change(changes: Policies): Promise<number>;
    /** What other contexts find wrong with values that are theirs, once these are changed. */
    faultsOf(changes: Policies, before: Policies): readonly FieldError[];
  };
  readonly people: {
    lock(id: number): Promise<Person | null>;
    byEmailKey(emailKey: string): Promise<Person | null>;
    byUuid(uuid: string): Promise<Person | null>;
    /** Active administrators, locked: whether one is the last is decided by one command at a time. */
    lockAdministrators(): Promise<readonly Person[]>;
    add(person: Person): Promise<void>;
    /** The route from who the person is at the identity provider to the institution. False where it is another's. */
    addOpenid(openid: string): Promise<boolean>;
    /** This account opens no session any more: it may be registered again, at another institution too. */
    removeOpenid(openid: string): Promise<void>;
    byOpenid(openid: string): Promise<Person | null>;
  };
  readonly invitations: {
    lockByHash(tokenHash: string): Promise<Invitation | null>;
    /** Those that were neither used nor voided. */
    lockOpen(personId: number): Promise<readonly Invitation[]>;
    add(invitation: Invitation): Promise<void>;
  };
  readonly passkeys: {
    byCredential(credentialId: string): Promise<Passkey | null>;
    lockValid(personId: number): Promise<readonly Passkey[]>;
    /** False where a key of this name is registered already, void or not, at this institution or another. */
    add(passkey: Passkey): Promise<boolean>;
  };
  readonly sessions: {
    lock(id: number): Promise<Session | null>;
    byUuid(uuid: string): Promise<Session | null>;
    /** The session that was opened with this. */
    byProof(proof: string): Promise<Session | null>;
    /** All whose time is not over: those that are idle, too, because a use of them may be noted behind this. */
    lockOpen(personId: number): Promise<readonly Session[]>;
    /** Those of command lines that were confirmed in this one. */
    lockConfirmedIn(sessionId: number): Promise<readonly Session[]>;
    add(session: Session): Promise<void>;
  };
  /** Command lines that wait for a person. */
  readonly logins: {
    /** Takes the one with this code, once; null where none waits with it. */
    take(codeHash: string): Promise<LoginRequest | null>;
    /** False where none waits with this code. */
    deny(codeHash: string): Promise<boolean>;
  };
};

/** A command line that waits for a person: what is stored of its secret, and how it names itself. */
type LoginRequest = { readonly secretHash: string; readonly agent: string };
