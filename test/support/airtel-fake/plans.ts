/** How Airtel Money's other side treats one payment or prompt. */
export type AirtelPlan = {
  /** So many requests are turned away first, with nothing booked: busy, or with an invalid token. */
  readonly turnsAway?: { readonly times: number; readonly status: 429 | 401 };
  /** `hang`: no reply. Otherwise the response code of the reply, or an HTTP status without any. */
  readonly replies: 503 | 400 | string;
  /** What an enquiry says: until it is settled, and then. Null: it has never seen the transaction. */
  readonly enquired: { readonly before: string; readonly after: string } | null;
  /** How often its callback is sent when it is settled. */
  readonly notified: number;
  readonly notifiedFirst?: true;
  readonly settlesAfterMs?: number;
};

const family = (kind: 'payout' | 'collection') => (kind === 'payout' ? 'DP00900001' : 'DP00800001');
const LATER_MS = 60_000;

/** By the last three digits of the number; every other number is treated as 000 is. */
export function planOf(kind: 'payout' | 'collection', msisdn: string): AirtelPlan {
  const code = (digits: string) => `${family(kind)}${digits}`;
  const [TS, TIP, TA] = [code('001'), code('006'), code('000')];
  const paid: AirtelPlan = {
    replies: kind === 'payout' ? TS : TIP,
    enquired: { before: TIP, after: TS },
    notified: 1,
  };
  const fails = (digits: string): AirtelPlan =>
    kind === 'payout'
      ? { replies: code(digits), enquired: { before: code(digits), after: code(digits) }, notified: 0 }
      : { ...paid, enquired: { before: TIP, after: code(digits) } };
  const silent: AirtelPlan = { ...paid, replies: TIP, notified: 0 };
  const plans: { readonly [suffix: string]: AirtelPlan } = {
    '001': fails('007'),
    '002': fails(kind === 'payout' ? '012' : '002'),
    '003': fails(kind === 'payout' ? '009' : '005'),
    '004': fails(kind === 'payout' ? '003' : '008'),
    '005': kind === 'payout' ? { ...silent, replies: TA, enquired: { before: TA, after: TS } } : fails('029'),
    '006': { ...paid, replies: TIP, settlesAfterMs: LATER_MS },
    '007': silent,
    '008': { ...silent, enquired: { before: TIP, after: TIP } },
    '009': { ...paid, notified: 3 },
    '010': { ...paid, notifiedFirst: true },
    '011': { ...silent, replies: 'hang' },
    '012': { replies: 503, enquired: null, notified: 0 },
    '013': { ...paid, turnsAway: { times: 2, status: 429 } },
    '014': { ...paid, replies: code('005'), enquired: { before: code('005'), after: TS }, settlesAfterMs: LATER_MS },
    '016': { ...paid, turnsAway: { times: 1, status: 401 } },
    '017': kind === 'payout' ? fails('010') : fails('010'),
    '018': { ...silent, enquired: { before: TIP, after: code(kind === 'payout' ? '013' : '009') } },
    '019': { replies: 400, enquired: null, notified: 0 },
  };
  return plans[msisdn.slice(-3)] ?? paid;
}
