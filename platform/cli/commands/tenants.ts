import { InvalidArgumentError } from 'commander';
import { inTenant, listTenants, oneOf, print, program, withPlatform, yesOrNo } from '../program.ts';
import { changeTenant, createTenant, isTimeZone } from '../tenants.ts';

const zone = (text: string): string => {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('Give a time zone by its name, such as Africa/Nairobi.');
};

const tenant = program.command('tenant').description('institutions, each with a data space of its own');
tenant
  .command('create')
  .description('open an institution’s data space')
  .requiredOption('--name <name>', 'the institution’s name')
  .requiredOption('--mode <mode>', 'sandbox or live', oneOf('sandbox', 'live'))
  .option('--time-zone <zone>', 'where its business days begin and end', zone, 'Africa/Nairobi')
  .action((options: { name: string; mode: 'sandbox' | 'live'; timeZone: string }) =>
    withPlatform(async ({ settings: { adminUrl } }) => {
      const id = await createTenant(adminUrl, options);
      print({ tenant_id: id, mode: options.mode }, `Institution ${id} (${options.mode}): ${options.name}.`);
    }),
  );
tenant
  .command('list')
  .description('every institution')
  .action(() =>
    withPlatform(async (platform) => {
      const tenants = await listTenants(platform);
      print({ tenants }, tenants.map(({ id, mode, name }) => `${id}  ${mode.padEnd(7)}  ${name}`).join('\n'));
    }),
  );

type Policies = {
  readonly fourEyes?: boolean;
  readonly ownNumbersOnly?: boolean;
  readonly queuePayouts?: boolean;
};
tenant
  .command('policies')
  .description('policies of an institution’s lending; shown where no option is set')
  .option(
    '--four-eyes <yes|no>',
    'application, approval and settlement are by different people, and the approver does not disburse',
    yesOrNo,
  )
  .option('--own-numbers-only <yes|no>', 'loans are paid only to the number on the member’s record', yesOrNo)
  .option(
    '--queue-payouts <yes|no>',
    'payouts of apps wait while the provider accepts none, rather than being refused',
    yesOrNo,
  )
  .action(({ fourEyes, ownNumbersOnly, queuePayouts }: Policies) =>
    inTenant(async (platform, { tenantId }) => {
      await changeTenant(platform, tenantId, {
        four_eyes: fourEyes,
        verified_numbers_only: ownNumbersOnly,
        queues_payouts: queuePayouts,
      });
      const now = await platform.tenants.get(tenantId);
      print(
        { four_eyes: now.fourEyes, own_numbers_only: now.verifiedNumbersOnly, queue_payouts: now.queuesPayouts },
        [
          now.fourEyes ? 'Application and approval are by different people.' : 'The applicant’s officer may approve.',
          now.verifiedNumbersOnly
            ? 'Loans are paid only to the number on the member’s record.'
            : 'Loans are paid to any number.',
          now.queuesPayouts
            ? 'Payouts of apps wait while the provider accepts none.'
            : 'Payouts of apps are refused while the provider accepts none.',
        ].join('\n'),
      );
    }),
  );
