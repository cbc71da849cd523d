import path from 'node:path';
import { readConfig } from '../../runtime/config.ts';
import { BrokenBackup } from '../../postgres/backup/folder.ts';
import { backUpCluster, restoreCluster } from '../../postgres/backup/physical.ts';
import { backUpServer, restoreServer } from '../../postgres/backup/logical.ts';
import { print, program, Refused, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';

const say = (line: string) => void terminal().err.write(`${line}\n`);

/** What is wrong with a backup is a sentence for the operator. */
const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof BrokenBackup ? new Refused(error.message) : error;
  });

program
  .command('backup')
  .description(
    'copy the database (of UMOJA_DATA_DIR, or DATABASE_URL) to a new folder, while the system runs; the secret is kept apart',
  )
  .argument('<folder>', 'where the backup is made; there must be nothing yet')
  .action(async (folder: string) => {
    await withPlatform(async ({ settings }, dataDir) => {
      const [target, url] = [path.resolve(folder), settings.adminUrl];
      const isOurs = readConfig(terminal().env).databaseUrl === null;
      const { through, files } = await explained(
        isOurs ? backUpCluster({ url, dataDir, target }, say) : backUpServer({ url, target }, say),
      );
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
  .description(
    'put a backup into an empty UMOJA_DATA_DIR, or the empty database of DATABASE_URL, each file held against its checksum',
  )
  .argument('<folder>', 'a folder that `umoja backup` has made')
  .action(async (folder: string) => {
    const { dataDir, databaseUrl, migrationDatabaseUrl } = readConfig(terminal().env);
    if (databaseUrl !== null) return backToServer(path.resolve(folder), migrationDatabaseUrl ?? databaseUrl);
    const { through } = await explained(
      restoreCluster({ folder: path.resolve(folder), dataDir: path.resolve(dataDir) }, say),
    );
    print(
      { data_dir: dataDir, through },
      `The database is back as it was at ${through}. Set the secret of then (UMOJA_SECRET, or the file "secret" in ${dataDir}), ` +
        'and prove the books before anything else starts: umoja ledger verify.',
    );
  });

/** Prints how much was lost (the time since the backup) and how long it took to bring the rest back. */
async function backToServer(folder: string, url: string): Promise<void> {
  const started = Temporal.Now.instant();
  const { through, tables, rows } = await explained(restoreServer({ folder, url }, say));
  const rpo = Math.max(0, Math.round(started.since(through).total('seconds')));
  const rto = Math.ceil(Temporal.Now.instant().since(started).total('seconds'));
  print(
    { through, tables, rows, rpo_seconds: rpo, rto_seconds: rto },
    `The database is back as it was at ${through}: ${rows} rows in ${tables} tables, as many as were backed up. What was written in the ` +
      `${rpo} s between that and this restore is lost (RPO); the restore took ${rto} s (RTO). Now set the passwords of its roles ` +
      '(umoja migrate), and prove the books before anything else starts: umoja ledger verify.',
  );
}
