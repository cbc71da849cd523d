import { inTenant, print, program, whole } from '../program.ts';
import { changeTenant } from '../tenants.ts';

type Options = { readonly readingDays?: number; readonly retentionYears?: number };

program
  .command('privacy-policies')
  .description('how long personal data, and who was shown them, are kept; shown where no option is set')
  .option('--reading-days <days>', 'who was shown personal data, 30 to 3650', whole)
  .option('--retention-years <years>', 'personal data of members after the last business, 0 to 30', whole)
  .action(({ readingDays, retentionYears }: Options) =>
    inTenant(async (platform, { tenantId }) => {
      await changeTenant(platform, tenantId, {
        personal_reading_days: readingDays,
        retention_years: retentionYears,
      });
      const { personalReadingDays, retentionYears: years } = await platform.tenants.get(tenantId);
      print(
        { reading_days: personalReadingDays, retention_years: years },
        [
          `Who was shown personal data is kept for ${personalReadingDays} days.`,
          `Members can be erased ${years} years after the last business with them.`,
        ].join('\n'),
      );
    }),
  );
