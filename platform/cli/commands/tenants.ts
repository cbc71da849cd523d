import { InvalidArgumentError } from 'commander';
import { amount, inTenant, listTenants, oneOf, print, program, whole, withPlatform, yesOrNo } from '../program.ts';
import { changeTenant, isTimeZone, openInstitution } from '../tenants.ts';

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
    withPlatform(async (platform) => {
      const { mode } = options;
      const id = await openInstitution(platform, options);
      print({ tenant_id: id, mode }, `Institution ${id} (${mode}): ${options.name}.`);
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

const shortcode = (text: string): string => {
  if (!/^\d{5,7}$/.test(text)) throw new InvalidArgumentError('Give a shortcode of 5 to 7 digits.');
  return text;
};

type Policies = {
  readonly fourEyes?: boolean;
  readonly ownNumbersOnly?: boolean;
  readonly queuePayouts?: boolean;
  readonly backdateDays?: number;
  readonly overpaymentLimit?: bigint;
  readonly chargeLimitPercent?: number;
  readonly inDuplum?: boolean;
  readonly schoolPaybill?: string;
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
  .option('--backdate-days <days>', 'how many days back people may date a payment', whole)
  .option('--overpayment-limit <cents>', 'what may be paid on a loan beyond what is owed, in minor units', amount)
  .option('--charge-limit-percent <percent>', 'what people may charge on a loan, in percent of what was lent', whole)
  .option('--in-duplum <yes|no>', 'interest and penalties of a non-performing loan stop at its principal', yesOrNo)
  .option(
    '--school-paybill <number>',
    'the school’s paybill: school-fee loans on mpesa_b2b are paid to it alone',
    shortcode,
  )
  .action(({ fourEyes, ownNumbersOnly, queuePayouts, schoolPaybill, ...limits }: Policies) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      await changeTenant(platform, operator, {
        four_eyes: fourEyes,
        verified_numbers_only: ownNumbersOnly,
        queues_payouts: queuePayouts,
        backdate_days: limits.backdateDays,
        overpayment_limit: limits.overpaymentLimit,
        charge_limit_percent: limits.chargeLimitPercent,
        in_duplum: limits.inDuplum,
        school_paybill: schoolPaybill,
      });
      const now = await platform.tenants.get(tenantId);
      const { backdateDays, overpayment, chargePercent, inDuplum } = now.limits;
      print(
        {
          four_eyes: now.fourEyes,
          own_numbers_only: now.verifiedNumbersOnly,
          queue_payouts: now.queuesPayouts,
          payments_paused: now.paymentsPaused,
          backdate_days: backdateDays,
          overpayment_limit: overpayment === null ? null : Number(overpayment),
          charge_limit_percent: chargePercent,
          in_duplum: inDuplum,
          school_paybill: now.schoolPaybill,
        },
        [
          now.fourEyes ? 'Application and approval are by different people.' : 'The applicant’s officer may approve.',
          now.verifiedNumbersOnly
            ? 'Loans are paid only to the number on the member’s record.'
            : 'Loans are paid to any number.',
          now.queuesPayouts
            ? 'Payouts of apps wait while the provider accepts none.'
            : 'Payouts of apps are refused while the provider accepts none.',
          ...(now.paymentsPaused === null ? [] : [`Payments are paused: ${now.paymentsPaused}`]),
          `A payment is dated back by ${backdateDays} days at most.`,
          overpayment === null
            ? 'Beyond what is owed a loan takes one instalment or a tenth of its principal, whichever is more.'
            : `Beyond what is owed a loan takes ${overpayment} cents.`,
          `People charge ${chargePercent} percent of what was lent on a loan at most.`,
          inDuplum
            ? 'Interest and penalties of a non-performing loan stop at its principal.'
            : 'Interest and penalties of a non-performing loan have no limit.',
          now.schoolPaybill === null
            ? 'A school-fee loan on mpesa_b2b names the school’s paybill.'
            : `School-fee loans on mpesa_b2b are paid to the paybill ${now.schoolPaybill}.`,
        ].join('\n'),
      );
    }),
  );
