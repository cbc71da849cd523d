import { inTenant, print, program, whole } from '../program.ts';
import { changeTenant } from '../tenants.ts';

program
  .command('privacy-policies')
  .description('how long it is kept who was shown personal data; shown where no option is set')
  .option('--reading-days <days>', '30 to 3650', whole)
  .action(({ readingDays }: { readonly readingDays?: number }) =>
    inTenant(async (platform, { tenantId }) => {
      await changeTenant(platform, tenantId, { personal_reading_days: readingDays });
      const { personalReadingDays } = await platform.tenants.get(tenantId);
      print(
        { reading_days: personalReadingDays },
        `Who was shown personal data is kept for ${personalReadingDays} days.`,
      );
    }),
  );
