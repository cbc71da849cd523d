import { InvalidArgumentError } from 'commander';
import { inTenant, print, program, whole, yesOrNo } from '../program.ts';
import { changeTenant } from '../tenants.ts';

const limit = (text: string): bigint => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number of cents.');
  return BigInt(text);
};

type Options = {
  readonly reversalLimit?: bigint;
  readonly chargeLimit?: bigint;
  readonly waiverLimit?: bigint;
  readonly reschedulesByTwo?: boolean;
  readonly bankChargeLimit?: bigint;
  readonly days?: number;
  readonly phoneChangeDays?: number;
};

program
  .command('approval-policies')
  .description('what one person may do without a second one; shown where no option is set')
  .option('--reversal-limit <cents>', 'the most of one payment that is reversed', limit)
  .option('--charge-limit <cents>', 'the most that is charged on a loan in all', limit)
  .option('--waiver-limit <cents>', 'the most that is waived of a loan, or given up of an invoice, in all', limit)
  .option('--reschedules-by-two <yes|no>', 'a loan is rescheduled by two people', yesOrNo)
  .option('--bank-charge-limit <cents>', 'the most that a line of the bank’s statement books as its charge', limit)
  .option('--days <days>', 'for so many days a proposal can be approved', whole)
  .option('--phone-change-days <days>', 'for so many days who changed a member’s number does not pay out to it', whole)
  .action((options: Options) =>
    inTenant(async (platform, operator) => {
      const { reversalLimit, chargeLimit, waiverLimit, reschedulesByTwo, bankChargeLimit, days, phoneChangeDays } =
        options;
      const { tenantId } = operator;
      await changeTenant(platform, operator, {
        reversal_limit: reversalLimit,
        charge_limit: chargeLimit,
        waiver_limit: waiverLimit,
        reschedules_by_two: reschedulesByTwo,
        bank_charge_limit: bankChargeLimit,
        proposal_days: days,
        phone_change_days: phoneChangeDays,
      });
      const { alone, proposalDays, phoneChangeDays: sinceChange } = await platform.tenants.get(tenantId);
      const inNumbers = (cents: bigint | null) => (cents === null ? null : Number(cents));
      const inWords = (cents: bigint | null) => (cents === null ? 'as much as there is' : `up to ${cents} cents`);
      print(
        {
          reversal_limit: inNumbers(alone.reversal),
          charge_limit: inNumbers(alone.charges),
          waiver_limit: inNumbers(alone.waivers),
          reschedules_by_two: alone.reschedules === 'two_people',
          bank_charge_limit: inNumbers(alone.bankCharges),
          days: proposalDays,
          phone_change_days: sinceChange,
        },
        [
          `One person reverses a payment of ${inWords(alone.reversal)}.`,
          `One person charges ${inWords(alone.charges)} on a loan, and waives ${inWords(alone.waivers)} of it.`,
          `Loans are rescheduled by ${alone.reschedules === 'two_people' ? 'two people' : 'one person'}.`,
          `A charge of the bank of ${inWords(alone.bankCharges)} is booked by its statement alone.`,
          `A proposal can be approved for ${proposalDays} days.`,
          `Who changed a member’s number does not pay out to it for ${sinceChange} days.`,
        ].join('\n'),
      );
    }),
  );
