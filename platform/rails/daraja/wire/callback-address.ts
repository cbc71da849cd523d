import { isIP } from 'node:net';

/** Words that Safaricom refuses anywhere in an address (portal, "Customer to Business", register URL). */
const REFUSED_WORDS = ['mpesa', 'safaricom', 'exec', 'exe', 'cmd', 'sql', 'query'];

/**
 * What is wrong with an address at which Daraja shall call back; null where nothing is. In live it has to be https at
 * a public name; the words above are refused in both, so that what works in the sandbox works in live.
 */
export function problemOfAddress(address: string, environment: 'sandbox' | 'live'): string | null {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'It is no http address.';
  const word = REFUSED_WORDS.find((each) => address.toLowerCase().includes(each));
  if (word !== undefined) return `It contains the word “${word}”, which Safaricom refuses in addresses.`;
  if (environment === 'sandbox') return null;
  if (url.protocol !== 'https:') return 'It has to be https.';
  if (url.username !== '' || url.password !== '') return 'It carries a user or a password.';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 || !host.includes('.') || /\.(?:local|internal|localhost|test)$/.test(host)) {
    return 'It has to be at a public name.';
  }
  return null;
}
