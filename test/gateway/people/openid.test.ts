import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePersonSecret } from '#platform/auth/sessions.ts';
import { browserAt, type Browser } from '../../support/browser.ts';
import { openIdentityProvider } from '../../support/identity-provider.ts';
import { openWholeGraph, PUBLIC_ORIGIN, type WholeGraph } from '../../support/whole-graph.ts';

let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
let graph: WholeGraph;
beforeAll(async () => {
  provider = await openIdentityProvider(`${PUBLIC_ORIGIN}/auth/openid/callback`);
  graph = await openWholeGraph('in one process', { openid: provider.settings });
});
afterAll(async () => {
  await graph.close();
  await provider.close();
});

let arrivals = 0;
const openidHash = (login: string) =>
  createHash('sha256').update(`${provider.settings.issuer} ${login}`).digest('base64url');
const newBrowser = () => browserAt(graph.url, PUBLIC_ORIGIN);

async function invited(name: string) {
  const { secret, hash: tokenHash } = makePersonSecret();
  const person = { name, email: `${name}@example.org`, roles: ['approver'], tokenHash };
  const { id } = await graph.testApp.app.people.operators.invitePerson(graph.testApp.operator, person);
  return { token: secret, id };
}

/** Leaves for the provider; the cookie is what the browser comes back with. */
async function leave(browser: Browser, path = 'openid', body: object = {}) {
  const session = browser.cookie();
  const { status, body: left, cookie } = await browser.post(path, body);
  if (session !== null) browser.hold(session);
  return { status, url: String(left.url), flow: cookie?.split(';')[0] ?? '', cookie };
}

/** The browser comes back to us from another site: with the cookie of its way alone. */
async function arrive(url: string, flow: string, address = `198.51.100.${++arrivals % 90}`) {
  const { search } = new URL(url);
  const response = await fetch(`${new URL(graph.url).origin}/auth/openid/callback${search}`, {
    redirect: 'manual',
    headers: { cookie: flow, 'x-forwarded-for': address },
  });
  const session = response.headers.getSetCookie().find((set) => set.startsWith('__Host-umoja=')) ?? null;
  return { status: response.status, location: response.headers.get('location'), session };
}

async function through(browser: Browser, login: string, path?: string, body?: object) {
  const { url, flow } = await leave(browser, path, body);
  const back = await arrive(await provider.signIn(url, login), flow);
  if (back.session !== null) browser.hold(back.session.split(';')[0] ?? '');
  return back;
}
const actorOf = async (browser: Browser) => (await browser.query('{ viewer { actor steppedUp } }')).data?.viewer;

