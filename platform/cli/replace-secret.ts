import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../app/open-platform.ts';
import { underFormer, type UnderFormer } from '../app/processes/secrets/seal-again.ts';
import { NOTICED_AFTER_MS } from '../app/secret-watch.ts';
import { idOfSecret } from '../auth/keys.ts';
import { takeTurn } from '../postgres/migrations/migrate.ts';
import {
  announceSecret,
  putSecretInUse,
  retireSecrets,
  withdrawSecret,
} from '../postgres/migrations/replace-secret.ts';
import { readSecretInUse, type InstalledSecret } from '../postgres/migrations/secret-in-use.ts';
import { placesWithoutSecret } from '../postgres/privacy/keys/known-keys.ts';
import { ConfigError } from '../runtime/config.ts';
import { actingAt } from './program.ts';
import { noteDeeds } from './institution-events.ts';
import { asOwner } from './owner.ts';
import { terminal } from './terminal.ts';

/**
 * How the secret of an installation is replaced. Processes that have both go over to the one of UMOJA_SECRET together, by what the
 * database says; what is under the former one is sealed again, and then the former one is retired.
 */

/** Institutions in one query. */
const PAGE = 500;
/** How long a transaction that proves its tenant with the former key is waited for. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

const say = (line: string) => void terminal().err.write(`${line}\n`);

type Tenant = { readonly id: number; readonly mode: 'sandbox' | 'live' };

/** Every institution, however many there are. */
export async function* allTenants({ settings: { adminUrl } }: Platform): AsyncGenerator<Tenant> {
  for (let last = 0; ;) {
    const { rows } = await asOwner(adminUrl, (owner) =>
      owner.query<{ id: string; mode: Tenant['mode'] }>(
        `select id, mode from tenant where id > $1 order by id limit ${PAGE}`,
        [last],
      ),
    );
    for (const { id, mode } of rows) yield { id: Number(id), mode };
    if (rows.length < PAGE) return;
    last = Number(rows.at(-1)?.id);
  }
}

const installed = ({ settings: { adminUrl } }: Platform): Promise<InstalledSecret> =>
  asOwner(adminUrl, readSecretInUse);

/**
 * Puts the secret of UMOJA_SECRET in use, where another one is; waits until every process goes by it.
 * @throws ConfigError where a process runs that lacks it; nothing is changed then
 */
export async function replaceSecret(platform: Platform): Promise<void> {
  const { keys, settings } = platform;
  const [to = ''] = keys.fingerprints;
  await asOwner(settings.adminUrl, async (owner) => {
    // Migrations set passwords and keys as well. The connection's end gives the turn back.
    await takeTurn(owner, say);
    const { fingerprint: from, next } = await readSecretInUse(owner);
    // Who has gone back to the secret in use gives up what was announced: otherwise no process could start without it.
    if (from === to && next !== null) await withdrawSecret(owner, next);
    if (from === null || from === to) return;
    const at = (fingerprint: string) => keys.databasePasswords[keys.fingerprints.indexOf(fingerprint)] ?? '';
    // A process that starts after this has it, or does not start; one that started before is seen.
    await announceSecret(owner, to);
    const looked = placesWithoutSecret(platform.database, { login: settings, master: platform.secret.master });
    const places = await looked.catch(async (error: unknown) => {
      await withdrawSecret(owner, to);
      throw error;
    });
    if (places !== null) {
      await withdrawSecret(owner, to);
      throw new ConfigError(
        `Processes run that don’t have the secret of UMOJA_SECRET, from ${places}: they could serve no request after the rotation. ` +
          'Nothing was changed. Start each of them with UMOJA_SECRET as it is here and the present secret in ' +
          'UMOJA_FORMER_SECRETS, and repeat this.',
      );
    }
    await putSecretInUse(owner, settings, { from, to, formerPassword: at(from), password: at(to) });
    say(`The secret ${idOfSecret(to)} is in use; every process goes over to it within ${NOTICED_AFTER_MS / 1_000} s.`);
  });
  await untilNoticed(platform);
  await platform.secret.look();
  const { former, since } = await installed(platform);
  if (former.length > 0) await noteSecret(platform, { command: 'replaceSecret', what: 'secret_replaced', since });
}

/** Until every process has looked, what is sealed again could be joined by more that is sealed with the former one. */
async function untilNoticed({ settings: { adminUrl } }: Platform): Promise<void> {
  const { rows } = await asOwner(adminUrl, (owner) =>
    owner.query<{ ms: number | null }>(
      'select (extract(epoch from now() - secret_since) * 1000)::float8 as ms from installation',
    ),
  );
  const ms = rows[0]?.ms ?? null;
  if (ms !== null && ms < NOTICED_AFTER_MS) await sleep(NOTICED_AFTER_MS - ms);
}

/** Writes down in every institution what was done with the secret, once: also where the command was cut off and repeated. */
async function noteSecret(
  platform: Platform,
  { command, what, since }: { readonly command: string; readonly what: string; readonly since: Date | null },
): Promise<void> {
  const facts = { secret: idOfSecret(platform.keys.fingerprint) };
  for await (const tenant of allTenants(platform)) {
    const noted = await platform.store.read(tenant.id, ({ sql }) =>
      sql(
        `select from event where subject_type = 'institution' and subject_id = $4 and type = $1 and created_at >= $2::timestamptz and data ->> 'secret' = $3 limit 1`,
        [`institution.${what}`, since?.toISOString() ?? '-infinity', facts.secret, tenant.id],
      ),
    );
    if (noted.length === 0) await noteDeeds(platform, actingAt(platform, tenant), command, [{ what, facts }]);
  }
}

