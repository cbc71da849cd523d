import { settings, subgraphSettings } from '../../runtime/config.ts';
import { print, program, withPlatform } from '../program.ts';

program
  .command('migrate')
  .description('bring the database to the present schema (a start on a database of our own does this as well)')
  .action(() => withPlatform(async () => print({ migrated: true }, 'The database is up to date.'), 'migrate'));

program
  .command('settings')
  .description('every environment variable, its meaning and its default')
  .action(async () => {
    const { subgraphRows } = await import('#sub/subgraphs.ts');
    const ofSubgraphs = subgraphRows().flatMap(({ name, port }) => Object.values(subgraphSettings(name, port)));
    const rows = [...Object.values(settings), ...ofSubgraphs];
    print(
      rows.map(({ name, means, otherwise }) => ({ name, means, default: otherwise })),
      rows.map(({ name, means, otherwise }) => `${name.padEnd(18)} ${means} [${otherwise}]`).join('\n'),
    );
  });
