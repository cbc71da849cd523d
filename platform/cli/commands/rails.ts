import { readFile } from 'node:fs/promises';
import { callbacksAt } from '../../rails/callbacks/addresses.ts';
import { requestFloat } from '../../app/processes/disbursement/float-check.ts';
import { chooseDaraja, settingsIn, type DarajaFile } from '../../rails/daraja/account.ts';
import { railSecrets, readRail } from '../../rails/rail-settings.ts';
import { inTenant, NO_PROVIDER, print, program, Refused, requireProvider, restAddress } from '../program.ts';

const rails = program.command('rails').description('the provider through which an institution pays');

rails
  .command('set')
  .description('pay through a Daraja app (M-Pesa); the file is JSON, see docs/recipes.md. Its secrets are encrypted')
  .argument('<file>', 'the settings of the app; - reads standard input')
  .action((file: string) =>
    inTenant(async (platform, { tenantId, mode }) => {
      const account = await readAccount(file);
      // A sandbox must not pay real money.
      if ((account.environment === 'live') !== (mode === 'live')) {
        throw new Refused(`The institution is ${mode}; it can’t use an app of the environment ${account.environment}.`);
      }
      try {
        await chooseDaraja(platform.store, railSecrets(platform.keys), tenantId, account);
      } catch (error) {
        if (error instanceof RangeError || error instanceof TypeError) throw new Refused(error.message);
        throw error;
      }
      print(
        { rail: 'daraja', environment: account.environment, shortcode: account.shortcode },
        `Institution ${tenantId} pays by M-Pesa from ${account.shortcode} (${account.environment}).`,
      );
    }),
  );

rails
  .command('show')
  .description('the provider of an institution; no secret is shown')
  .action(() =>
    inTenant(async (platform, { tenantId, mode }) => {
      const chosen = await readRail(platform.store, railSecrets(platform.keys), tenantId);
      if (!chosen) {
        const rail = mode === 'sandbox' ? 'simulated' : 'none';
        return print(
          { rail },
          mode === 'sandbox' ? 'Payments are simulated.' : 'No provider is chosen: nothing is paid.',
        );
      }
      const [row] = await platform.database.read(tenantId, ({ sql }) =>
        sql<{ circuit: { state: string; because?: string; until?: string } | null; balance: string | null }>(
          'select circuit, balance::text as balance from rail',
        ),
      );
      const { environment, shortcode, baseUrl } = settingsIn(chosen);
      const circuit = row?.circuit ?? { state: 'closed' };
      const open = circuit.state === 'open' ? `; nothing is sent until ${circuit.until} (${circuit.because})` : '';
      print(
        { rail: 'daraja', environment, shortcode, base_url: baseUrl, circuit, balance: row?.balance ?? null },
        `M-Pesa from ${shortcode} (${environment}, ${baseUrl})${open}. Balance at the provider: ${row?.balance ?? 'unknown'}.`,
      );
    }),
  );

rails
  .command('resume')
  .description('send payments again, after a locked credential was unlocked or an empty account topped up')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const { rail } = await requireProvider(platform, tenantId);
      await rail.resume();
      print({ circuit: { state: 'closed' } }, 'Payments are sent again.');
    }),
  );

rails
  .command('check-float')
  .description('request the balance from the provider; the system that runs receives the result')
  .action(() =>
    inTenant(async (platform, operator) => {
      const callbacks = callbacksAt(restAddress(), platform.keys.callback);
      if (!(await requestFloat({ ...platform, callbacks }, operator))) throw new Refused(NO_PROVIDER);
      print({ requested: true }, 'The balance is requested. See GET /api/v1/agents/{agent_id}/float in a minute.');
    }),
  );

rails
  .command('remove')
  .description('remove the provider; the status of payments under way can’t be queried then')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      await platform.store.write(tenantId, ({ sql }) => sql('delete from rail'));
      print({ rail: null }, 'The institution has no provider now.');
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
  if (environment !== 'sandbox' && environment !== 'live') throw new Refused('environment must be sandbox or live.');
  const { name, password } = (initiator ?? {}) as { name?: unknown; password?: unknown };
  if (typeof name !== 'string' || typeof password !== 'string') {
    throw new Refused('initiator must have a name and a password.');
  }
  return { stk: null, ...account } as DarajaFile;
}

function asObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below without repeating the text: it holds secrets.
  }
  throw new Refused('The file is not a JSON object.');
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}
