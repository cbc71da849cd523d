import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Option } from 'commander';
import { WATCHLIST_KINDS, type WatchlistKind } from '#core/aml/watchlist/watchlist.ts';
import { LIST_FORMATS, readList, UnreadableList, type ListFormat } from '../../app/processes/watchlists/read-list.ts';
import type { Imported } from '../../app/processes/watchlists/watchlists.ts';
import { day, inTenant, print, program, Refused } from '../program.ts';

const MAX_BYTES = 256 * 1024 * 1024;

type Options = {
  readonly format: ListFormat;
  readonly kind: WatchlistKind;
  readonly aliases?: string;
  readonly dated?: Temporal.PlainDate;
  readonly removals: 'usual' | 'any';
};

const lists = program.command('watchlists').description('lists of sanctions and of exposed persons');

lists
  .command('import')
  .description('put a version of a list in the place of the one before; all members are screened again afterwards')
  .argument('<name>', 'the name of the list, such as un or ofac')
  .argument('<file>', 'the list as its publisher has it')
  .addOption(new Option('--format <format>', 'how the file is written').choices(LIST_FORMATS).default('own'))
  .addOption(new Option('--kind <kind>', 'what being on it means').choices(WATCHLIST_KINDS).default('sanction'))
  .option('--aliases <file>', 'OFAC’s alt.csv')
  .option('--dated <day>', 'the day that the version is of, where the file does not say', day)
  .addOption(
    new Option('--removals <how>', 'any: most entries have ended indeed').choices(['usual', 'any']).default('usual'),
  )
  .action((name: string, file: string, { format, kind, aliases, dated, removals }: Options) =>
    inTenant(async (platform, operator) => {
      const text = await contentsOf(file);
      const others = aliases === undefined ? null : await contentsOf(aliases);
      const list = await readList(format, text, others).catch((error: unknown) => {
        throw error instanceof UnreadableList
          ? new Refused(`${file} can’t be read as a list. ${error.message}`)
          : error;
      });
      const versionOf = dated ?? list.dated;
      if (versionOf === null) throw new Refused('The file does not say of which day it is. Name the day with --dated.');
      const digest = createHash('sha256')
        .update(text)
        .update(others ?? '')
        .digest('hex');
      const done = await platform.app.watchlists.importList(operator, {
        name: name.trim().toLowerCase(),
        kind,
        dated: versionOf,
        digest,
        people: list.people,
        removals,
      });
      if (done.kind === 'refused') throw new Refused(done.why);
      print(done, sentenceOf(name, done));
    }),
  );

lists
  .command('show')
  .description('the lists with their versions, and how far the screening of members has come')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const { stored, screening } = await platform.store.read(tenantId, async ({ sql }) => ({
        stored: await sql<{ name: string; kind: string; dated: string; entries: string }>(
          `select l.name, l.kind, l.dated::text as dated,
                  (select count(*) from watchlist_entry e where e.list_id = l.id and e.removed_on is null) as entries
             from watchlist l order by l.name limit 1000`,
        ),
        screening: await sql<{ members: string; alerts: string; finished_at: string | null }>(
          'select members, alerts, finished_at::text as finished_at from watchlist_screening order by id desc limit 1',
        ),
      }));
      const lines = stored.map(({ name, kind, dated, entries }) => `${name} (${kind}) of ${dated}: ${entries} entries`);
      const progress = screening.map(({ members, alerts, finished_at: end }) =>
        end === null
          ? `Members are being screened: ${members} so far, ${alerts} alerts.`
          : `${members} members were screened until ${end}, ${alerts} alerts.`,
      );
      print(
        { lists: stored, screening: screening[0] ?? null },
        stored.length === 0 ? 'There is no list yet.' : [...lines, ...progress].join('\n'),
      );
    }),
  );

async function contentsOf(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => {
    throw new Refused(`There is no file ${file}.`);
  });
  if (size > MAX_BYTES) throw new Refused(`${file} is larger than 256 MiB.`);
  return readFile(file, 'utf8');
}

function sentenceOf(name: string, done: Exclude<Imported, { kind: 'refused' }>): string {
  if (done.kind === 'unchanged') return `${name} has this version already: ${done.entries} entries.`;
  const { entries, changed, ended } = done;
  const next = changed > 0 ? ' All members are screened again by the workers.' : '';
  return `${name} has ${entries} entries: ${changed} new or changed, ${ended} ended.${next}`;
}
