import { settings } from '../../runtime/config.ts';
import { onPlatform, program, tell } from '../program.ts';

program
  .command('migrate')
  .description('bring the database to the present schema (every start does this too)')
  .action(() => onPlatform(async () => tell({ migrated: true }, 'The database is up to date.')));

program
  .command('settings')
  .description('every environment variable, what it is for, and its default')
  .action(() => {
    const rows = Object.values(settings);
    tell(
      rows.map(({ name, means, otherwise }) => ({ name, means, default: otherwise })),
      rows.map(({ name, means, otherwise }) => `${name.padEnd(18)} ${means} [${otherwise}]`).join('\n'),
    );
  });
