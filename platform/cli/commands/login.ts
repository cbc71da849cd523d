import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../runtime/config.ts';
import { isRecord } from '../../runtime/is-record.ts';
import { isSamePlace, readLogins, writeLogins, type Login } from '../logins.ts';
import { chosenTenant, originOf, print, program, Refused } from '../program.ts';
import { terminal } from '../terminal.ts';

/**
 * A person at the command line: they confirm in the portal that it acts as them (RFC 8628). These commands speak to the gateway of
 * a server, and open no database.
 */

const CLIENT = { client_id: 'umoja-cli' };
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const SLOWER_SECONDS = 5;
const TIMEOUT_MS = 20_000;

const SERVER = ['--server <address>', 'where people open the portal; that of this installation by default'] as const;
type Options = { readonly server?: string };
type Reply = { readonly status: number; readonly body: { readonly [name: string]: unknown } };

program
  .command('login')
  .description('act as yourself from now on: shows a code, which you confirm in the portal')
  .option(...SERVER)
  .action(async (options: Options) => {
    const server = serverOf(options);
    const device = deviceIn(await post(server, 'code', { ...CLIENT, device_name: deviceName() }));
    const { err } = terminal();
    err.write(
      `Open ${device.uri}\nand confirm the code ${device.userCode}. It is good for ${device.minutes} minutes.\n`,
    );
    const login = await confirmed(server, device);
    const wanted = chosenTenant();
    if (wanted !== null && wanted !== login.tenant) {
      await revoked(login);
      throw new Refused(`The code was confirmed at ${login.institution} (${login.tenant}), not at ${wanted}.`);
    }
    const others = await readLogins();
    const former = others.find((each) => isSamePlace(each, login));
    await writeLogins([...others.filter((each) => !isSamePlace(each, login)), login]);
    if (former) await revoked(former);
    print(
      shown(login),
      `You are ${login.name} at ${login.institution} (${login.tenant}), until ${login.expiresAt} at the latest.`,
    );
  });

program
  .command('logout')
  .description('act as no person any more: your sessions at the command line end')
  .option(...SERVER)
  .option('--everywhere', 'at every server, not at one')
  .action(async (options: Options & { readonly everywhere?: true }) => {
    const all = await readLogins();
    const leaving = options.everywhere ? all : chosenOf(all, serverOf(options));
    await writeLogins(all.filter((each) => !leaving.includes(each)));
    const left = [];
    for (const each of leaving) left.push({ ...shown(each), ended: await revoked(each) });
    const lines = left.map(({ name, institution, ended, expires_at: until }) =>
      ended
        ? `${name} at ${institution}: logged out.`
        : `${name} at ${institution}: removed here. The server can’t be reached; the session ends unused, or at ${until}.`,
    );
    print({ left }, lines.join('\n') || 'No person was logged in.');
  });

program
  .command('whoami')
  .description('who acts at this command line, at which server and institution')
  .option(...SERVER)
  .action(async (options: Options) => {
    const all = await readLogins();
    const asked = options.server === undefined ? all : chosenOf(all, serverOf(options));
    const people = [];
    for (const each of asked) people.push({ ...shown(each), ...(await stateOf(each)) });
    const lines = people.map(
      ({ name, institution, tenant, server, state, roles, actor }) =>
        `${name} at ${institution} (${tenant}), ${server}: ${state === 'open' ? `${roles.join(', ')}; ${actor}` : SAID[state]}`,
    );
    if (people.every(({ state }) => state !== 'open')) terminal().exitCode = 1;
    print(
      { people },
      lines.join('\n') || 'No person is logged in: commands are those of the operator of this machine.',
    );
  });

const SAID = {
  ended: 'the session has ended; log in again: umoja login',
  unreachable: 'the server can’t be reached',
} as const;

type Device = {
  readonly secret: string;
  readonly userCode: string;
  readonly uri: string;
  readonly minutes: number;
  readonly interval: number;
};

