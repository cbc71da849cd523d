import { openDaraja, type Daraja } from '#platform/rails/daraja/connection/call.ts';
import { tokenStoreInMemory, type TokenStore } from '#platform/rails/daraja/connection/token.ts';
import { darajaSettings, type DarajaAccount, type DarajaSettings } from '#platform/rails/daraja/settings.ts';
import { chooseDaraja } from '#platform/rails/daraja/account.ts';
import { railSecrets } from '#platform/rails/rail-settings.ts';
import type { TestApp } from './test-app.ts';
import type { DarajaFake } from './daraja-fake/daraja-fake.ts';
import { listening, receivers, type Received } from './receivers.ts';

/** An app that is set up as the fake expects it, unless configured otherwise. */
export function accountAt(fake: DarajaFake, changed: Partial<DarajaAccount> = {}): DarajaSettings {
  const { consumerKey, consumerSecret, initiator, shortcode, stk, paybill } = fake.options;
  const acting = paybill === null ? {} : { initiator: paybill.initiator };
  return darajaSettings({
    environment: 'sandbox',
    baseUrl: fake.baseUrl,
    consumerKey,
    consumerSecret,
    initiator,
    shortcode,
    certificate: fake.certificate,
    stk: { ...stk, ...acting, transactionType: 'CustomerPayBillOnline', payee: stk.shortcode },
    timeouts: { connectMs: 1_000, totalMs: 1_500 },
    ...changed,
  });
}

/** Lets a test app pay by this fake, and collect at a shortcode where one is named. */
export async function payByFake(
  { database, keys, tenantId }: Pick<TestApp, 'database' | 'keys' | 'tenantId'>,
  { options, baseUrl, certificate }: DarajaFake,
  collects: string | null = null,
): Promise<void> {
  const { consumerKey, consumerSecret, initiator, shortcode, stk } = options;
  const acting = options.paybill === null ? {} : { initiator: options.paybill.initiator };
  const paybill = { ...acting, transactionType: 'CustomerPayBillOnline' } as const;
  await chooseDaraja(database, railSecrets(keys), tenantId, {
    environment: 'sandbox',
    baseUrl,
    consumerKey,
    consumerSecret,
    initiator,
    shortcode,
    certificate,
    stk: collects === null ? null : { ...stk, ...paybill, shortcode: collects, payee: collects },
    timeouts: { connectMs: 3_000, totalMs: 4_000 },
  });
}

export function clientAt(
  fake: DarajaFake,
  changed: Partial<DarajaAccount> = {},
  store: TokenStore = tokenStoreInMemory(),
): Daraja {
  return openDaraja(accountAt(fake, changed), { now: fake.now, store });
}

/** Our side of the callbacks: takes everything, and says what came to which path. */
export type Listener = {
  readonly addressOf: (path: string) => string;
  readonly receivedAt: (path: string) => string[];
  readonly received: Received[];
  readonly close: () => Promise<void>;
};

export async function listener(): Promise<Listener> {
  const servers = receivers();
  const { received, listener: listen } = listening();
  const port = await servers.http(listen);
  return {
    addressOf: (path) => `http://127.0.0.1:${port}/cb/${path}`,
    receivedAt: (path) => received.filter(({ url }) => url === `/cb/${path}`).map(({ body }) => body),
    received,
    close: () => servers.close(),
  };
}

/** A deadline that does not come. */
export const noDeadline = (): AbortSignal => new AbortController().signal;
