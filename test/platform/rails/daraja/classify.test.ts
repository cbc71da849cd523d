import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, ERRORS } from '#platform/rails/daraja/connection/classify.ts';
import type { Exchange } from '#platform/rails/connection/http.ts';
import { endpointsOf, type ApiName } from '#platform/rails/daraja/endpoints.ts';
import { WIRE_NAMES } from '#platform/rails/daraja/settings.ts';
import type { Json } from '#platform/rails/connection/json.ts';

const endpoints = endpointsOf(WIRE_NAMES);

function judged(api: ApiName, status: number, body: Json | undefined, retryAfterSeconds: number | null = null) {
  return classify(api, endpoints[api], { kind: 'answered', status, body, retryAfterSeconds });
}
const error = (errorCode: string, errorMessage: string): Json => ({
  requestId: '11728-2929992-1',
  errorCode,
  errorMessage,
});

describe('An error of Daraja', () => {
  it.each<[ApiName, number, string, string, string]>([
    ['b2c', 401, '401.002.01', 'Error Occurred - Invalid Access Token - abc', 'invalid_token'],
    ['balance', 401, '401.002.01', 'Error Occurred - Invalid Access Token - abc', 'invalid_token'],
    ['stkPush', 404, '404.001.03', 'Invalid Access Token', 'invalid_token'],
    ['reversal', 404, '404.001.03', 'Invalid Access Token', 'invalid_token'],
    ['status', 400, '400.003.01', 'Invalid Access Token', 'invalid_token'],
    ['c2bRegister', 400, '400.003.01', 'Invalid Access Token', 'invalid_token'],
    ['pullQuery', 401, '401.001', 'Invalid Access Token', 'invalid_token'],
    ['pullQuery', 401, '401.003.01', 'Invalid Access Token', 'invalid_token'],
    ['b2c', 400, '499.999.99', 'Invalid Access Token', 'invalid_token'],
    ['b2c', 400, '400.002.02', 'Bad Request - Invalid PartyB', 'rejected request_invalid'],
    ['status', 400, '400.002.05', 'Invalid Request Payload', 'rejected request_invalid'],
    ['c2bRegister', 400, '400.003.02', 'Bad Request', 'rejected request_invalid'],
    ['b2c', 404, '404.001.01', 'Resource not found', 'rejected provider_config'],
    ['b2c', 404, '404.002.01', 'Resource not found', 'rejected provider_config'],
    ['b2c', 404, '404.003.01', 'Resource not found', 'rejected provider_config'],
    ['b2c', 404, '404.001.04', 'Invalid Authentication Header', 'rejected provider_config'],
    ['token', 400, '400.008.01', 'Invalid Authentication passed', 'rejected provider_config'],
    ['token', 400, '400.008.02', 'Invalid grant type passed', 'rejected provider_config'],
    ['b2c', 405, '405.001', 'Method Not Allowed', 'rejected provider_config'],
    ['stkPush', 500, '500.001.1001', 'Merchant does not exist', 'rejected provider_config'],
    ['stkPush', 500, '500.001.1001', 'Wrong credentials', 'rejected provider_config'],
    [
      'stkPush',
      500,
      '500.001.1001',
      'Unable to lock subscriber, a transaction is already in process',
      'rejected payer_busy',
    ],
    ['stkPush', 500, '500.001.1001', 'Something else', 'unknown'],
    ['stkQuery', 500, '500.001.1001', 'The transaction is being processed', 'still_pending'],
    ['b2c', 500, '500.001.1001', 'The transaction is being processed', 'unknown'],
    ['b2c', 500, '500.002.1001', 'Duplicate OriginatorConversationID.', 'already_submitted'],
    ['b2c', 500, '500.002.1001', 'System internal error.', 'unknown'],
    ['b2c', 500, '500.002.1001', 'Service is currently under maintenance. Please try again later', 'unknown'],
    ['b2c', 500, '500.003.1001', 'Internal Server Error', 'unknown'],
    ['c2bRegister', 500, '500.003.1001', 'Urls are already registered.', 'rejected already_registered'],
    ['c2bRegister', 500, '500.003.1001', 'Duplicate notification info', 'rejected already_registered'],
    ['b2c', 500, '500.003.1001', 'Duplicate notification info', 'unknown'],
    ['b2c', 500, '500.003.02', 'Error Occurred: Spike Arrest Violation', 'back_off'],
    ['b2c', 500, '500.003.02', 'System is busy. Please try again in few minutes.', 'back_off'],
    ['b2c', 500, '500.003.03', 'Error Occurred: Quota Violation', 'back_off'],
    ['b2c', 403, '403.001.01', 'Something new', 'rejected request_invalid'],
    ['b2c', 500, '500.009.09', 'Something new', 'unknown'],
    ['b2c', 200, '500.009.09', 'Something new', 'unknown'],
  ])('of %s: %i %s %s', (api, status, code, message, expected) => {
    const verdict = judged(api, status, error(code, message));
    expect(verdict.kind === 'rejected' ? `rejected ${verdict.code}` : verdict.kind).toBe(expected);
  });

  it('is met by the tests above in every row of the table', () => {
    const codes = new Set(ERRORS.flatMap((row) => row.codes));
    expect([...codes].toSorted()).toEqual([
      '400.002.02',
      '400.002.05',
      '400.003.01',
      '400.003.02',
      '400.008.01',
      '400.008.02',
      '401.001',
      '401.002.01',
      '401.003.01',
      '404.001.01',
      '404.001.03',
      '404.001.04',
      '404.002.01',
      '404.003.01',
      '405.001',
      '500.001.1001',
      '500.002.1001',
      '500.003.02',
      '500.003.03',
      '500.003.1001',
    ]);
  });

  it('names the field, and repeats nothing else of the message', () => {
    expect(judged('b2c', 400, error('400.002.02', 'Bad Request - Invalid PartyB'))).toMatchObject({
      providerCode: '400.002.02',
      means: 'The provider refuses a field of the request (PartyB)',
    });
    const verdict = judged('b2c', 400, error('400.002.02', 'Bad Request - Invalid 254705912645 JOHN DOE'));
    expect(JSON.stringify(verdict)).not.toMatch(/254705|JOHN/);
  });

  it('says when a busy payer may be prompted again', () => {
    expect(judged('stkPush', 500, error('500.001.1001', 'Unable to lock subscriber'))).toMatchObject({
      retryAfterSeconds: 90,
    });
  });
});

