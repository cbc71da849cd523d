import { readFile } from 'node:fs/promises';
import { callbacksAt } from '../../rails/callbacks/addresses.ts';
import { askForFloat } from '../../app/processes/disbursement/float-check.ts';
import { chooseDaraja, railSecrets, readRail, type DarajaFile } from '../../rails/rail-settings.ts';
import { onPlatform, operatorOf, program, Refused, restAddress, tell, whole } from '../program.ts';

const rails = program.command('rails').description('the way in which an institution pays people');
type OfTenant = { tenant?: number };

rails
  .command('set')
  .description('pay through a Daraja app (M-Pesa); the file is JSON, see docs/recipes.md. Its secrets are encrypted')
  .argument('<file>', 'what the app is set up with; - reads standard input')
  .option('--tenant <id>', 'the institution', whole)
  .action((file: string, options: OfTenant) =>
    onPlatform(async (platform) => {
      const { tenantId, mode } = await operatorOf(platform, options.tenant);
      const account = await readAccount(file);
      // What is paid in a sandbox has to be play money.
      if ((account.environment === 'live') !== (mode === 'live')) {
        throw new Refused(
          `The institution is ${mode}; an app of the environment ${account.environment} is none for it.`,
        );
      }
      try {
        await chooseDaraja(platform.database, railSecrets(platform.keys), tenantId, account);
      } catch (error) {
        if (error instanceof RangeError || error instanceof TypeError) throw new Refused(error.message);
        throw error;
      }
      return tell(
        { rail: 'daraja', environment: account.environment, shortcode: account.shortcode },
        `Institution ${tenantId} pays by M-Pesa from ${account.shortcode} (${account.environment}).`,
      );
    }),
  );

rails
  .command('show')
  .description('how an institution pays; no secret is shown')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: OfTenant) =>
    onPlatform(async (platform) => {
      const { tenantId, mode } = await operatorOf(platform, options.tenant);
      const chosen = await readRail(platform.database, railSecrets(platform.keys), tenantId);
      if (!chosen) {
        const rail = mode === 'sandbox' ? 'simulated' : 'none';
        return tell(
          { rail },
          mode === 'sandbox' ? 'Payments are simulated.' : 'No provider is chosen: nothing is paid.',
        );
      }
      const [row] = await platform.database.read(tenantId, ({ sql }) =>
        sql<{ circuit: { state: string; because?: string; until?: string } | null; balance: string | null }>(
          'select circuit, balance::text as balance from rail',
        ),
      );
      const { environment, shortcode, baseUrl } = chosen.settings;
      const circuit = row?.circuit ?? { state: 'closed' };
      const open = circuit.state === 'open' ? `; nothing is sent until ${circuit.until} (${circuit.because})` : '';
      return tell(
        { rail: 'daraja', environment, shortcode, base_url: baseUrl, circuit, balance: row?.balance ?? null },
        `M-Pesa from ${shortcode} (${environment}, ${baseUrl})${open}. The provider holds ${row?.balance ?? 'nobody knows what'}.`,
      );
    }),
  );

rails
  .command('mended')
  .description('send again, after a locked credential or an empty account was mended')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: OfTenant) =>
    onPlatform(async (platform) => {
      const open = await platform.rails.darajaOf((await operatorOf(platform, options.tenant)).tenantId);
      if (!open) throw new Refused('The institution has no provider; choose one with `rails set`.');
      await open.rail.mended();
      return tell({ circuit: { state: 'closed' } }, 'Payments are sent again.');
    }),
  );

rails
  .command('check-float')
  .description('ask the provider what it holds; the system that runs takes the answer')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: OfTenant) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const callbacks = callbacksAt(restAddress(), platform.keys.callback);
      if (!(await askForFloat({ ...platform, callbacks }, operator))) {
        throw new Refused('The institution has no provider; choose one with `rails set`.');
      }
      return tell({ asked: true }, 'The provider was asked. Look at GET /api/v1/agents/{agent_id}/float in a while.');
    }),
  );

rails
  .command('remove')
  .description('pay through no provider any more; what is under way can’t be asked about then')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: OfTenant) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      await platform.database.write(tenantId, ({ sql }) => sql('delete from rail'));
      return tell({ rail: null }, 'The institution has no provider any more.');
    }),
  );

async function readAccount(file: string): Promise<DarajaFile> {
  let text: string;
  try {
    text = file === '-' ? await readInput() : await readFile(file, 'utf8');
  } catch {
    throw new Refused(`${file} can’t be read.`);
  }
  const account = asObject(text);
  const missing = ['environment', 'consumerKey', 'consumerSecret', 'shortcode', 'initiator', 'certificate'].filter(
    (name) => !Object.hasOwn(account, name),
  );
  if (missing.length > 0) throw new Refused(`The file lacks ${missing.join(', ')}.`);
  const { environment, initiator } = account;
  if (environment !== 'sandbox' && environment !== 'live') throw new Refused('environment is sandbox or live.');
  const named = initiator as { name?: unknown; password?: unknown } | null;
  if (typeof named?.name !== 'string' || typeof named.password !== 'string') {
    throw new Refused('initiator has a name and a password.');
  }
  return { stk: null, ...account } as DarajaFile;
}

function asObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below; what stands in the file is not repeated, for it holds secrets.
  }
  throw new Refused('The file is no JSON object.');
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}
