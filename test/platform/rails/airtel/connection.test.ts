import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAirtel } from '#platform/rails/airtel/connection.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A connection to a host that replies as this listener does. */
async function airtelAt(listen: RequestListener) {
  server = createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { clientId: 'c', clientSecret: 's', pin: '1234', publicKey: '', charges: [] };
  const timeouts = { connectMs: 5_000, totalMs: 20_000 };
  return openAirtel({ environment: 'sandbox', baseUrl, ...credentials, timeouts }, () => Temporal.Now.instant());
}
const enquiry = { method: 'GET', path: '/standard/v1/payments/1', body: null } as const;

/** A provider that gives a token and replies to everything else like this. */
const replying = (status: number, body: string, contentType = 'application/json') =>
  airtelAt(({ url }, response) => {
    response.setHeader('content-type', contentType);
    if (url?.includes('oauth2')) response.end(JSON.stringify({ access_token: 't', expires_in: '180' }));
    else response.writeHead(status).end(body);
  });
const envelope = (result_code: string) =>
  JSON.stringify({ status: { code: '400', message: 'm', result_code, success: false } });

describe('A request to Airtel Money', () => {
  it.each([
    [408, ''],
    [413, '<html><h1>413 Request Entity Too Large</h1></html>'],
    [425, ''],
    [400, '<html><h1>400 Bad Request</h1><hr>nginx</html>'],
    [403, '{"message":"Forbidden"}'],
    [404, '{"status":404,"error":"Not Found","path":"/standard/v1/disbursements/"}'],
    [401, '<html>Unauthorized</html>'],
    [400, envelope('ESB000004')],
    [400, envelope('ESB000011')],
    [400, envelope('ESB000041')],
    [400, envelope('ESB999999')],
    [200, envelope('ESB000001')],
    [200, '<html>Welcome to the hotel’s network</html>'],
  ])('that is answered %d %s is unknown: nobody says that Airtel declined it', async (status, body) => {
    const airtel = await replying(status, body);
    expect(await airtel.call(enquiry, AbortSignal.timeout(5_000))).toEqual({ kind: 'unknown' });
  });

  it('that was turned away as one too many is sent again later, independent of the sender of the reply', async () => {
    const airtel = await replying(429, '<html>Too Many Requests</html>', 'text/html');
    expect(await airtel.call(enquiry, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'back_off' });
  });

  it.each([
    [400, envelope('ESB000008'), 'request_invalid'],
    [200, envelope('ESB000033'), 'request_invalid'],
    [403, '{"status_code":"ROUTER007","status_message":"m"}', 'provider_config'],
    [400, '{"status":{"code":"ROUTER116","message":"m","success":false}}', 'provider_config'],
    [401, '{"error":"invalid_token","error_description":"m"}', 'provider_config'],
  ])('that is answered %d %s is declined by Airtel itself', async (status, body, code) => {
    const airtel = await replying(status, body);
    expect(await airtel.call(enquiry, AbortSignal.timeout(5_000))).toEqual({ kind: 'declined', code, status });
  });

  it.each([
    [401, '<html>Proxy Authentication</html>', { kind: 'not_sent', retryAfterSeconds: null }],
    [400, '{}', { kind: 'not_sent', retryAfterSeconds: null }],
    [401, '{"error":"invalid_client"}', { kind: 'declined', code: 'provider_config', status: 401 }],
  ])('whose token is answered %d %s has its credentials refused by Airtel alone', async (status, body, reply) => {
    const airtel = await airtelAt((_, response) => response.writeHead(status).end(body));
    expect(await airtel.call(enquiry, AbortSignal.timeout(5_000))).toEqual(reply);
  });

  it('waits for a token no longer than its caller does, and was not sent then', async () => {
    const airtel = await airtelAt(() => undefined);
    const begun = performance.now();
    expect(await airtel.call(enquiry, AbortSignal.timeout(200))).toEqual({ kind: 'not_sent', retryAfterSeconds: null });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it.each([['soon'], ['-5'], ['1e300'], [null]])('is sent with a token whose lifetime is %p', async (expires_in) => {
    const airtel = await airtelAt(({ url }, response) => {
      const transaction = { status: 'TS', airtel_money_id: 'MP1' };
      const reply = url?.includes('oauth2')
        ? { access_token: 't', expires_in }
        : { data: { transaction }, status: { response_code: 'DP00800001001' } };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    });
    expect(await airtel.call(enquiry, AbortSignal.timeout(10_000))).toMatchObject({ kind: 'replied', airtelId: 'MP1' });
  });
});
