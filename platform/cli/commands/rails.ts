import { outcome } from '#core/kernel/outcome.ts';
import { callbacksAt } from '../../rails/callbacks/addresses.ts';
import { railSecrets, readRails, writeRail, type StoredRail } from '../../rails/rail-settings.ts';
import { providerOf, RAIL_KINDS } from '../../rails/rails.ts';
import { institutionEvent } from '../institution-events.ts';
import { readText } from '../read-text.ts';
import { inTenant, NO_PROVIDER, print, program, Refused, restAddress } from '../program.ts';
import { isRecord } from '../../runtime/is-record.ts';

const rails = program.command('rails').description('the provider through which an institution pays');

rails
  .command('set')
  .description(
    `pay through a provider; the file is JSON, see docs/recipes.md: its member rail is one of ${RAIL_KINDS.join(', ')}. Its secrets are encrypted`,
  )
  .argument('<file>', 'the settings of the app; - reads standard input')
  .action((file: string) =>
    inTenant(async (platform, operator) => {
      const { tenantId, mode } = operator;
      const { kind, environment, currency, settings, secrets } = setupIn(await readText(file));
      // A sandbox must not pay real money.
      if ((environment === 'live') !== (mode === 'live')) {
        throw new Refused(`The institution is ${mode}; it can’t use an account of the environment ${environment}.`);
      }
      const { currency: books } = await platform.tenants.get(tenantId);
      if (currency !== books) {
        throw new Refused(`The books of the institution are in ${books}; it can’t use an account in ${currency}.`);
      }
      await platform.internals.transact.run('chooseRail', operator, async (tx, { tenant }) => {
        await writeRail(tx, railSecrets(platform.keys), tenantId, { kind, settings, secrets });
        return outcome(null, institutionEvent('rail_chosen', tenant, { rail: kind, environment }));
      });
      print({ rail: kind, environment }, `Institution ${tenantId} pays through ${kind} (${environment}).`);
    }),
  );

rails
  .command('show')
  .description('the providers of an institution; no secret is shown')
  .action(() =>
    inTenant(async (platform, { tenantId, mode }) => {
      const chosen = await readRails(platform.store, railSecrets(platform.keys), tenantId);
      if (chosen.length === 0) {
        const rail = mode === 'sandbox' ? 'simulated' : 'none';
        return print(
          { rail },
          mode === 'sandbox' ? 'Payments are simulated.' : 'No provider is chosen: nothing is paid.',
        );
      }
      const rows = await platform.database.read(tenantId, ({ sql }) =>
        sql<StateRow>('select uuid, circuit, balance::text as balance, accounts from rail'),
      );
      const callbacks = callbacksAt(restAddress(), platform.keys.callback);
      const all = chosen.map((stored) => {
        const state = stateOf(stored, rows.find(({ uuid }) => uuid === stored.uuid) ?? null);
        if (providerOf(stored.kind).notifiesAtOneAddress === undefined) return state;
        const address = callbacks.addressOf({ tenantId, kind: 'notification', originatorId: stored.uuid });
        const sentence = `${state.sentence} It notifies us at ${address}`;
        return { state: { ...state.state, notification_address: address }, sentence };
      });
      print({ rails: all.map(({ state }) => state) }, all.map(({ sentence }) => sentence).join('\n'));
    }),
  );

rails
  .command('resume')
  .description('send payments again, after a locked credential was unlocked or an empty account topped up')
  .argument('[kind]', `one of ${RAIL_KINDS.join(', ')}; all where it is left out`)
  .action((kind: string | undefined) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      const resumed = await platform.internals.transact.run('resumeRail', operator, async (tx, { tenant }) => {
        const carriers = await platform.rails.resume(tx, tenantId, kind);
        return outcome(carriers, ...carriers.map((rail) => institutionEvent('rail_resumed', tenant, { rail })));
      });
      if (resumed.length === 0) throw new Refused(NO_PROVIDER);
      print({ resumed, circuit: { state: 'closed' } }, `Payments are sent again: ${resumed.join(', ')}.`);
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
  .description('remove a provider; the status of payments under way can’t be queried then')
  .argument('[kind]', `one of ${RAIL_KINDS.join(', ')}; all where it is left out`)
  .action((kind: string | undefined) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      await platform.internals.transact.run('removeRail', operator, async ({ sql }, { tenant }) => {
        const removed = await sql<{ kind: string }>(
          'delete from rail where $1::text is null or kind = $1 returning kind',
          [kind ?? null],
        );
        return outcome(null, ...removed.map((each) => institutionEvent('rail_removed', tenant, { rail: each.kind })));
      });
      const left = await readRails(platform.store, railSecrets(platform.keys), tenantId);
      const names = left.map((each) => each.kind);
      print(
        { rails: names },
        names.length === 0 ? 'The institution has no provider now.' : `Left: ${names.join(', ')}.`,
      );
    }),
  );

type StateRow = {
  readonly uuid: string;
  readonly circuit: { readonly state: string; readonly because?: string; readonly until?: string } | null;
  readonly balance: string | null;
  readonly accounts: readonly ComparedAccount[] | null;
};

/** An account at the provider, and what the books said of it; minor units. */
type ComparedAccount = {
  readonly role: string;
  readonly name: string;
  readonly balance: string;
  readonly in_books: string;
  readonly is_explained: boolean;
};

/** What is shown of a provider: its settings without secrets, its circuit, its balance. */
function stateOf(stored: StoredRail, row: StateRow | null) {
  const shown = providerOf(stored.kind).show?.(stored) ?? {};
  const circuit = row?.circuit ?? { state: 'closed' };
  const until = circuit.until ?? 'a person resumes it';
  const open = circuit.state === 'open' ? `; nothing is sent until ${until} (${circuit.because})` : '';
  const balance = row?.balance ?? null;
  const accounts = row?.accounts ?? [];
  const compared = accounts.map(
    ({ name, balance: there, in_books: here, is_explained: agrees }) =>
      ` ${name}: ${there}, the books say ${here}${agrees ? '' : ' and nothing explains the difference'}.`,
  );
  return {
    state: { rail: stored.kind, ...shown, circuit, balance, accounts },
    sentence: `${[stored.kind, ...Object.values(shown)].join(', ')}${open}. Balance at the provider: ${balance ?? 'unknown'}.${compared.join('')}`,
  };
}

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

function asObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Refused below without repeating the text: it holds secrets.
  }
  throw new Refused('The file is not a JSON object.');
}
