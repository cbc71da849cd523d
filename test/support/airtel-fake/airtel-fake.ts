import { constants, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fakeClock } from '../daraja-fake/fake-clock.ts';
import { receivers } from '../receivers.ts';
import { planOf, type AirtelPlan } from './plans.ts';

type Kind = 'payout' | 'collection';
type Transaction = {
  readonly kind: Kind;
  readonly id: string;
  readonly airtelId: string;
  readonly shillings: number;
  readonly msisdn: string;
  readonly plan: AirtelPlan;
  settled: boolean;
};
type Fields = { readonly [name: string]: unknown };
type Reply = { readonly status: number; readonly body: unknown };

const STATE_OF: { readonly [digits: string]: string } = { '000': 'TA', '001': 'TS', '006': 'TIP', '029': 'TE' };
const stateOf = (code: string) => STATE_OF[code.slice(-3)] ?? 'TF';
const PIN = '4321';

/** Every member of the bodies that Airtel documents: one that is missing or unknown is refused. */
const MEMBERS: { readonly [path: string]: Shape } = {
  '/standard/v1/disbursements/': {
    payee: { msisdn: true, currency: true },
    reference: true,
    pin: true,
    transaction: { amount: true, id: true, type: true },
  },
  '/merchant/v1/payments/': {
    reference: true,
    subscriber: { country: true, currency: true, msisdn: true },
    transaction: { amount: true, country: true, currency: true, id: true },
  },
};
type Shape = { readonly [member: string]: true | Shape };

/** The path of a member that is missing or unknown; null where there is none. */
function strayIn(body: unknown, shape: Shape, path = ''): string | null {
  if (typeof body !== 'object' || body === null) return path;
  const unknown = Object.keys(body).find((member) => !Object.hasOwn(shape, member));
  if (unknown !== undefined) return `${path}${unknown}`;
  for (const [member, inner] of Object.entries(shape)) {
    const value = (body as Fields)[member];
    if (value === undefined || value === null) return `${path}${member}`;
    const stray = inner === true ? null : strayIn(value, inner, `${path}${member}.`);
    if (stray !== null) return stray;
  }
  return null;
}

/** One pair for all fakes of a process: each takes the work of a hundred tests to find. */
let keys: ReturnType<typeof keyPair> | null = null;
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export type AirtelFake = Awaited<ReturnType<typeof startAirtelFake>>;

/**
 * Starts Airtel Money's other side on loopback, for Kenya: strict about tokens, headers, the shape of bodies, the
 * encryption of the pin and ids that repeat, with a clock and books of its own. Its callbacks go to one address, unsigned.
 */