/** What is still under former secrets, in all institutions. */
type Left = UnderFormer & {
  /** Clients whose secrets were not used since, the first hundred: institution and public key. */
  readonly clients: readonly string[];
  /** Providers that may notify us at addresses of before. */
  readonly addresses: number;
};

const NOTHING: Left = {
  webhooks: 0,
  rails: 0,
  institutionKeys: 0,
  clientSecrets: 0,
  responses: 0,
  clients: [],
  addresses: 0,
};
const MOST_NAMED = 100;

export type Status = InstalledSecret & { readonly left: Left };

export async function statusOf(platform: Platform): Promise<Status> {
  const secret = await installed(platform);
  if (secret.former.length === 0 || secret.since === null) return { ...secret, left: NOTHING };
  const since = Temporal.Instant.fromEpochMilliseconds(secret.since.getTime() + NOTICED_AFTER_MS);
  let left = NOTHING;
  for await (const { id } of allTenants(platform)) left = joined(left, await leftIn(platform, id, since));
  return { ...secret, left };
}

async function leftIn(platform: Platform, tenantId: number, since: Temporal.Instant): Promise<Left> {
  const { store, keys, settings } = platform;
  const found = await underFormer({ store, keys, tenantId }, { master: settings.masterKeys, since });
  const { clients, addresses } = await store.read(tenantId, async ({ sql }) => {
    const rows = await sql<{ client_key: string }>(
      `select distinct c.client_key from api_secret s join api_client c on c.tenant_id = s.tenant_id and c.id = s.client_id
        where s.hash not like $1 and s.revoked_at is null and (s.valid_until is null or s.valid_until > now())
        order by 1 limit ${MOST_NAMED}`,
      [`${keys.pepper.label}.%`],
    );
    const [rails] = await sql<{ count: string }>(
      `select count(*) as count from rail where kind <> 'bank_file' and created_at < $1`,
      [since.toString()],
    );
    return { clients: rows.map((row) => `${tenantId} ${row.client_key}`), addresses: Number(rails?.count) };
  });
  return { ...found, clients, addresses };
}

const joined = (one: Left, other: Left): Left => ({
  webhooks: one.webhooks + other.webhooks,
  rails: one.rails + other.rails,
  institutionKeys: one.institutionKeys + other.institutionKeys,
  clientSecrets: one.clientSecrets + other.clientSecrets,
  responses: one.responses + other.responses,
  clients: [...one.clients, ...other.clients].slice(0, MOST_NAMED),
  addresses: one.addresses + other.addresses,
});

/** What keeps former secrets from being retired, as sentences for a person. */
export function whatIsLeft({ left }: Status): readonly string[] {
  const { webhooks, rails, institutionKeys, clientSecrets, responses, clients } = left;
  const sealed = webhooks + rails + institutionKeys;
  return [
    ...(sealed === 0
      ? []
      : [
          `${webhooks} secrets of webhooks, ${rails} accounts at providers and ${institutionKeys} keys of institutions are sealed under ` +
            'a former secret: run umoja secret rotate.',
        ]),
    ...(clientSecrets === 0
      ? []
      : [
          `${clientSecrets} secrets of clients are hashed under a former secret, and were not used since: ${clients.join(', ')}. Each is hashed ` +
            'again when it next fetches a token; or rotate it (umoja client rotate), of a disabled client too, which may be enabled again.',
        ]),
    ...(responses === 0
      ? []
      : [`${responses} stored responses with a secret are sealed under a former secret. They expire within a day.`]),
  ];
}

const ADDRESSES =
  'accounts at providers notify us at addresses that a former secret signs. Register those again: umoja paybill register, and ' +
  'umoja rails show for what is entered at the provider. Then: umoja secret retire --addresses-replaced.';

export const addressesLeft = ({ left: { addresses } }: Status): readonly string[] =>
  addresses === 0 ? [] : [`${addresses} ${ADDRESSES}`];

/**
 * Ends the acceptance of former secrets, where nothing needs them.
 * @param confirmed that the addresses at providers are those of the present secret
 * @returns what is left, as sentences; none where they are retired
 */
export async function retireFormer(
  platform: Platform,
  { addressesAreReplaced }: { readonly addressesAreReplaced: boolean },
): Promise<readonly string[]> {
  const status = await statusOf(platform);
  if (status.former.length === 0) return [];
  const left = [...whatIsLeft(status), ...(addressesAreReplaced ? [] : addressesLeft(status))];
  if (left.length > 0) return left;
  if (!(await formerProofsEnded(platform, status)))
    return ['A transaction has been running since before the rotation. Repeat this when it has ended.'];
  await asOwner(platform.settings.adminUrl, async (owner) => {
    await takeTurn(owner, say);
    await retireSecrets(owner);
  });
  const { since } = status;
  await noteSecret(platform, { command: 'retireSecret', what: 'former_secret_retired', since });
  return [];
}

/** A transaction that has begun before every process had looked proves its tenant with the former key, to its end. */
async function formerProofsEnded({ database }: Platform, { since }: Status): Promise<boolean> {
  const before = (since?.getTime() ?? 0) + NOTICED_AFTER_MS;
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const running = await database.query(
      `select from pg_stat_activity
        where datname = current_database() and usename = current_user and xact_start < to_timestamp($1::float8 / 1000) limit 1`,
      [before],
    );
    if (running.length === 0) return true;
    if (performance.now() >= until) return false;
    await sleep(LOOK_AGAIN_MS);
  }
}
