import type { ApiName, Endpoint } from '../endpoints.ts';
import { memberOf, textAt, type Json } from '../../connection/json.ts';
import type { Exchange } from '../../connection/http.ts';
import type { RejectionCode, Rejected, Verdict } from './verdict.ts';

/** A verdict on a request, or that its token has to be renewed first. */
export type Judgement = Verdict | { readonly kind: 'invalid_token' };

type Meaning =
  | 'invalid_token'
  | 'already_submitted'
  | 'still_pending'
  | 'back_off'
  | 'unknown'
  | { readonly rejected: RejectionCode; readonly means: string; readonly retryAfterSeconds?: number };

export type ErrorRow = {
  /** Empty: any code. */
  readonly codes: readonly string[];
  /** What the message has to say as well: the same code means different things. */
  readonly says?: RegExp;
  readonly apis?: readonly ApiName[];
  readonly meaning: Meaning;
};

const rejected = (code: RejectionCode, means: string, retryAfterSeconds?: number): Meaning => ({
  rejected: code,
  means,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/**
 * The error envelopes of Daraja, first match wins (portal, "Errors" of each API, and reports of others where the portal
 * is silent). An invalid token has at least four codes, and is known by its message as well; 500.002.1001 is a
 * duplicate or a fault, by its message; 500.001.1001 is a refusal or “not finished yet”, by its message too.
 */
export const ERRORS: readonly ErrorRow[] = [
  { codes: [], says: /invalid access token/i, meaning: 'invalid_token' },
  { codes: ['401.002.01', '404.001.03', '400.003.01', '401.001', '401.003.01'], meaning: 'invalid_token' },
  {
    codes: ['404.001.04'],
    meaning: rejected('provider_config', 'The provider could not read our authorization header.'),
  },
  {
    codes: ['400.008.01', '400.008.02'],
    meaning: rejected('provider_config', 'The provider does not accept our way of requesting a token.'),
  },
  { codes: ['400.002.02'], meaning: rejected('request_invalid', 'The provider refuses a field of the request') },
  {
    codes: ['400.002.05', '400.003.02'],
    meaning: rejected('request_invalid', 'The provider can’t read the request.'),
  },
  {
    codes: ['404.001.01', '404.002.01', '404.003.01'],
    meaning: rejected('provider_config', 'The provider has no such resource for this app.'),
  },
  { codes: ['405.001'], meaning: rejected('provider_config', 'The provider does not accept this method.') },
  { codes: ['500.001.1001'], says: /being processed/i, apis: ['stkQuery'], meaning: 'still_pending' },
  {
    codes: ['500.001.1001'],
    says: /unable to lock subscriber/i,
    apis: ['stkPush'],
    meaning: rejected('payer_busy', 'Another transaction of this payer is still under way.', 90),
  },
  {
    codes: ['500.001.1001'],
    says: /merchant does not exist|wrong credentials/i,
    apis: ['stkPush', 'stkQuery'],
    meaning: rejected('provider_config', 'The provider does not know the shortcode, or its password is wrong.'),
  },
  { codes: ['500.002.1001'], says: /duplicate/i, meaning: 'already_submitted' },
  { codes: ['500.002.1001'], meaning: 'unknown' },
  {
    codes: ['500.003.1001'],
    says: /already registered|duplicate notification/i,
    apis: ['c2bRegister'],
    meaning: rejected('already_registered', 'Addresses are registered for this shortcode already.'),
  },
  { codes: ['500.003.1001'], meaning: 'unknown' },
  { codes: ['500.003.02', '500.003.03'], meaning: 'back_off' },
  { codes: [], says: /spike ?arrest|quota ?violation/i, meaning: 'back_off' },
];

/** ResponseCodes of a 2xx reply that are no plain refusal. Core API codes: 15 duplicate, 26 and 1000000xx overload. */
const RESPONSE_CODES: { readonly [code: string]: 'already_submitted' | 'back_off' } = {
  '15': 'already_submitted',
  '26': 'back_off',
  '100000001': 'back_off',
  '100000002': 'back_off',
  '100000011': 'back_off',
};

/** What an exchange with Daraja means for the request. Nothing that may have moved money is ever taken for a failure. */
export function classify(api: ApiName, endpoint: Endpoint, exchange: Exchange): Judgement {
  if (exchange.kind === 'not_sent') return exchange;
  if (exchange.kind === 'no_answer') return { kind: 'unknown', why: exchange.why };
  const { status, body, retryAfterSeconds } = exchange;
  const error = errorOf(body);
  const row = error && ERRORS.find((each) => applies(each, api, error));
  if (error && row) return judge(row.meaning, error, exchange);
  if (status === 429) return { kind: 'back_off', retryAfterSeconds };
  if (status === 401) return { kind: 'invalid_token' };
  if (status >= 200 && status < 300 && !error) return judgeAccepted(endpoint, body, retryAfterSeconds);
  if (status >= 400 && status < 500 && error) {
    return rejectedBy(error.code, 'request_invalid', 'The provider declined the request.', null);
  }
  if (status === 503 && !endpoint.movesMoney) return { kind: 'back_off', retryAfterSeconds };
  return unknown(status);
}

type ProviderError = { readonly code: string; readonly message: string };

/** The error of an answer: Daraja's own envelope, or the fault of the gateway in front of it. */
function errorOf(body: Json | undefined): ProviderError | null {
  const fault = memberOf(body, 'fault');
  const code = textAt(body, 'errorCode') ?? textAt(memberOf(fault, 'detail'), 'errorcode');
  const message = textAt(body, 'errorMessage') ?? textAt(fault, 'faultstring');
  return code === null && message === null ? null : { code: code ?? '', message: message ?? '' };
}

function applies({ codes, says, apis }: ErrorRow, api: ApiName, { code, message }: ProviderError): boolean {
  return (codes.length === 0 || codes.includes(code)) && (apis?.includes(api) ?? true) && (says?.test(message) ?? true);
}

function judge(meaning: Meaning, error: ProviderError, { status, retryAfterSeconds }: Replied): Judgement {
  if (meaning === 'back_off') return { kind: 'back_off', retryAfterSeconds };
  if (meaning === 'unknown') return unknown(status);
  if (typeof meaning === 'string') return { kind: meaning };
  return rejectedBy(
    error.code,
    meaning.rejected,
    `${meaning.means}${fieldIn(error.message)}`,
    meaning.retryAfterSeconds ?? null,
  );
}

type Replied = Extract<Exchange, { kind: 'answered' }>;

/** “Bad Request - Invalid PartyB” names the field; nothing else of a message is repeated, it could hold values. */
function fieldIn(message: string): string {
  const field = /^Bad Request - Invalid ([A-Z][A-Za-z]{2,39})$/.exec(message)?.[1];
  return field === undefined ? '' : ` (${field})`;
}

function judgeAccepted(endpoint: Endpoint, body: Json | undefined, retryAfterSeconds: number | null): Verdict {
  const { code: field, good, carrying } = endpoint.acceptance;
  const code = textAt(body, field);
  if (body === undefined || code === null) return { kind: 'unknown', why: 'unreadable' };
  const isGood = good.length === 0 || good.includes(code) || (good.includes('0') && /^0+$/.test(code));
  if (isGood) {
    const isWhole = carrying.every((name) => textAt(body, name) !== null);
    return isWhole ? { kind: 'accepted', body } : { kind: 'unknown', why: 'unreadable' };
  }
  const special = RESPONSE_CODES[code];
  if (special === 'back_off') return { kind: 'back_off', retryAfterSeconds };
  if (special === 'already_submitted') return { kind: 'already_submitted' };
  return rejectedBy(code, 'provider_rejected', 'The provider declined the request.', null);
}

function unknown(status: number): Verdict {
  return { kind: 'unknown', why: status >= 500 ? 'server_error' : 'unreadable' };
}

function rejectedBy(rawCode: string, code: RejectionCode, means: string, retryAfterSeconds: number | null): Rejected {
  const providerCode = /^[\w.-]{1,40}$/.test(rawCode) ? rawCode : null;
  return { kind: 'rejected', code, providerCode, means, retryAfterSeconds };
}
