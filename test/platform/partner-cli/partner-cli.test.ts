import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runPartnerCommand } from '#platform/partner-cli/run.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

type Received = {
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly event: { sequence: number };
};

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;
let home: string;
/** What partners run on their laptops. */
let laptop: Server;
let received: Received[] = [];
let reply = 200;

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
  home = await mkdtemp(path.join(tmpdir(), 'umoja-partner-'));
  laptop = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers as Record<string, string>, text, event: JSON.parse(text) });
      response.writeHead(reply).end();
    });
  });
  await new Promise<void>((listening) => laptop.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  laptop.close();
  await ports.close();
  await rm(home, { recursive: true, force: true });
});
afterEach(() => {
  received = [];
  reply = 200;
});

/** What a worker does all the time: it numbers the feed. */
const relay = () => ports.app.delivery.relay(institution.id);

type Run = {
  readonly pause?: () => Promise<void>;
  readonly stop?: AbortController;
  readonly input?: string;
  readonly env?: object;
};

/** Runs a command in the process of the suite; `said` grows as it runs. */
function start(words: readonly string[], { pause, stop = new AbortController(), input = '', env = {} }: Run = {}) {
  const said = { out: '', err: '' };
  const into = (which: 'out' | 'err') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        said[which] += String(chunk);
        done();
      },
    });
  const done = runPartnerCommand(words, {
    env: { XDG_CONFIG_HOME: home, ...env },
    input: Readable.from([input]),
    out: into('out'),
    err: into('err'),
    pause: async () => void (await (pause?.() ?? sleep(20))),
    stopped: stop.signal,
  });
  return { said, done, stop };
}

async function run(words: readonly string[], options: Run = {}) {
  const { said, done } = start(words, options);
  return { code: await done, ...said };
}

const login = (server = ports.url, secret = client.secret) =>
  run(['login', '--server', server, '--client-id', client.clientKey], { input: `${secret}\n` });

describe('The credentials of a partner at the command line', () => {
  it('are stored where the person alone can read them, and never shown', async () => {
    const { code, out, err } = await login();
    expect([code, out]).toEqual([0, expect.stringContaining('(sandbox)')]);
    const file = path.join(home, 'umoja/partner.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(client.secret);
    expect(out + err).not.toContain(client.secret);
    expect((await run(['whoami'])).out).toContain(client.clientKey);
  });

  it('are refused with what to do: a wrong secret, an address in clear, a file that others read, none at all', async () => {
    const wrong = await login(ports.url, `${client.secret.slice(0, -1)}x`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('umoja login')]);
    const clear = await login('http://api.example.org');
    expect([clear.code, clear.err]).toEqual([1, expect.stringContaining('https://')]);
    const elsewhere = await mkdtemp(path.join(home, 'other-'));
    const none = await run(['whoami'], { env: { XDG_CONFIG_HOME: elsewhere } });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('umoja login --client-id')]);
    const env = { XDG_CONFIG_HOME: elsewhere };
    const words = ['login', '--server', ports.url, '--client-id', client.clientKey];
    await run(words, { env: { ...env, UMOJA_CLIENT_SECRET: client.secret } });
    await rm(path.join(elsewhere, 'umoja/partner.json'));
    await writeFile(path.join(elsewhere, 'umoja/partner.json'), '{}', { mode: 0o644 });
    const open = await run(['whoami'], { env });
    expect([open.code, open.err]).toEqual([1, expect.stringContaining('Others can read')]);
  });
});

describe('The partners’ command line', () => {
  it('explains itself, and ends with 2 where it is not understood', async () => {
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['login', 'listen', 'trigger', 'logs', 'events']) expect(help.out).toContain(command);
    // Two programs have one name: each names the other.
    expect(help.out).toContain('npm run umoja --');
    expect((await run(['listen', '--after', 'x'])).code).toBe(2);
    expect((await run(['nonsense'])).code).toBe(2);
    const unknown = await run(['trigger', 'loan.eclipsed']);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('loan.overdue')]);
  });
});

