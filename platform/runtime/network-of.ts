import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The least that one household or one machine is given of IPv6. */
const LEAST_GIVEN = 64;

/**
 * From where requests come, as far as they are counted by address: of IPv6 the network of 64 bits, within which a single
 * machine has more addresses than there are counters. IPv4 that is mapped into IPv6 is itself.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${LEAST_GIVEN}`).toString()}/${LEAST_GIVEN}`;
}
