import { BUCKETS, QUOTAS, type Bucket, type ClientQuotas } from '#core/partners/quotas.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { Platform } from '../../app/open-platform.ts';
import { readFacts, writeFacts } from '../../demo/demo.ts';
import { clientByKey, createApiClient, rotateSecret } from '../clients.ts';
import { actingAt, inTenant, oneOf, print, program, Refused, whole, withPlatform, yesOrNo } from '../program.ts';

type NewClient = {
  readonly name: string;
  readonly responsible?: string;
  readonly scopes?: string[];
  readonly pii: boolean;
  readonly idFormat: 'integer' | 'uuid';
};

type ChangedClient = {
  readonly name?: string;
  readonly scopes?: string[];
  readonly pii?: boolean;
  readonly idFormat?: 'integer' | 'uuid';
};

export const client = program.command('client').description('API clients of partners');
client
  .command('create')
  .description('register an API client; its secret is shown once')
  .requiredOption('--name <name>', 'the name of the partner')
  .option(
    '--responsible <person>',
    'the person who answers for it: two clients of one person never approve for each other',
  )
  .option('--scopes <scopes...>', `its scopes: ${SCOPES.slice(0, 3).join(', ')}, ...; all by default`)
  .option('--pii', 'see personal data of minors unmasked', false)
  .option('--id-format <format>', 'ids in replies and events: integer or uuid', oneOf('integer', 'uuid'), 'integer')
  .action((options: NewClient) =>
    inTenant(async (platform, operator) => {
      const scopes = options.scopes === undefined ? [...SCOPES] : namesIn(options.scopes);
      const made = await createApiClient(platform.app, platform.keys.pepper, operator, { ...options, scopes });
      print(
        { client_id: made.clientKey, client_secret: made.secret, scopes: made.scopes, tenant_id: operator.tenantId },
        `client_id      ${made.clientKey}\nclient_secret  ${made.secret}\nStore the secret: it is not shown again.`,
      );
    }),
  );
client
  .command('list')
  .description('the clients of an institution')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const clients = await platform.database.read(tenantId, (tx) =>
        tx.sql<{
          client_id: string;
          name: string;
          responsible: string | null;
          state: string;
          last_used_at: string | null;
        }>(
          'select client_key as client_id, name, responsible, state, last_used_at::text from api_client order by id limit 1000',
        ),
      );
      print(
        { clients },
        clients
          .map(
            (row) =>
              `${row.client_id}  ${row.state.padEnd(8)}  ${row.last_used_at ?? 'never used'}  ${row.name}, ${row.responsible ?? 'no person responsible'}`,
          )
          .join('\n'),
      );
    }),
  );
client
  .command('responsible')
  .description('say which person answers for a client, and counts as its maker')
  .argument('<client_id>', 'its public key, pk_...')
  .argument('<person>', 'the same words for the same person: a name, a staff number or an address')
  .action((clientKey: string, responsible: string) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      await platform.app.partners.operators.changeClientResponsible(operator, { clientId: id, responsible });
      print({ client_id: clientKey, responsible }, `${responsible} answers for ${clientKey}.`);
    }),
  );
client
  .command('set')
  .description('change what a client may do or see, or how it wants ids; where it loses a right, its tokens are void')
  .argument('<client_id>', 'its public key, pk_...')
  .option('--name <name>', 'the name of the partner')
  .option('--scopes <scopes...>', 'all that it may do from now on, in place of what it could do')
  .option('--pii <flag>', 'yes: it sees personal data of minors unmasked; no: masked', yesOrNo)
  .option('--id-format <format>', 'ids in replies and events: integer or uuid', oneOf('integer', 'uuid'))
  .action((clientKey: string, changes: ChangedClient) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      const { scopes, ...others } = changes;
      const changed = await platform.app.partners.operators.changeClient(operator, {
        clientId: id,
        changes: { ...others, ...(scopes === undefined ? {} : { scopes: namesIn(scopes) }) },
      });
      const { name, state, pii } = changed;
      const facts = { client_id: clientKey, name, state, scopes: changed.scopes, pii, id_format: changed.idFormat };
      print(
        facts,
        `${clientKey}  ${name}, ${state}\nscopes     ${changed.scopes.join(' ')}\npii        ${pii ? 'yes' : 'no'}\nid format  ${changed.idFormat}`,
      );
    }),
  );