function deviceIn({ status, body }: Reply): Device {
  const { device_code: secret, user_code: userCode, verification_uri_complete: uri, interval, expires_in: ends } = body;
  const isWhole = [secret, userCode, uri].every((text) => typeof text === 'string');
  if (status !== 200 || !isWhole) throw new Refused(`The server lets no command line in. ${sentenceIn(body)}`);
  const seconds = typeof interval === 'number' && interval > 0 ? interval : SLOWER_SECONDS;
  const minutes = Math.floor((typeof ends === 'number' ? ends : 0) / 60);
  return { secret: String(secret), userCode: String(userCode), uri: String(uri), minutes, interval: seconds };
}

/** Polls until the person has decided. @throws Refused where they deny it, or the code expires */
async function confirmed(server: string, { secret, interval }: Device): Promise<Login> {
  const { pause = (seconds: number) => sleep(seconds * 1_000) } = terminal();
  for (let wait = interval; ;) {
    await pause(wait);
    // A connection that is lost on the way is no decision (RFC 8628, 3.5): the same is polled again, less often.
    const polled = await post(server, 'token', { ...CLIENT, grant_type: GRANT, device_code: secret }).catch(() => null);
    const { status, body } = polled ?? LOST;
    if (status === 200) return loginIn(server, body);
    const error = String(body['error']);
    if (error === 'slow_down' || status >= 500) wait += SLOWER_SECONDS;
    else if (error !== 'authorization_pending') throw new Refused(`You are not logged in. ${sentenceIn(body)}`);
  }
}

const LOST: Reply = { status: 503, body: {} };

function loginIn(server: string, body: Reply['body']): Login {
  const { access_token: token, tenant, institution, actor, name, expires_at: expiresAt } = body;
  const login = { server, tenant: Number(tenant), expiresAt: String(expiresAt), token: String(token) };
  return { ...login, institution: String(institution), person: String(actor), name: String(name) };
}

const shown = ({ server, tenant, institution, person, name, expiresAt }: Login) => ({
  server,
  tenant,
  institution,
  actor: person,
  name,
  expires_at: expiresAt,
});

async function stateOf({ server, token }: Login) {
  const { status, body } = await post(server, 'person', { token }).catch(() => LOST);
  const roles = Array.isArray(body['roles']) ? body['roles'].map(String) : [];
  return { state: status === 200 ? 'open' : status === 401 ? 'ended' : 'unreachable', roles } as const;
}

/** Ends the session at its server. False where that can't be reached. */
async function revoked({ server, token }: Login): Promise<boolean> {
  const { status } = await post(server, 'revoke', { token }).catch(() => LOST);
  return status === 200;
}

const chosenOf = (all: readonly Login[], server: string): readonly Login[] =>
  all.filter((each) => each.server === server && [null, each.tenant].includes(chosenTenant()));

/** @throws Refused for an address at which what is sent could be read on the way */
function serverOf({ server }: Options): string {
  const address = server ?? originOf(readConfig(terminal().env));
  const url = URL.parse(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  // One machine, and one server, by whichever of its names: what is logged in there acts here.
  if (url !== null && isLocal) url.hostname = 'localhost';
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url.origin;
  throw new Refused(`${address} is no server to log in at: give https://, or http://localhost for this machine.`);
}

/** How this command line names itself to who confirms it. */
function deviceName(): string {
  return `umoja of ${userName()} on ${hostname()}`;
}

/** A process may run as a user who has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'a user';
  }
}

async function post(server: string, path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(`${server}/auth/device/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Refused(`${server} can’t be reached. Is it running, and is that where people open the portal?`);
  });
  const body: unknown = await response.json().catch(() => null);
  return { status: response.status, body: isRecord(body) ? body : {} };
}

const sentenceIn = (body: Reply['body']): string =>
  typeof body['error_description'] === 'string' ? body['error_description'] : 'Is this its address?';
