import { randomUUID } from 'node:crypto';
import { SCOPES } from '#core/partners/scopes.ts';
import { readFacts, writeFacts } from '../../demo/demo.ts';
import { createApiClient, rotateSecret, systemCaller } from '../clients.ts';
import { onPlatform, operatorOf, program, Refused, tell, whole } from '../program.ts';

const client = program.command('client').description('api clients of partners');
client
  .command('create')
  .description('register an api client; its secret is shown once')
  .requiredOption('--name <name>', 'who it is')
  .option('--tenant <id>', 'the institution; may be left out where there is only one', whole)
  .option('--scopes <scopes...>', `what it may do: ${SCOPES.slice(0, 3).join(', ')}, ...; without it, everything`)
  .option('--pii', 'may see personal data of minors unmasked', false)
  .option('--id-format <format>', 'ids in replies: integer or uuid', 'integer')
  .action((options: { name: string; tenant?: number; scopes?: string[]; pii: boolean; idFormat: 'integer' | 'uuid' }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const scopes = options.scopes?.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean) ?? [...SCOPES];
      const made = await createApiClient(platform.app, platform.keys.pepper, operator, { ...options, scopes });
      return tell(
        { client_id: made.clientKey, client_secret: made.secret, scopes: made.scopes, tenant_id: operator.tenantId },
        `client_id      ${made.clientKey}\nclient_secret  ${made.secret}\nKeep the secret: it is not shown again.`,
      );
    }),
  );
client
  .command('list')
  .description('the clients of an institution')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: { tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const clients = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ client_id: string; name: string; state: string; last_used_at: string | null }>(
          'select client_key as client_id, name, state, last_used_at::text from api_client order by id limit 1000',
        ),
      );
      return tell(
        { clients },
        clients
          .map((row) => `${row.client_id}  ${row.state.padEnd(8)}  ${row.last_used_at ?? 'never used'}  ${row.name}`)
          .join('\n'),
      );
    }),
  );
client
  .command('rotate')
  .description('give a client a new secret; every token of the old one is void at once')
  .argument('<client_id>', 'its public key, pk_...')
  .option('--overlap <seconds>', 'how long the old secret can still mint tokens', whole, 0)
  .action((clientKey: string, options: { overlap: number }) =>
    onPlatform(async (platform, dataDir) => {
      const [row] = await platform.database.ask<{ tenant_id: string; mode: 'sandbox' | 'live'; client_id: string }>(
        'select tenant_id, mode, client_id from credential_of_client($1)',
        [clientKey],
      );
      if (!row) throw new Refused(`There is no client ${clientKey}.`);
      const operator = systemCaller({ id: Number(row.tenant_id), mode: row.mode }, 'operator', randomUUID());
      const { secret } = await rotateSecret(platform.app, platform.keys.pepper, operator, {
        id: Number(row.client_id),
        overlapSeconds: options.overlap,
      });
      const facts = await readFacts(dataDir);
      if (facts?.client_id === clientKey) await writeFacts(dataDir, { ...facts, client_secret: secret });
      return tell(
        { client_id: clientKey, client_secret: secret },
        `client_secret  ${secret}\nKeep it: it is not shown again. Tokens of before are void.`,
      );
    }),
  );