export async function startAirtelFake({ delayMs = 1_000, balance = 100_000_000n } = {}) {
  const { publicKey, privateKey } = (keys ??= keyPair());
  const clock = fakeClock(Temporal.Instant.from('2026-03-02T07:00:00Z'));
  const credentials = { clientId: 'airtel-client', clientSecret: 'airtel-secret', pin: PIN };
  const tokens = new Map<string, Temporal.Instant>();
  const transactions: Transaction[] = [];
  const turnedAway = new Map<string, number>();
  const requests: { readonly method: string; readonly path: string; readonly body: unknown; status: number | null }[] =
    [];
  const books = { balance };
  let callbackUrl: string | null = null;
  const servers = receivers();

  const envelope = (code: string, transaction: object | null): Reply => ({
    status: 200,
    body: {
      ...(transaction === null ? {} : { data: { transaction } }),
      status: {
        response_code: code,
        code: '200',
        success: !code.endsWith('005'),
        result_code: 'ESB000010',
        message: '',
      },
    },
  });
  /** A refusal of Airtel's service, with its own code. */
  const refusal = (message: string, code = 'ESB000008'): Reply => ({
    status: 400,
    body: { status: { code: '400', message, result_code: code, success: false } },
  });
  /** Of what checks secrets and tokens, as OAuth 2 has it. */
  const unauthorized = (error: string, status = 401): Reply => ({ status, body: { error, error_description: error } });
  /** Of the router in front, which knows no transaction. */
  const misrouted = (code: string, message: string, status = 400): Reply => ({
    status,
    body: { status_code: code, status_message: message },
  });
  const shown = (known: Transaction, code: string) => ({
    id: known.id,
    status: stateOf(code),
    ...(stateOf(code) === 'TS' ? { airtel_money_id: known.airtelId, reference_id: known.airtelId } : {}),
  });

  const notify = async (known: Transaction): Promise<void> => {
    const code = known.plan.enquired?.after ?? '';
    const body = { transaction: { ...shown(known, code), message: 'Notified', status_code: stateOf(code) } };
    for (let time = 0; time < known.plan.notified && callbackUrl !== null; time++) {
      await fetch(callbackUrl, { method: 'POST', body: JSON.stringify(body) }).catch(() => null);
    }
  };
  const settle = async (known: Transaction): Promise<void> => {
    known.settled = true;
    const cents = BigInt(known.shillings) * 100n;
    if (known.plan.enquired?.after.endsWith('001')) books.balance += known.kind === 'payout' ? -cents : cents;
    await notify(known);
  };

  /** Takes a transaction on as its number says. */
  const take = async (kind: Kind, id: string, msisdn: string, shillings: number): Promise<Reply | 'hang'> => {
    const plan = planOf(kind, msisdn);
    const before = turnedAway.get(id) ?? 0;
    if (plan.turnsAway && before < plan.turnsAway.times) {
      turnedAway.set(id, before + 1);
      return plan.turnsAway.status === 401 ? unauthorized('invalid_token') : { status: 429, body: '<html>Busy</html>' };
    }
    const family = kind === 'payout' ? 'DP00900001' : 'DP00800001';
    if (transactions.some((each) => each.id === id)) {
      return kind === 'payout'
        ? envelope(`${family}017`, null)
        : refusal('External Transaction ID already exists.', 'ESB000041');
    }
    if (plan.replies === 503) return { status: 503, body: '<html>Service Unavailable</html>' };
    if (plan.replies === 400) return refusal('Declined');
    const airtelId = `CI${randomBytes(5).toString('hex').toUpperCase()}`;
    const known: Transaction = { kind, id, airtelId, shillings, msisdn, plan, settled: false };
    transactions.push(known);
    if (plan.notifiedFirst) await settle(known);
    else clock.after(delayMs + (plan.settlesAfterMs ?? 0), () => settle(known));
    if (plan.replies === 'hang') return 'hang';
    return envelope(String(plan.replies), shown(known, String(plan.replies)));
  };

  const enquire = (kind: Kind, id: string): Reply => {
    const known = transactions.find((each) => each.kind === kind && each.id === id);
    if (!known?.plan.enquired) return envelope(kind === 'payout' ? 'DP00900001015' : 'DP00800001025', null);
    // A payout that was paid with its reply is settled for every enquiry.
    const isPaid = known.settled || known.plan.replies === `DP00900001001`;
    const code = isPaid ? known.plan.enquired.after : known.plan.enquired.before;
    return envelope(code, shown(known, code));
  };

  const handle = async (request: IncomingMessage, path: string, body: Fields | null): Promise<Reply | 'hang'> => {
    const { method = '' } = request;
    if (path === '/auth/oauth2/token') {
      const { client_id: id, client_secret: secret, grant_type: grant } = body ?? {};
      if (method !== 'POST' || grant !== 'client_credentials') return unauthorized('invalid_request', 400);
      if (id !== credentials.clientId || secret !== credentials.clientSecret) return unauthorized('invalid_client');
      const token = randomBytes(16).toString('hex');
      tokens.set(token, clock.now().add({ seconds: 180 }));
      return { status: 200, body: { access_token: token, expires_in: '180', token_type: 'bearer' } };
    }
    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const until = tokens.get(token);
    if (!until || Temporal.Instant.compare(clock.now(), until) >= 0) return unauthorized('invalid_token');
    if (request.headers['x-country'] !== 'KE' || request.headers['x-currency'] !== 'KES') {
      return misrouted('ROUTER003', 'X-Country and X-Currency are required.');
    }
    const enquiry = /^\/standard\/v1\/(disbursements|payments)\/([0-9a-f]{32})(\?transactionType=B2C)?$/.exec(path);
    if (method === 'GET' && enquiry)
      return enquire(enquiry[1] === 'payments' ? 'collection' : 'payout', enquiry[2] ?? '');
    if (method === 'GET' && path === '/standard/v1/users/balance') {
      const shillings = `${books.balance / 100n}.${String(books.balance % 100n).padStart(2, '0')}`;
      return {
        status: 200,
        body: { data: { balance: shillings, currency: 'KES' }, status: { response_code: 'DP02100000001' } },
      };
    }
    if (method !== 'POST' || request.headers['content-type'] !== 'application/json' || body === null) {
      return misrouted('404', 'Not found', 404);
    }
    const known = MEMBERS[path];
    if (known === undefined) return misrouted('404', 'Not found', 404);
    const stray = strayIn(body, known);
    if (stray !== null) return refusal(stray);
    const transaction = (body['transaction'] ?? {}) as Fields;
    const { id, amount, type, country, currency } = transaction;
    const reference = String(body['reference'] ?? '');
    if (typeof id !== 'string' || !/^[0-9a-zA-Z]{4,64}$/.test(id)) return refusal('transaction.id');
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) return refusal('transaction.amount');
    if (!/^[\p{L}\p{N} ]{4,64}$/u.test(reference)) return refusal('reference');
    if (path === '/standard/v1/disbursements/') {
      const payee = (body['payee'] ?? {}) as Fields;
      if (!isLocal(payee['msisdn']) || type !== 'B2C') return refusal('payee.msisdn');
      if (!isPin(String(body['pin'] ?? ''))) return envelope('DP00900001010', null);
      return take('payout', id, payee['msisdn'], amount);
    }
    if (path === '/merchant/v1/payments/') {
      const payer = (body['subscriber'] ?? {}) as Fields;
      const isKenya = [payer, transaction].every((each) => each['country'] === 'KE' && each['currency'] === 'KES');
      if (!isLocal(payer['msisdn']) || !isKenya || country !== 'KE' || currency !== 'KES') return refusal('subscriber');
      return take('collection', id, payer['msisdn'], amount);
    }
    return misrouted('404', 'Not found', 404);
  };
  const isLocal = (msisdn: unknown): msisdn is string => typeof msisdn === 'string' && /^[17]\d{8}$/.test(msisdn);
  const isPin = (encrypted: string): boolean => {
    try {
      const options = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
      return privateDecrypt(options, Buffer.from(encrypted, 'base64')).toString() === PIN;
    } catch {
      return false;
    }
  };

  const port = await servers.http((request, response) => void result(request, response));
  const result = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const { url: path = '/', method = '' } = request;
    const body = (text === '' ? null : JSON.parse(text)) as Fields | null;
    const entry = { method, path, body, status: null as number | null };
    requests.push(entry);
    const reply = await handle(request, path, body);
    if (reply === 'hang') return;
    entry.status = reply.status;
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status, { 'content-type': isText ? 'text/html' : 'application/json' });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  };

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    credentials,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    now: clock.now,
    advance: clock.advance,
    requests: () => requests,
    transactions,
    books,
    callbacksTo: (url: string) => {
      callbackUrl = url;
    },
    endTokens: () => tokens.clear(),
    close: async () => {
      clock.forget();
      await servers.close();
    },
  };
}
