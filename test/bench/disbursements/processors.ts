import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;

type Times = { readonly parent: number; readonly own: number; readonly ofEnded: number };

/** Seconds of processors that a process has used, and those of its children that have ended; null where it is gone. */
function timesOf(pid: number | 'self'): Times | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (n) => fields[n],
    );
    return {
      parent,
      own: (user + system) / TICKS_A_SECOND,
      ofEnded: (endedUser + endedSystem) / TICKS_A_SECOND,
    };
  } catch {
    return null;
  }
}

/** Seconds of processors that the server with this process of its own has used so far; NaN but on Linux. */
export function serverSeconds(backend: number): () => number {
  const server = timesOf(backend)?.parent;
  return () => {
    if (server === undefined) return NaN;
    const { own = NaN, ofEnded = NaN } = timesOf(server) ?? {};
    const children = readdirSync('/proc').flatMap((name) => {
      const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
      return times?.parent === server ? [times.own + times.ofEnded] : [];
    });
    return own + ofEnded + children.reduce((sum, each) => sum + each, 0);
  };
}

/** Seconds of processors that a process has used so far; NaN but on Linux. */
export const secondsOf = (pid: number): number => timesOf(pid)?.own ?? NaN;

/** Megabytes of memory in which a process resides; NaN but on Linux. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;
  } catch {
    return NaN;
  }
}

/** Seconds of processors that children of ours used which have ended; NaN but on Linux. */
export const secondsOfEnded = (): number => timesOf('self')?.ofEnded ?? NaN;
