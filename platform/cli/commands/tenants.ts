import { createTenant } from '../tenants.ts';
import pg from 'pg';
import { InvalidArgumentError } from 'commander';
import { listTenants, mode, onPlatform, operatorOf, program, tell, whole, zone } from '../program.ts';

const yesOrNo = (text: string): boolean => {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Say yes or no.');
  return text === 'yes';
};

const tenant = program.command('tenant').description('institutions, each with a data space of its own');
tenant
  .command('create')
  .description('open an institution’s data space')
  .requiredOption('--name <name>', 'the institution’s name')
  .requiredOption('--mode <mode>', 'sandbox or live', mode)
  .option('--time-zone <zone>', 'where its business days begin and end', zone, 'Africa/Nairobi')
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

type Policies = {
  readonly fourEyes?: boolean;
  readonly ownNumbersOnly?: boolean;
  readonly queuePayouts?: boolean;
  readonly tenant?: number;
};
tenant
  .command('policies')
  .description('how an institution lends; without an option it is shown')
  .option(
    '--four-eyes <yes|no>',
    'who makes, who approves and who settles differ, and who approved pays out none',
    yesOrNo,
  )
  .option('--own-numbers-only <yes|no>', 'loans are paid to the number on the member’s record alone', yesOrNo)
  .option('--queue-payouts <yes|no>', 'what apps pay while the provider takes none waits, and is not refused', yesOrNo)
  .option('--tenant <id>', 'the institution', whole)
  .action(({ tenant: wanted, fourEyes, ownNumbersOnly, queuePayouts }: Policies) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, wanted);
      if ([fourEyes, ownNumbersOnly, queuePayouts].some((policy) => policy !== undefined)) {
        const owner = new pg.Client({
          connectionString: platform.settings.adminUrl,
          application_name: 'umoja operator',
        });
        await owner.connect();
        await owner
          .query(
            `update tenant set four_eyes = coalesce($2, four_eyes),
                    verified_numbers_only = coalesce($3, verified_numbers_only),
                    queues_payouts = coalesce($4, queues_payouts) where id = $1`,
            [tenantId, fourEyes ?? null, ownNumbersOnly ?? null, queuePayouts ?? null],
          )
          .finally(() => owner.end());
        platform.tenants.forget(tenantId);
      }
      const now = await platform.tenants.get(tenantId);
      return tell(
        { four_eyes: now.fourEyes, own_numbers_only: now.verifiedNumbersOnly, queue_payouts: now.queuesPayouts },
        [
          now.fourEyes ? 'Who makes and who approves differ.' : 'Who makes may approve.',
          now.verifiedNumbersOnly
            ? 'Loans are paid to the number on the member’s record alone.'
            : 'Loans are paid to any number.',
          now.queuesPayouts
            ? 'What apps pay while the provider takes none waits.'
            : 'What apps pay while the provider takes none is refused.',
        ].join('\n'),
      );
    }),
  );
