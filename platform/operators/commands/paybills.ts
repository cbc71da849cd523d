import { InvalidArgumentError } from 'commander';
import { readConfig } from '../../config.ts';
import { paybillsAt } from '../../rails/paybills.ts';
import { onPlatform, operatorOf, program, tell, whole } from '../program.ts';

const shortcodeNamed = (text: string): string => {
  if (!/^\d{5,7}$/.test(text)) throw new InvalidArgumentError('A shortcode has 5 to 7 digits.');
  return text;
};

program
  .command('paybill')
  .description('paybills: where the provider validates and confirms payments')
  .command('addresses')
  .description('the two secret addresses to register for a paybill, once')
  .argument('<shortcode>', 'the paybill’s number', shortcodeNamed)
  .option('--tenant <id>', 'the institution', whole)
  .action((shortcode: string, options: { tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const { publicUrl, restPort } = readConfig(process.env);
      const paybills = paybillsAt(publicUrl ?? `http://localhost:${restPort}`, platform.keys.callback);
      const validation = paybills.addressOf({ tenantId, shortcode }, 'paybill_validation');
      const confirmation = paybills.addressOf({ tenantId, shortcode }, 'paybill_confirmation');
      return tell(
        { shortcode, validation, confirmation },
        `Validation    ${validation}\nConfirmation  ${confirmation}`,
      );
    }),
  );