client
  .command('disable')
  .description('bar a client: it gets no token, those that it has are void, and its webhooks receive nothing')
  .argument('<client_id>', 'its public key, pk_...')
  .option('--reason <reason>', 'why, for the audit trail and the client’s own events')
  .action((clientKey: string, { reason }: { reason?: string }) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      await platform.app.partners.operators.disableClient(operator, { clientId: id, reason: reason ?? null });
      print({ client_id: clientKey, state: 'disabled' }, `${clientKey} is disabled; its tokens are void.`);
    }),
  );
client
  .command('enable')
  .description(
    'let a client mint tokens again, with the secret that it has; a recovery brings what its webhooks missed',
  )
  .argument('<client_id>', 'its public key, pk_...')
  .action((clientKey: string) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      await platform.app.partners.operators.enableClient(operator, { clientId: id });
      print({ client_id: clientKey, state: 'active' }, `${clientKey} is active.`);
    }),
  );
client
  .command('rotate')
  .description('give a client a new secret in the place of all its keys; every token is void immediately')
  .argument('<client_id>', 'its public key, pk_...')
  .option('--overlap <seconds>', 'how long the old secret can still mint tokens', whole, 0)
  .action((clientKey: string, options: { overlap: number }) =>
    withPlatform(async (platform, dataDir) => {
      const { id, operator } = await theClient(platform, clientKey);
      const { secret } = await rotateSecret(platform.app, platform.keys.pepper, operator, {
        id,
        overlapSeconds: options.overlap,
      });
      const facts = await readFacts(dataDir);
      if (facts?.client_id === clientKey) await writeFacts(dataDir, { ...facts, client_secret: secret });
      print(
        { client_id: clientKey, client_secret: secret },
        `client_secret  ${secret}\nStore it: it is not shown again. Earlier tokens are void.`,
      );
    }),
  );
client
  .command('quota')
  .description('the quotas of a client a minute: requests, and points of the graph; shown where nothing is changed')
  .argument('<client_id>', 'its public key, pk_...')
  .argument('[changes...]', `such as B.money=240, or B.money=default; buckets: ${BUCKETS.join(', ')}`)
  .action((clientKey: string, changes: string[]) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      const quotas = changes.map(readQuota).map(([bucket, perMinute]) => ({ bucket, perMinute }));
      const agreed =
        changes.length > 0
          ? (await platform.app.partners.operators.changeClientQuotas(operator, { clientId: id, quotas })).quotas
          : await agreedQuotas(platform, operator.tenantId, id);
      const inForce = BUCKETS.map((bucket): [Bucket, number] => [bucket, agreed[bucket] ?? QUOTAS[bucket]]);
      print(
        { client_id: clientKey, quotas: Object.fromEntries(inForce), agreed },
        inForce
          .map(([bucket, quota]) => `${bucket.padEnd(8)} ${quota} a minute${bucket in agreed ? ', agreed' : ''}`)
          .join('\n'),
      );
    }),
  );

/** Scopes as people write them: one after the other, or with commas. */
const namesIn = (scopes: readonly string[]) => scopes.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);

export async function theClient(platform: Platform, clientKey: string) {
  const found = await clientByKey(platform.database, clientKey);
  if (!found) throw new Refused(`There is no client ${clientKey}.`);
  const { tenantId: id, mode } = found.operator;
  return { id: found.id, operator: actingAt(platform, { id, mode }) };
}

async function agreedQuotas({ database }: Platform, tenantId: number, clientId: number): Promise<ClientQuotas> {
  const [row] = await database.read(tenantId, (tx) =>
    tx.sql<{ quotas: ClientQuotas }>('select quotas from api_client where id = $1', [clientId]),
  );
  return row?.quotas ?? {};
}

/** One change: B.money=240, or B.money=default. */
function readQuota(text: string): [string, number | null] {
  const [, bucket = '', quota = ''] = /^([^=]+)=(default|\d{1,9})$/.exec(text) ?? [];
  if (bucket === '') throw new Refused(`"${text}" is not a quota: write B.money=240, or B.money=default.`);
  return [bucket, quota === 'default' ? null : Number(quota)];
}
