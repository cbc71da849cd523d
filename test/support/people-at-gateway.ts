import { makePersonSecret } from '#platform/auth/sessions.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { authenticator } from './authenticator.ts';
import { browserAt, type Browser } from './browser.ts';
import { PUBLIC_ORIGIN, type WholeGraph } from './whole-graph.ts';

export type SignedInPerson = {
  readonly browser: Browser;
  readonly uuid: string;
  readonly id: number;
  readonly email: string;
  readonly caller: Caller;
};

/** People of the test app's institution, signed in at the gateway with keys in software. */
export function peopleAt(graph: WholeGraph) {
  const { testApp } = graph;
  let people = 0;
  const newBrowser = (key = authenticator(PUBLIC_ORIGIN)) => browserAt(graph.url, PUBLIC_ORIGIN, key);
  const callerOf = async (browser: Browser): Promise<Caller> => {
    const { app, keys } = testApp;
    const signIn = app.signInAt({ key: keys.challenge, origin: PUBLIC_ORIGIN, openid: null, sandboxTenant: null });
    const known = await signIn.identify(browser.cookie()?.split('=')[1] ?? '');
    if (known === null) throw new Error('No session is open.');
    return { ...known, requestId: 'in a test', traceparent: null };
  };
  /** Invited by the operator, or by another person, and not joined yet. */
  const invited = async (roles: readonly string[], by?: { readonly caller: Caller }) => {
    const { secret, hash: tokenHash } = makePersonSecret();
    const email = `guest.${++people}@example.org`;
    const command = { name: `Guest ${people}`, email, roles, tokenHash };
    const person = by
      ? await testApp.done(testApp.app.people.invitePerson, command, by.caller)
      : await testApp.app.people.operators.invitePerson(testApp.operator, command);
    return { token: secret, email, id: person.id, uuid: person.uuid };
  };
  const joined = async (invitation: Awaited<ReturnType<typeof invited>>): Promise<SignedInPerson> => {
    const browser = newBrowser();
    const { status, body } = await browser.register(invitation.token);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { id, uuid, email } = invitation;
    return { browser, id, uuid, email, caller: await callerOf(browser) };
  };
  return {
    newBrowser,
    callerOf,
    invited,
    joined,
    signedIn: async (roles: readonly string[], by?: { readonly caller: Caller }) => joined(await invited(roles, by)),
    owner: (statement: string) => asOwner(testApp.settings.adminUrl, (client) => client.query(statement)),
    fourEyes: async (state: 'on' | 'off'): Promise<void> => {
      await asOwner(testApp.settings.adminUrl, (client) =>
        client.query(`update tenant set four_eyes = ${state === 'on'}`),
      );
      testApp.internals.tenants.forget(testApp.tenantId);
    },
    /** A loan that waits for its approval. */
    loanBy: async (caller: Caller, principal = 100_000n): Promise<number> => {
      const applied = { memberId: testApp.memberId, productId: testApp.productId, principal, termMonths: 12 };
      return (await testApp.done(testApp.app.lending.applyForLoan, applied, caller)).id;
    },
    /** The code with which it is refused; null where it is done. */
    refusalOf: async (work: Promise<unknown>): Promise<string | null> =>
      work.then(
        () => null,
        (error: { readonly code?: string }) => error.code ?? String(error),
      ),
  };
}