describe('An answer that is none of Daraja’s own', () => {
  const html = undefined;
  it.each<[ApiName, number, Json | undefined, string]>([
    ['b2c', 429, html, 'back_off'],
    ['b2c', 503, html, 'unknown'],
    ['stkPush', 503, html, 'unknown'],
    ['reversal', 503, html, 'unknown'],
    ['balance', 503, html, 'back_off'],
    ['status', 503, html, 'back_off'],
    ['b2c', 500, html, 'unknown'],
    ['b2c', 502, html, 'unknown'],
    ['b2c', 504, html, 'unknown'],
    ['b2c', 403, html, 'unknown'],
    ['b2c', 302, html, 'unknown'],
    ['b2c', 200, html, 'unknown'],
    ['b2c', 200, {}, 'unknown'],
    ['b2c', 200, [], 'unknown'],
    ['b2c', 200, 'fine', 'unknown'],
    ['b2c', 401, html, 'invalid_token'],
    [
      'b2c',
      429,
      {
        fault: {
          faultstring: 'Spike arrest violation',
          detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
        },
      },
      'back_off',
    ],
    [
      'b2c',
      500,
      {
        fault: {
          faultstring: 'Spike arrest violation',
          detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
        },
      },
      'back_off',
    ],
  ])('to %s: %i %j is %s', (api, status, body, expected) => {
    expect(judged(api, status, body).kind).toBe(expected);
  });

  it('keeps what is said of when to come back', () => {
    expect(judged('b2c', 429, undefined, 7)).toEqual({ kind: 'back_off', retryAfterSeconds: 7 });
  });

  it.each<[Exchange, object]>([
    [
      { kind: 'not_sent', why: 'refused' },
      { kind: 'not_sent', why: 'refused' },
    ],
    [
      { kind: 'no_answer', why: 'timeout' },
      { kind: 'unknown', why: 'timeout' },
    ],
  ])('none at all: %j', (exchange, expected) => {
    expect(classify('b2c', endpoints.b2c, exchange)).toEqual(expected);
  });
});

describe('An answer with a ResponseCode', () => {
  const accepted = { ConversationID: 'AG_1', OriginatorConversationID: 'x', ResponseDescription: 'fine' };
  it.each<[ApiName, Json, string]>([
    ['b2c', { ...accepted, ResponseCode: '0' }, 'accepted'],
    ['b2c', { ...accepted, ResponseCode: ' 0 ' }, 'accepted'],
    ['c2bRegister', { OriginatorCoversationID: 'x', ResponseCode: '00000000' }, 'accepted'],
    ['b2c', { ResponseCode: '0' }, 'unknown'],
    ['b2c', { ...accepted, ResponseCode: '1' }, 'rejected provider_rejected'],
    ['b2c', { ...accepted, ResponseCode: '15' }, 'already_submitted'],
    ['b2c', { ...accepted, ResponseCode: '26' }, 'back_off'],
    ['b2c', { ...accepted, ResponseCode: '100000001' }, 'back_off'],
    ['stkPush', { CheckoutRequestID: 'ws_CO_1', MerchantRequestID: '1', ResponseCode: '0' }, 'accepted'],
    ['stkPush', { ResponseCode: '0' }, 'unknown'],
    ['stkQuery', { ResponseCode: '0', ResultCode: '1032' }, 'accepted'],
    ['pullRegister', { ResponseStatus: '1000' }, 'accepted'],
    ['pullRegister', { ResponseStatus: '1001' }, 'accepted'],
    ['pullQuery', { ResponseCode: '1001' }, 'accepted'],
    ['pullQuery', { ResponseCode: '1002' }, 'rejected provider_rejected'],
  ])('of %s: %j', (api, body, expected) => {
    const verdict = judged(api, 200, body);
    expect(verdict.kind === 'rejected' ? `rejected ${verdict.code}` : verdict.kind).toBe(expected);
  });
});

describe('Whatever Daraja answers to a payment', () => {
  it('is accepted, rejected or backed off from only on its own word: anything else is unknown', () => {
    const status = fc.integer({ min: 100, max: 599 });
    fc.assert(
      fc.property(status, fc.jsonValue(), (code, body) => {
        const verdict = judged('b2c', code, JSON.parse(JSON.stringify(body)) as Json);
        const settled = verdict.kind === 'accepted' || verdict.kind === 'rejected';
        expect(settled).toBe(false);
      }),
    );
  });
});
