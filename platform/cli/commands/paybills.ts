import { InvalidArgumentError } from 'commander';
import { isKenyanMobile } from '#core/kernel/msisdn.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Platform } from '../../app/open-platform.ts';
import { registerPaybill } from '../../rails/daraja/apis/c2b.ts';
import { registerPull } from '../../rails/daraja/apis/pull.ts';
import type { Verdict } from '../../rails/daraja/connection/verdict.ts';
import { paybillsAt } from '../../rails/callbacks/paybills.ts';
import { instantText } from '../../runtime/wire.ts';
import { institutionEvent, noteDeeds } from '../institution-events.ts';
import { inTenant, oneOf, print, program, Refused, requireProvider, restAddress } from '../program.ts';

const RESPONSE_DEADLINE_MS = 30_000;

const shortcodeNamed = (text: string): string => {
  if (!/^\d{5,7}$/.test(text)) throw new InvalidArgumentError('A shortcode has 5 to 7 digits.');
  return text;
};
const number = (text: string): string => {
  if (!isKenyanMobile(text)) throw new InvalidArgumentError('Give a number as +254 and nine digits.');
  return text;
};
const completedOrCancelled = (text: string): 'Completed' | 'Cancelled' =>
  oneOf('accept', 'refuse')(text) === 'accept' ? 'Completed' : 'Cancelled';

const paybill = program.command('paybill').description('paybills: where the provider validates and confirms payments');

paybill
  .command('addresses')
  .description('the two secret callback endpoints for payments to a paybill')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .action((shortcode: string) =>
    inTenant(async (platform, { tenantId }) => {
      const { validation, confirmation } = addressesOf(platform, tenantId, shortcode);
      print({ shortcode, validation, confirmation }, `Validation    ${validation}\nConfirmation  ${confirmation}`);
    }),
  );

paybill
  .command('register')
  .description('register the two callback endpoints of a paybill at M-Pesa; live paybills can register once')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .option(
    '--unless-validated <accept|refuse>',
    'what M-Pesa does with a payment when it can’t reach us; accept by default',
    completedOrCancelled,
  )
  .action((shortcode: string, options: { unlessValidated?: 'Completed' | 'Cancelled' }) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      const { daraja } = await requireProvider(platform, tenantId);
      const { unlessValidated = 'Completed' } = options;
      const request = { shortcode, unlessValidated, ...addressesOf(platform, tenantId, shortcode) };
      // No transaction holds what is done at a provider: that it was requested is written down first.
      await noteDeeds(platform, operator, 'registerPaybill', [{ what: 'paybill_requested', facts: { shortcode } }]);
      requireAccepted(await registerPaybill(daraja, request, AbortSignal.timeout(RESPONSE_DEADLINE_MS)));
      await noteDeeds(platform, operator, 'registerPaybill', [{ what: 'paybill_registered', facts: { shortcode } }]);
      print({ shortcode, registered: true }, `M-Pesa notifies us of payments to ${shortcode} from now on.`);
    }),
  );

paybill
  .command('pull')
  .description('compare M-Pesa’s list of a paybill with the books once a day')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .requiredOption('--nominated <number>', 'the number nominated for the paybill at M-Pesa', number)
  .action((shortcode: string, options: { nominated: string }) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      const { daraja } = await requireProvider(platform, tenantId);
      const { confirmation: callbackAddress } = addressesOf(platform, tenantId, shortcode);
      const request = { shortcode, nominatedMsisdn: options.nominated, callbackAddress };
      requireAccepted(await registerPull(daraja, request, AbortSignal.timeout(RESPONSE_DEADLINE_MS)));
      await platform.internals.transact.run('pullPaybill', operator, async ({ sql }, { tenant }) => {
        await sql(`${PULL_FROM_NOW} where kind = 'daraja'`, [shortcode, instantText(platform.clock())]);
        return outcome(null, institutionEvent('paybill_pulled', tenant, { shortcode }));
      });
      print({ shortcode, pulled: 'daily' }, `What ${shortcode} collects is compared with the books once a day.`);
    }),
  );

/** What was compared of another paybill says nothing of this one. */
const PULL_FROM_NOW = `update rail set pull_shortcode = $1, pull_due_at = $2,
  pulled_until = case when pull_shortcode = $1 then pulled_until end`;

function addressesOf({ keys }: Platform, tenantId: number, shortcode: string) {
  const paybills = paybillsAt(restAddress(), keys.callback);
  return {
    validation: paybills.addressOf({ tenantId, shortcode }, 'paybill_validation'),
    confirmation: paybills.addressOf({ tenantId, shortcode }, 'paybill_confirmation'),
  };
}

function requireAccepted(verdict: Verdict): void {
  if (verdict.kind === 'accepted') return;
  if (verdict.kind !== 'rejected') throw new Refused('M-Pesa can’t be reached; try again.');
  throw new Refused(
    verdict.code === 'already_registered'
      ? 'The paybill is registered already; in live only Safaricom can remove the registration.'
      : verdict.means,
  );
}
