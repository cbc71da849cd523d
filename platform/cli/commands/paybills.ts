import { InvalidArgumentError } from 'commander';
import { isKenyanMobile } from '#core/kernel/msisdn.ts';
import type { Platform } from '../../app/open-platform.ts';
import { registerPaybill } from '../../rails/daraja/apis/c2b.ts';
import { registerPull } from '../../rails/daraja/apis/pull.ts';
import type { Verdict } from '../../rails/daraja/connection/verdict.ts';
import { paybillsAt } from '../../rails/callbacks/paybills.ts';
import type { OpenDaraja } from '../../rails/rails.ts';
import { instantText } from '../../runtime/wire.ts';
import { onPlatform, operatorOf, program, Refused, restAddress, tell, whole } from '../program.ts';

const ANSWER_DEADLINE_MS = 30_000;
type OfTenant = { readonly tenant?: number };

const shortcodeNamed = (text: string): string => {
  if (!/^\d{5,7}$/.test(text)) throw new InvalidArgumentError('A shortcode has 5 to 7 digits.');
  return text;
};
const number = (text: string): string => {
  if (!isKenyanMobile(text)) throw new InvalidArgumentError('Give a number as +254 and nine digits.');
  return text;
};
const completedOrCancelled = (text: string): 'Completed' | 'Cancelled' => {
  if (text === 'accept') return 'Completed';
  if (text === 'refuse') return 'Cancelled';
  throw new InvalidArgumentError('Say accept or refuse.');
};

const paybill = program.command('paybill').description('paybills: where the provider validates and confirms payments');

paybill
  .command('addresses')
  .description('the two secret addresses at which the provider tells of payments to a paybill')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .option('--tenant <id>', 'the institution', whole)
  .action((shortcode: string, options: OfTenant) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const { validation, confirmation } = addressesOf(platform, tenantId, shortcode);
      return tell(
        { shortcode, validation, confirmation },
        `Validation    ${validation}\nConfirmation  ${confirmation}`,
      );
    }),
  );

paybill
  .command('register')
  .description('tell M-Pesa the two addresses of a paybill; in live it takes them once')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .option(
    '--unless-validated <accept|refuse>',
    'what becomes of a payment when we can’t be asked; accepted by default',
    completedOrCancelled,
  )
  .option('--tenant <id>', 'the institution', whole)
  .action((shortcode: string, options: OfTenant & { unlessValidated?: 'Completed' | 'Cancelled' }) =>
    onPlatform(async (platform) => {
      const { open, tenantId } = await provider(platform, options.tenant);
      const { unlessValidated = 'Completed' } = options;
      const given = { shortcode, unlessValidated, ...addressesOf(platform, tenantId, shortcode) };
      requireTaken(await registerPaybill(open.daraja, given, AbortSignal.timeout(ANSWER_DEADLINE_MS)));
      return tell({ shortcode, registered: true }, `Payments to ${shortcode} are told to us from now on.`);
    }),
  );

paybill
  .command('pull')
  .description('have M-Pesa’s own list of a paybill compared with the books once a day')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .requiredOption('--nominated <number>', 'the number that is nominated for the paybill at M-Pesa', number)
  .option('--tenant <id>', 'the institution', whole)
  .action((shortcode: string, options: OfTenant & { nominated: string }) =>
    onPlatform(async (platform) => {
      const { open, tenantId } = await provider(platform, options.tenant);
      const { confirmation: callbackAddress } = addressesOf(platform, tenantId, shortcode);
      const given = { shortcode, nominatedMsisdn: options.nominated, callbackAddress };
      requireTaken(await registerPull(open.daraja, given, AbortSignal.timeout(ANSWER_DEADLINE_MS)));
      await platform.database.write(tenantId, ({ sql }) =>
        sql('update rail set pull_shortcode = $1, pull_due_at = $2', [shortcode, instantText(platform.clock())]),
      );
      return tell({ shortcode, pulled: 'daily' }, `What ${shortcode} collects is compared with the books once a day.`);
    }),
  );

function addressesOf({ keys }: Platform, tenantId: number, shortcode: string) {
  const paybills = paybillsAt(restAddress(), keys.callback);
  return {
    validation: paybills.addressOf({ tenantId, shortcode }, 'paybill_validation'),
    confirmation: paybills.addressOf({ tenantId, shortcode }, 'paybill_confirmation'),
  };
}

async function provider(
  platform: Platform,
  tenant: number | undefined,
): Promise<{ readonly open: OpenDaraja; readonly tenantId: number }> {
  const { tenantId } = await operatorOf(platform, tenant);
  const open = await platform.rails.darajaOf(tenantId);
  if (!open) throw new Refused('The institution has no provider; choose one with `rails set`.');
  return { open, tenantId };
}

function requireTaken(verdict: Verdict): void {
  if (verdict.kind === 'accepted') return;
  if (verdict.kind !== 'rejected') throw new Refused('M-Pesa can’t be reached just now; try again.');
  throw new Refused(
    verdict.code === 'already_registered'
      ? 'The paybill has addresses already; in live only Safaricom can take them away.'
      : verdict.means,
  );
}
