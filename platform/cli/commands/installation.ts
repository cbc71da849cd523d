import { settings } from '../../runtime/config.ts';
import { print, program, withPlatform } from '../program.ts';

program
  .command('migrate')
  .description('bring the database to the present schema (every start does this as well)')
  .action(() => withPlatform(async () => print({ migrated: true }, 'The database is up to date.')));

program
  .command('settings')
  .description('every environment variable, its meaning and its default')
  .action(() => {
    const rows = Object.values(settings);
    print(
      rows.map(({ name, means, otherwise }) => ({ name, means, default: otherwise })),
      rows.map(({ name, means, otherwise }) => `${name.padEnd(18)} ${means} [${otherwise}]`).join('\n'),
    );
  });
