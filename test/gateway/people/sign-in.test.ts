import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengesWith } from '#platform/auth/challenges.ts';
import { SENSITIVE } from '#platform/app/step-up.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { makePersonSecret } from '#platform/auth/sessions.ts';
import { admittedVisitors } from '#gate/people/visitors.ts';
import { plantPeople } from '#platform/demo/people.ts';
import { authenticator } from '../../support/authenticator.ts';
import { browserAt, type Browser } from '../../support/browser.ts';
import { openEventStream } from '../../support/event-stream-client.ts';
import { hostileAttestation } from '../../support/hostile-attestation.ts';
import { openTestSavings } from '../../support/test-app-savings.ts';
import { openWholeGraph, PUBLIC_ORIGIN, type WholeGraph } from '../../support/whole-graph.ts';

/** People at the gateway, over HTTP, with a key in software: what a browser does, and what a thief does with less. */
let graph: WholeGraph;
beforeAll(async () => {
  graph = await openWholeGraph('in one process', { streamLimits: { pingMs: 100 } });
});
afterAll(() => graph.close());

let people = 0;
const MEMBERS = '{ members(first: 1) { nodes { id } } }';

/** Invites a person as the operator does. */
async function invited(roles: readonly string[] = ['officer'], name = `Person ${++people}`) {
  const { secret, hash: tokenHash } = makePersonSecret();
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
  const person = await graph.testApp.app.people.operators.invitePerson(graph.testApp.operator, {
    name,
    email,
    roles,
    tokenHash,
  });
  return { token: secret, email, id: person.id, uuid: person.uuid };
}
const newBrowser = (key = authenticator(PUBLIC_ORIGIN)) => browserAt(graph.url, PUBLIC_ORIGIN, key);
async function signedIn(roles?: readonly string[]): Promise<{ browser: Browser; uuid: string; id: number }> {
  const { token, uuid, id } = await invited(roles);
  const browser = newBrowser();
  expect((await browser.register(token)).status).toBe(201);
  return { browser, uuid, id };
}
const sql = (text: string, params?: readonly unknown[]) => graph.testApp.sql(text, params);
const auditOf = async (uuid: string) =>
  (
    await sql(
      `select a.event_type, a.actor from audit a join event e on e.uuid = a.event_uuid
        where e.subject_uuid = $1 or e.subject_id in (select s.id from person_session s join person p on p.id = s.person_id
                                                     where p.uuid = $1 and e.subject_type = 'session') order by a.id`,
      [uuid],
    )
  ).map(({ event_type, actor }) => `${String(event_type)} by ${String(actor)}`);