describe('Events that are listened to', () => {
  it('are posted as webhooks are, in order, and go on behind a connection that was lost without a gap or a double', async () => {
    let failing = false;
    // Between the command and the server: cuts off every reply of the feed while it fails, after the server has sent it.
    const line = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray());
        const headers = new Headers();
        for (const name of ['authorization', 'content-type'] as const) {
          const value = request.headers[name];
          if (value !== undefined) headers.set(name, value);
        }
        const init = body.length === 0 ? { headers } : { headers, body, method: request.method ?? 'POST' };
        const got = await fetch(`${ports.url}${request.url}`, init);
        const text = await got.text();
        if (failing && request.url?.includes('/changes')) return response.destroy();
        return response.writeHead(got.status, { 'content-type': 'application/json' }).end(text);
      })().catch(() => response.destroy());
    });
    await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
    await login(addressOf(line));
    const first = await partner.aMember();
    await relay();
    const { said, done, stop } = start([
      'listen',
      '--forward',
      `${addressOf(laptop)}/hooks`,
      '--types',
      'member.created',
    ]);
    await eventually(() => said.err.includes('Forwarding to'));
    const members = [await partner.aMember()];
    await eventually(async () => (await relay(), received.length === 1));
    failing = true;
    members.push(await partner.aMember(), await partner.aMember());
    await relay();
    await eventually(() => said.err.includes('Trying again'));
    failing = false;
    members.push(await partner.aMember());
    await eventually(async () => (await relay(), received.length === 4));
    stop.abort();
    expect(await done).toBe(0);
    line.close();

    const bodies = received.map(({ event }) => event as unknown as Record<string, { id: number }>);
    expect(bodies.map((body) => body['subject']?.id)).toEqual(members.map(({ id }) => id));
    expect(bodies.map((body) => body['delivery_sequence'])).toEqual([1, 2, 3, 4]);
    expect(bodies.map((body) => body['subject']?.id)).not.toContain(first.id);
    const secret = /whsec_\S+?(?=\.? )/.exec(said.err)?.[0] ?? '';
    for (const { text, headers } of received) new Webhook(secret).verify(text, headers);
    // Where it stopped, it goes on.
    const reached = Number(/umoja listen --after (\d+)/.exec(said.err)?.[1]);
    expect(reached).toBeGreaterThanOrEqual(received.at(-1)?.event.sequence ?? Infinity);
  });

  it('are sent to webhooks again, or to the laptop, and what fails is said', async () => {
    await login();
    const body = { url: 'https://example.com/hooks', events: ['member.*'] };
    const hook = (await partner.call('POST', '/api/v1/webhooks', { body })).body;
    await partner.aMember();
    const list = await partner.call('GET', '/api/v1/events?filter[type]=member.created&limit=1');
    const event: string = list.body.data[0].id;
    const unsent = await run(['events', 'resend', event, '--webhook', String(hook.id)]);
    expect([unsent.code, unsent.err]).toEqual([1, expect.stringContaining('--forward')]);
    const to = ['--forward', addressOf(laptop)];
    expect((await run(['events', 'resend', event, ...to])).code).toBe(0);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([event]);
    reply = 500;
    const failed = await run(['events', 'resend', event, ...to]);
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('500')]);
    expect((await run(['events', 'resend', 'evt_1'])).code).toBe(1);
  });
});

describe('An event that is triggered', () => {
  it('really happens: a loan falls overdue in the sandbox', async () => {
    await login();
    // What workers would do, each time the command waits.
    const work = async () => {
      const paid = await ports.admin<{ id: number }>(
        `select id from disbursement where tenant_id = $1 and state = 'sent'`,
        [institution.id],
      );
      for (const { id } of paid) await partner.notify(id, { code: 0 });
      await moveClock(ports.app, institution.id);
      await relay();
    };
    const { code, out, err } = await run(['--json', 'trigger', 'loan.overdue'], { pause: work });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('is active') });
    const event = JSON.parse(out);
    expect(event.type).toBe('loan.overdue');
    const { body: schedule } = await partner.call('GET', `/api/v1/loans/${event.subject.id}/schedule`);
    const { body: clock } = await partner.call('GET', '/api/v1/test/clock');
    expect(clock.now > schedule.data[0].due_date).toBe(true);
  });

  it('is not for live institutions', async () => {
    const folder = await mkdtemp(path.join(home, 'live-'));
    const env = { XDG_CONFIG_HOME: folder };
    const live = await ports.openInstitution('live');
    const { clientKey, secret } = await ports.openClient(live);
    await run(['login', '--server', ports.url, '--client-id', clientKey], { env, input: `${secret}\n` });
    const { code, err } = await run(['trigger', 'member.created'], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('sandbox')]);
  });
});

describe('The log of requests', () => {
  it('shows the latest, and then those that follow, each once', async () => {
    await login();
    const refused = await partner.call('GET', '/api/v1/members/999999999', { headers: { 'x-request-id': 'tail-1' } });
    expect(refused.status).toBe(404);
    await ports.flushRequests();
    const stop = new AbortController();
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      if (pauses === 1)
        await partner.call('GET', '/api/v1/members/999999998', { headers: { 'x-request-id': 'tail-2' } });
      if (pauses === 3) stop.abort();
      await ports.flushRequests();
    };
    const { code, out } = await run(['logs', 'tail', '-n', '1', '--status', '404'], { pause, stop });
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['tail-1', 'tail-2']);
    expect(out).toContain('not_found');
  });
});
