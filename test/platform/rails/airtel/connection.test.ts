import { afterEach, describe, expect, it } from '@jest/globals';
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
  const credentials = { clientId: 'c', clientSecret: 's', pin: '1234', publicKey: '' };
  const timeouts = { connectMs: 5_000, totalMs: 20_000 };
  return openAirtel({ environment: 'sandbox', baseUrl, ...credentials, timeouts }, () => Temporal.Now.instant());
}
const enquiry = { method: 'GET', path: '/standard/v1/payments/1', body: null } as const;

describe('A request to Airtel Money', () => {
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
