import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import pg from 'pg';
import { Agent } from '#core/lending/agent/agent.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { Caller } from '../auth/caller.ts';
import { openPlatform, type Platform } from '../boot/open-platform.ts';
import { ConfigError, readConfig, settings } from '../config.ts';
import { readFacts, writeFacts } from '../demo/demo.ts';
import { openLog } from '../log.ts';
import { nextNumber } from '../persistence/repositories/numbers.ts';
import { createApiClient, rotateSecret, systemCaller } from './clients.ts';
import { createTenant } from './tenants.ts';

/**
 * The operators' command line: `npm run umoja -- <command>`. It works on the same database as the system, running or
 * not. People read sentences; `--json` gives one JSON document for scripts.
 */
const program = new Command('umoja')
  .description('Runs the house: institutions, api clients, float.')
  .option('--json', 'print one JSON document instead of sentences')
  .showHelpAfterError('(add --help for what this command takes)')
  .configureHelp({ showGlobalOptions: true });

const amount = (text: string): bigint => {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('Give a positive whole number of cents.');
  return BigInt(text);
};
const whole = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
};
const mode = (text: string): 'sandbox' | 'live' => {
  if (text !== 'sandbox' && text !== 'live') throw new InvalidArgumentError('Say sandbox or live.');
  return text;
};

const tenant = program.command('tenant').description('institutions, each with a data space of its own');
tenant
  .command('create')
  .description('open an institution’s data space')
  .requiredOption('--name <name>', 'the institution’s name')
  .requiredOption('--mode <mode>', 'sandbox or live', mode)
  .option('--time-zone <zone>', 'where its business days begin and end', 'Africa/Nairobi')
  .action((options: { name: string; mode: 'sandbox' | 'live'; timeZone: string }) =>
    onPlatform(async ({ settings: { adminUrl } }) => {
      const id = await createTenant(adminUrl, options);
      return tell({ tenant_id: id, mode: options.mode }, `Institution ${id} (${options.mode}): ${options.name}.`);
    }),
  );
tenant
  .command('list')
  .description('every institution')
  .action(() =>
    onPlatform(async (platform) => {
      const tenants = await listTenants(platform);
      return tell({ tenants }, tenants.map(({ id, mode, name }) => `${id}  ${mode.padEnd(7)}  ${name}`).join('\n'));
    }),
  );

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

const agent = program.command('agent').description('the cashiers who hold mobile-money float');
agent
  .command('list')
  .description('agents with their float, in cents')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: { tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ agent_id: string; name: string; branch_id: string; float: string; held: string }>(
          'select agent_no as agent_id, name, branch_id, float, held from agent order by id limit 1000',
        ),
      );
      const agents = rows.map((row) => ({
        ...row,
        branch_id: Number(row.branch_id),
        float: Number(row.float),
        held: Number(row.held),
      }));
      return tell(
        { agents },
        agents.map((row) => `${row.agent_id}  float ${row.float}  held ${row.held}  ${row.name}`).join('\n'),
      );
    }),
  );
agent
  .command('appoint')
  .description('appoint an agent for a branch; the branch is opened where it is new')
  .requiredOption('--branch <code>', 'the branch’s code, such as NBO')
  .requiredOption('--name <name>', 'the agent’s name')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: { branch: string; name: string; tenant?: number }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const appointed = await platform.app.transact.run('appointAgent', operator, async (tx) => {
        const [branch] = await tx.sql<{ id: string }>(
          `insert into branch (uuid, code, name) values ($1, $2, $2)
           on conflict (tenant_id, code) do update set code = excluded.code returning id`,
          [randomUUIDv7(), options.branch],
        );
        const made = Agent.appoint({
          uuid: randomUUIDv7(),
          agentNo: await nextNumber(tx.sql, 'agent', 'AG-'),
          name: options.name,
          branchId: Number(branch?.id),
        });
        tx.em.persist(made);
        return { result: made, events: [] };
      });
      return tell(
        { agent_id: appointed.agentNo, branch_id: appointed.branchId },
        `Agent ${appointed.agentNo} pays out for branch ${options.branch} (${appointed.branchId}).`,
      );
    }),
  );

program
  .command('float')
  .description('mobile-money float')
  .command('top-up')
  .description('add float that came from the bank')
  .argument('<agent_id>', 'AG-...')
  .requiredOption('--amount <cents>', 'in cents', amount)
  .option('--reference <text>', 'the bank’s reference', 'operator')
  .option('--tenant <id>', 'the institution', whole)
  .action((agentNo: string, options: { amount: bigint; reference: string; tenant?: number }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const grown = await platform.app.operators.topUpFloat(operator, { agentNo, ...options });
      return tell(
        { agent_id: grown.agentNo, float: Number(grown.float), held: Number(grown.held) },
        `Agent ${grown.agentNo} has ${grown.float} cents of float, ${grown.held} of it held.`,
      );
    }),
  );

program
  .command('migrate')
  .description('bring the database to the present schema (every start does this too)')
  .action(() => onPlatform(async () => tell({ migrated: true }, 'The database is up to date.')));

program
  .command('settings')
  .description('every environment variable, what it is for, and its default')
  .action(() => {
    const rows = Object.values(settings);
    tell(
      rows.map(({ name, means, otherwise }) => ({ name, means, default: otherwise })),
      rows.map(({ name, means, otherwise }) => `${name.padEnd(18)} ${means} [${otherwise}]`).join('\n'),
    );
  });

/** Something that a person has to know, without a stack. */
class Refused extends Error {}

type Told = { readonly document: unknown; readonly sentence: string };

function tell(document: unknown, sentence: string): Told {
  const { json } = program.opts<{ json?: true }>();
  process.stdout.write(`${json ? JSON.stringify(document) : sentence}\n`);
  return { document, sentence };
}

async function onPlatform(work: (platform: Platform, dataDir: string) => Promise<unknown>): Promise<void> {
  const config = readConfig(process.env);
  const platform = await openPlatform({
    config,
    log: openLog('error'),
    say: (line) => process.stderr.write(`${line}\n`),
    poolSize: 2,
  });
  try {
    await work(platform, config.dataDir);
  } finally {
    await platform.close();
  }
}

async function listTenants({ settings: { adminUrl } }: Platform) {
  const connection = new pg.Client({ connectionString: adminUrl, application_name: 'umoja operator' });
  await connection.connect();
  try {
    const { rows } = await connection.query<{ id: string; mode: 'sandbox' | 'live'; name: string }>(
      'select id, mode, name from tenant order by id limit 1000',
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  } finally {
    await connection.end();
  }
}

async function operatorOf(platform: Platform, wanted: number | undefined): Promise<Caller> {
  const tenants = await listTenants(platform);
  const found = wanted === undefined && tenants.length === 1 ? tenants[0] : tenants.find(({ id }) => id === wanted);
  if (found) return systemCaller(found, 'operator', randomUUID());
  const known = tenants.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none yet';
  throw new Refused(
    wanted === undefined
      ? `Say which institution with --tenant: ${known}.`
      : `There is no institution ${wanted}: ${known}.`,
  );
}

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof Refused || error instanceof DomainError || error instanceof ConfigError;
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
