import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isBlocked, parseNetworks, type Network } from './addresses.ts';
import { codeOf } from '../runtime/thrown.ts';

/** All addresses of a name. Throws where there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** What may be reached from here. */
export type Guard = {
  /** Plain http is for sandboxes. */
  readonly allowHttp: boolean;
  /** Networks that may be reached although they are not public, for tests and sandboxes on one machine. */
  readonly allowedNetworks: readonly Network[];
  readonly resolve: Resolve;
};

/** Of which institution a webhook is, as far as it decides where it may lead. */
type Owner = { readonly mode: 'sandbox' | 'live'; readonly webhookNetworks: readonly string[] };

/**
 * What the webhooks of an institution may reach: of a live one public https alone, of a sandbox what the operator allows
 * to all of them, and what was set for it.
 */
export function guardFor(
  { mode, webhookNetworks }: Owner,
  { allowedNetworks, resolve }: Pick<Guard, 'allowedNetworks' | 'resolve'>,
): Guard {
  if (mode === 'live') return { allowHttp: false, allowedNetworks: [], resolve };
  return {
    allowHttp: true,
    allowedNetworks: [...allowedNetworks, ...parseNetworks(webhookNetworks.join(','))],
    resolve,
  };
}

const MAX_URL_LENGTH = 2048;

/** The system's own resolution, with its hosts file. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
};

export type UrlProblem = 'invalid_url' | 'url_too_long' | 'scheme_not_allowed' | 'user_info_not_allowed';
export type Refused<Reason extends string> = {
  readonly kind: 'refused';
  readonly reason: Reason;
  readonly detail: string;
};

function refused<const Reason extends string>(reason: Reason, detail: string): Refused<Reason> {
  return { kind: 'refused', reason, detail };
}

/**
 * Reads an address with the WHATWG parser: it is the one that connects later, so 2130706433, 0x7f.1, 0177.0.0.1
 * and fullwidth digits have become 127.0.0.1 before anything is checked.
 */
export function readUrl(
  text: string,
  { allowHttp }: { readonly allowHttp: boolean },
): { kind: 'fine'; url: URL } | Refused<UrlProblem> {
  if (text.length > MAX_URL_LENGTH) {
    return refused('url_too_long', `The url has ${text.length} characters; at most ${MAX_URL_LENGTH} are taken.`);
  }
  const url = hasControls(text) ? null : URL.parse(text);
  if (url === null)
    return refused('invalid_url', 'The url can not be read. Send an absolute one, such as https://example.com/hooks.');
  // The parser takes port 0, which nothing can listen on: each delivery would fail.
  if (url.port === '0')
    return refused('invalid_url', 'The url has port 0, which no server has. Send it with its port.');
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return refused('scheme_not_allowed', allowHttp ? 'The url must be https or http.' : 'The url must be https.');
  }
  if (url.username !== '' || url.password !== '') {
    return refused(
      'user_info_not_allowed',
      'The url must not carry a user name or password. Deliveries are signed instead.',
    );
  }
  return { kind: 'fine', url };
}

/** Blanks and control characters, which the parser would silently drop. */
function hasControls(text: string): boolean {
  return [...text].some((character) => character <= ' ' || character === '\u007f');
}

/** The host of a URL as a name or a bare address: without the brackets of IPv6 and the dot of a rooted name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The sentence names no address: partners must not learn what an internal name resolves to. */
const BLOCKED = refused(
  'blocked_address',
  'The url leads to an address that is not public. Use a host on the public internet.',
);

/**
 * The addresses of a host, all of them checked: one that is blocked refuses the whole name, since any of them could be
 * used.
 */
export async function locate(
  url: URL,
  guard: Guard,
): Promise<{ kind: 'fine'; addresses: readonly string[] } | Refused<'blocked_address' | 'dns_error'>> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isBlocked(host, guard.allowedNetworks) ? BLOCKED : { kind: 'fine', addresses: [host] };
  let addresses: readonly string[];
  try {
    addresses = await guard.resolve(host);
  } catch (error) {
    return refused('dns_error', `The name ${host} could not be resolved (${codeOf(error) ?? 'no response'}).`);
  }
  if (addresses.length === 0) return refused('dns_error', `The name ${host} has no address.`);
  if (addresses.some((address) => isBlocked(address, guard.allowedNetworks))) return BLOCKED;
  return { kind: 'fine', addresses };
}

/** The same within a time limit: the system's resolver can take half a minute and can't be cancelled. */
export async function locateWithin(milliseconds: number, url: URL, guard: Guard): ReturnType<typeof locate> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Refused<'dns_error'>>((resolve) => {
    const timeOut = () => resolve(refused('dns_error', `The name ${hostOf(url)} was not resolved in time.`));
    timer = setTimeout(timeOut, Math.max(1, milliseconds));
  });
  try {
    return await Promise.race([locate(url, guard), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long the check of an address that is to be registered may take. */
const CHECK_TIMEOUT_MS = 5_000;

/**
 * Checks an address that a client wants to register. A name that does not resolve now is accepted: our resolver may be
 * down, or the partner's zone not yet live, and every attempt checks again.
 */
export async function checkDestination(
  text: string,
  guard: Guard,
): Promise<{ kind: 'fine' } | Refused<UrlProblem | 'blocked_address'>> {
  const read = readUrl(text, guard);
  if (read.kind === 'refused') return read;
  const located = await locateWithin(CHECK_TIMEOUT_MS, read.url, guard);
  return located.kind === 'refused' && located.reason === 'blocked_address'
    ? { ...located, reason: located.reason }
    : { kind: 'fine' };
}
