import { InvalidArgumentError } from 'commander';
import { pauseAll } from '../paused-payments.ts';
import { inTenant, print, withPlatform } from '../program.ts';
import { changeTenant } from '../tenants.ts';
import { payment } from './payments.ts';

payment
  .command('pause')
  .description(
    'send providers no payments and ask them about none, until `payment resume`; their notifications are still taken',
  )
  .requiredOption('--because <text>', 'why, for the audit trail', because)
  .option('--all', 'of every institution')
  .action(({ because: reason, all = false }: { because: string; all?: boolean }) => pause(reason, { all }));

payment
  .command('resume')
  .description('end `payment pause`: payments that are pending are sent, and open ones are checked')
  .option('--all', 'of every institution')
  .action(({ all = false }: { all?: boolean }) => pause(null, { all }));

/** What the policy takes. */
function because(text: string): string {
  if (/^\S.{2,199}$/.test(text)) return text;
  throw new InvalidArgumentError('Give 3 to 200 characters.');
}

/** @param reason null resumes */
function pause(reason: string | null, { all }: { readonly all: boolean }): Promise<void> {
  const now = reason === null ? 'go on' : 'are paused: running processes know it within five seconds';
  if (!all)
    return inTenant(async (platform, operator) => {
      await changeTenant(platform, operator, { payments_paused: reason });
      print({ tenant_id: operator.tenantId, payments_paused: reason }, `Payments ${now}.`);
    });
  return withPlatform(async (platform) => {
    const changed = await pauseAll(platform, reason);
    print({ changed, payments_paused: reason }, `Payments of ${changed} more institutions ${now}.`);
  });
}
