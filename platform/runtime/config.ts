import path from 'node:path';
import { PUBLISHED_SOURCES } from './callback-sources.ts';
import { databaseSettings } from './database-config.ts';
import { ConfigError, setting } from './setting.ts';
import { listed, numberFrom, parseUrl, port, readOrigins, secretsOf, url } from './setting-kinds.ts';
import { isOneOf } from '#core/kernel/names.ts';

export { ConfigError };

const DEMOS = ['no', 'small', 'living'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting but those of the subgraphs. */
export const settings = {
  ...databaseSettings,
  restPort: setting('REST_PORT', 'port of the REST surfaces', '3000', port(3000)),
  graphqlPort: setting('GRAPHQL_PORT', 'port of the graph', '4000', port(4000)),
  graphqlDocuments: setting(
    'GRAPHQL_DOCUMENTS',
    'file of trusted documents for the graph: JSON, SHA-256 to text',
    'none',
    (text) => (text === undefined ? null : path.resolve(text)),
  ),
  graphqlLive: setting(
    'GRAPHQL_LIVE',
    'what live tenants may send to the graph: anything, or trusted (documents of GRAPHQL_DOCUMENTS alone)',
    'anything',
    (text) => {
      if (text !== undefined && text !== 'anything' && text !== 'trusted') throw new Error('give anything or trusted.');
      return text ?? 'anything';
    },
  ),
  graphqlWithout: setting(
    'GRAPHQL_WITHOUT_TAGS',
    'tags (comma separated) of what clients of this gateway do not see of the graph; it then serves no portal. staff: people, clients, settings, the audit trail',
    'none: they see all of it',
    (text) => listed(text ?? ''),
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'port of /metrics, /livez and /readyz of a process without REST, which else serves them at its own port',
    'none',
    (text) => (text === undefined ? null : port(0)(text)),
  ),
  metricsToken: setting(
    'UMOJA_METRICS_TOKEN',
    'the Bearer token for reading /metrics; at least 16 characters',
    'none: only this machine may read them',
    (text) => {
      if (text !== undefined && text.length < 16) throw new Error('give at least 16 characters.');
      return text ?? null;
    },
  ),
  graphqlOrigins: setting(
    'GRAPHQL_ORIGINS',
    'web origins (comma separated) whose pages may query the graph; * for any',
    'pages of this machine: localhost and 127.0.0.1, any port',
    readOrigins,
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    'proxies (addresses or CIDR, comma separated) whose X-Forwarded-For names the client',
    'none: the peer is the client',
    (text) => listed(text ?? ''),
  ),
  callbackSources: setting(
    'CALLBACK_SOURCES',
    'addresses (or CIDR, comma separated) that providers call back from; others are logged',
    'those that Safaricom publishes',
    (text) => (text === undefined ? PUBLISHED_SOURCES : listed(text)),
  ),
  host: setting('HOST', 'address to listen on', '127.0.0.1', (text) => text ?? '127.0.0.1'),
  publicUrl: setting(
    'PUBLIC_URL',
    'how partners and providers reach the REST surfaces',
    'http://localhost:<REST_PORT>',
    url(['http:', 'https:']),
  ),
  publicOrigin: setting(
    'UMOJA_PUBLIC_ORIGIN',
    'how people reach the gateway in a browser: keys and links of invitations are bound to this name; https in live',
    'http://localhost:<GRAPHQL_PORT>',
    (text) => {
      if (text === undefined) return null;
      const { origin, protocol, hostname } = parseUrl(text);
      if (origin !== text.replace(/\/+$/, ''))
        throw new Error('give an origin alone, such as https://umoja.example.org');
      if (protocol !== 'https:' && hostname !== 'localhost') throw new Error('it has to begin with https://');
      return origin;
    },
  ),
  sandboxEntry: setting(
    'UMOJA_SANDBOX_ENTRY',
    'on, in every process: visitors enter the planted demo in a role, without a key, from any address; its webhooks reach this machine no more',
    'off; from this machine they may',
    (text) => {
      if (text !== undefined && text !== 'on' && text !== 'off') throw new Error('give on or off.');
      return text ?? null;
    },
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    'the identity provider at which people sign in (OpenID Connect), with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    'none: people sign in with passkeys',
    url(['http:', 'https:']),
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', 'our client_id at the identity provider', 'none', (text) => text ?? null),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    'our client_secret at the identity provider',
    'none',
    (text) => text ?? null,
  ),
  dataDir: setting(
    'UMOJA_DATA_DIR',
    'the data directory: embedded database, secret and the demo’s facts',
    '.data',
    (text) => path.resolve(text ?? '.data'),
  ),
  secret: setting(
    'UMOJA_SECRET',
    'at least 32 characters from which every key is derived; the same in every process',
    'made once, stored in the data directory; has to be set where DATABASE_URL is',
    (text) => {
      if (text !== undefined && text.length < 32) throw new Error('give at least 32 characters.');
      return text ?? null;
    },
  ),
  formerSecrets: setting(
    'UMOJA_FORMER_SECRETS',
    'former texts of UMOJA_SECRET, the newest first, separated by commas: what is under them is opened and accepted until `umoja secret rotate` has ended',
    'none',
    secretsOf,
  ),
  dataSecrets: setting(
    'UMOJA_DATA_SECRETS',
    'secrets under which personal data are sealed, the newest first, separated by commas; the others open only',
    'UMOJA_SECRET, which opens in any case',
    secretsOf,
  ),
  webhookAllow: setting(
    'UMOJA_WEBHOOK_ALLOW',
    'private networks (CIDR, comma separated) that webhooks of every sandbox may reach; their replies are shown to partners',
    'none; those of the planted demo reach this machine, unless UMOJA_SANDBOX_ENTRY=on',
    (text) =>
      (text ?? '')
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean),
  ),
  demo: setting(
    'UMOJA_DEMO',
    'sandboxes that are planted in an empty database: no; small (or yes), a demo of a few records; living, beside it a society with eighteen months of business, which grows once the system is up',
    'living; no where DATABASE_URL is set',
    (text) => {
      if (text === undefined) return null;
      const demo = DEMOS.find((each) => each === (text === 'yes' ? 'small' : text));
      if (demo === undefined) throw new Error('give no, small or living.');
      return demo;
    },
  ),
  deliveredTogether: setting(
    'UMOJA_DELIVERIES_TOGETHER',
    'webhooks that a process of the workers sends at the same time, 2 to 5000; half of them to slow or new endpoints',
    '400',
    numberFrom(2, 5_000, 400),
  ),
  checkedTogether: setting(
    'UMOJA_CHECKS_TOGETHER',
    'payments of a kind that a process of the workers checks with providers at the same time, 1 to 500',
    '32',
    numberFrom(1, 500, 32),
  ),
  archiveDir: setting(
    'UMOJA_ARCHIVE_DIR',
    'folder to which the workers write what is sealed of the audit trail and the journals; `umoja archive` takes it as well',
    'none: it is sealed in the database, and written nowhere else',
    (text) => (text === undefined ? null : path.resolve(text)),
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector of traces (OTLP over HTTP, JSON), without /v1/traces',
    'none: nothing is traced',
    url(['http:', 'https:']),
  ),
  tracedShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    'share of the traces that are recorded, 0 to 1, of those that begin here; who calls with a traceparent decides of theirs',
    '1',
    (text) => {
      if (text !== undefined && !/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text))
        throw new Error('give a number from 0 to 1.');
      return Number(text ?? 1);
    },
  ),
  lameDuckSeconds: setting(
    'UMOJA_LAME_DUCK_SECONDS',
    'how long a process that is ended goes on serving while it says that it is not ready',
    '5; 0 where everything runs in one process',
    (text) => {
      if (text === undefined) return null;
      if (!/^\d{1,3}$/.test(text)) throw new Error('give seconds from 0 to 999.');
      return Number(text);
    },
  ),
  logLevel: setting('LOG_LEVEL', LOG_LEVELS.join(', '), 'warn', (text): LogLevel => {
    const level = text ?? 'warn';
    if (!isOneOf(LOG_LEVELS, level)) throw new Error(`choose one of ${LOG_LEVELS.join(', ')}.`);
    return level;
  }),
};

