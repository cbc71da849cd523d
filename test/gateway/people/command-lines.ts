import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '#platform/cli/program.ts';
import { SCOPE_OF_COMMAND } from '#platform/cli/rights.ts';
import { PEOPLE_SCOPES } from '#core/people/roles.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { hashUserCode } from '#platform/auth/command-line.ts';
import { installedOn } from '../../support/installation.ts';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import { runHere } from '../../support/terminal.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type Opened = { readonly graph: WholeGraph; readonly at: ReturnType<typeof peopleAt> };

const CLIENT = { client_id: 'umoja-cli' };
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A person at a command line: RFC 8628 at the gateway, and what the commands make of it. */
export function commandLines(opened: () => Opened): void {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'umoja-logins-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const base = () => new URL(opened().graph.url).origin;
  let callers = 0;
  /** As a command line sends it: a form, from an address of its own. */
  const send = async (to: string, fields: Record<string, string>, from = `198.51.100.${++callers % 250}`) => {
    const response = await fetch(`${base()}/auth/device/${to}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams(fields),
    });
    const body = (await response.json()) as Record<string, any>;
    return { status: response.status, body, error: [response.status, body['error']] };
  };
  const begun = async () => (await send('code', { ...CLIENT, device_name: 'umoja of jane on laptop' })).body;
  const polled = (device: Record<string, any>) =>
    send('token', { ...CLIENT, grant_type: GRANT, device_code: device['device_code'] });
  /** As if the interval were over. */
  const later = () => opened().at.owner(`update login_request set polled_at = polled_at - interval '1 minute'`);
  const confirmedBy = async (person: SignedInPerson) => {
    const device = await begun();
    const { status } = await person.browser.post('device/confirm', { code: device['user_code'] });
    expect(status).toBe(200);
    const { body } = await polled(device);
    return { token: String(body['access_token']), body };
  };
  const actorOf = async (token: string) => {
    const { status, body } = await send('person', { token });
    return status === 200 ? body['actor'] : status;
  };

  describe('A command line that waits for a person', () => {
    it('shows a code of consonants, learns at its pace that it waits, and acts as who confirms it, once', async () => {
      const { graph, at } = opened();
      const person = await at.signedIn(['officer']);
      const device = await begun();
      expect(device).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
        verification_uri: 'http://localhost:4000/login',
        verification_uri_complete: `http://localhost:4000/login?code=${device['user_code']}`,
        expires_in: 600,
        interval: 5,
      });
      expect((await polled(device)).error).toEqual([400, 'authorization_pending']);
      await at.owner(`update login_request set polled_at = now() + interval '1 minute'`);
      expect((await polled(device)).error).toEqual([400, 'slow_down']);
      const [slowed] = (
        await at.owner(`select interval_seconds from login_request
        where code_hash = '${hashUserCode(device['user_code'])}'`)
      ).rows;
      expect(slowed).toEqual({ interval_seconds: 10 });
      await later();
      expect((await polled(device)).error).toEqual([400, 'authorization_pending']);

      const typed = ` ${String(device['user_code']).toLowerCase().replace('-', ' ')} `;
      const waiting = await person.browser.post('device/waiting', { code: typed });
      expect([waiting.status, waiting.body.agent]).toEqual([200, 'umoja of jane on laptop']);
      expect(waiting.body.address).toMatch(/^198\.51\.100\./);
      expect((await person.browser.post('device/confirm', { code: typed })).status).toBe(200);
      const { status, body } = await polled(device);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          token_type: 'Bearer',
          actor: `person:${person.uuid}`,
          institution: 'Umoja Test Society',
        }),
      ]);
      // A reply that was lost comes again; the code does not.
      expect((await polled(device)).body['access_token']).toBe(body['access_token']);
      const other = await at.signedIn(['officer']);
      const second = await other.browser.post('device/confirm', { code: typed });
      expect([second.status, second.body.error.code]).toEqual([410, 'login_code_unusable']);
      const [session] = await graph.testApp.sql(
        `select s.method, s.agent, c.person_id = s.person_id as own from person_session s
           join person_session c on c.id = s.confirmed_in where s.person_id = $1`,
        [person.id],
      );
      expect(session).toEqual({ method: 'command_line', agent: 'umoja of jane on laptop', own: true });
      const stored = JSON.stringify(await graph.testApp.sql('select token_hash, proof from person_session'));
      expect(stored).not.toContain(body['access_token']);
    });

    it('is denied by the person, who has the audit trail say so', async () => {
      const { graph, at } = opened();
      const person = await at.signedIn(['officer']);
      const device = await begun();
      expect((await person.browser.post('device/deny', { code: device['user_code'] })).status).toBe(200);
      expect((await polled(device)).error).toEqual([400, 'access_denied']);
      expect((await person.browser.post('device/confirm', { code: device['user_code'] })).status).toBe(410);
      const [noted] = await graph.testApp.sql(
        `select e.data ->> 'why' as why from event e where e.type = 'person.sign_in_failed' and e.subject_id = $1`,
        [person.id],
      );
      expect(noted).toEqual({ why: 'command line denied' });
    });

    it('learns that its code has expired, and no person confirms it any more', async () => {
      const { at } = opened();
      const person = await at.signedIn(['officer']);
      const device = await begun();
      await at.owner(
        `update login_request set expires_at = now() where code_hash = '${hashUserCode(device['user_code'])}'`,
      );
      expect((await person.browser.post('device/confirm', { code: device['user_code'] })).status).toBe(410);
      expect((await polled(device)).error).toEqual([400, 'expired_token']);
    });

    it('leaves places for others, however many one address has asked for', async () => {
      const { at } = opened();
      const filled = (expiry: string) =>
        at.owner(
          `insert into login_request (code_hash, secret_hash, agent, address, expires_at)
           select 'c' || n || '${expiry}', 's' || n || '${expiry}', 'a script', '203.0.113.77', now() + interval '${expiry}'
             from generate_series(1, 100) n`,
        );
      const from = (address: string) => send('code', { ...CLIENT, device_name: 'umoja of jane on laptop' }, address);
      await filled('-1 minute');
      expect((await from('203.0.113.77')).status).toBe(200);
      await filled('5 minutes');
      expect((await from('203.0.113.77')).status).toBe(503);
      expect((await from('203.0.113.78')).status).toBe(200);
      await at.owner(`delete from login_request where agent = 'a script'`);
    });

    it('is confirmed with a key that was shown a moment ago, in an open session, from our own page', async () => {
      const { graph, at } = opened();
      const person = await at.signedIn(['officer']);
      const device = await begun();
      const code = { code: device['user_code'] };
      await graph.testApp.sql(
        `update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = $1`,
        [person.id],
      );
      const late = await person.browser.post('device/confirm', code);
      expect([late.status, late.body.error.code]).toEqual([403, 'step_up_required']);
      expect((await at.newBrowser().post('device/confirm', code)).status).toBe(401);
      expect((await person.browser.post('device/confirm', code, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await polled(device)).error).toEqual([400, 'authorization_pending']);
      expect((await person.browser.stepUp()).status).toBe(200);
      expect((await person.browser.post('device/confirm', code)).status).toBe(200);
    });

    it('is not found by guessing: ten codes a minute from an address, and as many secrets', async () => {
      const { at } = opened();
      const person = await at.signedIn(['officer']);
      const guesses: number[] = [];
      for (let n = 0; n < 12; n++) {
        guesses.push((await person.browser.post('device/waiting', { code: 'BBBB-BBBB' })).status);
      }
      expect(guesses).toEqual([...Array<number>(10).fill(410), 429, 429]);
      const secrets: unknown[] = [];
      for (let n = 0; n < 11; n++) {
        const guess = { ...CLIENT, grant_type: GRANT, device_code: 'A'.repeat(43) };
        secrets.push((await send('token', guess, '203.0.113.9')).error);
      }
      expect(secrets).toEqual([...Array<unknown>(10).fill([400, 'invalid_grant']), [429, 'slow_down']]);
    });

    it('keeps no others out: one address has sixty codes a minute, of the ten thousand that may wait', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 62; n++) statuses.push((await send('code', CLIENT, '203.0.113.10')).status);
      expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
    });

    it('is refused as the standard says where it sends something else', async () => {
      expect((await send('code', { client_id: 'another' })).error).toEqual([401, 'invalid_client']);
      expect((await send('token', { ...CLIENT, grant_type: 'password' })).error).toEqual([
        400,
        'unsupported_grant_type',
      ]);
      expect((await send('token', { ...CLIENT, grant_type: GRANT })).error).toEqual([400, 'invalid_request']);
      const named = await send('code', { ...CLIENT, device_name: 'a\u0000\u202e<b>\n' + 'x'.repeat(300) });
      expect(named.status).toBe(200);
    });
  });

  describe('The session of a command line', () => {
    it('ends with the session in which it was confirmed, and with its person; signed out, it leaves that one alone', async () => {
      const { graph, at } = opened();
      const person = await at.signedIn(['officer']);
      const [first, second] = [await confirmedBy(person), await confirmedBy(person)];
      expect((await send('revoke', { token: first.token })).status).toBe(200);
      expect([await actorOf(first.token), await actorOf(second.token)]).toEqual([401, `person:${person.uuid}`]);
      expect((await person.browser.query('{ viewer { actor } }')).status).toBe(200);
      await person.browser.post('sign-out');
      expect(await actorOf(second.token)).toBe(401);
      const ended = await graph.testApp.sql(
        `select state, ended_by from person_session where person_id = $1 and method = 'command_line' order by id`,
        [person.id],
      );
      expect(ended).toEqual(Array(2).fill({ state: 'ended', ended_by: `person:${person.uuid}` }));

      const other = await at.signedIn(['officer']);
      const third = await confirmedBy(other);
      const administrator = await at.signedIn(['administrator']);
      const left = { personId: other.id, reason: 'On leave.' };
      await graph.testApp.done(graph.testApp.app.people.suspendPerson, left, administrator.caller);
      expect(await actorOf(third.token)).toBe(401);
    });

    it('lasts no longer than the one in which it was confirmed, even where that was never ended', async () => {
      const { graph, at } = opened();
      const person = await at.signedIn(['officer']);
      await graph.testApp.sql(`update person_session set expires_at = now() + interval '1 hour' where person_id = $1`, [
        person.id,
      ]);
      const { token } = await confirmedBy(person);
      const ends = await graph.testApp.sql('select distinct expires_at from person_session where person_id = $1', [
        person.id,
      ]);
      expect(ends).toHaveLength(1);
      await graph.testApp.sql(
        `update person_session set expires_at = now() where person_id = $1 and confirmed_in is null`,
        [person.id],
      );
      expect(await actorOf(token)).toBe(401);
    });

    it('opens no page and no REST, as that of a browser opens no command line', async () => {
      const { at } = opened();
      const person = await at.signedIn(['officer']);
      const { token } = await confirmedBy(person);
      const thief = at.newBrowser();
      thief.hold(`__Host-umoja=${token}`);
      expect((await thief.query('{ viewer { actor } }')).status).toBe(401);
      expect((await thief.post('device/confirm', { code: (await begun())['user_code'] })).status).toBe(401);
      expect(await actorOf(person.browser.cookie()?.split('=')[1] ?? '')).toBe(401);
    });
  });

  describe('A person who is logged in at the command line', () => {
    const environment = async (): Promise<NodeJS.ProcessEnv> =>
      installedOn(opened().graph.testApp.settings, {
        UMOJA_DATA_DIR: home,
        XDG_CONFIG_HOME: home,
        UMOJA_PUBLIC_ORIGIN: base().replace('127.0.0.1', 'localhost'),
      });
    const umoja = async (...words: string[]) =>
      runHere([...words, '--tenant', String(opened().graph.testApp.tenantId)], await environment());
    const loggedIn = async (person: SignedInPerson, ...options: string[]) => {
      const pause = async () => {
        const { rows } = await opened().at.owner(
          'select count(*)::int as waiting from login_request where denied_at is null',
        );
        expect(rows[0].waiting).toBeGreaterThan(0);
        await person.browser.post('device/confirm', { code: shownCode() });
      };
      let written = '';
      const shownCode = () => /\b[A-Z]{4}-[A-Z]{4}\b/.exec(written)?.[0] ?? '';
      return runHere(['login', ...options], await environment(), { pause, onOutput: (text) => void (written += text) });
    };
    const logins = path.join('umoja', 'logins.json');

    it('acts with that person’s rights and name, and is one person with their browser wherever two are needed', async () => {
      const { graph, at } = opened();
      const { testApp } = graph;
      const teller = await at.signedIn(['teller', 'approver']);
      const { code, output } = await loggedIn(teller);
      expect([code, output]).toEqual([0, expect.stringContaining('You are Guest')]);
      expect((await stat(path.join(home, logins))).mode & 0o777).toBe(0o600);
      expect((await umoja('whoami')).output).toContain(`person:${teller.uuid}`);

      const agent =
        (await testApp.sql<{ agent_no: string }>('select agent_no from agent order by id limit 1'))[0]?.agent_no ?? '';
      const topUp = ['float', 'top-up', agent, '--amount', '100000', '--reference', 'FT-CLI-1'];
      expect(await umoja(...topUp, '--by', 'Someone else')).toEqual({
        code: 1,
        output: expect.stringContaining('You are logged in, and propose as yourself: leave --by out.'),
      });
      expect((await umoja(...topUp)).output).toContain('Proposed.');
      const [proposal] = await testApp.sql<{ id: string; proposed_by: string }>(
        `select id, proposed_by from proposal order by id desc limit 1`,
      );
      expect(proposal?.proposed_by).toBe(`person:${teller.uuid}`);
      const agreed = { proposalId: Number(proposal?.id) };
      const approve = (caller: SignedInPerson['caller']) =>
        at.refusalOf(testApp.done(testApp.app.approvals.approveProposal, agreed, caller));
      expect(await approve(teller.caller)).toBe('four_eyes_required');
      const second = await at.signedIn(['approver']);
      expect(await approve(second.caller)).toBeNull();
      const audited = await testApp.sql(
        `select a.actor from audit a join event e on e.uuid = a.event_uuid where e.subject_type = 'proposal' and e.subject_id = $1 order by a.id`,
        [proposal?.id],
      );
      expect(audited.map(({ actor }) => actor)).toEqual([`person:${teller.uuid}`, `person:${second.uuid}`]);
    });

    it('runs no command that the roles do not have, none of the machine without saying so, and none once it has ended', async () => {
      const { at } = opened();
      const officer = await at.signedIn(['officer']);
      expect((await loggedIn(officer)).code).toBe(0);
      expect((await umoja('person', 'list')).output).toContain(
        '`person list` needs the scope people:read, which your roles do not have.',
      );
      expect((await umoja('ledger', 'trial-balance')).code).toBe(0);
      const ofMachine = await umoja('rails', 'resume');
      expect([ofMachine.code, ofMachine.output]).toEqual([1, expect.stringContaining('--break-glass')]);
      expect((await umoja('person', 'list', '--break-glass')).code).toBe(0);
      await officer.browser.post('sign-out');
      expect((await umoja('ledger', 'trial-balance')).output).toMatch(/The session of Guest \d+ has ended\./);
      expect((await umoja('whoami')).code).toBe(1);
      expect((await umoja('logout')).output).toContain('logged out');
      expect((await umoja('whoami')).output).toContain('No person is logged in');
      expect((await umoja('ledger', 'trial-balance')).code).toBe(0);
    });

    it('is that person by whichever name of the machine they logged in, and decides no policy by what an app is charged', async () => {
      const { at } = opened();
      await at.fourEyes('off');
      const teller = await at.signedIn(['teller']);
      expect((await loggedIn(teller, '--server', base())).code).toBe(0);
      expect(await umoja('person', 'list')).toEqual({ code: 1, output: expect.stringContaining('people:read') });
      for (const options of [
        ['--fee-limit', '900'],
        ['--payout', 'rest=100'],
      ]) {
        const { code, output } = await umoja('app', 'tariff', ...options);
        expect([code, output]).toEqual([1, expect.stringContaining('needs the scope settings:write')]);
      }
      expect((await umoja('app', 'tariff')).code).toBe(0);
      await umoja('logout', '--everywhere');
    });

    it('is not let on where others may read the file, where the server is not safe, or who is limited to a branch', async () => {
      const { graph, at } = opened();
      const officer = await at.signedIn(['officer']);
      await loggedIn(officer);
      await chmod(path.join(home, logins), 0o644);
      expect((await umoja('ledger', 'trial-balance')).output).toContain('Others can read');
      await chmod(path.join(home, logins), 0o600);
      const [branch] = await graph.testApp.sql<{ id: string }>('select id from branch order by id limit 1');
      const limited = { personId: officer.id, branchIds: [Number(branch?.id)] };
      await graph.testApp.app.people.operators.assignBranches(graph.testApp.operator, limited);
      expect((await umoja('ledger', 'trial-balance')).output).toContain('Work in the portal');
      const elsewhere = await runHere(['ledger', 'trial-balance', '--tenant', '99'], await environment());
      expect(elsewhere.output).toContain('not at 99');
      expect((await umoja('login', '--server', 'http://umoja.example.org')).output).toContain('give https://');
      const stored = await readFile(path.join(home, logins), 'utf8');
      expect(JSON.parse(stored)).toHaveLength(1);
      await umoja('logout', '--everywhere');
    });

    it('names a lecturer units by their codes, with the programme where several have one', async () => {
      const { graph, at } = opened();
      const { testApp, school } = graph;
      const { email, id } = await at.invited(['lecturer']);
      const assigned = async () =>
        (await testApp.sql('select unit_ids from person where id = $1', [id]))[0]?.['unit_ids'];
      expect((await umoja('person', 'units', email, 'csc101', 'BSC-CS:CSC102')).code).toBe(0);
      expect(await assigned()).toEqual(school.unitIds.map(String));
      expect((await umoja('person', 'units', email, 'CSC999')).output).toContain('There is no unit CSC999.');
      const offered = { code: 'CSC101', title: 'Of another', creditHours: '3', yearOfStudy: 1, core: false };
      await testApp.done(testApp.app.education.offerUnit, { ...offered, programmeId: null });
      expect((await umoja('person', 'units', email, 'CSC101')).output).toContain('BSC-CS:CSC101');
      expect(await assigned()).toEqual(school.unitIds.map(String));
      expect((await umoja('person', 'units', email, 'none')).output).toContain('has no class');
      expect(await assigned()).toEqual([]);
    });

    it('needs for each command a scope that there is', () => {
      const known: readonly string[] = [...SCOPES, ...PEOPLE_SCOPES];
      const words = (command: typeof program): string[] =>
        command.commands.flatMap((each) => [each.name(), ...words(each).map((rest) => `${each.name()} ${rest}`)]);
      const commands = words(program);
      for (const [command, scope] of Object.entries(SCOPE_OF_COMMAND)) {
        expect([command, commands.includes(command), known.includes(scope)]).toEqual([command, true, true]);
      }
    });
  });
}
