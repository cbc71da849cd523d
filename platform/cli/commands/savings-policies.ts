import { Option } from 'commander';
import { SHARE_BUYERS, type ShareBylaws } from '#core/savings/shares.ts';
import { inTenant, print, program, whole } from '../program.ts';
import { changeTenant } from '../tenants.ts';

type Options = {
  readonly dormancyDays?: number;
  readonly shareBuyer?: ShareBylaws['buyer'];
  readonly shareNoticeDays?: number;
};

program
  .command('savings-policies')
  .description('when accounts become dormant, and what the by-laws say of shares; shown where no option is set')
  .option('--dormancy-days <days>', 'days without a movement; 0: accounts never become dormant', whole)
  .addOption(new Option('--share-buyer <who>', 'who takes over shares of a member who leaves').choices(SHARE_BUYERS))
  .option('--share-notice-days <days>', 'how long before their redemption notice is given', whole)
  .action(({ dormancyDays, shareBuyer, shareNoticeDays }: Options) =>
    inTenant(async (platform, operator) => {
      const { tenantId } = operator;
      await changeTenant(platform, operator, {
        dormancy_days: dormancyDays === 0 ? null : dormancyDays,
        share_buyer: shareBuyer,
        share_notice_days: shareNoticeDays,
      });
      const { dormancyDays: days, shareBylaws } = await platform.tenants.get(tenantId);
      print(
        { dormancy_days: days, share_buyer: shareBylaws.buyer, share_notice_days: shareBylaws.noticeDays },
        [
          days === null ? 'Accounts never become dormant.' : `Accounts become dormant after ${days} days of rest.`,
          shareBylaws.buyer === 'society'
            ? `The society redeems shares of members who leave, ${shareBylaws.noticeDays} days after notice.`
            : 'Shares of members who leave are taken over by other members.',
        ].join('\n'),
      );
    }),
  );
