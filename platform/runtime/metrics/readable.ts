import type { Log } from '../log.ts';

/** Prometheus waits for ten seconds, and takes a process that does not answer for one that is down. */
const PATIENCE_MS = 5_000;

/**
 * Reads figures from where they may not be had at the moment: null where they can't be read in time. The log says once when that begins,
 * and once when it is over.
 */
export function readable(log: Pick<Log, 'error' | 'info'>, what: string) {
  let isLost = false;
  return async <Figures>(read: () => Promise<Figures>): Promise<Figures | null> => {
    try {
      const figures = await inTime(read, what);
      if (isLost) log.info(`${what} can be read again.`);
      isLost = false;
      return figures;
    } catch (error) {
      if (!isLost) log.error({ error }, `${what} can’t be read: /metrics leaves them out.`);
      isLost = true;
      return null;
    }
  };
}

async function inTime<Figures>(read: () => Promise<Figures>, what: string): Promise<Figures> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}
