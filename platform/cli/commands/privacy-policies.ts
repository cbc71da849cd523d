import { inTenant, print, program, whole } from '../program.ts';
import { changeTenant } from '../tenants.ts';

type Options = {
  readonly readingDays?: number;
  readonly retentionYears?: number;
  readonly studentRetentionYears?: number;
};

program
  .command('privacy-policies')
  .description('how long personal data, and who was shown them, are kept; shown where no option is set')
  .option('--reading-days <days>', 'who was shown personal data, 30 to 3650', whole)
  .option('--retention-years <years>', 'personal data of members after the last business, 0 to 30', whole)
  .option('--student-retention-years <years>', 'the same of students, 0 to 30', whole)
  .action(({ readingDays, retentionYears, studentRetentionYears }: Options) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      await changeTenant(platform, operator, {
        personal_reading_days: readingDays,
        retention_years: retentionYears,
        student_retention_years: studentRetentionYears,
      });
      const {
        personalReadingDays,
        retentionYears: years,
        studentRetentionYears: studentYears,
      } = await platform.tenants.get(tenantId);
      print(
        { reading_days: personalReadingDays, retention_years: years, student_retention_years: studentYears },
        [
          `Who was shown personal data is kept for ${personalReadingDays} days.`,
          `Members can be erased ${years} years after the last business with them.`,
          `Students can be erased ${studentYears} years after the last business with them.`,
        ].join('\n'),
      );
    }),
  );
