import { BEGUN } from './begun.ts';
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

/**
 * Leaves for the identity provider; the browser comes back signed in. Nothing follows here: who looked for a session while the
 * page is left would find none, and forget that one is about to be opened. Where the page is shown again as it was, by the way
 * back of the browser, nothing was signed.
 */
export async function leaveForProvider(path: 'openid' | 'openid/step-up', token: string | null = null): Promise<never> {
  const { url } = await post<{ readonly url: string }>(path, token === null ? {} : { token });
  if (path === 'openid') forgetVisit();
  carryAway();
  // It comes back signed in, if it comes back.
  rememberSignIn();
  location.assign(url);
  return new Promise((_, reject) =>
    addEventListener('pageshow', ({ persisted }) => persisted && reject(new Error('The provider was left.'))),
  );
}

/**
 * What is carried through the provider: where the person was, and the forms that they have begun. Not in the storage of the tab
 * alone: while a service worker runs, Chromium may show a page that comes back from another site what its process had seen
 * there at an earlier visit.
 */
const CARRIED = 'carried';
/** Who stays longer at the provider begins again. */
const CARRIED_MS = 10 * 60_000;

type Carried = {
  readonly at: number;
  readonly page: string;
  readonly forms: readonly (readonly [place: string, text: string])[];
};

function carryAway(): void {
  const forms = Object.entries<string>(sessionStorage).filter(([place]) => place.startsWith(BEGUN));
  const carried: Carried = { at: Date.now(), page: location.pathname + location.search, forms };
  localStorage.setItem(CARRIED, JSON.stringify(carried));
}

/** After coming back from the identity provider: to the page that was left, with what was typed there. */
export function returnToPage(): void {
  const text = localStorage.getItem(CARRIED);
  if (text === null) return;
  // We have written it ourselves.
  const { at, page, forms } = JSON.parse(text) as Carried;
  const isOver = Date.now() - at > CARRIED_MS;
  // Another tab is not the one that comes back.
  if (!isOver && location.pathname !== '/') return;
  localStorage.removeItem(CARRIED);
  if (isOver) return;
  // Who comes from there has an account, whatever the tab has stored of a visit.
  forgetVisit();
  for (const [place, form] of forms) sessionStorage.setItem(place, form);
  history.replaceState(null, '', page);
}

/** Nothing of a person who leaves waits for another. */
export const forgetCarried = (): void => localStorage.removeItem(CARRIED);

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
