import type { AddressInfo } from 'node:net';
import type { Quotas } from '#core/partners/quotas.ts';
import type { Authenticator } from '#platform/auth/authenticate.ts';
import type { App } from '#platform/app/compose.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import type { RequestLog } from '#platform/app/request-log.ts';
import type { Keys } from '#platform/auth/keys.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import type { Health } from '#platform/runtime/health.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { Guard } from '#platform/outbound/destination.ts';
import { knownSources, PUBLISHED_SOURCES } from '#platform/runtime/callback-sources.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { rateLimiter, type RedisLike } from '#platform/runtime/rate-limit.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { callbackEndpoints } from './callbacks.ts';
import { demoReceiverAt } from './demo-receiver.ts';
import { healthEndpoint, healthPagesOf } from './health.ts';
import { countedIn, metricsEndpoint, type MetricsSettings } from './metrics.ts';
import { oauthEndpoints } from './oauth/endpoints.ts';
import { openApi } from './openapi/document.ts';
import { paybillEndpoints } from './paybill.ts';
import { startPage } from './pages/start-page.ts';
import { docPages, type DemoCredentials } from './pages/docs/doc-pages.ts';
import { problemPages } from './pages/problem-pages.ts';
import { referencePages } from './pages/reference-pages.ts';
import { loggedIn } from './requests/record.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { restServer } from './server.ts';
import { waitingRoom } from './webhooks/waiting-room.ts';

export type RestSettings = {
  readonly app: App;
  readonly auth: Authenticator;
  readonly log: Log;
  /** How partners and providers reach this server, without a slash at its end. */
  readonly baseUrl: string;
  readonly keys: Pick<Keys, 'cursor' | 'callback' | 'webhookBox'>;
  /** What webhooks of sandbox tenants may reach. */
  readonly webhookGuard: Pick<Guard, 'allowedNetworks' | 'resolve'>;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Proxies (CIDR) whose word of who calls is believed. */
  readonly trustedProxies?: readonly string[];
  /** Addresses and networks from which providers call back; the published ones by default. */
  readonly callbackSources?: readonly string[];
  /** Shares rate limits between processes. */
  readonly redis?: RedisLike | null;
  readonly quotas?: Quotas;
  /** Whether the process is to receive requests, served at /readyz. */
  readonly health?: Health;
  /** Logs the requests of clients. */
  readonly requestLog?: RequestLog;
  /** Where people work: the start page leads there. */
  readonly portal?: string;
  /** Filled into the guides, where it may be. */
  readonly demoCredentials?: DemoCredentials;
  /** Where the demo receives its own events. */
  readonly demoReceiver?: string;
  /** Counts requests by route and status. */
  readonly requests?: Pick<RequestMetrics, 'rest' | 'countedAlone'>;
  /** Figures of the process, served at /metrics. */
  readonly metrics?: MetricsSettings;
  /** The rows to serve; all by default. */
  readonly rows?: readonly Route[];
};

export type RunningRest = { readonly url: string; readonly close: () => Promise<void> };

/** Serves all REST surfaces until it is closed; requests under way are answered first. */
export async function startRest(settings: RestSettings): Promise<RunningRest> {
  const { app, auth, log, baseUrl, keys, host, port, rows = routes } = settings;
  const limiter = rateLimiter(app.clock, {
    redis: settings.redis ?? null,
    log,
    ...(settings.requests ? { countedAlone: settings.requests.countedAlone } : {}),
    ...(settings.quotas ? { quotas: settings.quotas } : {}),
  });
  let made: object | null = null;
  // When it is first read: no start waits for it.
  const document = () => (made ??= openApi(rows));
  const isKnownSource = knownSources(settings.callbackSources ?? PUBLISHED_SOURCES);
  const waiting = waitingRoom(app.delivery.onChanges);
  const server = restServer(
    {
      trustedProxies: settings.trustedProxies ?? [],
      app,
      auth,
      log,
      baseUrl,
      tools: {
        cursors: cursorsWith(keys.cursor),
        quotaOf: limiter.quotaOf,
        waiting,
        webhooks: { guard: settings.webhookGuard, secrets: signingSecrets(keys) },
      },
      limiter,
    },
    rows,
    [
      ...(settings.requests ? [countedIn(settings.requests)] : []),
      ...(settings.requestLog ? [loggedIn(settings.requestLog)] : []),
      oauthEndpoints,
      healthEndpoint,
      ...(settings.health ? [healthPagesOf(settings.health)] : []),
      ...(settings.metrics ? [metricsEndpoint(settings.metrics)] : []),
      ...(settings.portal ? [startPage(settings.portal)] : []),
      ...(settings.demoReceiver ? [demoReceiverAt(settings.demoReceiver)] : []),
      problemPages,
      callbackEndpoints(callbacksAt(baseUrl, keys.callback), isKnownSource),
      paybillEndpoints(paybillsAt(baseUrl, keys.callback), isKnownSource),
      referencePages(document),
      docPages({
        document,
        baseUrl,
        ...(settings.demoCredentials ? { demoCredentials: settings.demoCredentials } : {}),
      }),
    ],
  );
  // Requests that wait are answered with what there is, so that the others need not wait for them.
  server.addHook('preClose', waiting.close);
  await server.listen({ host, port });
  // Listening at a port, it has an address of this form.
  const { port: listening } = server.server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`, close: () => server.close() };
}