describe('At an identity provider', () => {
  it('a person accepts the invitation with their account there, and signs in with it from then on', async () => {
    const { token } = await invited('amina');
    const browser = newBrowser();
    const { url, cookie } = await leave(browser, 'openid', { token });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_ORIGIN}/auth/openid/callback`,
    });
    expect(url).not.toContain(token);
    expect(cookie).toContain('HttpOnly; Secure; SameSite=Lax');

    expect(await through(browser, 'amina', 'openid', { token })).toMatchObject({ status: 303, location: '/' });
    const first = await actorOf(browser);
    const again = newBrowser();
    expect((await through(again, 'amina')).session).toMatch(/HttpOnly; Secure; SameSite=Strict$/);
    expect((await actorOf(again)).actor).toBe(first.actor);
  });

  it('who was not invited comes to nothing, nor does an account that is another person’s', async () => {
    expect(await through(newBrowser(), 'stranger')).toMatchObject({ status: 401, session: null });
    const { token } = await invited('brian');
    const { token: other } = await invited('catherine');
    expect((await through(newBrowser(), 'brian', 'openid', { token })).status).toBe(303);
    expect(await through(newBrowser(), 'brian', 'openid', { token: other })).toMatchObject({
      status: 409,
      session: null,
    });
    expect(await through(newBrowser(), 'catherine', 'openid', { token: other })).toMatchObject({ status: 303 });
  });

  it('a reply opens one session, in the browser that asked for it', async () => {
    const { token } = await invited('david');
    await through(newBrowser(), 'david', 'openid', { token });
    const { url, flow } = await leave(newBrowser());
    const back = await provider.signIn(url, 'david');
    const { flow: other } = await leave(newBrowser());
    expect(await arrive(back, other)).toMatchObject({ status: 401, session: null });
    expect(await arrive(back, '')).toMatchObject({ status: 401, session: null });
    expect(await arrive(`${back.replace(/state=[^&]+/, 'state=made-up')}`, flow)).toMatchObject({ status: 401 });
    expect((await arrive(back, flow)).status).toBe(303);
    expect(await arrive(back, flow)).toMatchObject({ status: 401, session: null });
  });

  it('a state opens one session, whatever code comes with it, and in no cookie that was changed', async () => {
    const { token } = await invited('grace');
    await through(newBrowser(), 'grace', 'openid', { token });
    const { url, flow } = await leave(newBrowser());
    const [first, second] = [await provider.signIn(url, 'grace'), await provider.signIn(url, 'grace')];
    expect((await arrive(first, flow)).status).toBe(303);
    expect(await arrive(second, flow)).toMatchObject({ status: 401, session: null });

    const { token: other } = await invited('helen');
    const left = await leave(newBrowser());
    const [name = '', value = ''] = left.flow.split('=');
    const read = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as object;
    const changed = Buffer.from(JSON.stringify({ ...read, invitation: other })).toString('base64url');
    const back = await provider.signIn(left.url, 'helen');
    expect(await arrive(back, `${name}=${changed}`)).toMatchObject({ status: 401, session: null });
  });

  it('what fails is written down for the person it names, and an address waits after ten failures', async () => {
    const { token, id } = await invited('irene');
    await through(newBrowser(), 'irene', 'openid', { token });
    await graph.testApp.sql(`update person set state = 'suspended' where id = $1`, [id]);
    expect((await through(newBrowser(), 'irene')).status).toBe(401);
    const failed = await graph.testApp.sql(
      `select a.event_type from audit a join event e on e.uuid = a.event_uuid
        where e.subject_id = $1 and e.subject_type = 'person' order by a.id desc limit 1`,
      [id],
    );
    expect(failed).toEqual([{ event_type: 'person.sign_in_failed' }]);
    const tries = [];
    const forged = { state: 'b', nonce: 'c', verifier: 'd', invitation: null, sessionId: null };
    const flow = `__Host-umoja-openid=${Buffer.from(JSON.stringify(forged)).toString('base64url')}`;
    for (let n = 0; n < 11; n++) tries.push((await arrive('http://x/?code=a&state=b', flow, '198.51.100.99')).status);
    expect(tries).toEqual([...Array(10).fill(401), 429]);
  });

  it('no page of elsewhere keeps an office out, whatever it has a browser there send (finding: ten images did)', async () => {
    const [browser, office] = [newBrowser(), '198.51.100.98'];
    const { token } = await invited('judith');
    await through(browser, 'judith', 'openid', { token });
    const { url, flow } = await leave(newBrowser());
    const back = await provider.signIn(url, 'judith');
    for (let n = 0; n < 70; n++) {
      // An image: the cookie of the way stays behind, and so does that of the session.
      expect((await arrive('http://x/?code=a&state=b', '', office)).status).toBe(401);
      const form = await fetch(`${new URL(graph.url).origin}/auth/device/code`, {
        method: 'POST',
        headers: { origin: n % 2 === 0 ? 'https://evil.example' : 'null', 'x-forwarded-for': office },
        body: new URLSearchParams({ client_id: n < 35 ? 'another' : 'umoja-cli' }),
      });
      expect(form.status).toBe(403);
    }
    expect((await arrive(back, flow, office)).status).toBe(303);
  });

  it('the account of a person who has left is free for the next, here and at another institution', async () => {
    const { token, id } = await invited('joyce');
    await through(newBrowser(), 'joyce', 'openid', { token });
    const routes = async () =>
      (await graph.testApp.sql('select hash from person_route where hash = $1', [openidHash('joyce')])).length;
    expect(await routes()).toBe(1);
    const { testApp } = graph;
    await testApp.done(testApp.app.people.dismissPerson, { personId: id, reason: 'Left.' }, testApp.operator);
    expect(await routes()).toBe(0);
    expect(await through(newBrowser(), 'joyce')).toMatchObject({ status: 401 });
    const { token: again } = await invited('joyce');
    expect((await through(newBrowser(), 'joyce', 'openid', { token: again })).status).toBe(303);
  });

  it('a sign-in without a form counts as shown when the form was', async () => {
    const { token, id } = await invited('faith');
    const cookies = new Map<string, string>();
    const accepting = await leave(newBrowser(), 'openid', { token });
    await arrive(await provider.signIn(accepting.url, 'faith', cookies), accepting.flow);
    const again = await leave(newBrowser());
    expect(await arrive(await provider.signIn(again.url, 'nobody', cookies), again.flow)).toMatchObject({
      status: 303,
    });
    const [first, second] = await graph.testApp.sql(
      'select opened_at, stepped_up_at from person_session where person_id = $1 order by id',
      [id],
    );
    expect(String(second?.['stepped_up_at'])).toBe(String(first?.['stepped_up_at']));
  });

  it('a person shows again who they are, for their own session alone', async () => {
    const { token, id } = await invited('esther');
    const browser = newBrowser();
    await through(browser, 'esther', 'openid', { token });
    await graph.testApp.sql(
      `update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = $1`,
      [id],
    );
    expect((await actorOf(browser)).steppedUp).toBe(false);
    expect((await through(browser, 'amina', 'openid/step-up')).status).toBe(401);
    expect((await actorOf(browser)).steppedUp).toBe(false);
    expect((await through(browser, 'esther', 'openid/step-up')).status).toBe(303);
    expect((await actorOf(browser)).steppedUp).toBe(true);
    expect((await leave(newBrowser(), 'openid/step-up')).status).toBe(401);
  });
});
