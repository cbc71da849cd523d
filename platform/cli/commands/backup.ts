import path from 'node:path';
import { readConfig } from '../../runtime/config.ts';
import { BrokenBackup } from '../../postgres/backup/folder.ts';
import { backUpCluster, restoreCluster } from '../../postgres/backup/physical.ts';
import { backUpServer, restoreServer } from '../../postgres/backup/logical.ts';
import { masterSecretIsKnown } from '../../runtime/master-secret.ts';
import { pauseAfterRestore } from '../paused-payments.ts';
import { print, program, Refused, withPlatform } from '../program.ts';
import { proveRestored, sentenceOf } from '../all-books.ts';
import { terminal } from '../terminal.ts';

const PAUSED =
  'Payments of all institutions are paused, as what has left since is not in the books: docs/operations.md says how to find it, and ' +
  'when to resume them (umoja payment resume --all).';
const NOT_PAUSED = 'Payments are NOT PAUSED: before the workers start, umoja payment pause --all --because "restored".';

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
    'put a backup into an empty UMOJA_DATA_DIR, or the empty database of DATABASE_URL, each file held against its checksum, and prove the books of every institution; exit code 1 where they are wrong or could not be proven',
  )
  .argument('<folder>', 'a folder that `umoja backup` has made')
  .action(async (folder: string) => {
    const { dataDir, databaseUrl, migrationDatabaseUrl, secret } = readConfig(terminal().env);
    if (databaseUrl !== null) return backToServer(path.resolve(folder), migrationDatabaseUrl ?? databaseUrl, secret);
    const { through } = await explained(
      restoreCluster({ folder: path.resolve(folder), dataDir: path.resolve(dataDir) }, say),
    );
    say(`The database is back as it was at ${through}. The books are being proven.`);
    // Without the secret of then a new one would be made up, which opens nothing.
    const books = (await masterSecretIsKnown(secret, dataDir)) ? await proveRestored('verify') : null;
    if (books === null || books.wrong.length > 0) terminal().exitCode = 1;
    print(
      { data_dir: dataDir, through, payments_paused: books !== null, books },
      `The database is back as it was at ${through}. ${
        books === null
          ? `The books are NOT PROVEN: set the secret of then (UMOJA_SECRET, or the file "secret" in ${dataDir}), and prove ` +
            `them before anything else starts: umoja ledger verify. ${NOT_PAUSED}`
          : `${sentenceOf(books)} ${PAUSED}`
      }`,
    );
  });

/**
 * Prints how much was lost (the time since the backup), how long it took to bring the rest back, and whether the books are right.
 * The roles have no passwords yet: without the secret from which they follow, no one can log in to prove anything.
 */
async function backToServer(folder: string, url: string, secret: string | null): Promise<void> {
  const started = Temporal.Now.instant();
  const { through, tables, rows } = await explained(restoreServer({ folder, url }, say));
  const rpo = Math.max(0, Math.round(started.since(through).total('seconds')));
  say(`The database is back as it was at ${through}. The books are being proven.`);
  const books = secret === null ? null : await proveRestored('migrate');
  const isPaused = books !== null || (await pauseAfterRestore(url));
  if (books === null || books.wrong.length > 0) terminal().exitCode = 1;
  const rto = Math.ceil(Temporal.Now.instant().since(started).total('seconds'));
  print(
    { through, tables, rows, rpo_seconds: rpo, rto_seconds: rto, payments_paused: isPaused, books },
    `The database is back as it was at ${through}: ${rows} rows in ${tables} tables, as many as were backed up. What was written in the ` +
      `${rpo} s between that and this restore is lost (RPO); the restore took ${rto} s (RTO). ${
        books === null
          ? 'The books are NOT PROVEN: set UMOJA_SECRET to the secret of then and the passwords of its roles (umoja migrate), and ' +
            'prove them before anything else starts: umoja ledger verify.'
          : sentenceOf(books)
      } ${isPaused ? PAUSED : NOT_PAUSED}`,
  );
}
