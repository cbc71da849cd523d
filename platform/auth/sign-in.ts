import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { CommandLineSignIn } from './command-line.ts';
import type { OpenidFlow } from './openid.ts';
import type { Sessions, SignedIn } from './sessions.ts';

/** Why something was refused, for adapters that know no refusals of the core. */
export type RefusedHere = {
  readonly refused: { readonly status: number; readonly code: string; readonly message: string };
};
/** The sandboxes that are planted: the small demo, and the society that lives once it is grown. */
export const DEMO_INSTITUTIONS = ['demo', 'society'] as const;
export type DemoInstitution = (typeof DEMO_INSTITUTIONS)[number];
/** As whom a visitor enters, and where. */
type SandboxEntry = { readonly role: string; readonly institution: DemoInstitution };

export type OrRefused<Result> = Promise<Result | RefusedHere>;

/** From where a request came, and how its browser names itself. */
export type Visit = { readonly requestId: string; readonly agent: string };

/** A session that was opened: the secret goes into the cookie, and nowhere else. */
export type OpenedSession = {
  readonly secret: string;
  readonly expiresAt: Temporal.Instant;
  readonly person: { readonly uuid: string; readonly name: string };
};

/** How people sign in: what the gateway's endpoints call. Each writes its events, and is audited. */
export type SignIn = Sessions & {
  /** Whom a link invites. */
  readonly invitation: (
    token: string,
  ) => OrRefused<{ readonly name: string; readonly email: string; readonly institution: string }>;
  readonly registrationOptions: (token: string) => OrRefused<PublicKeyCredentialCreationOptionsJSON>;
  readonly register: (
    by: { readonly token: string; readonly response: RegistrationResponseJSON },
    visit: Visit,
  ) => OrRefused<OpenedSession>;
  readonly signInOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>;
  readonly signIn: (response: AuthenticationResponseJSON, visit: Visit) => OrRefused<OpenedSession>;
  readonly stepUpOptions: (by: SignedIn) => Promise<PublicKeyCredentialRequestOptionsJSON>;
  readonly stepUp: (
    by: SignedIn,
    response: AuthenticationResponseJSON,
    visit: Visit,
  ) => OrRefused<{ readonly done: true }>;
  /** A token for programs that call REST in the person's name, until the session ends. */
  readonly tokenOf: (secret: string) => { readonly token: string; readonly expiresIn: number };
  readonly signOut: (by: SignedIn, visit: Visit) => OrRefused<{ readonly done: true }>;
  /** At the identity provider of the institution; null where there is none. */
  readonly openid: {
    /** Where the browser goes, and what it holds until it is back: with an invitation, or to step up a session. */
    readonly leave: (from: {
      readonly invitation: string | null;
      readonly by: SignedIn | null;
    }) => OrRefused<{ readonly url: string; readonly flow: OpenidFlow }>;
    /** The browser is back, with this query: a session is opened; null where one was stepped up. */
    readonly arrive: (query: string, flow: OpenidFlow, visit: Visit) => OrRefused<OpenedSession | null>;
  } | null;
  /** How command lines are signed in. */
  readonly commandLine: CommandLineSignIn;
  /** Into the planted demo in a role, without a key; null where it is not open to visitors. */
  readonly enterSandbox: ((entry: SandboxEntry, visit: Visit) => OrRefused<OpenedSession>) | null;
  /** The planted sandboxes that are ready for visitors. */
  readonly sandboxes: () => Promise<readonly DemoInstitution[]>;
  /** How far the society has grown, in percent; null where it is ready, or none grows. */
  readonly growing: () => Promise<number | null>;
};

const STATUS: { readonly [kind: string]: number } = {
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  invalid: 422,
  unavailable: 503,
};

/** A refusal as a value; faults go on. */
export async function orRefusedHere<Result>(work: () => Promise<Result>): OrRefused<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: { status: STATUS[error.kind] ?? 400, code: error.code, message: error.message } };
  }
}