/** The settings of a subgraph: where it listens, and where a gateway finds it, where they run alone. */
export function subgraphSettings(name: string, usualPort: number) {
  const variable = name.toUpperCase().replaceAll('-', '_');
  const usualUrl = `http://127.0.0.1:${usualPort}/graphql`;
  return {
    port: setting(
      `${variable}_PORT`,
      `port of the ${name} subgraph, where it runs alone`,
      String(usualPort),
      port(usualPort),
    ),
    url: setting(
      `${variable}_URL`,
      `where a gateway that runs alone finds the ${name} subgraph`,
      usualUrl,
      (text) => url(['http:', 'https:'])(text) ?? usualUrl,
    ),
  };
}

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> };

/** Reads all settings. @throws ConfigError naming the first variable that can't be used */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Entries lose the types of their names; each name has what its setting reads.
  return Object.fromEntries(
    Object.entries(settings).map(([name, { name: variable, read }]) => [name, read(environment[variable])]),
  ) as Config;
}

/** Names that others set: Kubernetes for the services of a namespace. */
const OF_OTHERS = /^UMOJA_(SERVICE_|PORT(_|$))/;
/** A name of few letters resembles too many others: HOME is two edits away from HOST. */
const COMPARED_FROM = 8;
const MOST_EDITS = 2;

/**
 * Refuses what can only be a setting of ours with its name mistyped: it would have no effect, and who set it would not know.
 * @throws ConfigError naming the variable and the nearest setting
 */
export function requireKnownNames(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly { readonly name: string }[],
): void {
  const names = known.map(({ name }) => name);
  for (const variable of Object.keys(environment)) {
    if (names.includes(variable) || OF_OTHERS.test(variable)) continue;
    const [nearest] = names
      .map((name) => ({ name, edits: editsBetween(variable, name) }))
      .sort((a, b) => a.edits - b.edits);
    if (nearest === undefined) continue;
    const isMistyped = nearest.edits <= MOST_EDITS && nearest.name.length >= COMPARED_FROM;
    if (!isMistyped && !variable.startsWith('UMOJA_')) continue;
    throw new ConfigError(
      `There is no setting ${variable}; the nearest is ${nearest.name}. \`npm run umoja -- settings\` lists all of them.`,
    );
  }
}

/** Letters to insert, delete or replace until one text is the other (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] ?? 0) + (letter === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
