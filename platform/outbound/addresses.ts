import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network in CIDR form, parsed. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/** IPv6 that is routed on the public internet. A partner's endpoint is nowhere else, known or not yet. */
const GLOBAL_UNICAST_V6 = network('2000::/3');

/**
 * Ranges inside the global ones that the library's table of a given version might not name. Each is special by the
 * IANA registries: no public receiver has an address there, or the address stands for another one inside it.
 */
const SPECIAL = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmark
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // protocol assignments: Teredo 2001::/32, benchmark 2001:2::/48, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address inside
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone, returned
  '3fff::/20', // documentation
].map(network);

function network(cidr: string): Network {
  return ipaddr.parseCIDR(cidr);
}

function isIn([base, prefixLength]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return base.kind() === address.kind() && address.match(base, prefixLength);
}

/**
 * Reads networks separated by commas or spaces: "127.0.0.0/8, ::1/128".
 * @throws RangeError naming the entry that is none
 */
export function parseNetworks(text: string): Network[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [address = '', prefixLength = '', ...more] = entry.split('/');
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const fits =
      family !== 0 && !address.includes('%') && /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= longest;
    if (!fits || more.length > 0) throw new RangeError(`"${entry}" is not a network such as 127.0.0.0/8 or ::1/128.`);
    return network(entry);
  });
}

/**
 * True where nothing may be sent to the address: it is not one of the public internet and not in an allowed network.
 * What is no address in canonical form is blocked too. An allowed IPv4 network does not allow the IPv6 spellings of it.
 * @param address as a resolver or a socket names it, without brackets
 */
export function isBlocked(address: string, allowed: readonly Network[]): boolean {
  // Scoped addresses (fe80::1%eth0) choose an interface of this machine; the library's own parser also takes
  // "0x7f.1" and the like, which must have been made canonical before.
  if (isIP(address) === 0 || address.includes('%')) return true;
  const parsed = ipaddr.parse(address);
  if (allowed.some((net) => isIn(net, parsed))) return false;
  if (parsed.kind() === 'ipv6' && !isIn(GLOBAL_UNICAST_V6, parsed)) return true;
  return parsed.range() !== 'unicast' || SPECIAL.some((net) => isIn(net, parsed));
}

/** True where both are the same address, however spelled; an IPv4 peer may show up as mapped into IPv6. */
export function isSameAddress(a: string, b: string): boolean {
  if (isIP(a) === 0 || isIP(b) === 0) return false;
  return ipaddr.process(a).toNormalizedString() === ipaddr.process(b).toNormalizedString();
}

/** A network as it is stored: a single address has its length written out. Null for what is none. */
export function networkIn(text: string): string | null {
  const written = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  try {
    const [[address, length] = [], ...more] = parseNetworks(written);
    return address === undefined || more.length > 0 ? null : `${address.toString()}/${length}`;
  } catch {
    return null;
  }
}
