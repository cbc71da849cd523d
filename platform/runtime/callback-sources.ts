import { BlockList, isIP } from 'node:net';

/** The addresses that Safaricom publishes, and two more from which it has been seen to call. */
export const PUBLISHED_SOURCES = [
  '196.201.214.200',
  '196.201.214.206',
  '196.201.214.207',
  '196.201.214.208',
  '196.201.213.114',
  '196.201.213.44',
  '196.201.212.127',
  '196.201.212.138',
  '196.201.212.129',
  '196.201.212.136',
  '196.201.212.74',
  '196.201.212.69',
  '196.201.212.128',
  '196.201.212.132',
];

/**
 * Whether an address is one that a provider calls back from.
 * @param sources addresses or networks (CIDR)
 * @throws RangeError naming one that is neither
 */
export function knownSources(sources: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const source of sources) {
    const [address = '', prefix] = source.split('/');
    const family = familyOf(address);
    const length = prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix);
    try {
      if (family === null || !/^\d{1,3}$/.test(prefix ?? '0')) throw new RangeError();
      known.addSubnet(address, length, family);
    } catch {
      throw new RangeError(`"${source}" is neither an address nor a network in CIDR form.`);
    }
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    const family = familyOf(plain);
    return family !== null && known.check(plain, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}