describe('A person who was invited', () => {
  it('is let in by no link of one who may not invite any more (finding: who was dismissed came back by a link they had made)', async () => {
    const { testApp } = graph;
    const { app, done } = testApp;
    // The last administrator is not to go.
    await signedIn(['administrator']);
    const ways = [
      (personId: number) => done(app.people.dismissPerson, { personId, reason: 'fraud' }, testApp.operator),
      (personId: number) => done(app.people.suspendPerson, { personId, reason: 'fraud' }, testApp.operator),
      (personId: number) => done(app.people.assignRoles, { personId, roles: ['auditor'] }, testApp.operator),
    ];
    for (const goes of ways) {
      const { secret: token, hash: tokenHash } = makePersonSecret();
      const inviter = await signedIn(['administrator']);
      const ghost = { name: 'Ghost', email: `ghost.${++people}@example.org`, roles: ['administrator'], tokenHash };
      await done(app.people.invitePerson, ghost, await callerOf(inviter.browser));
      await goes(inviter.id);
      const { status, body } = await newBrowser().register(token);
      expect([status, body.error?.code]).toEqual([410, 'invitation_unusable']);
    }
    // Who may still invite lets in whom they have invited.
    const { secret: token, hash: tokenHash } = makePersonSecret();
    const guest = { name: 'Guest', email: `guest.${++people}@example.org`, roles: ['officer'], tokenHash };
    const { browser } = await signedIn(['administrator']);
    await done(app.people.invitePerson, guest, await callerOf(browser));
    expect((await newBrowser().register(token)).status).toBe(201);
  });

  it('registers a key by the link, is signed in by a cookie of this host alone, and reads what the role lets them', async () => {
    const { token, uuid, email } = await invited();
    const browser = newBrowser();
    expect((await browser.post('invitation', { token })).body).toEqual({
      name: expect.stringContaining('Person'),
      email,
      institution: 'Umoja Test Society',
    });
    const { status, body, cookie } = await browser.register(token);
    expect([status, body.person.uuid]).toEqual([201, uuid]);
    expect(cookie).toMatch(/^__Host-umoja=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const secret = cookie?.slice('__Host-umoja='.length).split(';')[0] ?? '';
    expect(JSON.stringify(body)).not.toContain(secret);
    const stored = await sql('select token_hash from person_session');
    expect(JSON.stringify(stored)).not.toContain(secret);

    expect((await browser.query(MEMBERS)).data.members.nodes).toHaveLength(1);
    const students = await browser.query('{ students(first: 1) { nodes { id } } }');
    expect([students.data.students, students.errors?.length]).toEqual([null, 1]);
    expect(await auditOf(uuid)).toEqual([
      'person.invited by test',
      `person.joined by person:${uuid}`,
      `session.opened by person:${uuid}`,
    ]);
  });

  it('uses the link once: the second time, and at the same time in two browsers, it is gone', async () => {
    const { token } = await invited();
    const [one, other] = [newBrowser(), newBrowser()];
    const replies = await Promise.all([one.register(token), other.register(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 410]);
    const again = await newBrowser().register(token);
    expect([again.status, again.body.error.code]).toEqual([410, 'invitation_unusable']);
  });

  it('finds a link gone that has expired, or that a later one has replaced', async () => {
    const { token, id } = await invited();
    await sql(`update person_invitation set expires_at = now() where person_id = $1`, [id]);
    expect((await newBrowser().register(token)).status).toBe(410);
    const { secret, hash: tokenHash } = makePersonSecret();
    await graph.testApp.app.people.operators.invitePersonAgain(graph.testApp.operator, { personId: id, tokenHash });
    expect((await newBrowser().register(token)).status).toBe(410);
    expect((await newBrowser().register(secret)).status).toBe(201);
  });

  it('registers no key that is registered already, their own or another’s, void or not; the link is still good', async () => {
    const { browser: other, id } = await signedIn();
    const { token } = await invited();
    const taken = await newBrowser(other.key).register(token);
    expect([taken.status, taken.body.error?.code, taken.cookie]).toEqual([409, 'key_registered', null]);
    const admin = await administrator();
    const left = { personId: id, reason: 'Has another position.' };
    await graph.testApp.done(graph.testApp.app.people.dismissPerson, left, admin);
    expect((await newBrowser(other.key).register(token)).body.error?.code).toBe('key_registered');
    const { token: second } = await invited();
    const own = newBrowser();
    const both = await Promise.all([own.register(token), newBrowser(own.key).register(second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('makes the gateway request no address that they have chosen, by certificates of a device', async () => {
    const requests: string[] = [];
    const inner = createServer((request, reply) => {
      requests.push(request.url ?? '');
      reply.end();
    }).listen(0, '127.0.0.1');
    await once(inner, 'listening');
    const { port } = inner.address() as AddressInfo;
    const { token } = await invited();
    const browser = newBrowser();
    const { body: options } = await browser.post('register/options', { token });
    const response = hostileAttestation(options.challenge, PUBLIC_ORIGIN, `http://127.0.0.1:${port}/inner`);
    const reply = await browser.post('register', { token, response });
    inner.close();
    expect([reply.status, requests]).toEqual([401, []]);
    expect((await browser.register(token)).status).toBe(201);
  });
});

describe('A person with a key', () => {
  it('signs in with it at another browser, and both sessions are the same person', async () => {
    const { browser, uuid } = await signedIn();
    const other = newBrowser(browser.key);
    expect((await other.signIn()).body.person.uuid).toBe(uuid);
    expect((await other.query(MEMBERS)).status).toBe(200);
    expect((await browser.query(MEMBERS)).status).toBe(200);
  });

  it('opens one session with one signature: it is worth nothing to one who repeats it', async () => {
    const { browser } = await signedIn();
    const { body: options } = await browser.post('sign-in/options');
    const response = browser.key.sign(options);
    expect((await newBrowser().post('sign-in', { response })).status).toBe(201);
    const again = await newBrowser().post('sign-in', { response });
    expect([again.status, again.body.error?.code]).toEqual([401, 'sign_in_failed']);
  });

  it('is refused with a signature for another page, by another key, or of a challenge that is not ours; it is audited', async () => {
    const { browser, uuid } = await signedIn();
    const { body: options } = await browser.post('sign-in/options');
    const signed = browser.key.sign(options);
    const foreign = { ...signed, response: { ...signed.response, clientDataJSON: elsewhere(signed) } };
    const forged = browser.key.sign({ ...options, challenge: Buffer.from('made up').toString('base64url') });
    const stranger = authenticator(PUBLIC_ORIGIN).sign(options);
    for (const response of [foreign, forged, stranger, { ...stranger, id: signed.id, rawId: signed.id }]) {
      const reply = await newBrowser().post('sign-in', { response });
      expect([reply.status, reply.cookie]).toEqual([401, null]);
    }
    const failures = (await auditOf(uuid)).filter((line) => line.startsWith('person.sign_in_failed'));
    expect(failures).toHaveLength(3);
  });

  it('does not sign in once suspended, whose sessions end with it, and does again once resumed', async () => {
    const { browser, id, uuid } = await signedIn();
    const admin = await administrator();
    await graph.testApp.done(graph.testApp.app.people.suspendPerson, { personId: id, reason: 'On leave.' }, admin);
    expect((await browser.query(MEMBERS)).status).toBe(401);
    expect((await newBrowser(browser.key).signIn()).status).toBe(401);
    expect((await auditOf(uuid)).at(-1)).toBe(`person.sign_in_failed by person:${uuid}`);
    await graph.testApp.done(graph.testApp.app.people.resumePerson, { personId: id }, admin);
    expect((await browser.query(MEMBERS)).status).toBe(401);
    expect((await browser.signIn()).status).toBe(201);
    expect((await browser.query(MEMBERS)).status).toBe(200);
  });
});

describe('One address', () => {
  it('waits after ten failures within a minute, whichever key it tries; another does not', async () => {
    const thief = newBrowser();
    const { body: options } = await thief.post('sign-in/options');
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push(await thief.post('sign-in', { response: thief.key.sign(options) }));
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect((await signedIn()).browser.cookie()).not.toBeNull();
  });

  it('is a whole network of IPv6, of which one machine has every address (finding: each of them had tries of its own)', async () => {
    const thief = newBrowser();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const { body: options } = await thief.post('sign-in/options');
    const response = thief.key.sign(options);
    const tries = [];
    for (let n = 1; n <= 11; n++) tries.push(await thief.post('sign-in', { response }, from(`2001:db8:7:7::${n}`)));
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect((await thief.post('sign-in', { response }, from('2001:db8:7:7:ffff::1'))).status).toBe(429);
    expect((await thief.post('sign-in', { response }, from('2001:db8:7:8::1'))).status).toBe(401);
  });
});

it('A hundred people of one office sign in within a minute: success is no try', async () => {
  const { browser } = await signedIn();
  const office = { 'x-forwarded-for': '203.0.113.9' };
  const statuses = new Set<number>();
  for (let n = 0; n < 35; n++) {
    const { body: options } = await browser.post('sign-in/options', {}, office);
    statuses.add((await newBrowser().post('sign-in', { response: browser.key.sign(options) }, office)).status);
  }
  expect([...statuses]).toEqual([201]);
});

describe('A session', () => {
  it('is nothing without the header of our own page, from another origin, or from a form', async () => {
    const { browser } = await signedIn();
    for (const headers of [
      { 'x-umoja-page': undefined },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: undefined },
      { origin: 'http://localhost:4001' },
    ]) {
      const { status, errors } = await browser.query(MEMBERS, {}, headers);
      expect([status, errors?.[0].extensions.reason]).toEqual([403, 'other_origin']);
    }
    const outside = await browser.post('sign-out', {}, { origin: 'https://evil.example' });
    expect([outside.status, outside.body.error.code]).toEqual([403, 'other_origin']);
    expect((await browser.query(MEMBERS)).status).toBe(200);
  });

  it('is void once signed out, for one who has copied the cookie, too', async () => {
    const { browser, uuid } = await signedIn();
    const stolen = browser.cookie() ?? '';
    expect((await browser.post('sign-out')).cookie).toContain('Max-Age=0');
    browser.hold(stolen);
    expect((await browser.query(MEMBERS)).errors?.[0].extensions.reason).toBe('session_required');
    expect((await browser.post('step-up/options')).status).toBe(401);
    expect((await auditOf(uuid)).at(-1)).toBe(`session.ended by person:${uuid}`);
  });

  it('ends after thirty minutes without use, and after twelve hours however it is used, by the clock of the database', async () => {
    const { browser: idle, id: idleId } = await signedIn();
    await sql(
      `update person_session set last_used_at = now() - interval '29 minutes 50 seconds' where person_id = $1`,
      [idleId],
    );
    expect((await idle.query(MEMBERS)).status).toBe(200);
    const { browser: busy, id } = await signedIn();
    await sql(`update person_session set last_used_at = now() - interval '30 minutes' where person_id = $1`, [id]);
    expect((await busy.query(MEMBERS)).status).toBe(401);
    const { browser: old, id: oldId } = await signedIn();
    await sql(
      `update person_session set opened_at = now() - interval '12 hours', expires_at = now() where person_id = $1`,
      [oldId],
    );
    expect((await old.query(MEMBERS)).status).toBe(401);
  });

  it('is not kept open by a page that loads again by itself, with no one before it', async () => {
    const [{ browser: left, id: leftId }, { browser: used, id: usedId }] = [await signedIn(), await signedIn()];
    const ids = [leftId, usedId];
    await sql(`update person_session set last_used_at = now() - interval '20 minutes' where person_id = any($1)`, [
      ids,
    ]);
    expect((await left.query(MEMBERS, {}, { 'x-umoja-unattended': '1' })).status).toBe(200);
    expect((await used.query(MEMBERS)).status).toBe(200);
    const isRecent = async (id: number) =>
      (
        await sql(
          `select last_used_at > now() - interval '10 minutes' as recent from person_session where person_id = $1`,
          [id],
        )
      )[0]?.recent;
    await expect.poll(() => isRecent(usedId)).toBe(true);
    expect(await isRecent(leftId)).toBe(false);
  });

  it('ends with all others of the person, however many of old times were never signed out; these are swept', async () => {
    const { browser: thief, id } = await signedIn();
    await plantOldSessions(id);
    const { app, done, internals } = graph.testApp;
    await done(app.people.endSessions, { personId: id }, await administrator());
    expect((await thief.query(MEMBERS)).status).toBe(401);

    const { browser: other, id: recovered } = await signedIn();
    await plantOldSessions(recovered);
    const { secret, hash: tokenHash } = makePersonSecret();
    await app.people.operators.invitePersonAgain(graph.testApp.operator, { personId: recovered, tokenHash });
    expect((await newBrowser().register(secret)).status).toBe(201);
    expect((await other.query(MEMBERS)).status).toBe(401);

    expect(await oldSessions()).toEqual({ sessions: 2_002, routes: 2_002 });
    expect(await internals.due.discardSessions(1_000)).toBe(1_000);
    expect(await internals.due.discardSessions(2_000)).toBe(1_000);
    // Those of 29 days ago are still shown.
    expect(await oldSessions()).toEqual({ sessions: 2, routes: 2 });
  });

  it('is not used by a stream that goes on, which ends with it', async () => {
    const { browser, id } = await signedIn();
    const headers = { origin: PUBLIC_ORIGIN, 'x-umoja-page': '1', cookie: browser.cookie() ?? '' };
    const query = 'subscription { paymentChanged { sequence } }';
    const stream = await openEventStream(graph.url, { query }, { ...headers, 'x-forwarded-for': '192.0.2.251' });
    expect(stream.status).toBe(200);
    await sql(
      `update person_session set last_used_at = now() - interval '29 minutes 58 seconds' where person_id = $1`,
      [id],
    );
    expect(JSON.stringify(await stream.next())).toContain('session_required');
    expect((await browser.query(MEMBERS)).status).toBe(401);
  });

  it('has the rights of the roles as they are at each request', async () => {
    const { browser, id } = await signedIn(['officer']);
    expect((await browser.query(MEMBERS)).data.members).not.toBeNull();
    await graph.testApp.done(
      graph.testApp.app.people.assignRoles,
      { personId: id, roles: ['bursar'] },
      await administrator(),
    );
    expect((await browser.query(MEMBERS)).data.members).toBeNull();
    expect((await browser.query('{ students(first: 1) { nodes { id } } }')).errors).toBeUndefined();
  });
});

describe('A stream of a person', () => {
  const LOAN = 'subscription($id: ID!) { loanChanged(id: $id) { sequence loan { state } } }';
  const streamOf = (browser: Browser, headers: Record<string, string> = {}) =>
    openEventStream(
      graph.url,
      { query: LOAN, variables: { id: randomUUID() } },
      { origin: PUBLIC_ORIGIN, 'x-umoja-page': '1', cookie: browser.cookie() ?? '', ...headers },
    );

  it('ends when they sign out, though nothing happens', async () => {
    const { browser } = await signedIn(['officer']);
    const stream = await streamOf(browser);
    expect((await browser.post('sign-out')).status).toBe(200);
    const [message, complete] = await stream.take(2);
    expect(message?.result.errors[0].extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'session_required',
      after: expect.any(Number),
    });
    expect([complete?.event, await stream.next()]).toEqual(['complete', null]);
  });

  it('ends when their roles change, and is refused where the new ones do not carry it', async () => {
    const { browser, id } = await signedIn(['officer']);
    const stream = await streamOf(browser);
    const { app, done } = graph.testApp;
    await done(app.people.assignRoles, { personId: id, roles: ['lecturer'] }, await administrator());
    const [message] = await stream.take(2);
    expect(message?.result.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', after: expect.any(Number) });
    const [refused] = await (await streamOf(browser)).take(2);
    expect(refused?.result.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('is not opened by another page', async () => {
    const { browser } = await signedIn(['officer']);
    const { status, refused } = await streamOf(browser, { origin: 'https://evil.example' });
    expect([status, refused.errors[0].extensions.reason]).toEqual([403, 'other_origin']);
  });
});

describe('What is sensitive', () => {
  it('is named as the use cases are bound', () => {
    expect([...SENSITIVE].filter((name) => !boundNames().has(name))).toEqual([]);
  });

  it('is every command whose use case decides as a second person or approves an amount, and all about people', () => {
    const deciding = [...decidingFunctions()].filter((name) => boundNames().has(name));
    expect(deciding).toContain('approveDisbursementOutcome');
    expect(deciding.filter((name) => !SENSITIVE.has(name))).toEqual([]);
    const aboutPeople = Object.keys(graph.testApp.app.people).filter((name) => name.endsWith('Person'));
    expect(aboutPeople).toContain('dismissPerson');
    expect(aboutPeople.filter((name) => !SENSITIVE.has(name))).toEqual([]);
    // What an app is charged, and which money is its own.
    const aboutApps = Object.keys(graph.testApp.app.partners).filter((name) => name.startsWith('changeApp'));
    expect(aboutApps.toSorted()).toEqual(['changeAppAccountPrefix', 'changeAppTariff']);
    expect(aboutApps.filter((name) => !SENSITIVE.has(name))).toEqual([]);
    // What was known of a person does not come back.
    const erasing = [...boundNames()].filter((name) => /^erase(?!.*Again$)/.test(name));
    expect(erasing.toSorted()).toEqual(['eraseMember', 'eraseStudent']);
    expect(erasing.filter((name) => !SENSITIVE.has(name))).toEqual([]);
  });

  it('is the erasure of a person, which no step takes back', async () => {
    const { browser, id } = await signedIn(['officer', 'compliance']);
    const memberId = await graph.testApp.newMember();
    const [member] = await sql('select uuid from member where id = $1', [memberId]);
    const input = { memberId: member?.['uuid'], reason: 'The member asked for it.' };
    await sql(`update person_session set stepped_up_at = now() - interval '10 minutes' where person_id = $1`, [id]);
    const ERASE = 'mutation ($input: EraseMemberInput!) { eraseMember(input: $input) { userErrors { code } } }';
    const refusal = async () => (await browser.query(ERASE, { input })).data.eraseMember.userErrors[0]?.code;
    expect(await refusal()).toBe('step_up_required');
    await browser.stepUp();
    expect(await refusal()).not.toBe('step_up_required');
    expect(SENSITIVE).toContain('eraseStudent');
  });

  const boundNames = () => {
    const bound = new Set<string>();
    const collect = (value: object) => {
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'function') bound.add(name);
        else if (typeof member === 'object' && member !== null && !Array.isArray(member)) collect(member);
      }
    };
    collect(graph.testApp.app);
    return bound;
  };

  /** Functions of the core that decide, themselves or by a function they call. */
  const decidingFunctions = () => {
    const written = globSync('core/*/**/*.ts').filter((path) => !path.startsWith('core/kernel/'));
    const functions = written.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split(/^(?=export |async |function |const )/m)
        .map((text) => ({ name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1] ?? '', path, text }))
        .filter(({ name }) => name !== ''),
    );
    const found = new Set<string>();
    const decides = ({ path, text }: (typeof functions)[number]) =>
      /requireSecondPerson\(|requireWithinRole\('approve'/.test(text) ||
      functions.some((each) => found.has(each.name) && each.path === path && text.includes(`${each.name}(`));
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const each of functions) if (decides(each)) found.add(each.name);
    }
    return found;
  };

  it('takes a key that was shown in the last five minutes, of this person, in this session', async () => {
    const { browser, id, uuid } = await signedIn(['approver']);
    const loanId = await loanToApprove(100_000n);
    await sql(`update person_session set stepped_up_at = now() - interval '5 minutes' where person_id = $1`, [id]);
    expect(await approve(browser, loanId)).toEqual(['step_up_required']);

    const { body: options } = await browser.post('step-up/options');
    const other = await signedIn(['approver']);
    const foreign = await browser.post('step-up', { response: other.browser.key.sign(options) });
    const elsewhereSigned = browser.key.sign((await other.browser.post('step-up/options')).body);
    const misplaced = await browser.post('step-up', { response: elsewhereSigned });
    expect([foreign.status, misplaced.status]).toEqual([401, 401]);
    expect(await approve(browser, loanId)).toEqual(['step_up_required']);

    expect((await browser.stepUp()).status).toBe(200);
    expect(await approve(browser, loanId)).toEqual([]);
    expect(await auditOf(uuid)).toContain(`session.stepped_up by person:${uuid}`);
    const [loan] = await sql('select approved_by from loan where id = $1', [loanId]);
    expect(loan?.['approved_by']).toBe(`person:${uuid}`);
  });
});

describe('Signing in', () => {
  it('counts as showing the key from when its challenge was made', async () => {
    const { browser, id } = await signedIn();
    const { body: options } = await browser.post('sign-in/options');
    const { clock, keys } = graph.testApp;
    const earlier = challengesWith(keys.challenge, () => clock().subtract({ minutes: 4 })).make('sign-in');
    const response = browser.key.sign({ ...options, challenge: Buffer.from(earlier).toString('base64url') });
    expect((await browser.post('sign-in', { response })).status).toBe(201);
    const [session] = await sql(
      `select opened_at - stepped_up_at between interval '3 minutes' and interval '6 minutes' as earlier
         from person_session where person_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(session).toEqual({ earlier: true });
  });
});

describe('A role', () => {
  it('limits the amount that a person approves and pays out; an institution sets another limit', async () => {
    const { browser: officer } = await signedIn(['officer']);
    expect(await approve(officer, await loanToApprove(100_000n))).toEqual(['role_limit_exceeded']);
    const { browser: approver } = await signedIn(['approver']);
    const large = await loanToApprove(50_000_100n);
    expect(await approve(approver, large)).toEqual(['role_limit_exceeded']);
    await owner(`update tenant set role_limits = '{"approver": {"approve": null}}'`);
    expect(await approve(approver, large)).toEqual([]);
    await owner(`update tenant set role_limits = '{"approver": {"disburse": "1000"}}'`);
    expect(await disburse(approver, large, 100_000)).toEqual(['role_limit_exceeded']);
    await owner(`update tenant set role_limits = '{}'`);
  });

  it('limits every way in which a person moves money out, not withdrawals alone', async () => {
    const { testApp } = graph;
    const { savings: app, lending } = testApp.app;
    const savings = await openTestSavings(testApp);
    const account = await savings.account(100_000_000n);
    // Neither of them owes anything: shares of a member with debts stay.
    const [mine = 0, theirs = 0] = await Promise.all(
      [await testApp.newMember(), await testApp.newMember()].map(async (memberId) => {
        const { id } = await testApp.done(app.openSavingsAccount, { memberId, productId: savings.sharesId });
        await testApp.done(app.depositSavings, { savingsAccountId: id, amount: 90_000_000n, channel: 'cash' });
        return id;
      }),
    );
    const { browser } = await signedIn(['teller']);
    const [amount, { agentNo }, reason] = [90_000_000n, testApp.agent, 'Market day.'];
    const hold = await testApp.done(app.placeSavingsHold, { savingsAccountId: account, amount, reason });
    const ways = (caller: Caller) => [
      testApp.done(app.captureSavingsHold, { savingsTransactionId: hold.id, channel: 'cash' }, caller),
      testApp.done(app.transferShares, { savingsAccountId: mine, toSavingsAccountId: theirs, amount }, caller),
      testApp.done(lending.transferFloat, { agentNo, toAgentNo: 'AG-000404', amount, reason }, caller),
      testApp.done(lending.topUpFloat, { agentNo, amount, reference: `BANK-${++people}` }, caller),
      testApp.done(lending.topUpFromPaybill, { agentNo, amount: 10_000_000n }, caller),
    ];
    await owner(`update tenant set role_limits = '{"teller": {"disburse": "0"}}'`);
    const codes = async (caller: Caller) =>
      (await Promise.allSettled(ways(caller))).map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code));
    expect(await codes(await callerOf(browser))).toEqual(Array(5).fill('role_limit_exceeded'));
    expect((await savings.holding(account))[0]).toBe(100_000_000n);
    await owner(`update tenant set role_limits = '{"teller": {"disburse": null}}'`);
    const unlimited = await codes(await callerOf(browser));
    await owner(`update tenant set role_limits = '{}'`);
    expect(unlimited).toEqual(['done', 'done', 'unknown_reference', 'done', 'done']);
  });

  it('limits what a person approves by refinancing', async () => {
    const loanId = await activeLoan();
    const { browser } = await signedIn(['officer']);
    expect((await refinance(browser, loanId)).userErrors).toEqual([{ code: 'role_limit_exceeded' }]);
  });

  it('limits the loss that a person takes, and what of it they take back, also where no second person is wanted', async () => {
    const { app, done } = graph.testApp;
    const { chargeOffLoan, writeOffLoan, undoLoanWriteOff } = app.lending;
    const loss = { loanId: await activeLoan(), reason: 'The member left the country.' };
    const officer = await callerOf((await signedIn(['officer'])).browser);
    const refused = expect.objectContaining({ code: 'role_limit_exceeded' });
    await expect(done(chargeOffLoan, loss, officer)).rejects.toEqual(refused);
    await expect(done(writeOffLoan, loss, officer)).rejects.toEqual(refused);
    const approver = await callerOf((await signedIn(['approver'])).browser);
    await done(writeOffLoan, loss, approver);
    await expect(done(undoLoanWriteOff, loss, officer)).rejects.toEqual(refused);
    await done(undoLoanWriteOff, loss, approver);
  });
});

describe('Two people', () => {
  beforeAll(() => fourEyes('on'));
  afterAll(() => fourEyes('off'));

  it('are not one person with two browsers', async () => {
    const { browser, uuid } = await signedIn(['officer', 'approver']);
    const loanId = await loanToApprove(100_000n, await callerOf(browser));
    const other = newBrowser(browser.key);
    await other.signIn();
    expect(await approve(other, loanId)).toEqual(['four_eyes_required']);
    const [loan] = await sql('select created_by from loan where id = $1', [loanId]);
    expect(loan?.['created_by']).toBe(`person:${uuid}`);
    expect(await approve((await signedIn(['approver'])).browser, loanId)).toEqual([]);
  });

  it('are not two clients of one person, nor a client and the session of its person, however they are named', async () => {
    const name = `Wanjiru Njeri ${++people}`;
    const { token, email, uuid } = await invited(['approver'], name);
    const browser = newBrowser();
    await browser.register(token);
    const clients = await Promise.all([name.toUpperCase(), email, `person:${uuid}`].map(clientOf));
    const [made, ...others] = clients.map(({ caller }) => caller);
    const loanId = await loanToApprove(100_000n, made);
    expect(await approve(browser, loanId)).toEqual(['four_eyes_required']);
    for (const caller of others) {
      await expect(graph.testApp.done(graph.testApp.app.lending.approveLoan, { loanId }, caller)).rejects.toMatchObject(
        { code: 'four_eyes_required' },
      );
    }
    const mine = await loanToApprove(100_000n, await callerOf(browser));
    await expect(
      graph.testApp.done(graph.testApp.app.lending.approveLoan, { loanId: mine }, made),
    ).rejects.toMatchObject({ code: 'four_eyes_required' });
  });

  it('refinance a loan: one proposes it, another approves the new one within the limits of the role', async () => {
    await fourEyes('off');
    const loanId = await activeLoan();
    await fourEyes('on');
    const { browser: officer, id, uuid } = await signedIn(['officer', 'approver']);
    await sql(`update person_session set stepped_up_at = now() - interval '10 minutes' where person_id = $1`, [id]);
    expect((await refinance(officer, loanId)).userErrors).toEqual([{ code: 'step_up_required' }]);
    await officer.stepUp();
    const { loan, proposal, userErrors } = await refinance(officer, loanId);
    expect([loan, userErrors]).toEqual([null, []]);
    expect(await sql('select id from loan where refinances = $1', [loanId])).toEqual([]);
    expect(await approveProposal(officer, proposal.id)).toEqual(['four_eyes_required']);
    const { browser: other, uuid: otherUuid } = await signedIn(['approver']);
    expect(await approveProposal(other, proposal.id)).toEqual(['role_limit_exceeded']);
    await owner(`update tenant set role_limits = '{"approver": {"approve": null}}'`);
    expect(await approveProposal(other, proposal.id)).toEqual([]);
    await owner(`update tenant set role_limits = '{}'`);
    expect(await sql('select state, created_by, approved_by from loan where refinances = $1', [loanId])).toEqual([
      { state: 'active', created_by: `person:${uuid}`, approved_by: `person:${otherUuid}` },
    ]);
  });

  it('are neither of two of one name, where a client names one of them by it', async () => {
    const name = `John Kamau ${++people}`;
    const client = await clientOf(name);
    for (const email of ['one', 'two'].map((each) => `${each}.${people}@example.org`)) {
      const { secret, hash: tokenHash } = makePersonSecret();
      const invite = { name, email, roles: ['approver'], tokenHash };
      await graph.testApp.app.people.operators.invitePerson(graph.testApp.operator, invite);
      const browser = newBrowser();
      expect((await browser.register(secret)).status).toBe(201);
      expect(await approve(browser, await loanToApprove(100_000n, await callerOf(browser)))).toEqual([
        'four_eyes_required',
      ]);
      expect(await approve(browser, await loanToApprove(100_000n, client.caller))).toEqual(['four_eyes_required']);
    }
  });

  it('are not one person who left and was invited again with the same address, in capitals', async () => {
    const { testApp } = graph;
    const { token, id, email } = await invited(['officer', 'approver']);
    const before = newBrowser();
    await before.register(token);
    const loanId = await loanToApprove(100_000n, await callerOf(before));
    const admin = await administrator();
    await testApp.done(testApp.app.people.dismissPerson, { personId: id, reason: 'Lost the phone.' }, admin);
    const { secret, hash: tokenHash } = makePersonSecret();
    const again = { name: 'Another Name', email: email.toUpperCase(), roles: ['officer', 'approver'], tokenHash };
    await testApp.done(testApp.app.people.invitePerson, again, admin);
    const after = newBrowser();
    expect((await after.register(secret)).status).toBe(201);
    expect(await approve(after, loanId)).toEqual(['four_eyes_required']);
    expect(await approve((await signedIn(['approver'])).browser, loanId)).toEqual([]);
  });

  it('are not one person at the command line and in a session', async () => {
    const name = `Otieno Ouma ${++people}`;
    const { token } = await invited(['approver'], name);
    const browser = newBrowser();
    await browser.register(token);
    const { testApp } = graph;
    const topUp = { agentNo: testApp.agent.agentNo, amount: 100_000n, reference: `BANK-${people}` };
    const proposed = await testApp.app.operators.topUpFloat(testApp.operator, topUp, { by: name.toLowerCase() });
    if (proposed.kind !== 'proposed') throw new Error('It was not proposed.');
    const { uuid } = proposed.proposal;
    expect(await approveProposal(browser, uuid)).toEqual(['four_eyes_required']);
    const { browser: small } = await signedIn(['teller', 'approver']);
    await owner(`update tenant set role_limits = '{"approver": {"approve": "99999"}}'`);
    expect(await approveProposal(small, uuid)).toEqual(['role_limit_exceeded']);
    await owner(`update tenant set role_limits = '{}'`);
    expect(await approveProposal(small, uuid)).toEqual([]);
  });
});

describe('An administrator', () => {
  it('changes no roles of their own, and neither leaves nor is suspended while there is no other', async () => {
    const { testApp } = graph;
    const { people: app } = testApp.app;
    await owner(`update person set roles = '{officer}' where 'administrator' = any (roles)`);
    const { browser, id } = await signedIn(['administrator']);
    const caller = await callerOf(browser);
    const done = testApp.done;
    await expect(done(app.assignRoles, { personId: id, roles: ['approver'] }, caller)).rejects.toMatchObject({
      code: 'own_person',
    });
    const { browser: second, id: secondId } = await signedIn(['administrator']);
    const other = await callerOf(second);
    const both = await Promise.allSettled([
      done(app.suspendPerson, { personId: id, reason: 'Leave.' }, other),
      done(app.suspendPerson, { personId: secondId, reason: 'Leave.' }, caller),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_administrator' } });
  });

  it('replaces a lost key together with a second one where two people are needed', async () => {
    const { testApp } = graph;
    const { people: app } = testApp.app;
    const { id, browser: lost } = await signedIn(['teller']);
    const [first, second] = [await administrator(), await administrator()];
    await fourEyes('on');
    const { secret, hash: tokenHash } = makePersonSecret();
    await testApp.done(app.invitePersonAgain, { personId: id, tokenHash }, first);
    expect((await newBrowser().register(secret)).status).toBe(410);
    await expect(testApp.done(app.confirmInvitation, { personId: id }, first)).rejects.toMatchObject({
      code: 'four_eyes_required',
    });
    await testApp.done(app.confirmInvitation, { personId: id }, second);
    await fourEyes('off');
    const found = newBrowser();
    expect((await found.register(secret)).status).toBe(201);
    expect([(await lost.query(MEMBERS)).status, (await newBrowser(lost.key).signIn()).status]).toEqual([401, 401]);
  });
});

describe('The graph of access', () => {
  const VIEWER = `{ viewer { actor steppedUp scopes limits { approve disburse } mode sessionId
    person { id name state roles sessions { id isThisOne method } } } }`;

  it('says who sends a request and what they may do, of a person and of a client', async () => {
    const { browser, uuid } = await signedIn(['teller']);
    const other = newBrowser(browser.key);
    await other.signIn();
    const { viewer } = (await browser.query(VIEWER)).data;
    expect(viewer).toMatchObject({
      actor: `person:${uuid}`,
      steppedUp: true,
      limits: { approve: 0, disburse: 50_000_000 },
      mode: 'SANDBOX',
      person: { id: uuid, state: 'ACTIVE', roles: ['TELLER'] },
    });
    expect(viewer.scopes).toContain('disbursements:write');
    expect(viewer.person.sessions).toHaveLength(2);
    const [own] = viewer.person.sessions.filter(({ isThisOne }: { isThisOne: boolean }) => isThisOne);
    expect(own.id).toBe(viewer.sessionId);

    const client = await graph.execute(VIEWER, {}, ['loans:read']);
    expect(client.data?.['viewer']).toEqual({
      actor: graph.testApp.client.clientKey,
      steppedUp: null,
      scopes: ['loans:read'],
      limits: { approve: null, disburse: null },
      mode: 'SANDBOX',
      sessionId: null,
      person: null,
    });
  });

  it('lets a person end another of their sessions, and no session of anybody else', async () => {
    const { browser } = await signedIn(['teller']);
    const { browser: stranger } = await signedIn([]);
    const lost = newBrowser(browser.key);
    await lost.signIn();
    const sessionOf = async (each: Browser) => String((await each.query(VIEWER)).data.viewer.sessionId);
    const END = 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { sessionId userErrors { code } } }';
    const foreign = await browser.query(END, { id: await sessionOf(stranger) });
    expect(foreign.data.endSession.userErrors).toEqual([expect.objectContaining({ code: 'role_not_grantable' })]);
    expect((await stranger.query(VIEWER)).status).toBe(200);
    const byClient = await graph.execute(END, { id: await sessionOf(stranger) });
    expect(byClient.data?.['endSession'].userErrors).toHaveLength(1);
    expect((await browser.query(END, { id: await sessionOf(lost) })).data.endSession.userErrors).toEqual([]);
    expect((await lost.query(VIEWER)).status).toBe(401);
  });

  it('invites, gives roles and shows what a person has done, to administrators who showed their key', async () => {
    const { browser: admin, id, uuid } = await signedIn(['administrator']);
    const INVITE = `mutation ($input: InvitePersonInput!, $key: String) {
      invitePerson(input: $input, idempotencyKey: $key) {
        invitationToken person { id version state invitation { invitedBy awaitsSecond } } userErrors { code path }
      }
    }`;
    const input = { name: 'Njeri Kamau', email: 'njeri@example.org', roles: ['LECTURER'] };
    await sql(`update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = $1`, [id]);
    const early = (await admin.query(INVITE, { input })).data.invitePerson;
    expect([early.person, early.userErrors[0].code]).toEqual([null, 'step_up_required']);
    await admin.stepUp();
    const { invitationToken, person } = (await admin.query(INVITE, { input, key: 'once' })).data.invitePerson;
    expect(person).toMatchObject({
      state: 'INVITED',
      invitation: { invitedBy: `person:${uuid}`, awaitsSecond: false },
    });
    const again = (await admin.query(INVITE, { input, key: 'once' })).data.invitePerson;
    expect(again.invitationToken).toBe(invitationToken);
    const stored = await sql('select response from idempotency_key');
    expect(JSON.stringify(stored)).not.toContain(invitationToken);
    const twice = (await admin.query(INVITE, { input: { ...input, email: 'NJERI@example.org' } })).data.invitePerson;
    expect(twice.userErrors[0].code).toBe('person_exists');

    const lecturer = newBrowser();
    expect((await lecturer.register(invitationToken)).status).toBe(201);
    const ASSIGN = `mutation ($input: AssignRolesInput!) {
      assignRoles(input: $input) { person { roles } userErrors { code } }
    }`;
    const assigned = await admin.query(ASSIGN, { input: { personId: person.id, roles: ['REGISTRAR', 'BURSAR'] } });
    expect(assigned.data.assignRoles).toEqual({ person: { roles: ['REGISTRAR', 'BURSAR'] }, userErrors: [] });
    const own = await admin.query(ASSIGN, { input: { personId: uuid, roles: ['APPROVER', 'ADMINISTRATOR'] } });
    expect(own.data.assignRoles.userErrors[0].code).toBe('own_person');
    const upward = await lecturer.query(ASSIGN, { input: { personId: person.id, roles: ['ADMINISTRATOR'] } });
    expect([upward.data.assignRoles, upward.errors?.length]).toEqual([null, 1]);

    const seen = await admin.query(
      `query ($id: ID!) { person(id: $id) { audit(first: 5) { command eventType } }
        people(filter: { states: [ACTIVE] }, first: 100) { nodes { id } totalCount } roles { role limits { disburse } grants } }`,
      { id: uuid },
    );
    expect(seen.data.person.audit[0]).toEqual({ command: 'assignRoles', eventType: 'person.roles_assigned' });
    expect(seen.data.people.nodes).toContainEqual({ id: person.id });
    expect(seen.data.roles).toHaveLength(10);
    const hidden = await lecturer.query(
      '{ people(first: 1) { nodes { name } } viewer { person { name audit { at } } } }',
    );
    expect([hidden.data.people, hidden.data.viewer.person]).toEqual([null, { name: 'Njeri Kamau', audit: null }]);
  });
});

describe('A visitor of the demo', () => {
  it('enters in a role without a key, and as nobody else', async () => {
    const { testApp } = graph;
    await testApp.internals.transact.run('plantDemoPeople', testApp.operator, (tx, { realTime }) =>
      plantPeople(tx, realTime),
    );
    const visitor = newBrowser();
    // The society is offered once it is grown: until then, no one enters it.
    expect((await visitor.post('ways', {})).body).toEqual({
      openid: false,
      sandbox: true,
      sandboxes: ['demo'],
      growing: 40,
    });
    expect((await visitor.post('sandbox', { role: 'officer', institution: 'society' })).status).toBe(401);
    expect((await visitor.post('sandbox', { role: 'officer' })).status).toBe(201);
    expect((await visitor.query(MEMBERS)).status).toBe(200);
    const person = (await testApp.sql(`select id from person where name = 'Amina Otieno' and state = 'active'`))[0];
    const dismissed = { personId: Number(person?.['id']), reason: 'A visitor' };
    await testApp.done(testApp.app.people.dismissPerson, dismissed, testApp.operator);
    expect((await newBrowser().post('sandbox', { role: 'officer' })).status).toBe(401);
    await testApp.internals.transact.run('plantDemoPeople', testApp.operator, (tx, { realTime }) =>
      plantPeople(tx, realTime),
    );
    expect((await newBrowser().post('sandbox', { role: 'officer' })).status).toBe(201);
    for (const role of ['root', '', 'officer@demo.invalid', "officer' or true --"]) {
      expect((await newBrowser().post('sandbox', { role })).status).toBe(401);
    }
  });
});

it.each([
  ['the machine itself', null, 'http://localhost:4000', '127.0.0.1', false, true],
  ['a proxy on the same machine', null, 'http://localhost:4000', '127.0.0.1', true, false],
  ['another machine', null, 'http://localhost:4000', '10.0.0.7', false, false],
  ['the machine itself, where the gateway has a public name', null, 'https://demo.example.org', '::1', false, false],
  ['anywhere, where it is switched on', 'on', 'https://demo.example.org', '10.0.0.7', true, true],
  ['the machine itself, where it is switched off', 'off', 'http://localhost:4000', '127.0.0.1', false, false],
] as const)('A visitor of the demo from %s', (_from, entry, origin, address, isForwarded, isAdmitted) => {
  expect(admittedVisitors(entry, origin)({ address, isForwarded })).toBe(isAdmitted);
});

/** An administrator who has signed in a moment ago, for use cases without HTTP. */
const administrator = async () => callerOf((await signedIn(['administrator'])).browser);

/** The person behind a session, as the gateway names them to the subgraphs. */
async function callerOf(browser: Browser): Promise<Caller> {
  const { app, keys } = graph.testApp;
  const signIn = app.signInAt({ key: keys.challenge, origin: PUBLIC_ORIGIN, openid: null, sandboxTenant: null });
  const known = await signIn.identify(browser.cookie()?.split('=')[1] ?? '');
  if (known === null) throw new Error('No session is open.');
  return { ...known, requestId: 'in a test', traceparent: null };
}

/** Another client for which this person is responsible. */
async function clientOf(responsible: string) {
  const { testApp } = graph;
  const client = await testApp.newClient();
  await testApp.app.partners.operators.changeClientResponsible(testApp.operator, { clientId: client.id, responsible });
  return client;
}

/** What a person leaves behind who signs in often and never out; one more is 29 days old. */
async function plantOldSessions(personId: number): Promise<void> {
  await owner(
    `with old as (
       insert into person_session (tenant_id, uuid, version, created_at, updated_at, person_id, token_hash, method, proof,
                                   agent, state, opened_at, expires_at, last_used_at, stepped_up_at, id)
         overriding system value
       select s.tenant_id, gen_random_uuid(), 1, t, t, s.person_id, gen_random_uuid(), 'passkey', gen_random_uuid(),
              'x', 'open', t, t + interval '12 hours', t, t, -1 - n - 10000 * (s.person_id % 1000)
         from person_session s, generate_series(0, 1000) n,
              lateral (select now() - make_interval(days => case n when 0 then 29 else 90 end)) as at (t)
        where s.person_id = ${personId}
       returning tenant_id, token_hash)
     insert into person_route (hash, tenant_id) select token_hash, tenant_id from old`,
  );
}

async function oldSessions() {
  const [row] = await sql(
    `select count(*)::int as sessions, count(r.hash)::int as routes
       from person_session s left join person_route r on r.hash = s.token_hash
      where s.opened_at < now() - interval '28 days'`,
  );
  return row;
}

async function fourEyes(state: 'on' | 'off'): Promise<void> {
  await owner(`update tenant set four_eyes = ${state === 'on'}`);
  graph.testApp.internals.tenants.forget(graph.testApp.tenantId);
}

async function approveProposal(browser: Browser, id: string): Promise<readonly string[]> {
  const { data, errors } = await browser.query(
    'mutation ($id: ID!) { approveProposal(input: { proposalId: $id }) { proposal { state } userErrors { code } } }',
    { id },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.approveProposal.userErrors.map(({ code }: { code: string }) => code);
}

async function loanToApprove(principal: bigint, caller = graph.testApp.client.caller): Promise<number> {
  const { testApp } = graph;
  const applied = { memberId: testApp.memberId, productId: testApp.productId, principal, termMonths: 12 };
  const { id } = await testApp.done(testApp.app.lending.applyForLoan, applied, caller);
  return id;
}

/** A loan of 10,000.00 that was paid out. */
async function activeLoan(): Promise<number> {
  const { testApp } = graph;
  const loanId = await testApp.readyLoan(1_000_000n);
  const paid = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254712345678', agentNo: null } as const;
  const { originatorId } = await testApp.done(testApp.app.lending.disburse, paid);
  const receiptNo = `SKE${originatorId.slice(-7)}`;
  const status = { kind: 'paid', providerRef: null, receiptNo, at: testApp.clock(), amount: null } as const;
  await testApp.app.lending.recordPayoutStatus(testApp.operator, { originatorId, status });
  return loanId;
}

/** Refinances with 9,000,000.00 on top. */
async function refinance(browser: Browser, loanId: number) {
  const [product] = await sql('select uuid from loan_product where id = $1', [graph.testApp.productId]);
  const input = { loanId: await uuidOf(loanId), productId: product?.['uuid'], termMonths: 12, topUp: 900_000_000 };
  const { data, errors } = await browser.query(
    `mutation ($input: RefinanceLoanInput!) {
      refinanceLoan(input: $input) { loan { state } proposal { id } userErrors { code } }
    }`,
    { input },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.refinanceLoan;
}

const uuidOf = async (loanId: number) =>
  String((await sql('select uuid from loan where id = $1', [loanId]))[0]?.['uuid']);

async function approve(browser: Browser, loanId: number): Promise<readonly string[]> {
  const { data, errors } = await browser.query(
    'mutation ($id: ID!) { approveLoan(input: { loanId: $id }) { loan { state } userErrors { code } } }',
    { id: await uuidOf(loanId) },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.approveLoan.userErrors.map(({ code }: { code: string }) => code);
}

async function disburse(browser: Browser, loanId: number, amount: number): Promise<readonly string[]> {
  const { data, errors } = await browser.query(
    `mutation ($input: DisburseLoanInput!) { disburseLoan(input: $input) { userErrors { code } } }`,
    { input: { loanId: await uuidOf(loanId), amount, channel: 'MPESA_B2C', msisdn: '+254712345678' } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.disburseLoan.userErrors.map(({ code }: { code: string }) => code);
}

/** What the device signed, with the origin of another page. */
function elsewhere({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as object;
  return Buffer.from(JSON.stringify({ ...data, origin: 'https://evil.example' })).toString('base64url');
}

async function owner(statement: string): Promise<void> {
  await asOwner(graph.testApp.settings.adminUrl, (client) => client.query(statement));
}
