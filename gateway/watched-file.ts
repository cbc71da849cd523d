import { readFile, stat } from 'node:fs/promises';

/** A file that may be replaced while the process runs. */
export type WatchedFile = {
  /** As it was at the start. */
  readonly text: string;
  /** Calls back after each change since the text was read. Returns what ends it. */
  readonly watch: (changed: () => void) => () => void;
};

/**
 * Reads a file, and looks at it every so many milliseconds once it is watched: that sees renames, mounts and links that
 * are swapped. What it is compared with is noted before it is read. `fs.watchFile` notes it some time after its call, and
 * never sees what changed until then.
 * @throws Error where the file can't be read
 */
export async function watchedFile(path: string, everyMs: number): Promise<WatchedFile> {
  let seen = await stateOf(path);
  const text = await readFile(path, 'utf8');
  const watch: WatchedFile['watch'] = (changed) => {
    let looking: Promise<void> | null = null;
    const look = async (): Promise<void> => {
      const present = await stateOf(path);
      if (present === seen) return;
      seen = present;
      changed();
    };
    const timer = setInterval(() => {
      looking ??= look().finally(() => (looking = null));
    }, everyMs);
    timer.unref();
    return () => clearInterval(timer);
  };
  return { text, watch };
}

/** A file that is gone has a state of its own: its return is a change. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? 'missing' : [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}
