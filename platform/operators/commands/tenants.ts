import { createTenant } from '../tenants.ts';
import { listTenants, mode, onPlatform, program, tell, zone } from '../program.ts';

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
