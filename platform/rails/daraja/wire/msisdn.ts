const WIRE = /^254(?:7|1)\d{8}$/;

/**
 * A number as Daraja takes it: `254` and nine digits, no plus (portal, "B2C", `PartyB`). Null where it is no Kenyan
 * mobile number in international format.
 */
export function wireMsisdn(msisdn: string): string | null {
  const digits = msisdn.startsWith('+') ? msisdn.slice(1) : msisdn;
  return WIRE.test(digits) ? digits : null;
}

/**
 * Whether a party that Daraja names is the number that we paid. It writes `254705912645 - JOHN DOE`, and in newer
 * places hides digits with stars: `2547 ***** 126`. `unknown` where there is nothing to compare.
 */
export function comparePartyTo(msisdn: string, party: string | null): 'same' | 'differs' | 'unknown' {
  const ours = wireMsisdn(msisdn);
  const number = party?.split(/\s-\s/)[0]?.replaceAll(/[\s+]/g, '') ?? '';
  if (ours === null || !/^[\d*]{9,12}$/.test(number) || !/\d/.test(number)) return 'unknown';
  if (!number.includes('*')) return national(number) === national(ours) ? 'same' : 'differs';
  const [start = '', ...rest] = number.split(/\*+/);
  const end = rest.at(-1) ?? '';
  const starts = start === '' || ours.startsWith(start) || national(ours).startsWith(start.replace(/^0/, ''));
  return starts && ours.endsWith(end) ? 'same' : 'differs';
}

const national = (digits: string) => digits.replace(/^(?:254|0)/, '');
