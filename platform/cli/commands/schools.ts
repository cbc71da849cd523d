import { InvalidArgumentError } from 'commander';
import { ADMISSION_NO, admissionNoFrom } from '#core/education/student/admission-no.ts';
import { inTenant, oneOf, print, program, yesOrNo } from '../program.ts';
import { changeTenant } from '../tenants.ts';

type Policies = {
  readonly admissionPattern?: string;
  readonly resultsNeedTwo?: boolean;
  readonly lateRegistration?: 'accepted' | 'refused';
};

const pattern = (text: string): string => {
  const made = admissionNoFrom(text, { programmeCode: 'BSC-CS', year: 2026, sequence: 42 });
  if (/\{seq(:\d{1,2})?\}/.test(text) && ADMISSION_NO.test(made) && !/[{}]/.test(made)) return text;
  throw new InvalidArgumentError(
    'Give a pattern with {seq} or {seq:4}, and {programme}, {year} or {yy} as needed: {programme}/{seq:4}/{year}.',
  );
};

program
  .command('school-policies')
  .description('policies of the institution’s schools; shown where no option is set')
  .option(
    '--admission-pattern <pattern>',
    'the format of admission numbers, such as {programme}/{seq:4}/{year}',
    pattern,
  )
  .option('--results-need-two <yes|no>', 'marks are published by another person than the one who entered them', yesOrNo)
  .option(
    '--late-registration <accepted|refused>',
    'enrolments after the term’s deadline',
    oneOf('accepted', 'refused'),
  )
  .action((wanted: Policies) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      await changeTenant(platform, operator, {
        admission_pattern: wanted.admissionPattern,
        four_eyes_on_results: wanted.resultsNeedTwo,
        late_registration: wanted.lateRegistration,
      });
      const { education } = await platform.tenants.get(tenantId);
      const { admissionPattern, fourEyesOnResults, lateRegistration } = education;
      print(
        {
          admission_pattern: admissionPattern,
          results_need_two: fourEyesOnResults,
          late_registration: lateRegistration,
        },
        [
          `Admission numbers have the format ${admissionPattern}.`,
          fourEyesOnResults
            ? 'Marks are published by another person than the one who entered them.'
            : 'The person who enters marks may publish them.',
          `Enrolments after a term’s deadline are ${lateRegistration}.`,
        ].join('\n'),
      );
    }),
  );
