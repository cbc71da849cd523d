import path from 'node:path';
import { readConfig } from '../../runtime/config.ts';
import { BrokenBackup } from '../../postgres/backup/folder.ts';
import { backUpCluster, restoreCluster } from '../../postgres/backup/physical.ts';
import { print, program, Refused, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';

const say = (line: string) => void terminal().err.write(`${line}\n`);

/** A server of an operator is backed up by its own programs. @throws Refused */
function requireOwnServer(what: string): void {
  if (readConfig(terminal().env).databaseUrl === null) return;
  throw new Refused(
    `DATABASE_URL names a server of your own: \`umoja ${what}\` is for the PostgreSQL that Umoja keeps in UMOJA_DATA_DIR. Use ` +
      'pg_dump of the server’s major version, or the backup of the managed service; see docs/operations.md.',
  );
}

/** What is wrong with a backup is a sentence for the operator. */
const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof BrokenBackup ? new Refused(error.message) : error;
  });

program
  .command('backup')
  .description('copy the database of UMOJA_DATA_DIR to a new folder, while the system runs; the secret is kept apart')
  .argument('<folder>', 'where the backup is made; there must be nothing yet')
  .action(async (folder: string) => {
    requireOwnServer('backup');
    await withPlatform(async ({ settings }, dataDir) => {
      const target = path.resolve(folder);
      const { through, files } = await explained(backUpCluster({ url: settings.adminUrl, dataDir, target }, say));
      const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
      print(
        { folder: target, through, bytes },
        `${target} holds everything that was committed until ${through} (${Math.round(bytes / 1e6)} MB). Keep the secret ` +
          '(UMOJA_SECRET, or the file "secret" of the data directory) apart from it: it can’t be read without.',
      );
    });
  });

program
  .command('restore')
  .description('put a backup into an empty UMOJA_DATA_DIR, each file held against its checksum')
  .argument('<folder>', 'a folder that `umoja backup` has made')
  .action(async (folder: string) => {
    requireOwnServer('restore');
    const { dataDir } = readConfig(terminal().env);
    const { through } = await explained(
      restoreCluster({ folder: path.resolve(folder), dataDir: path.resolve(dataDir) }, say),
    );
    print(
      { data_dir: dataDir, through },
      `The database is back as it was at ${through}. Set the secret of then (UMOJA_SECRET, or the file "secret" in ${dataDir}), ` +
        'and prove the books before anything else starts: umoja ledger verify.',
    );
  });
