import path from 'node:path';
import { readArchive, verifyArchive, writeArchive } from '../../postgres/archive/archive.ts';
import { STREAMS } from '../../postgres/archive/chain.ts';
import { BrokenArchive, tenantsIn } from '../../postgres/archive/folder.ts';
import { sealAll } from '../../postgres/archive/seal.ts';
import { readConfig } from '../../runtime/config.ts';
import { codeOf, errorOf } from '../../runtime/thrown.ts';
import type { Platform } from '../../app/open-platform.ts';
import { chosenTenant, listTenants, oneOf, print, program, Refused, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';

const archive = program
  .command('archive')
  .description('the sealed audit trail and journals of live institutions: files that are kept beside the database');

/** The folder that was typed, or that of the setting. @throws Refused */
function folderOf(typed: string | undefined): string {
  const folder = typed === undefined ? readConfig(terminal().env).archiveDir : path.resolve(typed);
  if (folder === null) throw new Refused('Name the folder, here or in UMOJA_ARCHIVE_DIR.');
  return folder;
}

/** Institutions whose rows are sealed: the one of --tenant, or all that are live. @throws Refused */
async function institutions(platform: Platform): Promise<readonly number[]> {
  const wanted = chosenTenant();
  const live = (await listTenants(platform)).filter(({ mode }) => mode === 'live').map(({ id }) => id);
  if (wanted === null) return live;
  if (!live.includes(wanted)) throw new Refused(`Institution ${wanted} is not live, and a sandbox keeps nothing.`);
  return [wanted];
}

/** What is wrong with an archive, or with its disk, is a sentence. */
const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const { message } = errorOf(error);
    if (error instanceof BrokenArchive) throw new Refused(message);
    if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EACCES', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO'].includes(codeOf(error) ?? ''))
      throw new Refused(`The folder can’t be used: ${message}. What was written whole stays; run it again.`);
    throw error;
  });

archive
  .command('seal')
  .description('seal everything that is committed now; the workers do it once a day, or at 10,000 rows')
  .action(() =>
    withPlatform(async (platform) => {
      const sealed = [];
      for (const id of await institutions(platform)) sealed.push(...(await sealAll(platform.store.write, id)));
      const rows = sealed.reduce((sum, segment) => sum + segment.rows, 0);
      print({ segments: sealed.length, rows }, `${rows} rows were sealed in ${sealed.length} segments.`);
    }),
  );

archive
  .command('write')
  .description(
    'write the sealed segments that a folder lacks, as compressed files. Exit code 1 where those of an institution could not be',
  )
  .argument('[folder]', 'left out: UMOJA_ARCHIVE_DIR')
  .action((typed: string | undefined) =>
    withPlatform(async (platform) => {
      const folder = folderOf(typed);
      let segments = 0;
      const problems: string[] = [];
      for (const tenantId of await institutions(platform)) {
        // One institution in trouble is no reason to leave the others unwritten.
        const written = await explained(writeArchive(platform.database, { tenantId, folder })).catch(
          (error: unknown) => {
            if (!(error instanceof Refused)) throw error;
            problems.push(`Institution ${tenantId}: ${error.message}`);
            return 0;
          },
        );
        if (written === null) problems.push(`Institution ${tenantId}: another process writes its archive.`);
        segments += written ?? 0;
      }
      if (problems.length > 0) terminal().exitCode = 1;
      const verdict = `${segments} segments were written to ${folder}.`;
      print({ ok: problems.length === 0, folder, segments, problems }, [...problems, verdict].join('\n'));
    }),
  );

archive
  .command('verify')
  .description(
    'hold the files of a folder against their checksums, their chain and the rows of the database; without a folder, the rows ' +
      'against what was sealed. Exit code 1 where something is wrong',
  )
  .argument('[folder]', 'left out: the database alone')
  .action((typed: string | undefined) =>
    withPlatform(async (platform) => {
      const folder = typed === undefined ? null : path.resolve(typed);
      const tenants = await institutions(platform);
      const { problems, ...sum } = await explained(verifyArchive(platform.database, { folder, tenants }));
      if (problems.length > 0) terminal().exitCode = 1;
      const behind = sum.notWritten > 0 ? ` ${sum.notWritten} sealed segments are not written to it yet.` : '';
      const about = folder === null ? `${sum.rows} rows` : `${sum.files} files with ${sum.rows} rows`;
      const verdict =
        problems.length > 0 ? `${problems.length} things are wrong.` : `${about} are as they were sealed.${behind}`;
      print({ ok: problems.length === 0, ...sum, problems }, [...problems, verdict].join('\n'));
    }),
  );

archive
  .command('read')
  .description(
    'print rows of an archive, one document of JSON in each line; names of requests of erased people are null',
  )
  .argument('[folder]', 'left out: UMOJA_ARCHIVE_DIR')
  .option('--stream <name>', STREAMS.join(' or '), oneOf(...STREAMS))
  .action((typed: string | undefined, { stream = null }: { stream?: (typeof STREAMS)[number] | null }) =>
    withPlatform(async (platform) => {
      const folder = folderOf(typed);
      const there = await explained(tenantsIn(folder));
      const tenant = chosenTenant() ?? (there.length === 1 ? there[0] : undefined);
      if (tenant === undefined || !there.includes(tenant)) {
        throw new Refused(`Choose an institution with --tenant; the archive has ${there.join(', ') || 'none'}.`);
      }
      const print = async () => {
        for await (const row of readArchive(platform.database, { folder, tenant, stream }))
          terminal().out.write(`${JSON.stringify(row)}\n`);
      };
      await explained(print());
    }),
  );
