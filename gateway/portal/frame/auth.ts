import { rememberSignIn } from './signed-in.ts';
import { OWN_PAGE } from '../graph/own-page.ts';

/** A refusal of signing in, with the server's own sentence. */
export class AuthRefused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, { code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** How people may sign in here. */
export type Ways = {
  readonly openid: boolean;
  readonly sandbox: boolean;
  /** The planted institutions that are ready for visitors. */
  readonly sandboxes: readonly Sandbox[];
  /** How far the society has grown, in percent; null where it is ready, or none grows. */
  readonly growing: number | null;
};
/** `society`: the one with months of business. `demo`: the one of the API client. */
export type Sandbox = 'demo' | 'society';
export type Invited = { readonly name: string; readonly email: string; readonly institution: string };

/** Calls an endpoint under /auth. @throws AuthRefused */
export async function post<Reply>(path: string, body: object = {}): Promise<Reply> {
  const response = await fetch(`/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_PAGE },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  });
  // As the sign-in of our own server replies.
  const reply = (await response.json()) as Reply & { error?: { code: string; message: string } };
  if (!response.ok)
    throw new AuthRefused(response.status, reply.error ?? { code: 'unknown', message: response.statusText });
  return reply;
}

/** Loaded at a sign-in with a key. */
const keys = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof keys>>;

export async function signInWithKey(): Promise<void> {
  const { startAuthentication } = await keys();
  const optionsJSON = await post<Parameters<Library['startAuthentication']>[0]['optionsJSON']>('sign-in/options');
  await post('sign-in', { response: await startAuthentication({ optionsJSON }) });
  forgetVisit();
}

export async function registerKey(token: string): Promise<void> {
  const { startRegistration } = await keys();
  const optionsJSON = await post<Parameters<Library['startRegistration']>[0]['optionsJSON']>('register/options', {
    token,
  });
  await post('register', { token, response: await startRegistration({ optionsJSON }) });
  forgetVisit();
}

/** Leaves for the identity provider; the browser comes back signed in. */
export async function leaveForProvider(path: 'openid' | 'openid/step-up', token: string | null = null): Promise<void> {
  const { url } = await post<{ readonly url: string }>(path, token === null ? {} : { token });
  if (path === 'openid') forgetVisit();
  sessionStorage.setItem('return', location.pathname + location.search);
  // It comes back signed in, if it comes back.
  rememberSignIn();
  location.assign(url);
}

/** After coming back from the identity provider: to the page that was left. */
export function returnToPage(): void {
  const left = sessionStorage.getItem('return');
  sessionStorage.removeItem('return');
  if (left !== null && location.pathname === '/') history.replaceState(null, '', left);
}

const VISIT = 'visit';
const VISITED = `${VISIT}-at`;

/** Into the sandbox in a role, without a key. */
export async function enterSandbox(role: string, institution: Sandbox): Promise<void> {
  await post('sandbox', { role, institution });
  sessionStorage.setItem(VISIT, role);
  sessionStorage.setItem(VISITED, institution);
}

/** The role in which this tab entered the sandbox; null where its person has a key. */
export const visitedAs = (): string | null => sessionStorage.getItem(VISIT);

/** Who signs in otherwise, or leaves, is no visitor any more. */
export function forgetVisit(): void {
  sessionStorage.removeItem(VISIT);
  sessionStorage.removeItem(VISITED);
}

/** A visitor has no key to show again: entering again is as much. */
export const enterAgain = (): Promise<void> =>
  enterSandbox(visitedAs() ?? '', sessionStorage.getItem(VISITED) === 'society' ? 'society' : 'demo');

export async function stepUpWithKey(): Promise<void> {
  const { startAuthentication } = await keys();
  const optionsJSON = await post<Parameters<Library['startAuthentication']>[0]['optionsJSON']>('step-up/options');
  await post('step-up', { response: await startAuthentication({ optionsJSON }) });
}
