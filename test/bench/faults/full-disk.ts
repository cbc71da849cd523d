import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SIZE_MB = 24;
const run = promisify(execFile);
type Sql = <R extends object>(text: string) => Promise<R[]>;

/**
 * A disk of its own for a table, that can be filled to the last byte. It takes the right to mount.
 * @return null where this machine lets nobody mount
 */
export async function diskFor(table: string, sql: Sql) {
  const [server] = await sql<{ directory: string }>(`select current_setting('data_directory') as directory`);
  const directory = server?.directory ?? '';
  // Where the server's user comes to.
  const place = `${directory}-small-disk`;
  await mkdir(place);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', place]).then(
    () => true,
    () => false,
  );
  if (!mounted) return null;
  const { uid, gid } = await stat(directory);
  const files = join(place, 'files');
  await mkdir(files);
  await chown(files, uid, gid);
  await sql(`create tablespace small_disk location '${files}'`);
  await sql(`alter table ${table} set tablespace small_disk`);
  const filling = join(place, 'filling');
  return {
    /** In ever smaller pieces, until none fits. */
    fill: async () => {
      for (const size of [1 << 20, 1 << 16, 1 << 12]) {
        const piece = Buffer.alloc(size);
        while (
          await appendFile(filling, piece).then(
            () => true,
            () => false,
          )
        );
      }
    },
    clear: () => rm(filling, { force: true }),
    unmount: async () => {
      await run('umount', ['-l', place]);
      await rm(place, { recursive: true, force: true });
    },
  };
}
