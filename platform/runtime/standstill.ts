/** How often the time is looked at. */
const EVERY_MS = 200;

export type Standstill = { readonly ms: () => number; readonly end: () => void };

/**
 * For how long this process has stood still in all, because it was frozen or its machine had no time for it: what it measures
 * meanwhile is not the time that anyone else took.
 */
export function standstill(elapsed: () => number = () => performance.now()): Standstill {
  let seen = elapsed();
  let stood = 0;
  const look = () => {
    const now = elapsed();
    stood += Math.max(0, now - seen - EVERY_MS);
    seen = now;
  };
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return {
    ms: () => {
      look();
      return stood;
    },
    end: () => clearInterval(timer),
  };
}
