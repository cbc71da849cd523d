import { readFile } from 'node:fs/promises';
import { railSecrets, readRail, storeRail } from '../../rails/rail-settings.ts';
import { providerOf, RAIL_KINDS } from '../../rails/rails.ts';
import { inTenant, NO_PROVIDER, print, program, Refused, requireProvider } from '../program.ts';

const rails = program.command('rails').description('the provider through which an institution pays');

rails
  .command('set')
  .description(
    `pay through a provider; the file is JSON, see docs/recipes.md: its member rail is one of ${RAIL_KINDS.join(', ')}. Its secrets are encrypted`,
  )
  .argument('<file>', 'the settings of the app; - reads standard input')
  .action((file: string) =>
    inTenant(async (platform, { tenantId, mode }) => {
      const { kind, environment, settings, secrets } = setupIn(await readText(file));
      // A sandbox must not pay real money.
      if ((environment === 'live') !== (mode === 'live')) {
        throw new Refused(`The institution is ${mode}; it can’t use an account of the environment ${environment}.`);
      }
      const stored = { kind, settings, secrets };
      await storeRail(platform.store, railSecrets(platform.keys), tenantId, stored);
      print({ rail: kind, environment }, `Institution ${tenantId} pays through ${kind} (${environment}).`);
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
      const shown = providerOf(chosen.kind).show?.(chosen) ?? {};
      const circuit = row?.circuit ?? { state: 'closed' };
      const until = circuit.until ?? 'a person resumes it';
      const open = circuit.state === 'open' ? `; nothing is sent until ${until} (${circuit.because})` : '';
      print(
        { rail: chosen.kind, ...shown, circuit, balance: row?.balance ?? null },
        `${[chosen.kind, ...Object.values(shown)].join(', ')}${open}. Balance at the provider: ${row?.balance ?? 'unknown'}.`,
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
      if (!(await platform.app.lending.requestFloat(operator))) throw new Refused(NO_PROVIDER);
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

/** What a file sets up, by the provider that it names; without a name, M-Pesa. */
function setupIn(text: string) {
  const { rail: kind = 'daraja', ...file } = asObject(text);
  try {
    const { setUp } = providerOf(String(kind));
    if (!setUp)
      throw new RangeError(`The rail ${String(kind)} can’t be set up. Choose one of ${RAIL_KINDS.join(', ')}.`);
    return { kind: String(kind), ...setUp(file) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new Refused(error.message);
    throw error;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await readInput() : await readFile(file, 'utf8');
  } catch {
    throw new Refused(`${file} can’t be read.`);
  }
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
