import {
  changedTariff,
  DIRECTIONS,
  MOST_STEPS,
  tariffErrors,
  tariffInForce,
  FREE,
  type StoredTariff,
  type Tariff,
  type TariffChanges,
  type TariffStep,
} from '#core/payments/tariff.ts';
import { InvalidArgumentError } from 'commander';
import type { Caller } from '../../auth/caller.ts';
import type { Platform } from '../../app/open-platform.ts';
import { clientByKey } from '../clients.ts';
import { inTenant, print, program, Refused, requireScopeOf } from '../program.ts';
import { changeTenant } from '../tenants.ts';

const HOW_TO_WRITE =
  'Write steps such as 100000=1300,rest=2500: up to 100000 cents the fee is 1300, beyond it 2500; or free, or usual.';

/** Steps as `100000=1300,rest=2500`; `free`; `usual`: what everybody is charged. */
function steps(text: string): readonly TariffStep[] | null {
  if (text === 'usual') return null;
  if (text === 'free') return [];
  const read = text.split(',').map((step): TariffStep => {
    const parts = /^(rest|[1-9]\d{0,15})=(\d{1,15})$/.exec(step.trim());
    if (parts === null) throw new InvalidArgumentError(HOW_TO_WRITE);
    const [, upTo = '', fee = ''] = parts;
    return { upTo: upTo === 'rest' ? null : BigInt(upTo), fee: BigInt(fee) };
  });
  if (read.length > MOST_STEPS) throw new InvalidArgumentError(`Write ${MOST_STEPS} steps at most.`);
  return read;
}

const feeLimit = (text: string): bigint => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number of cents.');
  return BigInt(text);
};

type Options = TariffChanges & { readonly feeLimit?: bigint };

const app = program.command('app').description('apps of the payment bridge');

app
  .command('prefix')
  .description(
    'what payers type first at the paybill for an app; money that is paid so, without a prompt, is the app’s',
  )
  .argument('<client_id>', 'its public key, pk_...')
  .argument('[prefix]', 'four letters; left out: the app has none from now on')
  .action((clientKey: string, prefix: string | undefined) =>
    inTenant(async (platform, operator) => {
      const found = await clientByKey(platform.database, clientKey);
      if (found?.operator.tenantId !== operator.tenantId) {
        throw new Refused(`The institution has no app ${clientKey}.`);
      }
      const change = { clientId: found.id, accountPrefix: prefix ?? null };
      const { accountPrefix } = await platform.app.partners.operators.changeAppAccountPrefix(operator, change);
      const now = accountPrefix === null ? 'no prefix' : `the prefix ${accountPrefix}`;
      print({ client_id: clientKey, account_prefix: accountPrefix }, `The app ${clientKey} has ${now}.`);
    }),
  );

app
  .command('tariff')
  .description(
    'what an app, or where none is named every app, is charged for its payments; shown where no option is set',
  )
  .argument('[client_id]', 'its public key, pk_...; left out: everybody with whom nothing else is agreed')
  .option('--payout <steps>', HOW_TO_WRITE, steps)
  .option('--collection <steps>', 'likewise', steps)
  .option('--fee-limit <cents>', 'the most that any app is charged for one payment, in cents', feeLimit)
  .action((clientKey: string | undefined, { feeLimit: limit, ...changes }: Options) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      const changed = DIRECTIONS.some((direction) => changes[direction] !== undefined);
      // What holds for every app is a policy of the institution.
      if (limit !== undefined || (changed && clientKey === undefined)) requireScopeOf(operator, 'settings:write');
      requireSound(changes, limit ?? (await platform.tenants.get(tenantId)).appFeeLimit);
      await changeTenant(platform, operator, { app_fee_limit: limit });
      if (changed && clientKey === undefined) await changeUsual(platform, operator, changes);
      if (clientKey !== undefined) {
        const found = await clientByKey(platform.database, clientKey);
        if (found?.operator.tenantId !== tenantId) throw new Refused(`The institution has no app ${clientKey}.`);
        const change = { clientId: found.id, changes };
        if (changed) await platform.app.partners.operators.changeAppTariff(operator, change);
      }
      await show(platform, tenantId, clientKey);
    }),
  );

/** Checked before anything is changed, the limit too. */
function requireSound(changes: TariffChanges, limit: bigint): void {
  const [wrong] = tariffErrors(changes, limit);
  if (wrong) throw new Refused(`${wrong.field}: ${wrong.detail}`);
}

/** What everybody is charged with whom nothing else is agreed. */
async function changeUsual(platform: Platform, operator: Caller, changes: TariffChanges): Promise<void> {
  const changed = changedTariff(await usualOf(platform, operator.tenantId), changes);
  await changeTenant(platform, operator, { app_tariff: changed });
}

async function usualOf({ database }: Platform, tenantId: number): Promise<StoredTariff> {
  const [row] = await database.read(tenantId, ({ sql }) =>
    sql<{ app_tariff: StoredTariff | null }>('select app_tariff from tenant where id = $1', [tenantId]),
  );
  return row?.app_tariff ?? {};
}

async function show(platform: Platform, tenantId: number, clientKey: string | undefined): Promise<void> {
  const { appFeeLimit } = await platform.tenants.get(tenantId);
  const usual = tariffInForce(await usualOf(platform, tenantId), FREE);
  const agreed = clientKey === undefined ? {} : await agreedWith(platform, tenantId, clientKey);
  const tariff: Tariff = tariffInForce(agreed, usual);
  const inNumbers = (of: readonly TariffStep[]) =>
    of.map(({ upTo, fee }) => ({ up_to: upTo === null ? null : Number(upTo), fee: Number(fee) }));
  const inWords = (of: readonly TariffStep[]) =>
    of.map(({ upTo, fee }) => `${upTo === null ? 'rest' : upTo}=${fee}`).join(',') || 'free';
  print(
    {
      client_id: clientKey ?? null,
      payout: inNumbers(tariff.payout),
      collection: inNumbers(tariff.collection),
      agreed: Object.keys(agreed),
      fee_limit: Number(appFeeLimit),
    },
    [
      ...DIRECTIONS.map((each) => `${each.padEnd(10)} ${inWords(tariff[each])}${each in agreed ? ', agreed' : ''}`),
      `No payment is charged more than ${appFeeLimit} cents.`,
    ].join('\n'),
  );
}

async function agreedWith({ database }: Platform, tenantId: number, clientKey: string): Promise<StoredTariff> {
  const [row] = await database.read(tenantId, ({ sql }) =>
    sql<{ tariff: StoredTariff }>('select tariff from api_client where client_key = $1', [clientKey]),
  );
  return row?.tariff ?? {};
}
