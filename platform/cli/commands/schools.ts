import { InvalidArgumentError } from 'commander';
import pg from 'pg';
import { ADMISSION_NO, admissionNoFrom } from '#core/education/student/admission-no.ts';
import { onPlatform, operatorOf, program, tell, whole } from '../program.ts';

type Policies = {
  readonly admissionPattern?: string;
  readonly resultsNeedTwo?: boolean;
  readonly lateRegistration?: 'accepted' | 'refused';
  readonly tenant?: number;
};

const pattern = (text: string): string => {
  const made = admissionNoFrom(text, { programmeCode: 'BSC-CS', year: 2026, sequence: 42 });
  if (/\{seq(:\d{1,2})?\}/.test(text) && ADMISSION_NO.test(made) && !/[{}]/.test(made)) return text;
  throw new InvalidArgumentError(
    'Give a pattern with {seq} or {seq:4}, and {programme}, {year} or {yy} as you like: {programme}/{seq:4}/{year}.',
  );
};
const yesOrNo = (text: string): boolean => {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Say yes or no.');
  return text === 'yes';
};
const late = (text: string): 'accepted' | 'refused' => {
  if (text !== 'accepted' && text !== 'refused') throw new InvalidArgumentError('Say accepted or refused.');
  return text;
};

program
  .command('school-policies')
  .description('what the institution’s schools decide for themselves; without an option they are shown')
  .option(
    '--admission-pattern <pattern>',
    'how admission numbers are made, such as {programme}/{seq:4}/{year}',
    pattern,
  )
  .option('--results-need-two <yes|no>', 'marks are published by somebody other than the one who entered them', yesOrNo)
  .option('--late-registration <accepted|refused>', 'enrolments after the term’s deadline', late)
  .option('--tenant <id>', 'the institution', whole)
  .action(({ tenant, ...wanted }: Policies) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, tenant);
      if (Object.keys(wanted).length > 0) {
        const owner = new pg.Client({
          connectionString: platform.settings.adminUrl,
          application_name: 'umoja operator',
        });
        await owner.connect();
        await owner
          .query(
            `update tenant set admission_pattern = coalesce($2, admission_pattern),
                    four_eyes_on_results = coalesce($3, four_eyes_on_results),
                    late_registration = coalesce($4, late_registration) where id = $1`,
            [tenantId, wanted.admissionPattern ?? null, wanted.resultsNeedTwo ?? null, wanted.lateRegistration ?? null],
          )
          .finally(() => owner.end());
        platform.tenants.forget(tenantId);
      }
      const { education } = await platform.tenants.get(tenantId);
      const { admissionPattern, fourEyesOnResults, lateRegistration } = education;
      tell(
        {
          admission_pattern: admissionPattern,
          results_need_two: fourEyesOnResults,
          late_registration: lateRegistration,
        },
        [
          `Admission numbers are made as ${admissionPattern}.`,
          fourEyesOnResults
            ? 'Marks are published by somebody other than the one who entered them.'
            : 'Whoever enters marks may publish them.',
          `Enrolments after a term’s deadline are ${lateRegistration}.`,
        ].join('\n'),
      );
    }),
  );
